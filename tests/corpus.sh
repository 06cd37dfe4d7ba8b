#!/bin/bash
# SPDX-License-Identifier: MIT
# Cooks every file of a folder of art: Debian's assimp-testmodels, or another one.
#   tests/corpus.sh [FOLDER]
# Each file is cooked, or refused with a reason. A refused file leaves no output. A cooked file passes these tests:
# - Without isolation the cook gives the same bytes and the same warnings: the sandbox of the import takes nothing from art.
# - An image is a height field, which passes the proof; tests/cli/kiln-heightfield.sh has the rest.
# - As meshes: the asset passes the proof. Rays, closest points and overlaps answer as brute force over the triangles does
#   (BRUTE=--full: more often, and on the largest meshes as often as on the others; pairs in more poses, too).
# - As hulls, exact and of 24 vertices: the hulls pass the exact checker and contain every vertex.
# - With trees of every kind: pairs of the asset with itself in many poses, and with its hulls, have the same answers through
#   all trees, which are those of brute force over all pairs of triangles.
# Prints the refused files with their reasons, then counts.

models=/usr/share/assimp/models
build=${BUILD:-build}
within=$(dirname "$0")/within.sh
. "$(dirname "$0")/each_file.bash"

# Cooks the file as hulls, with the given options. Prints the faults, or the counts when there are no faults.
as_hulls()
{
	local file=$1 folder=$2
	shift 2
	if ! "$within" "$build/kiln-cook" -q "$file" -o "$folder/hull.kiln" --shape hull "$@" 2>"$folder/stderr"
	then
		echo "$*: $(grep -m1 ' error: ' "$folder/stderr")"
	elif ! "$build/kiln-dump" --verify "$folder/hull.kiln" >"$folder/stdout" 2>&1
	then
		echo "$*: --verify: $(tail -n 1 "$folder/stdout")"
	elif ! "$build/tests/hull_holds" "$folder/out.kiln" "$folder/hull.kiln" >"$folder/stdout" 2>&1
	then
		echo "$*: $(tail -n 1 "$folder/stdout")"
	else
		cat "$folder/stdout"
		return 0
	fi
	return 1
}

# Cooks the file with trees of every kind, and queries pairs of the asset with itself and with the hulls of as_hulls. Prints
# the faults, or the counts when there are no faults.
as_pairs()
{
	local file=$1 folder=$2
	if ! "$within" "$build/kiln-cook" -q "$file" -o "$folder/trees.kiln" \
		--tree obb,kdop14,kdop18,kdop26,sphere,rss 2>"$folder/stderr"
	then
		grep -m1 ' error: ' "$folder/stderr"
	elif ! "$build/kiln-dump" --verify "$folder/trees.kiln" >"$folder/stdout" 2>&1
	then
		echo "--verify: $(tail -n 1 "$folder/stdout")"
	elif ! "$within" "$build/tests/pairs_hold" ${BRUTE:+"$BRUTE"} "$folder/trees.kiln" >"$folder/stdout" 2>"$folder/stderr"
	then
		echo "$(head -n 1 "$folder/stderr") $(tail -n 1 "$folder/stdout")"
	elif ! "$within" "$build/tests/pairs_hold" ${BRUTE:+"$BRUTE"} "$folder/trees.kiln" "$folder/hull.kiln" >>"$folder/stdout" \
		2>"$folder/stderr"
	then
		echo "hulls: $(head -n 1 "$folder/stderr") $(tail -n 1 "$folder/stdout")"
	else
		tr '\n' ' ' <"$folder/stdout"
		return 0
	fi
	return 1
}

# Cooks the file without isolation. Succeeds with what differs from the isolated cook, if something does.
not_isolated()
{
	local file=$1 folder=$2
	"$within" "$build/kiln-cook" -q --no-isolation "$file" -o "$folder/open.kiln" 2>"$folder/open"
	diff <(grep -E ': (warning|error): ' "$folder/stderr") <(grep -E ': (warning|error): ' "$folder/open") >"$folder/unlike" &&
		{ [ ! -e "$folder/out.kiln" ] || cmp "$folder/out.kiln" "$folder/open.kiln" >"$folder/unlike"; } && return 1
	head -n 2 "$folder/unlike" | tail -n 1
}

# One file: prints a tab-separated line VERDICT FILE DETAIL.
one()
{
	local file=$1 name=${1#"$2"/} folder status left reason unlike exact='' simple='' pairs=''
	folder=$(mktemp -d)
	"$within" "$build/kiln-cook" "$file" -o "$folder/out.kiln" --report "$folder/report.json" \
		>"$folder/stdout" 2>"$folder/stderr"
	status=$?
	left=$(find "$folder" -type f ! -name report.json ! -name stdout ! -name stderr ! -name out.kiln)
	reason=$(grep -m1 ' error: ' "$folder/stderr" | sed 's/.*: error: //')
	if [ -s "$folder/stdout" ]
	then
		printf 'FAIL\t%s\twrites to stdout\n' "$name"
	elif [ -n "$left" ]
	then
		printf 'FAIL\t%s\tleaves %s\n' "$name" "${left#"$folder"/}"
	elif [ $status -le 1 ] && unlike=$(not_isolated "$file" "$folder")
	then
		printf 'FAIL\t%s\t--no-isolation: %s\n' "$name" "$unlike"
	elif [ $status = 0 ]
	then
		if [ ! -s "$folder/report.json" ]
		then
			printf 'FAIL\t%s\tno report\n' "$name"
		elif ! "$build/kiln-dump" --verify "$folder/out.kiln" >"$folder/stdout" 2>&1
		then
			printf 'FAIL\t%s\t--verify: %s\n' "$name" "$(tail -n 1 "$folder/stdout")"
		elif [ "$(head -c 4 "$folder/out.kiln" | od -An -tx1)" = ' 89 4b 4c 48' ]
		then
			printf 'field\t%s\tproved\n' "$name"
		elif "$within" "$build/tests/brute_force" ${BRUTE:+"$BRUTE"} "$folder/out.kiln" \
			>"$folder/stdout" 2>"$folder/stderr"
		then
			mv "$folder/stdout" "$folder/counts"
			if ! exact=$(as_hulls "$file" "$folder") || ! simple=$(as_hulls "$file" "$folder" --hull-vertices 24)
			then
				printf 'FAIL\t%s\thulls %s\n' "$name" "${simple:-$exact}"
			elif ! pairs=$(as_pairs "$file" "$folder")
			then
				printf 'FAIL\t%s\tpairs %s\n' "$name" "$pairs"
			else
				printf 'cooked\t%s\t%s %s %s %s\n' "$name" "$(cat "$folder/counts")" "$exact" "$simple" "$pairs"
			fi
		else
			printf 'FAIL\t%s\tbrute force: %s %s\n' "$name" "$(cat "$folder/stdout")" \
				"$(head -n 1 "$folder/stderr" | sed "s|$folder/||")"
		fi
	elif [ $status = 1 ]
	then
		if [ -e "$folder/out.kiln" ]
		then
			printf 'FAIL\t%s\trefused, yet there is a blob\n' "$name"
		elif [ -z "$reason" ]
		then
			printf 'FAIL\t%s\trefused without a reason\n' "$name"
		else
			printf 'refused\t%s\t%s\n' "$name" "$reason"
		fi
	else
		printf 'FAIL\t%s\texit code %d: %s\n' "$name" $status "$(tail -n 1 "$folder/stderr")"
	fi
	rm -rf "$folder"
}

if [ "$1" = --one ]
then
	one "$2" "$3"
	exit 0
fi

cd "$(dirname "$0")/.." || exit 3
folder=${1:-$models}
if [ ! -d "$folder" ]
then
	echo "$folder: no such folder" >&2
	exit 3
fi
for program in brute_force hull_holds pairs_hold
do
	if [ ! -x "$build/tests/$program" ]
	then
		echo "$build/tests/$program is not built" >&2
		exit 3
	fi
done
verdicts=$(mktemp)
find "$folder" -type f -print0 | each_file "$folder" >"$verdicts"
stopped=$?
grep -v '^cooked' "$verdicts" | awk -F'\t' '{ printf "%s: %s: %s\n", $1, $2, $3 }'
cooked=$(grep -c '^cooked' "$verdicts")
fields=$(grep -c '^field' "$verdicts")
refused=$(grep -c '^refused' "$verdicts")
failed=$(($(grep -c '^FAIL' "$verdicts") + stopped))
# The details of a cooked file are pairs of a word and a number.
awk -F'\t' '/^cooked/ { words = split($3, word, " "); for (i = 1; i < words; i += 2) sum[word[i]] += word[i + 1] }
	END {
		printf "%d meshes and %d assets against brute force, %d of them less than others for their size: ",
			sum["meshes"], sum["assets"], sum["less"]
		printf "%d rays (%d hit; %d surely so in long double), ",
			sum["rays"], sum["hits"], sum["sure"]
		printf "%d closest points (%d found), %d overlaps (%d triangles)\n",
			sum["closest"], sum["found"], sum["overlaps"], sum["touched"]
		printf "%d hulls pass the exact checker; %d vertices within them, %d outside\n",
			sum["hulls"], sum["within"], sum["outside"]
		printf "%d pairs of assets in %d poses by %d ways through their trees: %d contacts; ",
			sum["pairs"], sum["poses"], sum["walks"], sum["contacts"]
		printf "%d pairs of triangles and solids one by one, %d of them too near to touching to tell\n",
			sum["all-pairs"], sum["either"]
	}' "$verdicts"
rm -f "$verdicts"
files=$((cooked + fields + refused + failed))
echo "$files files: $cooked cooked, proved and answering, $fields height fields, $refused refused with a reason"
# The models of Debian's assimp-testmodels 5.2.5 that have a triangle, except an X3D file whose groups assimp confuses. When
# fewer cook, a file is refused without need.
if [ $files = 595 ] && [ "$cooked" -lt 323 ]
then
	echo "only $cooked of 595 files cooked; 323 can be"
	failed=$((failed + 1))
fi
echo "$((cooked + fields + refused)) passed, $failed failed"
[ "$failed" = 0 ] && [ "$cooked" != 0 ]
