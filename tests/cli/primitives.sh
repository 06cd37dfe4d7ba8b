#!/bin/bash
# SPDX-License-Identifier: MIT
# runtime/primitive/README.md has the table of all pairs: each cell links to the lines of the headers that declare the
# pair's
# functions, or gives the number of the reason why there are none. This test makes the table from the headers and compares.
#   tests/cli/primitives.sh [--update]   writes the table into runtime/primitive/README.md
cd "$(dirname "$0")/../../runtime/primitive" || exit 3
page=README.md
table=$(mktemp)
trap 'rm -f "$table" "$table.page"' EXIT

grep -nE '^(KILN_API|[a-z]).*\<kiln_[a-z0-9_]+\(' ../kiln/primitive/*.h ../kiln/bounds.h ../kiln/hull.h | awk '
	function shape_list(all, n, i)
	{
		n = split(all, shapes, " ")
		for (i = 1; i <= n; ++i)
			order[shapes[i]] = i
		return n
	}

	# The number of a shape; the two forms of an AABB are one.
	function number(name)
	{
		sub(/_center$|_int$/, "", name)
		return name in order ? order[name] : 0
	}

	function add(a, b, letter, swap)
	{
		if (a > b)
		{
			swap = a
			a = b
			b = swap
		}
		# The first function of a letter represents its variants.
		if (a && b && !((a, b, letter) in seen))
		{
			seen[a, b, letter] = 1
			cell[a, b] = cell[a, b] "[" letter "](" place ")"
		}
	}

	# Splits the name after the verb into two shapes, at any underscore where both parts are shapes.
	function pair(rest, letter, i, a, b)
	{
		for (i = 1; i <= length(rest); ++i)
			if (substr(rest, i, 1) == "_")
			{
				a = number(substr(rest, 1, i - 1))
				b = number(substr(rest, i + 1))
				if (a && b)
				{
					add(a, b, letter)
					return
				}
			}
	}

	# Why a pair has no function of its own: the number of the reason on the page.
	function reason(a, b)
	{
		a = shapes[a]
		b = shapes[b]
		if (a == "quad" || b == "quad")
			return 2
		if (a == "polygon" || b == "polygon")
			return 3
		if (a == "kdop" || b == "kdop")
			return a ~ /^(line|plane|halfspace)$/ ? 5 : 4
		if (a ~ /^(plane|halfspace)$/ && b ~ /^(plane|halfspace)$/)
			return 6
		if (a ~ /^(plane|halfspace)$/ || b ~ /^(plane|halfspace)$/)
			return 5
		return 1
	}

	BEGIN {
		count = shape_list("point line ray segment plane halfspace sphere capsule aabb obb rectangle triangle quad " \
			"polygon tetrahedron cylinder cone ellipsoid rss kdop polyhedron hull")
	}
	{
		split($0, part, ":")
		place = part[1] "#L" part[2]
		match($0, /kiln_[a-z0-9_]+\(/)
		name = substr($0, RSTART + 5, RLENGTH - 6)
		if (sub(/^closest_/, "", name))
			pair(name, "C")
		else if (sub(/^distance_/, "", name))
			pair(name, "D")
		else if (sub(/^overlaps_/, "", name))
			pair(name, "O")
		else if (sub(/^intersect_/, "", name))
			pair(name, "I")
		else if (sub(/^contact_/, "", name))
			pair(name, "T")
		else if (sub(/^meets_ray_/, "", name))
			add(order["ray"], number(name), "R")
		else if (sub(/^point_in_/, "", name))
			add(order["point"], number(name), "P")
		else if (sub(/^moving_/, "", name))
			pair(name, "M")
		else if (sub(/^deforming_/, "", name))
			pair(name, "V")
		else if (sub(/^side_/, "", name))
			pair(name, "S")
		else if (sub(/^height_/, "", name))
			pair(name, "H")
		else if (name == "hull_contains")
			add(order["point"], order["hull"], "P")
		else if (name == "hull_ray")
			add(order["ray"], order["hull"], "I")
		else if (name == "hull_planes_separate")
			add(order["hull"], order["hull"], "O")
	}
	END {
		line = "| |"
		rule = "|---|"
		for (b = 1; b <= count; ++b)
		{
			line = line " " shapes[b] " |"
			rule = rule "---|"
		}
		print line
		print rule
		for (a = 1; a <= count; ++a)
		{
			line = "| **" shapes[a] "** |"
			for (b = 1; b <= count; ++b)
				line = line (b < a ? " |" : " " ((a, b) in cell ? cell[a, b] : reason(a, b)) " |")
			print line
		}
	}' >"$table"

passed=0
failed=0

claim()
{
	local name=$1
	shift
	if "$@"
	then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAILED: $name"
	fi
}

awk -v table="$table" '
	/^<!-- the table of all pairs begins -->$/ { print; while ((getline line <table) > 0) print line; skip = 1; next }
	/^<!-- the table of all pairs ends -->$/ { skip = 0 }
	!skip { print }' "$page" >"$table.page"
[ "$1" != --update ] || cp "$table.page" "$page"
claim "the table of all pairs is that of the headers (tests/cli/primitives.sh --update makes it)" cmp -s "$table.page" "$page"

# Every name in the text is declared; every reason in the table is explained.
names()
{
	local name missing=0
	for name in $(grep -oE '\<kiln_[a-z0-9_]+\>' "$page" | sort -u)
	do
		grep -qrE "\<$name\>" ../kiln || { echo "$page names $name, which no header has"; missing=1; }
	done
	return $missing
}
claim "every name on the page is declared" names
reasons()
{
	local reason missing=0
	for reason in $(awk '/^\| \*\*/ { for (i = 3; i < NF; ++i) if ($i ~ /^[0-9]+$/) print $i }' "$table" | sort -u)
	do
		grep -qE "^$reason\. " "$page" || { echo "$page does not explain reason $reason"; missing=1; }
	done
	return $missing
}
claim "every reason in the table is explained" reasons

# The checks of tests/fuzz/fuzz_primitive.c cover every function: two shapes for static and moving tests, one shape for
# lines
# and points.
every()
{
	local name shape missing=0 list=../../tests/fuzz/primitive_every.h
	for name in $(grep -ohE '\<kiln_(closest|overlaps|moving|deforming)_[a-z0-9_]+\(' ../kiln/primitive/*.h | tr -d '(' | sort -u)
	do
		[[ ! $name =~ (convex|kdop|halving|neighbours|4|_interval$|_axes$|_edges$) ]] || continue
		shape=${name#kiln_*_}
		grep -qE "X\\(${shape/_/, }\\)" "$list" || { echo "$list lacks $name"; missing=1; }
	done
	for name in $(grep -ohE '\<kiln_(intersect_ray|point_in)_[a-z0-9_]+\(' ../kiln/primitive/*.h | tr -d '(' | sort -u)
	do
		[[ ! $name =~ (kdop|torus|implicit|csg|convex) ]] || continue
		shape=${name#kiln_point_in_}
		shape=${shape#kiln_intersect_ray_}
		grep -qF "X($shape)" "$list" || { echo "$list lacks $name"; missing=1; }
	done
	return $missing
}
claim "tests/fuzz/primitive_every.h calls every function" every

echo "$passed passed, $failed failed"
[ $failed = 0 ]
