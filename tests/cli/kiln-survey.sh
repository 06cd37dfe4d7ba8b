#!/bin/bash
# SPDX-License-Identifier: MIT
# kiln-cook --survey: golden text and JSON, the same for any number of threads and in the report of a cook; options and
# exit codes.
. "$(dirname "$0")/claims.bash"
cook=$build/kiln-cook
cd "$scratch" || exit 3

# Two boxes that overlap, the second inside out, and a small one in the first; with a fin on an edge; a face that occurs
# twice
# and reversed. A hut with a crack, a T-junction and no roof.
box() # FIRST X Y Z SIZE [INSIDE-OUT]: eight vertices, six faces.
{
	local f=$1
	awk -v x="$2" -v y="$3" -v z="$4" -v s="$5" 'BEGIN { for (i = 0; i < 8; ++i)
		print "v", x + s * (i % 2), y + s * (int(i / 2) % 2), z + s * int(i / 4) }'
	if [ -z "$6" ]
	then
		printf "f %d %d %d %d\n" "$f" $((f + 2)) $((f + 3)) $((f + 1)) $((f + 4)) $((f + 5)) $((f + 7)) $((f + 6)) "$f" $((f + 1)) \
			$((f + 5)) $((f + 4)) $((f + 2)) $((f + 6)) $((f + 7)) $((f + 3)) "$f" $((f + 4)) $((f + 6)) $((f + 2)) $((f + 1)) \
			$((f + 3)) $((f + 7)) $((f + 5))
	else
		printf "f %d %d %d %d\n" $((f + 1)) $((f + 3)) $((f + 2)) "$f" $((f + 6)) $((f + 7)) $((f + 5)) $((f + 4)) $((f + 4)) \
			$((f + 5)) $((f + 1)) "$f" $((f + 3)) $((f + 7)) $((f + 6)) $((f + 2)) $((f + 2)) $((f + 6)) $((f + 4)) "$f" $((f + 5)) \
			$((f + 7)) $((f + 3)) $((f + 1))
	fi
}
{
	echo "o parts"
	box 1 0 0 0 4
	box 9 3 1 1 2 inside-out
	box 17 1 1 1 1
	printf 'v 1.5 0.5 1\nf 17 18 25\nf 1 3 4\nf 4 3 1\n'
	echo "o hut"
	printf 'v %s\n' '0 0 10' '4 0 10' '4 3 10' '0 3 10' '0 0 12' '4 0 12' '4 3 12' '0 3 12' '2 0 10' '4 3 12.0002'
	printf 'f %s\n' '29 28 27 26' '26 34 31 30' '34 27 31' '27 28 32 31' '28 29 33 35' '29 26 30 33'
} >faults.obj

# survey_of REPORT: the survey in the report.
survey_of() { awk '/"survey": \{/ { p = 1 } /^    \{/ || /^  \]/ { p = 0 } p' "$1"; }
# repairs_of REPORT: the repairs and the survey in the report.
repairs_of() { awk '/"repairs": \[/ { p = 1 } /^    \{/ || /^  \]/ { p = 0 } p' "$1"; }
listed() { [ "$(grep -c '^      mesh' stdout)" = "$1" ]; }

claim "faults are surveyed" exits 0 "$cook" --survey faults.obj --report faults.json
claim "the text is the golden one" diff "$golden/faults.survey" stdout
claim "the report has the golden survey" diff "$golden/faults.survey.json" <(survey_of faults.json)
claim "one thread" exits 0 "$cook" --survey faults.obj -j 1
claim "surveys the same" diff "$golden/faults.survey" stdout
claim "a process without isolation" exits 0 "$cook" --survey faults.obj --no-isolation
claim "surveys the same, too" diff "$golden/faults.survey" stdout
claim "a cook" exits 0 "$cook" faults.obj -o faults.kiln --report cooked.json --survey-pairs
claim "reports the same survey" diff "$golden/faults.survey.json" <(survey_of cooked.json)
claim "a cook without pairs" exits 0 "$cook" faults.obj -o fewer.kiln --report fewer.json
claim "says nothing of them" test "$(grep -c '"crossing"' fewer.json)" = 0
claim "and finds the cracks" grep -q '"kind": "crack"' fewer.json
claim "the survey leaves the asset as it is" cmp faults.kiln fewer.kiln
claim "what a repair leaves is surveyed" exits 0 "$cook" --survey faults.obj --repair all,self-intersections --report repaired.json
claim "the text is the golden one" diff "$golden/faults.repaired" stdout
claim "the report has the golden repairs and survey" diff "$golden/faults.repaired.json" <(repairs_of repaired.json)
claim "a small tolerance" exits 0 "$cook" --survey faults.obj --tolerance 1e-6
claim "finds no crack" test "$(grep -c '^    crack' stdout)" = 0
claim "a short list" exits 0 "$cook" --survey faults.obj --listed 1
claim "has one fault of each kind of each mesh" listed "$(grep -c '^    [a-z-]*: [0-9]' stdout)"
claim "a tolerance above a tenth is refused" exits 2 "$cook" --survey faults.obj --tolerance 0.2
claim "--explain with --survey is refused" exits 2 "$cook" --survey --explain faults.obj
claim "no output is written" exits 0 "$cook" --survey faults.obj -o none.kiln --depfile none.d
claim "neither an asset nor a depfile" test ! -e none.kiln -a ! -e none.d
printf 'v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n' >nothing.obj
claim "art of no area is refused as in a cook" exits 1 "$cook" --survey nothing.obj
claim "art that is missing cannot be read" exits 3 "$cook" --survey missing.obj

# Surveys that assets keep.
kept_of() { awk '/^  [a-z]/ { p = 0 } p; /^  survey / { p = 1 }' "$1"; }
claim "a cook that keeps the survey" exits 0 "$cook" -q faults.obj -o kept.kiln --keep-survey --survey-pairs
claim "makes an asset that is verified" exits 0 "$build/kiln-dump" --verify kept.kiln
claim "whose dump has the golden survey" diff <(grep '^    ' "$golden/faults.survey") <(kept_of stdout)
claim "in JSON, too" exits 0 "$build/kiln-dump" --json kept.kiln
claim "which is JSON" "$json_check" <stdout
claim "with as many faults of each kind" diff <(grep -o '"faults": {[^}]*}' "$golden/faults.survey.json") \
	<(grep -o '"faults": {"crack[^}]*}' stdout)
claim "with one thread" exits 0 "$cook" -q faults.obj -o one.kiln --keep-survey --survey-pairs -j 1
claim "the asset is the same" cmp kept.kiln one.kiln
claim "with a report" exits 0 "$cook" -q faults.obj -o one.kiln --keep-survey --survey-pairs --report kept.json
claim "the asset is the same, too" cmp kept.kiln one.kiln
claim "and the report has the golden survey" diff "$golden/faults.survey.json" <(survey_of kept.json)
claim "without the survey" exits 1 "$build/kiln-dump" fewer.kiln --diff kept.kiln
claim "the assets differ by it" grep -q 'faults of kind crack 0 -> 1' stdout
claim "a short list" exits 0 "$cook" -q faults.obj -o short.kiln --keep-survey --listed 1
claim "is verified" exits 0 "$build/kiln-dump" --verify --json short.kiln
claim "and shorter" test "$(wc -c <short.kiln)" -lt "$(wc -c <kept.kiln)"
offset=$(sed -n 's/.*"name": "surveys".*"offset": \([0-9]*\).*/\1/p' stdout)
cp short.kiln wrong.kiln
printf '\011' | dd of=wrong.kiln bs=1 seek="$((offset + 40))" conv=notrunc 2>/dev/null
claim "another count of cracks" exits 1 "$build/kiln-dump" --verify wrong.kiln
cp short.kiln broken.kiln
printf '\377' | dd of=broken.kiln bs=1 seek="$((offset + 3))" conv=notrunc 2>/dev/null
claim "a survey of no mesh" exits 0 "$build/kiln-dump" broken.kiln
claim "is dumped as broken" grep -q 'broken at byte .*the mesh of a survey is out of range' stdout
claim "and refused" exits 1 "$build/kiln-dump" --verify broken.kiln
claim "a mesh that is cut apart by a repair" exits 0 "$cook" -q faults.obj -o cut.kiln --keep-survey --repair all
claim "is verified, too" exits 0 "$build/kiln-dump" --verify cut.kiln
claim "a level keeps no survey" exits 0 "$cook" -q faults.obj -o levels.kiln --keep-survey --levels 0.3
claim "and is verified" exits 0 "$build/kiln-dump" --verify levels.kiln

claims_end
