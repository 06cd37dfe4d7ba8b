#!/bin/bash
# SPDX-License-Identifier: MIT
# The same questions to the same blobs get the same answers, to the last bit, from every instruction set, from scalar and
# sanitized builds, from gcc and clang, with and without optimisation, and from an ARM machine (emulated).
# Each file is cooked as meshes and as a compound: hulls, with boxes, spheres, capsules and cylinders among them by name;
# and both are asked about themselves as a second asset, through trees of every kind. So do random calls to every
# broadphase method.
#   tests/answers.sh [ART...]
cd "$(dirname "$0")/.." || exit 3
build=${BUILD:-build}
models=/usr/share/assimp/models
cross=$build/release-aarch64-linux-gnu-gcc/kiln-query
passed=0
failed=0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# ask NAME BLOB COMMAND...: compares with the release build's own answers.
ask()
{
	local name=$1 blob=$2
	shift 2
	"$@" "$blob" <"$folder/queries" >"$folder/answers" 2>"$folder/stderr"
	if cmp -s "$folder/answers" "$folder/expected"
	then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAIL: $art: $name answers otherwise:"
		tail -n 3 "$folder/stderr"
		diff "$folder/expected" "$folder/answers" | head -n 4
	fi
}

if [ $# = 0 ]
then
	"$build/kiln-samples" "$folder/samples" || exit 1
	mapfile -t art_files < <(find "$folder/samples" -type f | LC_ALL=C sort)
	for art in OBJ/spider.obj glTF2/2CylinderEngine-glTF-Binary/2CylinderEngine.glb BLEND/blender_269_regress1.blend PLY/Wuson.ply
	do
		[ ! -f "$models/$art" ] || art_files+=("$models/$art")
	done
else
	art_files=("$@")
fi

# check ART OPTION...: cooks it with these options and asks everyone.
check()
{
	local art=$1 blob=$folder/blob.kiln box tree rounds=200
	shift
	rm -f "$blob"
	"$build/kiln-cook" -q "$art" -o "$blob" "$@" 2>/dev/null || return
	# The scene's box is the last one of the dump.
	box=$("$build/kiln-dump" --json "$blob" | tr -d ' \t\n' |
		sed 's/.*"bounds_min":\[\([^]]*\)\],"bounds_max":\[\([^]]*\)\].*/\1 \2/; s/,/ /g')
	# An emulated machine takes minutes for thousands of answers that list thousands of triangles each.
	[ "$(stat -c %s "$blob")" -lt 1000000 ] || rounds=20
	awk -v seed=1 -v count=$rounds -v box="$box" -f tests/queries.awk >"$folder/queries"
	"$build/kiln-query" "$blob" <"$folder/queries" >"$folder/expected" 2>"$folder/stderr"
	# Questions that hit nothing would prove nothing.
	if [ "$(grep -c '"hit":true' "$folder/expected")" -lt $((rounds / 2)) ] ||
		[ "$(wc -l <"$folder/expected")" != "$(wc -l <"$folder/queries")" ]
	then
		failed=$((failed + 1))
		echo "FAIL: $art: $(grep -c '"hit":true' "$folder/expected") hits, $(wc -l <"$folder/expected") answers, box $box"
		tail -n 3 "$folder/stderr"
		return
	fi
	asked=$((asked + 1))
	ask_everyone "$blob"
	# So would lists of contacts.
	[ $rounds = 200 ] || return
	awk -v seed=1 -v count=6 -v box="$box" -f tests/pairs.awk >"$folder/queries"
	"$build/kiln-query" "$blob" "$blob" <"$folder/queries" >"$folder/expected" 2>"$folder/stderr"
	if [ "$(grep -c '"collide":true' "$folder/expected")" -lt 2 ] ||
		[ "$(wc -l <"$folder/expected")" != "$(wc -l <"$folder/queries")" ]
	then
		failed=$((failed + 1))
		echo "FAIL: $art: $(grep -c '"collide":true' "$folder/expected") collide, $(wc -l <"$folder/expected") answers"
		tail -n 3 "$folder/stderr"
		return
	fi
	ask_everyone "$blob" "$blob"
	# Of several pairs that touch, the tree decides which is named with a distance of 0.
	cp "$folder/expected" "$folder/whole"
	unnamed <"$folder/whole" >"$folder/expected"
	for tree in aabb obb kdop14 kdop18 kdop26 sphere rss
	do
		ask "--tree $tree" "$blob" ask_unnamed $tree "$blob"
	done
}

unnamed()
{
	sed 's/^{"distance":0,.*/{"distance":0}/'
}

# ask_unnamed TREE A B
ask_unnamed()
{
	"$build/kiln-query" --tree "$1" "$2" "$3" | unnamed
}

# ask_everyone BLOB [FIRST]: every instruction set, build and machine; about two assets with FIRST.
ask_everyone()
{
	local blob=$1 isa variant
	shift
	for isa in scalar sse2 avx2 neon
	do
		# A warning says that the machine doesn't have it.
		[ -n "$("$build/kiln-query" --isa $isa "$blob" 2>&1 </dev/null)" ] ||
			ask "--isa $isa" "$blob" "$build/kiln-query" --isa $isa "$@"
	done
	for variant in scalar sanitize debug release-clang
	do
		ask "$variant" "$blob" "$build/$variant/kiln-query" "$@"
	done
	if [ -x "$cross" ] && command -v qemu-aarch64 >/dev/null
	then
		ask "aarch64" "$blob" qemu-aarch64 "$cross" "$@"
		ask "aarch64, scalar" "$blob" qemu-aarch64 "$cross" --isa scalar "$@"
	fi
}

asked=0
for art in "${art_files[@]}"
do
	check "$art" --tree obb,kdop14,kdop18,kdop26,sphere,rss
	check "$art" --tree kdop18,rss --shape hull --hull-vertices 40 --shape '*a*=box' --shape '*e*=cylinder' --shape '*o*=capsule' \
		--shape '*r*=hull' --shape '*fence*=mesh' --shape '*_c=sphere'
done
# Broadphases: pairs, hits and events in their order.
"$build/tests/broadphase_digest" >"$folder/expected"
for variant in release-clang sanitize scalar
do
	"$build/$variant/tests/broadphase_digest" >"$folder/answers" 2>"$folder/stderr"
	if [ -s "$folder/expected" ] && cmp -s "$folder/expected" "$folder/answers"
	then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAIL: broadphases: $variant answers otherwise:"
		tail -n 3 "$folder/stderr"
		diff "$folder/expected" "$folder/answers" | head -n 4
	fi
done
echo "$asked blobs"
echo "$passed passed, $failed failed"
[ $failed = 0 ] && [ $asked -gt 2 ]
