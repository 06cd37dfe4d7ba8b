#!/bin/bash
# SPDX-License-Identifier: MIT
# kiln-bench compare finds which figures of two builds differ. The builds here are scripts, whose figures are known; then kiln-bench itself.
. "$(dirname "$0")/claims.bash"
bench=$build/kiln-bench
cd "$scratch" || exit 3

# fake NAME SCRIPT: a build that runs SCRIPT in each run, number $n, which sets the figures a (ms), b (Mrays/s), c (ms).
fake()
{
	cat >"$1" <<-END
		#!/bin/bash
		echo "\$*" >>words.$1
		n=\$(wc -l <words.$1)
		a=\$((100 + n % 3)) b=\$((50 + n % 2)) c=\$((10 + n % 2))
		$2
		echo '{"families": [{"name": "rays", "tables": [{"name": "closest", "units": {"mesh": "", "a": "ms", "b": "Mrays/s", "hits": ""}, "rows": ['
		echo '{"mesh": "sphere", "a": {"median": '\$a', "min": 1, "max": 9e9, "samples": 3}, "b": '\$b', "hits": 7},'
		echo '{"mesh": "same", "a": '\$c'}, {"mesh": "same", "a": 1000'\$more'}, {"mesh": "none", "a": null}]}]}]}'
	END
	chmod +x "$1"
	rm -f "words.$1"
}

# values KEY: a column of the rows of the JSON in stdout.
values()
{
	sed -n '/"rows"/,$p' stdout | sed -n "s/.*\"$1\": \"\?\([^\",]*\)\"\?,\?$/\1/p"
}

fake old ''
fake new ''
claim "equal builds are the same" exits 0 "$bench" compare ./old ./new
claim "all four figures" shows "0 slower, 0 faster, 4 the same; 0 only in one build"
claim "each build ran twelve times" test "$(cat words.old words.new | wc -l)" = 24
claim "with the options and families" grep -q -- '^--json --seed 1 --models build/models cook .*open$' words.old
claim "chosen ones" exits 0 "$bench" --quick --mesh "a b" compare ./old ./new rays --seed 5 --clock cpu --rounds 8
claim "are passed on as one word each" test "$(tail -n 1 words.new)" = "--json --seed 5 --quick --clock cpu --mesh a b --models build/models rays"

fake old ''
fake new 'a=$((a * 6 / 5)) b=$((b * 2))'
claim "a slower figure is found" exits 1 "$bench" compare ./old ./new
claim "and named" grep -qE '^rays closest +sphere +a +ms .* slower$' stdout
claim "a higher rate is faster" grep -qE '^rays closest +sphere +b +Mrays/s .* 0\.5[0-9]* .* faster$' stdout
claim "no other figure is listed" shows "1 slower, 1 faster, 2 the same"
fake new 'a=$((a * 6 / 5)) b=$((b * 2))'
claim "a large allowance allows it" exits 0 "$bench" compare ./old ./new --allow 30

fake old '[ $n != 3 ] || a=9999'
fake new '[ $n != 8 ] || c=9999'
claim "a run that something else slowed changes no verdict" exits 0 "$bench" compare ./old ./new
claim "of any figure" shows "0 slower, 0 faster, 4 the same"

# Twelve ratios, of which the second and the eleventh in order of size are the interval's ends: (1 + 12) 2 / 4096 < 1 %.
fake old 'a=1000'
fake new 'a=$((1000 + (n * 7919) % 101))'
claim "the figures as JSON" exits 1 "$bench" --json compare ./old ./new --allow 0
for n in {1..12}
do
	echo $((1000 + (n * 7919) % 101))
done | sort -n >ratios
claim "hold the interval's lower end" test "$(values low | head -n 1)" = "$(sed -n '2s/^1\(...\)/1.\1/p' ratios | sed 's/0*$//')"
claim "and its upper end" test "$(values high | head -n 1)" = "$(sed -n '11s/^1\(...\)/1.\1/p' ratios | sed 's/0*$//')"
claim "and every verdict" test "$(values verdict | tr '\n' ' ')" = "slower same same same "
claim "in JSON" "$json_check" <stdout

fake old ''
fake new 'more="}, {\"mesh\": \"new\", \"a\": 5"'
claim "a figure that one build lacks" exits 0 "$bench" compare ./old ./new
claim "is counted" shows "4 the same; 1 only in one build"
fake new 'exit 3'
claim "a build that fails" exits 1 "$bench" compare ./old ./new
claim "is named" says "./new: error: does not run: exit code 3"
fake new 'echo rubbish; exit 0'
claim "a build that prints something else" exits 1 "$bench" compare ./old ./new
claim "is named, too" says "./new: error: does not print the figures of kiln-bench"
claim "a build that does not exist" exits 1 "$bench" compare ./old ./none
fake old 'echo "{\"families\": []}"; exit 0'
fake new 'echo "{\"families\": []}"; exit 0'
claim "builds without figures" exits 1 "$bench" compare ./old ./new
claim "have nothing to compare" says "no figure in common"
claim "one build is not enough" exits 2 "$bench" compare ./old
claim "seven rounds are not enough" exits 2 "$bench" compare ./old ./new --rounds 7
claim "201 rounds are too many" exits 2 "$bench" compare ./old ./new --rounds 201
claim "half a round is none" exits 2 "$bench" compare ./old ./new --rounds 8.5
claim "an allowance is not negative" exits 2 "$bench" compare ./old ./new --allow -1
claim "there is no plot" exits 2 "$bench" compare ./old ./new --plot .
claim "there is no report" exits 2 "$bench" compare ./old ./new --report x.html
claim "an unknown family is unknown" exits 2 "$bench" compare ./old ./new raise

# A busy machine may slow one of two equal builds; only the way is tested.
"$bench" compare "$bench" "$bench" --quick --mesh soup --rounds 8 --models . open >real
status=$?
claim "kiln-bench compares itself" test $status -le 1
claim "in several figures" grep -qE '^[0-9]+ slower, [0-9]+ faster, [0-9]+ the same; 0 only in one build$' real
claims_end
