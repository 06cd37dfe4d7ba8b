#!/bin/bash
# SPDX-License-Identifier: MIT
# kiln-view without a browser: what is in a page, damaged input, exit codes. tests/view.sh opens pages.
. "$(dirname "$0")/claims.bash"
view=$build/kiln-view
make_samples
cd "$scratch" || exit 3
mark='<!-- kiln-view: the assets -->'
printf '<body>\n%s\n<p>behind</p>\n' "$mark" >empty.html

# piece ASSET KIND: the bytes that a page has of one kind, joined.
piece()
{
	sed -n "s/^<script type=\"text\/plain\" data-asset=\"$1\" data-kind=\"$2\" data-bytes=\"[0-9]*\">\(.*\)<\/script>$/\1/p" page.html |
		while IFS= read -r text
		do
			base64 -d <<<"$text"
		done
}

claim "a page" exits 0 "$view" --page empty.html crate.kiln -o page.html
claim "begins as the empty one" test "$(head -n 1 page.html)" = "<body>"
claim "ends as the empty one" test "$(tail -n 1 page.html)" = "<p>behind</p>"
claim "has the asset, byte for byte" cmp crate.kiln <(piece 0 blob)
claim "has its path" test "$(piece 0 path)" = crate.kiln
claim "has what kiln-dump prints" cmp <("$dump" crate.kiln) <(piece 0 dump)
claim "two assets" exits 0 "$view" crate.kiln yard.kiln -o page.html --page empty.html
claim "the first" cmp crate.kiln <(piece 0 blob)
claim "the second" cmp yard.kiln <(piece 1 blob)
claim "the same asset makes the same page" exits 0 "$view" crate.kiln yard.kiln -o other.html --page empty.html
claim "to the byte" cmp page.html other.html
touch -d '2001-01-01' page.html
claim "the same page again" exits 0 "$view" crate.kiln yard.kiln -o page.html --page empty.html
claim "is not written again" test other.html -nt page.html
claim "to standard output" exits 0 "$view" crate.kiln -o - --page empty.html
cp stdout page.html
claim "the same asset" cmp crate.kiln <(piece 0 blob)

# A report goes with its asset.
printf '{"name": "</script>"}' >report.json
claim "a report" exits 0 "$view" crate.kiln --survey report.json -o page.html --page empty.html
claim "is in the page, byte for byte" cmp report.json <(piece 0 survey)
claim "two reports" exits 0 "$view" crate.kiln yard.kiln --survey report.json --survey empty.html -o page.html --page empty.html
claim "the first is the first asset's" cmp report.json <(piece 0 survey)
claim "the second is the second's" cmp empty.html <(piece 1 survey)
claim "without a report" exits 0 "$view" crate.kiln -o page.html --page empty.html
claim "there is no element for one" test "$(grep -c 'data-kind="survey"' page.html)" = 0
claim "more reports than assets" exits 2 "$view" crate.kiln --survey report.json --survey report.json -o page.html --page empty.html
claim "are named" says "more reports than assets: report.json"
claim "three reports" exits 2 "$view" crate.kiln yard.kiln --survey a --survey b --survey c -o page.html --page empty.html
claim "a missing report" exits 3 "$view" crate.kiln --survey none.json -o page.html --page empty.html
claim "the output is a report" exits 2 "$view" crate.kiln --survey report.json -o report.json --page empty.html

# What the page plays.
printf '# frame </script>\nray 0 9 0 0 -1 0\n' >play.queries
claim "a file of queries" exits 0 "$view" crate.kiln --play play.queries -o page.html --page empty.html
claim "is in the page, byte for byte" cmp play.queries <(piece 0 play)
claim "with its path" test "$(piece 0 play-path)" = play.queries
claim "without one" exits 0 "$view" crate.kiln -o page.html --page empty.html
claim "the page plays nothing" test "$(grep -c 'data-kind="play' page.html)" = 0
claim "a missing file of queries" exits 3 "$view" crate.kiln --play none.queries -o page.html --page empty.html
claim "the output is what is played" exits 2 "$view" crate.kiln --survey report.json --play play.queries -o play.queries --page empty.html
claim "which is named" says "-o would overwrite play.queries"

# More than one element, with a part that does not end at a group of base64.
for ((i = 0; i < 34; i++))
do
	cat terrain.kiln
done >large.kiln
head -c 6291457 large.kiln >long.kiln
claim "bytes behind the blob are refused" exits 1 "$view" long.kiln -o page.html --page empty.html
claim "as kiln-dump refuses them" cmp stderr <("$dump" long.kiln 2>&1 >/dev/null)
claim "large files are in pieces" test "$(grep -c 'data-kind="blob"' page.html)" = 2
claim "that join" cmp long.kiln <(piece 0 blob)

# Damage: the page is written, and the exit code says so.
head -c 2000 yard.kiln >cut.kiln
: >nothing.kiln
for name in cut nothing
do
	claim "$name" exits 1 "$view" $name.kiln -o page.html --page empty.html
	claim "$name: is refused as by kiln-dump" cmp stderr <("$dump" $name.kiln 2>&1 >/dev/null)
	claim "$name: the page has what can be read" cmp <("$dump" $name.kiln 2>/dev/null) <(piece 0 dump)
	claim "$name: the page has its bytes" cmp $name.kiln <(piece 0 blob)
done
claim "a broken one of two" exits 1 "$view" crate.kiln cut.kiln -o page.html --page empty.html
claim "the other is whole" cmp crate.kiln <(piece 0 blob)

# Names cannot end an element.
evil='x</script><script>alert(1)</script>"&.kiln'
mkdir -p 'x<' 'x</script><script>alert(1)<'
cp crate.kiln "$evil"
claim "a path with markup" exits 0 "$view" "$evil" -o page.html --page empty.html
claim "is not in the page as such" test "$(grep -c 'alert' page.html)" = 0
claim "but in base64" test "$(piece 0 path)" = "$evil"

# What goes wrong.
rm -f page.html
claim "no file" exits 2 "$view" -o page.html
claim "no output" exits 2 "$view" crate.kiln
claim "three files" exits 2 "$view" crate.kiln yard.kiln terrain.kiln -o page.html
claim "the output is an input" exits 2 "$view" crate.kiln -o crate.kiln --page empty.html
claim "a missing file" exits 3 "$view" none.kiln -o page.html --page empty.html
claim "a folder" exits 3 "$view" art -o page.html --page empty.html
claim "a missing page" exits 3 "$view" crate.kiln -o page.html --page none.html
echo '<body></body>' >unmarked.html
claim "a page without a place" exits 3 "$view" crate.kiln -o page.html --page unmarked.html
claim "says so" says "must stand in it once"
printf '%s%s' "$mark" "$mark" >twice.html
claim "a page with two" exits 3 "$view" crate.kiln -o page.html --page twice.html
: >void.html
claim "two pages" exits 2 "$view" --scalar crate.kiln -o page.html --page empty.html
claim "an empty page" exits 3 "$view" crate.kiln -o page.html --page void.html
claim "an output in a missing folder" exits 3 "$view" crate.kiln -o none/page.html --page empty.html
claim "nothing was written" test ! -e page.html
[ ! -c /dev/full ] || claim "a full device" exits 3 "$view" crate.kiln -o /dev/full --page empty.html

# The page that is installed: beside the program in the build, in share behind bin.
# Under valgrind the program is a script, whose copy is no program.
if [ -z "$KILN_WATCHED" ]
then
	mkdir -p usr/bin usr/share/kiln/view beside/share/kiln/view bare
	cp "$view" usr/bin
	cp "$view" beside
	cp "$view" bare
	cp empty.html usr/share/kiln/view/page.html
	cp empty.html beside/share/kiln/view/page.html
	claim "the page in share is found" exits 0 usr/bin/kiln-view crate.kiln -o page.html
	claim "the page in the build is found" exits 0 beside/kiln-view crate.kiln -o page.html
	claim "without one" exits 3 bare/kiln-view crate.kiln -o page.html
	claim "the message says how to get one" says "make view"
	claim "a page without SIMD" exits 3 beside/kiln-view crate.kiln --scalar -o page.html
	claim "is another one" says "make view_scalar"
	{ cat empty.html; echo '<!-- scalar -->'; } >beside/share/kiln/view/page-scalar.html
	claim "where it is built" exits 0 beside/kiln-view crate.kiln --scalar -o page.html
	claim "it is taken" grep -q '<!-- scalar -->' page.html
fi
claim "no temporary file is left" test -z "$(find . -name '.kiln-*' -o -name '*.tmp')"
claims_end
