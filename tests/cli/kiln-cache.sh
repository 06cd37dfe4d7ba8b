#!/bin/bash
# SPDX-License-Identifier: MIT
# kiln-cook --cache: a hit is the same file with the same messages, and nothing else is ever a hit.
. "$(dirname "$0")/claims.bash"
cook=$build/kiln-cook
cd "$scratch" || exit 3
make_samples

# stats WORD: a number of --cache-stats.
stats()
{
	"$cook" --cache store --cache-stats | awk -v word="$1" '$1 == word { print $2 }'
}

# hit WORD...: cooks art.obj to out.kiln with these options, from the cache.
hit()
{
	exits 0 "$cook" art.obj -o out.kiln --cache store "$@" && says "from the cache"
}

# miss WORD...: does so without the cache's help.
miss()
{
	exits 0 "$cook" art.obj -o out.kiln --cache store "$@" && ! grep -q "from the cache" stderr
}

printf '%s\n' 'mtllib art.mtl' 'v 0 0 0' 'v 1 0 0' 'v 0 1 0' 'v 0 0 1' 'usemtl stone' 'f 1 3 2' 'f 1 2 4' 'f 1 4 3' 'f 2 3 4' 'f 1 1 2' >art.obj
printf 'newmtl stone\n' >art.mtl
claim "without a cache" exits 0 "$cook" art.obj -o plain.kiln --report plain.json --depfile plain.d
cp stderr plain.txt
claim "the first cook" miss --report first.json --depfile first.d
sed '$d' stderr >first.txt
claim "warns as without a cache" diff <(sed '$d' plain.txt) first.txt
cp out.kiln first.kiln
claim "makes the same asset" cmp plain.kiln first.kiln
rm out.kiln
claim "the second" hit --report second.json --depfile second.d
claim "is the same asset" cmp first.kiln out.kiln
claim "has the same report" cmp first.json second.json
claim "has the same rule" diff first.d second.d
claim "warns again" diff first.txt <(sed '$d' stderr)
claim "names what was cooked" grep -qE '^art.obj: 4 triangles, [0-9]+ bytes .*, 1 mesh, 1 node, from the cache$' stderr
claim "with other names of outputs" exits 0 "$cook" art.obj -o other.kiln --cache store -q -j 1
claim "is quiet" test "$(grep -c 'from the cache' stderr)" = 0
claim "and the same" cmp first.kiln other.kiln
claim "-v" hit -v
claim "prints the report" grep -q '^options: ' stderr
claim "standard output" exits 0 "$cook" art.obj -o - --cache store
claim "gets the asset" cmp first.kiln stdout
claim "hits are counted" test "$(stats hits)" = 4
claim "and misses" test "$(stats misses)" = 1
claim "one entry" test "$(stats entries)" = 1
claim "KILN_CACHE" exits 0 env KILN_CACHE=store "$cook" art.obj -o out.kiln
claim "is such a folder" says "from the cache"
claim "an empty one" exits 0 env KILN_CACHE=store "$cook" art.obj -o out.kiln --cache ''
claim "is none" test "$(grep -c 'from the cache' stderr)" = 0

# Whatever changes the cook is a miss: an option, the art, a side file, a recipe, the name.
claim "another option" miss --weld 0.001
claim "is another entry" hit --weld 0.001
echo --weld 0.002 >weld.recipe
claim "a recipe" miss @weld.recipe
claim "with the same words" hit @weld.recipe
echo --weld 0.0025 >weld.recipe
claim "and with others" miss @weld.recipe
echo 'weld = 0.003' >art.obj.kiln
claim "a sidecar" miss
claim "which stays" hit
echo 'weld = 0.004' >art.obj.kiln
claim "and changes" miss
rm art.obj.kiln
claim "and goes" hit
printf 'newmtl stone\nnewmtl wood\n' >art.mtl
claim "a side file" miss
claim "that changed" hit
printf 'newmtl stone\n' >art.mtl
claim "and changed back" hit
mv art.mtl gone
claim "a side file that is gone" miss
claim "stays gone" hit
mv gone art.mtl
claim "and comes back" hit
printf '# a comment\n' >>art.obj
claim "the art" miss
claim "with a comment" hit
cp art.obj art2.obj
claim "another name" exits 0 "$cook" art2.obj -o out.kiln --cache store
claim "is another cook" test "$(grep -c 'from the cache' stderr)" = 0

# Refusals and limits.
claim "--cache-only" exits 3 "$cook" art.obj -o no.kiln --cache store --cache-only --weld 0.005
claim "cooks nothing" says "[cache-missing]"
claim "and writes nothing" test ! -e no.kiln
claim "but takes what is there" hit --cache-only
claim "a warning that is an error" exits 1 "$cook" art.obj -o no.kiln --cache store --werror
claim "is one again" exits 1 "$cook" art.obj -o no.kiln --cache store --werror
claim "and writes nothing" test ! -e no.kiln
claim "--cache-only without a cache" exits 2 "$cook" art.obj -o no.kiln --cache-only
claim "--cache-stats without a cache" exits 2 "$cook" --cache-stats
claim "a cache that cannot be made" exits 0 "$cook" art.obj -o out.kiln --cache art.obj/cache
claim "warns" says "[cache-unusable]"
claim "and cooks" cmp out.kiln <("$cook" -q art.obj -o - 2>/dev/null)
claim "a cache in a file" exits 0 "$cook" art.obj -o out.kiln --cache art.mtl
claim "warns" says "[cache-unusable]"
claim "a small cache" exits 0 "$cook" art/terrain.obj -o out.kiln --cache small --cache-size 1
claim "leaves out what does not fit" test "$(find small -name '*.entry' -size +64k | wc -l)" = 0
claim "a report only" exits 0 "$cook" --survey art.obj --cache store
claim "surveys" shows "closed"

# Many assets in one process.
# each LIST-TEXT... -- WORD...: the words of a list, each with a NUL behind it, then options.
each()
{
	local text=()
	while [ "$1" != -- ]
	do
		text+=("$1")
		shift
	done
	printf '%s\0' "${text[@]}" >list
	"$cook" --each list "${@:2}" >stdout 2>stderr
	code=$?
}
newline=$(printf 'a\nb.obj')
cp art.obj "$newline"
"$cook" -q art.obj -o alone.kiln 2>/dev/null
each first art.obj e1.kiln e1.json 'the second' "$newline" e2.kiln '' third none.obj e3.kiln '' -- --cache several
claim "a list ends with its worst exit code" test $code = 3
claim "the first is cooked" cmp e1.kiln alone.kiln
claim "with a report" "$json_check" <e1.json
claim "the second is cooked" cmp e2.kiln <("$cook" -q "$newline" -o - 2>/dev/null)
claim "the third is not there" test ! -e e3.kiln
printf '\1first 0\n\1the second 0\n\1third 3\n' >ends
claim "standard output has their ends" cmp stdout ends
claim "as standard error does" cmp <(grep "^$(printf '\1')" stderr) ends
claim "behind their messages" test "$(sed -n '/^art.obj: 4 triangles/,$p' stderr | grep -n 'first 0' | cut -d : -f 1)" = 2
misses=$("$cook" --cache several --cache-stats | awk '$1 == "misses" { print $2 }')
each 1 art.obj e4.kiln '' 2 art2.obj e5.kiln '' -- --cache several --cache-only --no-isolation
claim "--cache-only takes what is there" cmp e4.kiln alone.kiln
claim "and fails for the other" test $code = 3 -a ! -e e5.kiln
claim "which counts as no miss" test "$("$cook" --cache several --cache-stats | awk '$1 == "misses" { print $2 }')" = "$misses"
each 1 art.obj e6.kiln -- -q
claim "a text too few" test $code = 2 -a ! -e e6.kiln
claim "is named with its place" says "--each: byte 0 of list"
printf '1\0art.obj\0e6.kiln\0\0''2\0art.obj' >list
claim "a list that is cut" exits 2 "$cook" -q --each list
claim "is named with its place" says "--each: byte 20 of list"
claim "and cooked up to it" cmp e6.kiln alone.kiln
: >list
claim "an empty list" exits 0 "$cook" --each list
claim "a list that is not there" exits 3 "$cook" --each none
claim "art and a list" exits 2 "$cook" art.obj --each list
claim "are one of the two" says "--each: the list names the files"

# Damage: every file of the cache gets another byte.
find store -name '*.entry' -print0 | while read -rd '' file
do
	poke "$file" $(($(stat -c %s "$file") - 9)) "$(printf %02x $((0x$(peek "$file" $(($(stat -c %s "$file") - 9))) ^ 1)))"
done
claim "a damaged entry" miss
claim "is found" says "[cache-damaged]"
claim "and replaced" hit
claim "by the same" cmp out.kiln <("$cook" -q art.obj -o - 2>/dev/null)

# Many processes at once: whole files only.
for i in 1 2 3 4 5 6 7 8
do
	{
		for round in 1 2 3
		do
			"$cook" -q art/crate.obj -o "many$i.kiln" --cache many && cmp -s "many$i.kiln" crate.kiln || echo "$i: $round"
		done
	} &
done >many.txt 2>&1
wait
claim "eight processes share a cache" test ! -s many.txt
claim "and leave no temporary file" test "$(find many -name '.*' | wc -l)" = 0
# A recipe that changes while cooks begin: each entry is that of the recipe that its cook read.
cp art.obj race.obj
swap()
{
	while :
	do
		for weld in 0.001 0.002
		do
			echo "weld = $weld" >race.next
			mv race.next race.obj.kiln
		done
	done
}
swap &
swapper=$!
for ((i = 0; i < 40; i++))
do
	"$cook" -q race.obj -o race.kiln --cache "races/$((i / 2))" 2>stderr || echo "cook $i failed" >>race.failed
done
kill $swapper
wait $swapper 2>/dev/null
claim "cooks while their recipe changes" test ! -e race.failed
for weld in 0.001 0.002
do
	echo "weld = $weld" >race.obj.kiln
	"$cook" -q race.obj -o race.kiln 2>stderr
	for store in races/*
	do
		! "$cook" -q race.obj -o raced.kiln --cache "$store" --cache-only 2>stderr || cmp -s race.kiln raced.kiln ||
			echo "$store" >>race.wrong
	done
	claim "each entry of weld $weld is that of this recipe" test ! -e race.wrong
done
claims_end
