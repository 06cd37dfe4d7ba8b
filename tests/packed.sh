#!/bin/bash
# SPDX-License-Identifier: MIT
# gltfpack and gltf-transform rewrite every glTF file of Debian's assimp-testmodels, or of a folder, in many ways. Each
# rewritten file cooks to the same surface, or is refused with a reason. Two surfaces are compared by the distances of the
# vertices and of the middle of each triangle from the other surface, in both directions.
#   tests/packed.sh [FOLDER...]
# npm installs both tools into BUILD/npm. Where this fails, the script tests nothing and says so.
cd "$(dirname "$0")/.." || exit 3
export LC_ALL=C
build=$(cd "${BUILD:-build}" && pwd) || exit 3
within=$PWD/tests/within.sh
tools=${NPM_TOOLS:-$build/npm}
bin=$tools/node_modules/.bin
[ $# != 0 ] || set -- /usr/share/assimp/models
if [ "$1" != --sum ] && [ "$1" != --one ] && { [ ! -x "$bin/gltfpack" ] || [ ! -x "$bin/gltf-transform" ]; }
then
	mkdir -p "$tools" && { [ -e "$tools/package.json" ] || echo '{"private": true}' >"$tools/package.json"; }
	if ! command -v npm >/dev/null ||
		! npm install --prefix "$tools" --no-audit --no-fund gltfpack@1.3.0 @gltf-transform/cli@4.5.1 >"$tools/log" 2>&1
	then
		echo "gltfpack and gltf-transform can't be installed here: left out"
		echo "0 passed, 0 failed"
		exit 0
	fi
fi
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT

# Ways with their tolerance, of the diagonal: 14 bits for each coordinate, or single precision. Those of gltfpack are its
# options, the others names of packed.mjs.
ways=(
	'gltfpack:3e-4' 'gltfpack -c:3e-4' 'gltfpack -cc:3e-4' 'gltfpack -cf:3e-4' 'gltfpack -mi:3e-4' 'gltfpack -mi -c -kn:3e-4'
	'gltfpack -vpn:3e-4' 'gltfpack -vpf:3e-4' 'gltfpack -noq:1e-5'
	quantize:3e-4 quantize-scene:3e-4 meshopt:3e-4 instance:1e-5 join:1e-5 weld:1e-5 unweld:1e-5 sparse:1e-5 draco:1e-2
)
# run WAY IN: rewrites a file to $scratch/made.glb. For ways of packed.mjs the file exists already.
run()
{
	# shellcheck disable=SC2206
	local words=($1)
	case ${words[0]} in
	gltfpack) "$within" "$bin/gltfpack" "${words[@]:1}" -i "$2" -o "$scratch/made.glb" ;;
	*) mv "$scratch/ways/$1.glb" "$scratch/made.glb" ;;
	esac
}

# farthest FROM TO: the largest distance of a vertex or the middle of a triangle of an asset from another, of its diagonal.
farthest()
{
	"$build/kiln-dump" --obj "$scratch/from.obj" "$1" >/dev/null || return 1
	awk '$1 == "v" { x[++n] = $2; y[n] = $3; z[n] = $4 }
		$1 == "v" { for (k = 2; k <= 4; ++k) { if (n == 1 || $k < low[k]) low[k] = $k; if (n == 1 || $k > high[k]) high[k] = $k } }
		$1 == "f" { a = $2 + 0; b = $3 + 0; c = $4 + 0; used[a]; used[b]; used[c]
			printf "closest %.9g %.9g %.9g\n", (x[a] + x[b] + x[c]) / 3, (y[a] + y[b] + y[c]) / 3, (z[a] + z[b] + z[c]) / 3 }
		END { for (i in used) print "closest", x[i], y[i], z[i]
			for (k = 2; k <= 4; ++k) size += (high[k] - low[k]) ^ 2
			print sqrt(size) >"'"$scratch/size"'" }' "$scratch/from.obj" >"$scratch/points"
	"$build/kiln-query" "$2" <"$scratch/points" |
		awk -v size="$(cat "$scratch/size")" '
			{ if (!match($0, /"distance":[^,]*/)) { print "no distance: " $0; bad = 1; exit }
				d = substr($0, RSTART + 11, RLENGTH - 11) + 0; if (d > most) most = d }
			END { if (!bad) printf "%.3g\n", (size > 0 ? most / size : most) }'
}

# Each way of a file ends as one line: a verdict, `same`, `refused`, `unmade` or `FAIL`, and the details.
fail()
{
	echo "FAIL: $1"
}

# one FILE WAY TOLERANCE: rewrites and compares a file that is cooked to $scratch/art.kiln.
one()
{
	local file=$1 way=$2 tolerance=$3 there back
	rm -f "$scratch/made.glb" "$scratch/packed.kiln"
	if ! run "$way" "$file" >"$scratch/log" 2>&1 || [ ! -s "$scratch/made.glb" ]
	then
		echo unmade
		return
	fi
	"$build/kiln-cook" -q --names none --no-sidecars "$scratch/made.glb" -o "$scratch/packed.kiln" 2>"$scratch/stderr"
	status=$?
	if [ $status = 1 ] && grep -q ' error: .*\[[a-z-]*\]$' "$scratch/stderr"
	then
		case $way:$(grep -o '\[[a-z-]*\]$' "$scratch/stderr" | tail -n 1) in
		draco:'[import-extension]')
			if grep -q KHR_draco_mesh_compression "$scratch/stderr"
			then
				echo refused
			else
				fail "$way: $file: refused without the extension's name"
			fi ;;
		*) fail "$way: $file: $(tail -n 1 "$scratch/stderr")" ;;
		esac
	elif [ $status != 0 ]
	then
		fail "$way: $file: exit code $status"
	else
		there=$(farthest "$scratch/art.kiln" "$scratch/packed.kiln")
		back=$(farthest "$scratch/packed.kiln" "$scratch/art.kiln")
		if awk -v a="$there" -v b="$back" -v t="$tolerance" 'BEGIN { exit !(a ~ /^[0-9.e+-]+$/ && b ~ /^[0-9.e+-]+$/ && a <= t && b <= t) }'
		then
			echo same
		else
			fail "$way: $file: $there there, $back back, of the diagonal"
		fi
	fi
}

# cooked FILE: cooks the file to $scratch/art.kiln. Fails when the file has invalid faces, which the tools
# may rewrite in any way.
cooked()
{
	"$build/kiln-cook" -q --names none --no-sidecars --werror=clean-invalid "$1" -o "$scratch/art.kiln" 2>/dev/null
}

case $1 in
--sum)
	# The path of a file, with the checksum of its surface.
	if cooked "$2" && "$build/kiln-dump" --obj "$scratch/from.obj" "$scratch/art.kiln" >/dev/null
	then
		printf '%s\t%s\n' "$(grep '^[vf]' "$scratch/from.obj" | cksum)" "$2"
	fi
	exit 0
	;;
--one)
	cooked "$2"
	mkdir "$scratch/ways"
	"$within" node "$tools/packed.mjs" "$2" "$scratch/ways" >"$scratch/log" 2>&1
	for way in "${ways[@]}"
	do
		[ -z "$ONLY" ] || [[ $way == "$ONLY"* ]] || continue
		one "$2" "${way%:*}" "${way##*:}"
	done
	exit 0
	;;
esac

# packed.mjs finds its imports in its own folder.
cp tests/packed.mjs "$tools/packed.mjs"
# The collections hold the same surface in several files: the first of each is taken.
find "$@" \( -iname '*.gltf' -o -iname '*.glb' \) -print0 | xargs -0 -P "$(nproc)" -I{} tests/packed.sh --sum {} | sort -t "$(printf '\t')" -k 2 |
	awk -F'\t' '!seen[$1]++ { print $2 }' >"$scratch/files"
tr '\n' '\0' <"$scratch/files" | xargs -0 -P "$(nproc)" -I{} tests/packed.sh --one {} >"$scratch/verdicts"
grep '^FAIL' "$scratch/verdicts" | sort
verdicts()
{
	grep -c "^$1" "$scratch/verdicts"
}
passed=$(($(verdicts same) + $(verdicts refused))) failed=$(verdicts FAIL)
echo "$(wc -l <"$scratch/files") surfaces in ${#ways[@]} ways: $(verdicts same) the same surface, $(verdicts refused) refused by name," \
	"$(verdicts unmade) not made by the tools"
echo "$passed passed, $failed failed"
[ $failed = 0 ] && [ $passed != 0 ]
