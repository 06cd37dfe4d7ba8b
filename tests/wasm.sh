#!/bin/bash
# SPDX-License-Identifier: MIT
# The npm package of `make wasm`: what is in it and how large, its guide's sample as a project runs it, and the JavaScript around
# the runtime. tests/answers.sh with ONLY=wasm compares its answers.
#   tests/wasm.sh [--update]   writes the current sizes into the guide
. "$(dirname "$0")/cli/claims.bash"
root=$PWD
package=$build/wasm/kiln
guide=runtime/wasm/README.md
make_samples

for set in simd128 scalar
do
	module=$package/kiln.$set.wasm
	size=$(stat -c %s "$module")
	row=$(grep "^| \`kiln.$set.wasm\` |" $guide)
	limit=$(awk -F'|' '{ gsub(/ /, "", $4); print $4 }' <<<"$row")
	if [ "$1" = --update ]
	then
		sed -i "s/^| \`kiln.$set.wasm\` | [0-9 ]* |/| \`kiln.$set.wasm\` | $(sed 's/...$/ &/' <<<"$size") |/" $guide
	fi
	claim "kiln.$set.wasm has $size bytes, at most $limit" test "$size" -le "$limit"
	# Nothing is imported, so nothing of the system can be reached; all memory is the module's own.
	claim "$set imports nothing" test "$(node -e '
		const module = new WebAssembly.Module(require("fs").readFileSync(process.argv[1]));
		console.log(WebAssembly.Module.imports(module).length)' "$module")" = 0
	claim "$set exports what the list says" cmp <(sort runtime/wasm/exports.txt) <(node -e '
		const module = new WebAssembly.Module(require("fs").readFileSync(process.argv[1]));
		console.log(WebAssembly.Module.exports(module).map(({ name }) => name)
			.filter((name) => name !== "memory" && name !== "__heap_base").sort().join("\n"))' "$module")
done

# The sample of the guide, in a project that has the package in node_modules.
mkdir -p "$scratch/project/node_modules"
cp -r "$package" "$scratch/project/node_modules/kiln-runtime"
cp "$scratch/crate.kiln" "$scratch/project"
awk -v folder="$scratch/project/" '/^```js / { file = folder $2; next } /^```$/ { file = "" } file { print >file }' "$root/$guide"
awk '/^```console/ { on = 1; next } /^```$/ { on = 0 } on && !/^\$/' "$guide" >"$scratch/expected"
(cd "$scratch/project" && node sample.mjs) >"$scratch/actual" 2>&1
claim "the guide's sample prints what the guide says" diff "$scratch/expected" "$scratch/actual"

# Every name that the types promise exists.
claim "the types name what the module has" node tests/wasm/types.mjs "$package"

# Questions about two assets that tests/answers.sh does not ask: depths, manifolds, times of impact.
awk 'function random() { state = (state * 16807) % 2147483647; return state / 2147483647 }
	function somewhere(factor) { return sprintf(" %.9g", (random() - 0.5) * factor) }
	BEGIN {
		state = 1
		for (i = 0; i < 40; ++i)
		{
			# In this order, each number from a call of its own.
			where = somewhere(4)
			for (k = 0; k < 6; ++k)
				where = where somewhere(k < 2 ? 4 : 1)
			print "depth" where
			print "manifold" where
			print "toi 9 1 2 0 0 0 1" where
			print "distance" where
		}
	}' >"$scratch/queries"
"$build/kiln-cook" -q "$scratch/art/crate.obj" -o "$scratch/hull.kiln" --shape hull
for pair in crate:crate crate:hull yard:hull
do
	"$query" "$scratch/${pair%:*}.kiln" "$scratch/${pair#*:}.kiln" <"$scratch/queries" >"$scratch/native"
	claim "$pair: some touch" test "$(grep -c '"touching":true' "$scratch/native")" -gt 3
	claim "$pair: some meet on the way" test "$(grep -c '"hit":true' "$scratch/native")" -gt 3
	for set in simd128 scalar
	do
		node tests/wasm/query.mjs "$package" $set "$scratch/${pair%:*}.kiln" "$scratch/${pair#*:}.kiln" <"$scratch/queries" >"$scratch/answers"
		claim "$pair: $set answers with the native bits" cmp "$scratch/native" "$scratch/answers"
	done
done

for set in simd128 scalar
do
	claim "$set: the JavaScript holds" node tests/wasm/package.mjs "$package" $set "$scratch/crate.kiln" "$scratch/yard.kiln"
done
claims_end
