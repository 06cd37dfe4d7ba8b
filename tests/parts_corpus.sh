#!/bin/bash
# SPDX-License-Identifier: MIT
# Cuts every model of folders into convex parts: Debian's assimp-testmodels, or other folders.
#   tests/parts_corpus.sh [FOLDER...]
# Each file that cooks as meshes becomes parts in the three qualities. The cook proves that the parts contain their cells, and bounds
# how far each part sticks out; kiln-dump proves the hulls, and by exact signs that every triangle of the meshes is in the union of the parts of its node.
# Time is bounded by counted triangles: files of more than $few are cut in the quality `fast` only, and those of more than $many are proved by
# the cook alone, as exact signs of every triangle with every face take long. Both are counted. Prints the files that fail, then counts.

build=${BUILD:-build}
within=$(dirname "$0")/within.sh
. "$(dirname "$0")/each_file.bash"
options=(--shape parts --parts-max 8 --parts-error 0.05)
few=1000
many=12000

# One file: prints a tab-separated line VERDICT FILE TRIANGLES PARTS DETAIL. Files that do not cook as meshes are left to tests/corpus.sh.
one()
{
	local file=$1 folder quality triangles parts=0 qualities="fast good best" kind=all art
	folder=$(mktemp -d)
	cooks "$folder/log" "$within" "$build/kiln-cook" --no-sidecars "$file" -o "$folder/mesh.kiln"
	case $? in
	0)
		triangles=$(sed -n 's/.*: \([0-9]*\) triangles\{0,1\}, [0-9]* bytes.*/\1/p' "$folder/log" | tail -n 1)
		art=(--art "$folder/mesh.kiln")
		[ "$triangles" -le $few ] || qualities=fast kind=fast
		[ "$triangles" -le $many ] || art=() kind=cook
		for quality in $qualities
		do
			if ! "$within" "$build/kiln-cook" -q --no-sidecars "${options[@]}" --parts-quality "$quality" "$file" \
				-o "$folder/parts.kiln" >"$folder/log" 2>&1 ||
				! "$within" "$build/kiln-dump" --verify "${art[@]}" "$folder/parts.kiln" >"$folder/log" 2>&1
			then
				printf 'FAIL\t%s\t%s\t0\t%s: %s\n' "$file" "$triangles" "$quality" "$(tail -n 2 "$folder/log" | tr '\n' ' ')"
				rm -rf "$folder"
				return
			fi
			parts=$((parts + $(grep -c '^shape .*: hull' "$folder/log")))
		done
		printf 'passed\t%s\t%s\t%s\t%s\n' "$file" "$triangles" "$parts" $kind
		;;
	2) printf 'FAIL\t%s\t0\t0\t%s\n' "$file" "$(tail -n 1 "$folder/log")" ;;
	esac
	rm -rf "$folder"
}

if [ "$1" = --one ]
then
	one "$2"
	exit 0
fi

cd "$(dirname "$0")/.." || exit 3
least=1
if [ $# = 0 ]
then
	set -- /usr/share/assimp/models
	# The models of Debian's assimp-testmodels 5.2.5 that cook, as in tests/corpus.sh.
	least=319
fi
verdicts=$(mktemp)
# Images are height fields.
find "$@" -type f ! -iname '*.png' -print0 | each_file >"$verdicts"
stopped=$?
awk -F'\t' '/^FAIL/ { printf "%s: %s\n", $2, $5 }' "$verdicts"
passed=$(grep -c '^passed' "$verdicts")
failed=$(($(grep -c '^FAIL' "$verdicts") + stopped))
awk -F'\t' '
	/^passed/ { parts += $4; triangles += $3; ++files[$5] }
	END { printf "%d convex parts, proved to contain %d triangles: %d files in three qualities, %d in the quality fast, %d by the cook alone\n",
		parts, triangles, files["all"], files["fast"], files["cook"] }' "$verdicts"
rm -f "$verdicts"
if [ $((passed + failed)) -lt $least ]
then
	echo "only $((passed + failed)) files cooked; $least can be"
	failed=$((failed + 1))
fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" != 0 ]
