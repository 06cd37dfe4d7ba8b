#!/bin/bash
# SPDX-License-Identifier: MIT
# Surveys, damages and repairs every model of folders: Debian's assimp-testmodels and the Stanford dragon, or other folders.
#   tests/repair_corpus.sh [FOLDER...]
# Each file that cooks passes repair_holds (tests/repair/repair_holds.c). Prints the files that do not, then counts.

build=${BUILD:-build}
within=$(dirname "$0")/within.sh
. "$(dirname "$0")/each_file.bash"

# One file: prints a tab-separated line VERDICT FILE DETAIL. Files that do not cook are left to tests/corpus.sh.
one()
{
	local file=$1 folder
	folder=$(mktemp -d)
	cooks "$folder/log" "$within" "$build/kiln-cook" -q --no-sidecars "$file" -o "$folder/out.kiln"
	case $? in
	0)
		if "$within" "$build/tests/repair_holds" "$folder/out.kiln" >"$folder/stdout" 2>"$folder/stderr"
		then
			printf 'passed\t%s\t%s\n' "$file" "$(grep '^meshes ' "$folder/stdout")"
		else
			printf 'FAIL\t%s\t%s\n' "$file" "$(grep -hE '^mesh |error|planted|not found' "$folder/stdout" "$folder/stderr" |
				tail -n 6 | tr '\n' ' ')"
		fi
		;;
	2) printf 'FAIL\t%s\t%s\n' "$file" "$(tail -n 1 "$folder/log")" ;;
	esac
	rm -rf "$folder"
}

if [ "$1" = --one ]
then
	one "$2"
	exit 0
fi

cd "$(dirname "$0")/.." || exit 3
if [ ! -x "$build/tests/repair_holds" ]
then
	echo "$build/tests/repair_holds is not built" >&2
	exit 3
fi
least=1
if [ $# = 0 ]
then
	tools/bench/fetch_models.sh "$build/models"
	set -- /usr/share/assimp/models "$build/models"
	# The models of Debian's assimp-testmodels 5.2.5 that cook, as in tests/corpus.sh.
	least=323
fi
verdicts=$(mktemp)
# Images are height fields.
find "$@" -type f ! -iname '*.png' -print0 | each_file >"$verdicts"
stopped=$?
awk -F'\t' '/^FAIL/ { printf "%s: %s: %s\n", $1, $2, $3 }' "$verdicts"
passed=$(grep -c '^passed' "$verdicts")
failed=$(($(grep -c '^FAIL' "$verdicts") + stopped))
# The details of a file are pairs of a word and a number.
awk -F'\t' '/^passed/ { words = split($3, word, " "); for (i = 1; i < words; i += 2) sum[word[i]] += word[i + 1] }
	END {
		printf "%d meshes of %d triangles, %d changed by their repair, %d too costly for a whole survey; ", sum["meshes"],
			sum["triangles"], sum["changed"], sum["unfinished"]
		printf "%d closed models: %d faults planted, %d damaged models restored; ", sum["models"], sum["planted"],
			sum["restored"]
		printf "%d pairs of triangles cross or overlap, %d after cuts\n", sum["pairs"], sum["left"]
	}' "$verdicts"
planted=$(awk -F'\t' '/^passed/ && / planted [1-9]/ { ++n } END { print n + 0 }' "$verdicts")
rm -f "$verdicts"
if [ $((passed + failed)) -lt $least ]
then
	echo "only $((passed + failed)) files cooked; $least can be"
	failed=$((failed + 1))
elif [ $least -gt 1 ] && [ "$planted" = 0 ]
then
	echo "no model was damaged"
	failed=$((failed + 1))
fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" != 0 ]
