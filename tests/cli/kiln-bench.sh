#!/bin/bash
# SPDX-License-Identifier: MIT
# kiln-bench does what its help says, and our answers are the same for every option. Times are not checked here.
cd "$(dirname "$0")/../.." || exit 3
build=${BUILD:-build}
bench=$build/kiln-bench
passed=0
failed=0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# claim TEXT COMMAND...: passes when the command succeeds.
claim()
{
	local text=$1
	shift
	if "$@" >"$folder/out" 2>"$folder/err"
	then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAIL: $text"
		head -n 20 "$folder/out" "$folder/err"
	fi
}

# exits CODE COMMAND...: the command ends with this code and one line on stderr.
exits()
{
	local code=$1
	shift
	"$@" >"$folder/answer" 2>"$folder/error"
	[ $? = "$code" ] && [ "$(wc -l <"$folder/error")" = 1 ]
}

quick()
{
	"$bench" --quick --models "$folder" "$@"
}

# column NAME FILE: values of a column of the JSON, without min and max.
column()
{
	sed -n "s/.*\"$1\": \(.*[^,]\),*$/\1/p" "$2"
}

# zeros NAME FILE: the column exists and only holds 0, or null if a rival is missing.
zeros()
{
	[ -n "$(column "$1" "$2" | grep -v '^"')" ] && ! column "$1" "$2" | grep -v '^"' | grep -vqx '0\|null'
}

holds_families()
{
	local family
	for family in cook build bytes rays queries bounds clean survey simplify hausdorff merge wrap sdf hull turned parts pairs groups trees motion primitives solids convex broadphase instances world mover walks open
	do
		grep -q "^  $family " "$folder/help" || return 1
	done
}

"$bench" --help >"$folder/help"
claim "the help names every family" holds_families
claim "groff takes the man page without a warning" test -z "$("$bench" --help=man | groff -ww -man -Tascii -z 2>&1)"
claim "bash parses the completions" bash -n <("$bench" --help=bash)
claim "the completions have every family" grep -q "words='cook build .* open'" <("$bench" --help=bash)
claim "the version is printed" grep -qE '^kiln-bench [0-9]+\.[0-9]+\.[0-9]+ \(format [0-9]+\.[0-9]+\)$' <("$bench" --version)
claim "an unknown family is a usage error" exits 2 "$bench" raise
claim "an unknown option is a usage error" exits 2 "$bench" --fast
claim "a seed that is no number is a usage error" exits 2 "$bench" --seed -1
claim "a clock that there isn't is a usage error" exits 2 "$bench" --clock sun
claim "a directory that isn't there is an input error" exits 3 "$bench" --models "$folder/none" bytes
claim "a full disk is an output error" exits 3 sh -c "'$bench' --quick bytes >/dev/full"

quick --json rays queries bytes bounds survey hull open build cook >"$folder/all.json" 2>"$folder/all.err"
claim "every family runs quickly" test $? = 0
claim "a run says nothing on stderr" test ! -s "$folder/all.err"
if command -v python3 >/dev/null
then
	claim "the JSON is JSON" python3 -m json.tool "$folder/all.json"
fi
claim "the JSON names its schema" grep -q '"schema": "kiln-bench/1"' "$folder/all.json"
claim "every way to ask gives the same bits" zeros differ_bits "$folder/all.json"
claim "no answer that a rival doubts is wrong" zeros wrong "$folder/all.json"
claim "any hits are where closest hits are" zeros differ_kiln_any "$folder/all.json"
claim "every way to open gives the same first answer, every rule for splitting the same answers" \
	zeros differ "$folder/all.json"

claim "every bounding volume holds every point" sh -c "grep -q '\"proved\": \"yes\"' '$folder/all.json' &&
	! grep -q '\"proved\": \"no\"' '$folder/all.json'"
claim "every hull holds every point" sh -c "grep -q '\"kiln_verdict\": \"sound\"' '$folder/all.json' &&
	! grep '\"kiln_verdict\": ' '$folder/all.json' | grep -qv '\"sound\"\|\"\"'"
claim "every support mapping finds the greatest height" sh -c "grep -q '\"answers\": \"equal\"' '$folder/all.json' &&
	! grep -q '\"answers\": \"DIFFER\"' '$folder/all.json'"
claim "nothing is left outside of outer hulls" zeros outer_outside "$folder/all.json"

quick --json simplify hausdorff merge wrap sdf >"$folder/less.json"
claim "simplified, merged and wrapped meshes and distances are measured" test $? = 0
claim "no distance, merged mesh, wrap or field is wrong" zeros wrong "$folder/less.json"
claim "distances are those of CGAL" zeros differ "$folder/less.json"
claim "no more triangles within the same distance, or hardly more distance at the same number" zeros missed "$folder/less.json"

quick --json pairs trees motion >"$folder/pairs.json"
claim "pairs of meshes are measured" test $? = 0
claim "every kind of tree and every descent gives the same answers as the rivals" zeros differ "$folder/pairs.json"
claim "moving bodies meet when brute force says so" zeros wrong "$folder/pairs.json"
quick --json clean turned groups solids walks >"$folder/duels.json"
claim "work in two ways is measured" test $? = 0
claim "both ways give the same answers, and every step keeps its promise" zeros differ "$folder/duels.json"
quick --json primitives convex >"$folder/convex.json"
claim "primitive and convex shapes are measured" test $? = 0

quick --json world >"$folder/world.json"
claim "a world is measured" test $? = 0
claim "a world answers 10^9 m away as about zero" zeros differ "$folder/world.json"
quick --json mover >"$folder/mover.json"
claim "movers are measured" test $? = 0
claim "caches of movers change no result" zeros differ "$folder/mover.json"

mkdir "$folder/plots"
quick --json --plot "$folder/plots" broadphase instances >"$folder/many.json"
claim "many boxes and instances are measured" test $? = 0
claim "every broadphase and every rival finds the same pairs, rays through instances hit the same" zeros differ "$folder/many.json"
claim "a plot is drawn of each kind of scene" test "$(find "$folder/plots" -name 'broadphase-*.svg' | wc -l)" = 12
if command -v python3 >/dev/null
then
	claim "plots are XML and name who is drawn" python3 -c 'import glob, sys, xml.etree.ElementTree as tree
for path in glob.glob(sys.argv[1] + "/*.svg"):
	assert {"Kiln", "AABB tree"} <= {element.text for element in tree.parse(path).iter()}, path' "$folder/plots"
fi
claim "a folder for plots that isn't there is an output error" exits 3 "$bench" --quick --mesh teleport \
	--plot "$folder/none" broadphase

quick --report "$folder/page.html" bytes hull >"$folder/text"
claim "a report is written" test $? = 0
claim "of several tables" test "$(grep -c '<caption>' "$folder/page.html")" -gt 2
if command -v python3 >/dev/null
then
	claim "whose figures are those of the text, and whose longest bar in a row is whole" python3 - "$folder/page.html" "$folder/text" <<'END'
import html.parser, re, sys
class Page(html.parser.HTMLParser):
	rows, cell = [], None
	def handle_starttag(self, tag, attributes):
		if tag == "tr": self.rows.append([])
		if tag == "td": self.cell = ["", dict(attributes).get("style", "")]; self.rows[-1].append(self.cell)
	def handle_endtag(self, tag):
		if tag == "td": self.cell = None
	def handle_data(self, data):
		if self.cell is not None: self.cell[0] += data
page = Page()
page.feed(open(sys.argv[1]).read())
text = {re.sub(" +", " ", line.strip()) for line in open(sys.argv[2])}
rows = [row for row in page.rows if row]
assert rows
for row in rows:
	assert re.sub(" +", " ", " ".join(cell[0] for cell in row).strip()) in text, row
assert any("--bar:100.0%" in cell[1] for row in rows for cell in row)
END
fi
claim "a report that cannot be written is an output error" exits 3 "$bench" --quick --report "$folder/none/page.html" bytes
quick --json --seed 7 bytes >"$folder/one.json"
quick --json --seed 7 bytes >"$folder/two.json"
claim "bytes are the same in every run of a seed" test "$(column kiln "$folder/one.json")" = "$(column kiln "$folder/two.json")"
quick bytes >"$folder/table"
claim "a table has a row a mesh" test "$(grep -c '^sphere 6k \|^terrain 20k \|^soup 5k ' "$folder/table")" = 3
quick --mesh soup bytes >"$folder/soup"
claim "meshes can be left out" test "$(grep -c '^sphere 6k \|^terrain 20k \|^soup 5k ' "$folder/soup")" = 1
claim "families that are not asked for don't run" test "$(grep -c '"name": "rays"' "$folder/one.json")" = 0
claim "nothing is left behind" test -z "$(find "$folder" -name '*.kiln' -o -name '*.ply')"

echo "$passed passed, $failed failed"
[ $failed = 0 ]
