#!/bin/bash
# SPDX-License-Identifier: MIT
# The same art gives the same bytes: cooked twice, from another folder and by a relative path, by gcc's and by clang's
# build; as meshes with trees of other volumes, as hulls and, for assets of at most $small bytes, as
# convex parts that keep the space of a ball free. The compared variants must be built (tests/run.sh builds them).
#   tests/determinism.sh [FOLDER]

models=/usr/share/assimp/models
build=${BUILD:-build}
small=15000
within=$(cd "$(dirname "$0")" && pwd)/within.sh
. "$(dirname "$0")/each_file.bash"

# cook PROGRAM IN OUT OPTION...: the blob, or a file with the exit code.
cook()
{
	"$within" "$1" "$2" -o "$3" -q "${@:4}" >/dev/null 2>&1
	local status=$?
	[ $status = 0 ] || echo "exit code $status" >"$3"
}

one()
{
	local file=$1 name=${1#"$2"/} folder variant out bad="" cut=yes
	local parts=(--shape parts --parts-max 6 --parts-quality fast --parts-error 0.05 --parts-clear 0.1)
	folder=$(mktemp -d)
	cook "$build/kiln-cook" "$file" "$folder/first" --tree obb,kdop14,sphere,rss --deformable
	(cd "$(dirname "$file")" && cook "$build/kiln-cook" "$(basename "$file")" "$folder/relative" \
		--tree obb,kdop14,sphere,rss --deformable -j 1)
	cook "$build/kiln-cook" "$file" "$folder/first.hull" --shape hull --hull-vertices 20
	[ "$(stat -c %s "$folder/first")" -le $small ] || cut=no
	[ "$cut" = no ] || cook "$build/kiln-cook" "$file" "$folder/first.parts" "${parts[@]}" -j 3
	for variant in release-clang
	do
		cook "$build/$variant/kiln-cook" "$file" "$folder/$variant" --tree obb,kdop14,sphere,rss --deformable
		cook "$build/$variant/kiln-cook" "$file" "$folder/$variant.hull" --shape hull --hull-vertices 20
		cmp -s "$folder/first.hull" "$folder/$variant.hull" || bad="$bad $variant, as hulls"
		[ "$cut" = no ] || cook "$build/$variant/kiln-cook" "$file" "$folder/$variant.parts" "${parts[@]}"
		[ "$cut" = no ] || cmp -s "$folder/first.parts" "$folder/$variant.parts" || bad="$bad $variant, as parts"
	done
	for out in relative release-clang
	do
		cmp -s "$folder/first" "$folder/$out" || bad="$bad $out"
	done
	if [ -n "$bad" ]
	then
		printf 'FAIL\t%s\tdiffers:%s\n' "$name" "$bad"
	elif grep -q '^exit code' "$folder/first"
	then
		printf 'refused\t%s\t\n' "$name"
	else
		printf 'same\t%s\t\n' "$name"
	fi
	rm -rf "$folder"
}

case $1 in
--one)
	one "$2" "$3"
	exit 0
	;;
esac

cd "$(dirname "$0")/.." || exit 3
build=$(cd "$build" && pwd) || exit 3
export BUILD=$build
folder=${1:-$models}
for variant in . release-clang
do
	if [ ! -x "$build/$variant/kiln-cook" ]
	then
		echo "$build/$variant/kiln-cook is not built" >&2
		exit 3
	fi
done
verdicts=$(mktemp)
find "$folder" -type f -print0 | each_file "$folder" >"$verdicts"
stopped=$?
awk -F'\t' '/^FAIL/ { printf "%s: %s: %s\n", $1, $2, $3 }' "$verdicts"
same=$(grep -c '^same' "$verdicts")
refused=$(grep -c '^refused' "$verdicts")
failed=$(($(grep -c '^FAIL' "$verdicts") + stopped))
rm -f "$verdicts"
echo "$same files give the same bytes three times, $refused are refused three times"
echo "$((same + refused)) passed, $failed failed"
[ "$failed" = 0 ] && [ "$same" != 0 ]
