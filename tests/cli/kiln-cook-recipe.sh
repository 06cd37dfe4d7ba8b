#!/bin/bash
# SPDX-License-Identifier: MIT
# Recipes beside the art, and collision by name: which files are found, which settings win, which errors are reported
# with file and
# line, the output of --explain, and that equivalent names and recipes give the same asset.
. "$(dirname "$0")/claims.bash"
cook=$build/kiln-cook
cd "$scratch" || exit 3
mkdir art
art=art/level.obj

# object NAME SIZE X: a box.
corner=0
object()
{
	local s=$2 x=$3 a b c
	echo "o $1"
	for a in 0 1; do for b in 0 1; do for c in 0 1; do echo "v $((x + a * s)) $((b * s)) $((c * s))"; done; done; done
	for a in "1 2 4 3" "5 7 8 6" "1 5 6 2" "3 4 8 7" "1 3 7 5" "2 6 8 4"
	do
		echo "f $(for b in $a; do echo $((b + corner)); done | tr '\n' ' ')"
	done
	corner=$((corner + 8))
}
level()
{
	object SM_Crate 2 0
	object UBX_SM_Crate_01 2 0
	object UCX_SM_Crate_02 1 3
	object Wall-col 4 10
	object Rock-convcol 1 20
	object Hidden-noimp 1 30
	object Tree_LOD0 2 40
	object Tree_LOD1 1 40
}
level >$art

# explained TEXT: the last explanation contains TEXT; line ends are blanks.
explained() { tr '\n' ' ' <stdout | tr -s ' ' | grep -qF -- "$1" || { echo "not explained: $1"; cat stdout; return 1; }; }
explain() { claim "$1" exits 0 "$cook" --explain "${@:2}"; }
silent() { [ ! -s stderr ] || { head -n 3 stderr; return 1; }; }
lacks() { [ ! -e "$1" ]; }
# refused TEXT MESSAGE: the recipe beside the art ends the cook with this message.
refused()
{
	rm -f out.kiln
	claim "$1: exit code 2" exits 2 "$cook" $art -o out.kiln
	claim "$1: is said" says "$2"
	claim "$1: one message" test "$(wc -l <stderr)" = 1
	claim "$1: no output" lacks out.kiln
}

# Names.
explain "a level by its names" $art
claim "nothing on stderr" silent
claim "the crate is left out" explained 'node 1 "SM_Crate": left out shape none (UCX_SM_Crate_02 collides for it)'
claim "UBX is a box" explained '"UBX_SM_Crate_01": box shape box (name UBX_{mesh}_{any})'
claim "UCX is a hull" explained '"UCX_SM_Crate_02": hull'
claim "-col is a mesh" explained '"Wall-col": mesh shape mesh (name {mesh}-col{tail})'
claim "-noimp is left out" explained '"Hidden-noimp": left out'
claim "the first level of detail is taken" explained '"Tree_LOD1": left out shape none (Tree_LOD0 is taken)'
claim "nothing is written" lacks out.kiln
claim "--explain needs no output and ignores one" exits 0 "$cook" --explain $art -o out.kiln --depfile out.d
claim "none is made" lacks out.kiln
claim "nor a depfile" lacks out.d
claim "the level cooks" exits 0 "$cook" $art -o names.kiln --report names.json
claim "the summary counts names" says ", 7 by their names, 3 left out, "
claim "the report is JSON" "$json_check" <names.json
claim "the report has the nodes" grep -qF '"name": "UBX_SM_Crate_01", "shape": "box", "by_name": true, "decisions": [{"key": "shape", "value": "box", "by": "name UBX_{mesh}_{any}"}]' names.json
claim "the report has the distance of the fit" grep -qF '"fit_error": 0,' names.json
claim "--names none" exits 0 "$cook" -q $art -o none.kiln --names none
claim "is what cooks without conventions" exits 0 "$dump" --json none.kiln
claim "all eight are meshes" test "$(grep -c '"kind": "mesh"' stdout)" -ge 1 -a "$(grep -c '"source_node"' stdout)" = 8

# The same level by a recipe.
cat >art/level.obj.kiln <<-RECIPE
	names = none
	[node SM_Crate]
	shape = none
	[node UBX_*]
	shape = box
	[node UCX_*]   # hulls
	shape = hull
	[node 'Rock-convcol']
	shape = hull
	[node "Hidden*"]
	shape = none
	[node Tree_LOD1]
	shape = none
RECIPE
claim "a recipe beside the art is found" exits 0 "$cook" -q $art -o recipe.kiln --depfile recipe.d
claim "with nothing to say" silent
# The cooked data without provenance: offsets of names depend on the options' text.
content() { "$dump" --json "$1" | grep -vE '"(content_hash|options_hash|options|size|bytes|file|padding|bytes_per_triangle)"|"sections"|"kind": [0-9]+, "name"'; }
content names.kiln >names.content
content recipe.kiln >recipe.content
claim "there is content" test "$(wc -l <names.content)" -gt 100
claim "names and a recipe give the same asset" diff names.content recipe.content
content none.kiln >none.content
claim "another asset differs" bash -c "! cmp -s names.content none.content"
for q in 'ray 1 10 1 0 -1 0' 'rayall -5 0.5 0.5 1 0 0' 'sphere 3 0 0 2' 'closest 0 5 0'
do
	claim "and the same answers: $q" cmp <(echo "$q" | "$query" names.kiln) <(echo "$q" | "$query" recipe.kiln)
done
claim "the depfile lists the recipe" grep -qx '  art/level.obj.kiln' recipe.d
claim "with a rule for when it is gone" grep -qx 'art/level.obj.kiln:' recipe.d
explain "lines are named" $art
claim "the line" explained '"UCX_SM_Crate_02": hull shape hull (art/level.obj.kiln:7)'
explain "--no-sidecars" --no-sidecars $art
claim "finds no recipe" explained 'name UBX_{mesh}_{any}'

# Precedence: the command line, the art's recipe, the folder's; a node's section before the asset's settings.
printf 'hull-vertices = 5\ntree = obb\n[node UCX_*]\nhull-vertices = 6\ntag = 1\n[node UCX_SM_Crate_02]\ntag = 2\n' >art/kiln.recipe
printf 'hull-vertices = 7\n[node UCX_*]\ntag = 3\ntag = 4\n' >art/level.obj.kiln
explain "two recipes" $art
claim "a section beats a setting for all, also of a stronger recipe" explained 'hull-vertices 6 (art/kiln.recipe:4)'
claim "of settings for all, the art's recipe beats the folder's" explained '"Rock-convcol": hull shape hull (name {mesh}-convcol{tail}) hull-vertices 7 (art/level.obj.kiln:1)'
claim "the art's section beats the folder's, and the later line the earlier" explained 'tag 4 (art/level.obj.kiln:4)'
claim "the folder's recipe is for all" explained 'tree obb (art/kiln.recipe:2)'
explain "the command line" $art --hull-vertices 8 --shape 'UCX*=cylinder' --tree rss
claim "beats both for all" explained 'tree rss (--tree)'
claim "and by pattern" explained '"UCX_SM_Crate_02": cylinder shape cylinder (--shape)'
printf -- '--hull-vertices 9\n' >words
explain "an @RECIPE" $art @words
claim "is as good as the command line" explained 'hull-vertices 9 (words:1)'
explain "and the command line beats that" $art @words --hull-vertices 10
claim "with its own" explained 'hull-vertices 10 (--hull-vertices)'
claim "names beat settings for all" exits 0 "$cook" --explain --no-sidecars $art --shape none
claim "so that only what has a name is cooked" explained '"UBX_SM_Crate_01": box'
explain "rules beat names" --no-sidecars $art --shape 'SM_Crate=mesh'
claim "the crate is cooked" explained '"SM_Crate": mesh shape mesh (--shape)'
explain "unless names win" --no-sidecars $art --shape 'SM_Crate=mesh' --names-win
claim "the crate is not" explained '"SM_Crate": left out'
explain "the last level" --no-sidecars $art --lod last
claim "is taken" explained '"Tree_LOD0": left out'
rm art/kiln.recipe
printf 'names-win = yes\nlod = all\nflip = no\n[name WALL_{mesh}]\nshape = box\n[material *]\ntag = 3\n[asset]\nup = z\nart-up = y\nno-warn = rule-unmatched\nwerror = yes\nflat-edge = 0.1\n' >art/level.obj.kiln
claim "keys of every kind" exits 0 "$cook" -q $art -o out.kiln
claim "are taken" silent

# Exactly the options about the asset are keys.
"$cook" --help >help
for key in shape hull-vertices hull-faces hull-error hull-inner tree tree-width build split axis leaf rotate optimize deformable weld \
	layer collides trigger user material-layer material-collides material-user friction restitution flip tag material names names-win colliders lod up art-up unit scale flat-edge metadata adjacency keep-survey simplify-borders levels sdf sdf-blocks layout exact-if-possible werror no-warn \
	heightfield raw channel spacing size field-origin origin snap heights height-error edits material-map hole-map hole-value diagonal
do
	claim "--$key is an option" grep -qE "^  (-., )?--$key\\b" help
	printf '%s = \\\n' "$key" >art/level.obj.kiln
	"$cook" $art -o out.kiln >stdout 2>stderr
	claim "$key is a key" bash -c '! grep -qE "no key is called|is for the command line" stderr'
done
sed -nE 's/^  (-., )?--([a-z-]+).*/\2/p' help | while read -r key
do
	printf '%s = x\n' "$key" >art/level.obj.kiln
	"$cook" $art -o out.kiln >stdout 2>stderr
	grep -q 'is for the command line' stderr && echo "$key"
done | sort | tr '\n' ' ' >calls
claim "options about files, limits and trust are no keys" test "$(cat calls)" = "allow-outside cache cache-only cache-size cache-stats cpu-limit depfile each explain listed memory-limit no-isolation no-sidecars output quiet report survey threads tile tiles time-limit touch verbose "

# Layers and physics: in sections and by options; settings of single nodes override those for all.
cat >art/level.obj.kiln <<-RECIPE
	layer = world
	[node UCX_*]
	layer = props
	collides = world,props
	trigger = yes
	user = 0x10
	[material *]
	friction = 0.5
	restitution = 0.25
	material-layer = stone
	material-collides = *
	material-user = 7
RECIPE
claim "layers by a recipe" exits 0 "$cook" -q $art -o recipe.kiln --layer ground
claim "with nothing to say" silent
claim "and by options" exits 0 "$cook" -q --no-sidecars $art -o words.kiln --layer world --layer ground --layer 'UCX_*=props' --collides 'UCX_*=world,props' \
	--trigger 'UCX_*' --user 'UCX_*=0x10' --friction '*=0.5' --restitution '*=0.25' --material-layer '*=stone' --material-collides '*=*' --material-user '*=7'
content recipe.kiln >recipe.content
content words.kiln >words.content
claim "are the same" diff recipe.content words.content
explain "layers" $art --layer ground
claim "are explained" explained 'layer props (art/level.obj.kiln:3) collides world,props (art/level.obj.kiln:4) trigger yes (art/level.obj.kiln:5) user 0x10 (art/level.obj.kiln:6)'
claim "and those of all" explained '"Wall-col": mesh shape mesh (name {mesh}-col{tail}) layer ground (--layer)'
claim "with a friction" grep -q '"friction": 0.5' recipe.content

# Errors, with file and line.
said=art/level.obj.kiln
# wrong TEXT MESSAGE: the text is refused with this message.
wrong()
{
	printf '%b' "$1" >$said
	refused "$1" "$2"
}
wrong 'flip = yes\nhul-vertices = 3\n' "$said:2: error: no key is called 'hul-vertices': the nearest is 'hull-vertices'"
wrong '[node x]\nshape = hul\n' "$said:2: error: shape does not know 'hul': the nearest is 'hull'"
wrong '[node x]\nparts-max = 0\n' "$said:2: error: parts-max takes a number from 1, not '0'"
wrong '[node x]\nshape = y=hull\n' "$said:2: error: the section has the pattern"
wrong 'hull-vertices = 3\n' "$said:1: error: hull-vertices takes a number from 4"
wrong 'hull-vertices = many\n' "$said:1: error: hull-vertices takes a number"
wrong 'flip = maybe\n' "$said:1: error: flip takes yes or no, not 'maybe'"
wrong '[node x]\nup = z\n' "$said:2: error: 'up' applies to the whole asset"
wrong 'output = x\n' "$said:1: error: 'output' is for the command line"
wrong 'allow-outside = /\n' "$said:1: error: 'allow-outside' is for the command line"
wrong '[material x]\nshape = hull\n' "$said:2: error: 'shape' is not allowed in a [material] section"
wrong '[node x]\nfriction = 1\n' "$said:2: error: 'friction' is not allowed in a [node] section"
wrong '[name A_{mesh}]\nlayer = a\n' "$said:2: error: 'layer' is not allowed in a [name] section"
wrong '[material x]\nrestitution = 2\n' "$said:2: error: a restitution is a number from 0 to 1: '2'"
wrong '[node x]\nlayer = a,,b\n' "$said:2: error: layers are names"
wrong '[node x]\nuser = -1\n' "$said:2: error: user data is a whole number"
wrong '[node x]\ntrigger = no\n' "$said:2: error: trigger takes yes, not 'no'"
wrong '[nod x]\n' "$said:1: error: no section is called 'nod': the nearest is 'node'"
wrong '[name {mesh}]\nshape = hull\n' "$said:1: error: a template of a placeholder alone"
wrong '[name a{foo}]\n' "$said:1: error: a placeholder other than"
wrong 'weld\n' "$said:1: error: neither a [section] nor a 'key = value'"
wrong 'weld =\n' "$said:1: error: 'weld' has no value"
wrong 'material = "a\n' "$said:1: error: the quote does not end"
wrong 'weld = 1\0\n' "$said:1: error: a control character"
wrong '\n\n\377\n' "$said:3: error: bytes that are not UTF-8"
wrong 'no-warn = clean-invlaid\n' "$said:1: error: no-warn: no message has the code 'clean-invlaid'"
wrong 'tag = -1\n' "$said:1: error: tag takes"
wrong 'names = auto,lod\n' "$said:1: error: names auto cannot be combined with other words"
wrong 'lod = some\n' "$said:1: error: lod takes"
wrong '\033[31m = 1\n' "$said:1: error: a control character"
yes '' | head -n 1000000 >$said
claim "a million empty lines" exits 0 "$cook" -q $art -o out.kiln
yes '#' | head -n 1000000 >$said
refused "a million lines of comments" "a recipe of more than 1048576 bytes"
yes '[node x]' | head -n 100000 >$said
refused "a hundred thousand sections" "$said:4097: error: more than 4096 sections"
rm $said
mkdir $said
claim "a folder of a recipe's name" exits 3 "$cook" -q $art -o out.kiln
rmdir $said
ln -s nowhere $said
claim "a link to nowhere is no recipe" exits 0 "$cook" -q $art -o out.kiln
rm $said
if [ "$(id -u)" != 0 ]
then
	: >$said
	chmod 0 $said
	claim "a recipe that can't be read" exits 3 "$cook" -q $art -o out.kiln
	rm -f $said
fi

# Recipes damaged at random are accepted or refused, without a crash.
cp "$OLDPWD/tests/cli/claims.bash" words # any text
for seed in $(seq 150)
do
	awk -v seed="$seed" 'BEGIN { srand(seed); n = split("[node *]\n|[name a_{mesh}]\n|[material \"|shape = |tag|=| |\n|hull|none|{mesh}|#|\\|'"'"'|\"|]|weld = 1e-4\n|\t|\001|\303|9999999999|tree = obb,rss\n|lod=2\n", piece, "|")
		for (k = rand() * 12; k > 0; --k) printf "%s", piece[int(rand() * n) + 1] }' >$said
	"$cook" -q $art -o out.kiln >stdout 2>stderr
	status=$?
	[ $status = 0 ] || [ $status = 2 ] || { echo "$status $seed" >>worse; cp $said "worse.$seed"; }
	[ $status = 0 ] || grep -q "^$said:[0-9]*: error: " stderr || echo "$seed without a line" >>worse
done
claim "damaged recipes are taken or refused with a line" lacks worse

# Assets with the name of a recipe.
rm $said
claim "an asset beside the art" exits 0 "$cook" -q $art -o $said
claim "is made again" exits 0 "$cook" -q $art -o $said
claim "without a word" silent
claim "to another output" exits 0 "$cook" -q $art -o out.kiln
claim "is no recipe" says "$said: warning: the file has a recipe's name, but is a cooked asset: it is not read [recipe-asset]"
printf 'weld = 1e-4\n' >$said
claim "a recipe is not overwritten" exits 2 "$cook" -q $art -o $said
claim "and that is said" says "would be overwritten"
claim "it is still there" grep -qx 'weld = 1e-4' $said

# A sidecar that appears later: Make looks for it where the rule names it by a wildcard.
rm $said
printf 'out.kiln: %s $(wildcard %s.kiln art/kiln.recipe)\n\t@%s -q $< -o $@ --depfile out.d && echo COOKED\n-include out.d\n' $art $art "$cook" >Makefile
touch -d '2001-01-01' $art
made() { [ "$(make -s 2>&1 | grep -v 'up to date')" = "$1" ]; }
claim "make cooks" bash -c "rm -f out.kiln; make -s | grep -q COOKED"
claim "once" made ""
touch -d '2005-01-01' out.kiln
printf 'weld = 1e-4\n' >$said
claim "again when a recipe appears" made COOKED
touch -d '2002-01-01' $said
claim "and is done then" made ""
rm $said
claim "again when it goes" made COOKED

# Names from untrusted files.
printf '{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0, 1, 2]}], "scene": 0, "nodes": [{"mesh": 0, "name": "UCX_a\\n[x]\\u001b[31m\\u202e"}, {"mesh": 0, "name": "a\\"b\\\\"}, {"mesh": 0, "name": "UBX_a\\"b\\\\_01"}],
	"meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}], "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]}],
	"bufferViews": [{"buffer": 0, "byteLength": 36}], "buffers": [{"byteLength": 36, "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]}\n' >strange.gltf
claim "odd names cook" exits 0 "$cook" -v strange.gltf -o out.kiln --report strange.json
claim "the report is JSON" "$json_check" <strange.json
claim "a quoted partner is found" grep -qF '"name": "a\"b\\", "shape": "none"' strange.json
claim "no control reaches the terminal" bash -c "! grep -qP '[\\x00-\\x08\\x0b-\\x1f\\x7f]|\\xe2\\x80\\xae' stderr"
claim "nor in an explanation" bash -c "'$cook' --explain strange.gltf 2>&1 | { ! grep -qP '[\\x00-\\x08\\x0b-\\x1f\\x7f]|\\xe2\\x80\\xae'; }"

claims_end
