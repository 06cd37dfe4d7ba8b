#!/bin/bash
# SPDX-License-Identifier: MIT
# The codes of messages: the page, the cooker's list and the sources have the same codes and severities, and every code has
# a test.
. "$(dirname "$0")/claims.bash"
cook=$build/kiln-cook
page=cooker/messages/README.md

# `code severities` of the page, of the list, and of the calls in the sources. If a call's code or severity is a variable,
# all values in its expression count.
sed -nE 's/^\| `([a-z0-9-]+)` \| ([a-z, ]+) \|.*/\1 \2/p' $page >"$scratch/page"
perl -0777 -ne 'while (/^\t\{"([a-z0-9-]+)", ([A-Z_| ]+)\},$/mg) {
	my ($code, $bits) = ($1, $2);
	print "$code ", join(", ", map { lc } $bits =~ /CODE_([A-Z]+)/g), "\n";
}' cooker/messages/codes.c >"$scratch/list"
find cooker -name '*.c' -print0 | xargs -0 perl -0777 -ne '
	# Arguments of a call, from its opening parenthesis.
	sub arguments { my ($text) = @_; my ($depth, @parts) = (0, "");
		while ($text =~ /\G("(?:\\.|[^"\\])*"|.)/gs) { my $c = $1;
			if ($c =~ /^[([{]$/) { next if ++$depth == 1 } elsif ($c =~ /^[])}]$/) { last if --$depth == 0 }
			elsif ($c eq "," && $depth == 1) { push @parts, ""; next }
			$parts[-1] .= $c }
		return @parts }
	my %place = (cook_message => [1, 3], cli_say => [1, 2], cli_print => [1, 3], refuse => [-1, 1]);
	while (/\b(cook_message|cli_say|cli_print|refuse)(?=\()/g) {
		my ($name, @a) = ($1, arguments(substr($_, pos)));
		my ($severity, $code) = @{$place{$name}};
		next if @a <= $code;
		my $said = $severity < 0 ? "error" : lc(($a[$severity] =~ /KILNCOOK_(NOTE|WARNING|ERROR)/)[0] // "");
		next if $said eq "";
		print "$1 $said\n" while $a[$code] =~ /"([^"]*)"/g;
	}' | LC_ALL=C sort -u | awk '{ if ($1 == code) printf ", %s", $2; else printf "%s%s", (NR > 1 ? "\n" : "") $1 " ", $2; code = $1 }
	END { print "" }' >"$scratch/sources"
claim "the sources say messages" test "$(wc -l <"$scratch/sources")" -gt 50
claim "the page has the codes of the list, with their severities" diff "$scratch/list" "$scratch/page"
claim "the list has the codes of the sources, with their severities" diff "$scratch/list" "$scratch/sources"

# Every code is triggered here, or by a unit test that contains its name.
: >"$scratch/provoked"

# provoke CODE EXIT WORD...: kiln-cook ends with EXIT and reports the code.
provoke()
{
	local code=$1 status=$2
	shift 2
	claim "$code: exit code $status" exits "$status" "$cook" -v "$@" -o "$scratch/out.kiln"
	claim "$code is said" says "[$code]"
	echo "$code" >>"$scratch/provoked"
}

# elsewhere TEST CODE...: another test triggers these codes, and contains their names.
elsewhere()
{
	local test=$1 code file
	shift
	file=$(find tests -name "$test")
	for code
	do
		claim "$code: $test names it" grep -qE "[\"[ ]$code[]\" ]" "$file"
		echo "$code" >>"$scratch/provoked"
	done
}

# never CODE WHY: no test can trigger this code.
never()
{
	echo "$1" >>"$scratch/provoked"
}

# art NAME: a file of the art, from stdin.
art() { cat >"$scratch/$1"; }
# gltf NAME NODES REST: a triangle in a glTF, with nodes and further members of the root.
triangle=AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA
gltf()
{
	art "$1" <<-JSON
		{"asset": {"version": "2.0"}, "buffers": [{"byteLength": 36, "uri": "data:application/octet-stream;base64,$triangle"}],
		"bufferViews": [{"buffer": 0, "byteLength": 36}],
		"accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
		"scenes": [{"nodes": [0]}], "nodes": [$2], "meshes": [{"primitives": [{"attributes": {"POSITION": 0}${4:-}}]}]$3}
	JSON
}
tetrahedron='v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n'
inwards='f 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n'
outwards='f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n'
# shellcheck disable=SC2059
printf "$tetrahedron$outwards" | art good.obj
good=$scratch/good.obj

# Arguments and files.
provoke usage 2 "$good" --weld -1
provoke recipe 3 "$good" @"$scratch/none"
provoke output 3 "$good" --report "$scratch/none/report.json"
provoke depfile-name 0 --depfile "$scratch/d" "$(printf 'mtllib a;b.mtl\n' | cat - "$good" >"$scratch/side.obj"; : >"$scratch/a;b.mtl"; echo "$scratch/side.obj")"
provoke import-unreadable 3 "$scratch/none.obj"
provoke import-allow 2 "$good" --allow-outside "$scratch/none"
mkdir "$scratch/in" && printf 'mtllib ../out.mtl\n' | cat - "$good" >"$scratch/in/art.obj" && : >"$scratch/out.mtl"
provoke import-outside 1 "$scratch/in/art.obj"
provoke cache-missing 3 "$good" --cache "$scratch/cache" --cache-only
provoke cache-unusable 0 "$good" --cache "$good"
elsewhere test_cook_origin.c origin-range origin-grid
elsewhere kiln-origin.sh origin-float
elsewhere kiln-cache.sh cache-damaged

# Codes of readers.
: | art empty.obj
provoke import-empty 1 "$scratch/empty.obj"
printf 'newmtl a\n' | art art.mtl
provoke import-format 1 "$scratch/art.mtl"
printf 'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 9\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n' | art short.ply
provoke import-failed 1 "$scratch/short.ply"
sed 's/face 9/face 1/' "$scratch/short.ply" | cat - <(echo 3 0 1 2) | art long.ply
provoke import-trailing 0 "$scratch/long.ply"
cat "$good" <(printf 'v 1 2\ncurv 0 1 1 2\nv 1 2 3 0.5\n') | art odd.obj
provoke import-syntax 0 "$scratch/odd.obj"
provoke import-curves 0 "$scratch/odd.obj"
provoke import-weight 0 "$scratch/odd.obj"
printf 'solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n' | art open.stl
provoke import-incomplete 0 "$scratch/open.stl"
gltf required.gltf '{"mesh": 0}' ', "extensionsRequired": ["ACME_magic"]'
provoke import-extension 1 "$scratch/required.gltf"
ball='"extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 0}'
# collider NAME NODES SHAPE [REST]: the same, with a shape for colliders.
collider() { gltf "$1" "$2" ", \"extensions\": {\"KHR_implicit_shapes\": {\"shapes\": [$3]}${4:-}}"; }
collider frustum.gltf "{$ball}}}}" '{"type": "cylinder", "cylinder": {"radiusTop": 0}}'
provoke collider-hull 0 "$scratch/frustum.gltf"
collider bare.gltf "{\"children\": [1], $ball}}}}, {\"mesh\": 0}" '{"type": "sphere"}'
provoke collider-only 0 "$scratch/bare.gltf"
collider plane.gltf "{$ball}}}}" '{"type": "plane"}'
provoke collider-plane 0 "$scratch/plane.gltf"
collider floor.gltf "{$ball}}}}" '{"type": "plane", "plane": {"sizeX": 1, "sizeZ": 1}}'
provoke collider-plane 0 "$scratch/floor.gltf"
claim "a plane with one side is named" says "shapes/0: a plane with one side collides on both"
collider uneven.gltf "{\"scale\": [1, 2, 3], $ball}}}}" '{"type": "sphere"}'
provoke collider-scale 0 "$scratch/uneven.gltf"
collider joint.gltf "{$ball}, \"joint\": {\"joint\": 0}}}}" '{"type": "sphere"}'
provoke physics-left 0 "$scratch/joint.gltf"
collider bouncy.gltf "{$ball, \"physicsMaterial\": 0}}}}" '{"type": "sphere"}' \
	', "KHR_physics_rigid_bodies": {"physicsMaterials": [{"restitution": 2}]}'
provoke material-range 0 "$scratch/bouncy.gltf"
gltf extras.gltf '{"mesh": 0, "extras": {"a": [], "b": 1}, "children": [1]}, {"extras": 2}' ''
provoke metadata-lost 0 "$scratch/extras.gltf" --metadata
gltf older.gltf '{"mesh": 0}' ', "extensionsUsed": ["OMI_collider"]'
provoke import-physics 0 "$scratch/older.gltf"
gltf hidden.gltf '{"mesh": 0, "children": [1]}, {"mesh": 0, "extensions": {"KHR_node_visibility": {"visible": false}}}' ''
provoke import-hidden 0 "$scratch/hidden.gltf"
gltf morph.gltf '{"mesh": 0}' '' ', "targets": [{"POSITION": 0}]'
provoke import-morph 0 "$scratch/morph.gltf"
gltf skin.gltf '{"mesh": 0, "skin": 0, "children": [1]}, {}' ', "skins": [{"joints": [1]}]'
provoke import-skin 0 "$scratch/skin.gltf"
gltf positions.gltf '{"mesh": 0}' '' '}, {"attributes": {}'
provoke import-positions 0 "$scratch/positions.gltf"
printf 'xof 0303txt 0032\nMesh { 3; 0;0;0;, 1;0;0;, 0;1;0;;\n1; 3;0,1,2;;\nOdd {\n1;\n}\n}\n' | art odd.x
provoke assimp-warning 0 "$scratch/odd.x"
printf 'one\n0.5 0 0 0 1 0 0 0 1\ntwo\n0.5 0 0 0 1 0 0 0 3\n' | art two.raw
provoke import-lost 0 "$scratch/two.raw"
elsewhere test_import_gltf.c import-too-big
elsewhere test_import.c import-graph import-material import-reference
elsewhere kiln-cook-apart.sh import-crashed import-damaged import-forbidden

# Codes of cleaning and cooking.
cat "$good" <(echo f 1 2 9) | art index.obj
provoke clean-invalid 0 "$scratch/index.obj"
printf 'v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n' | art flat.obj
provoke mesh-empty 1 "$scratch/flat.obj"
provoke cook-empty 1 "$scratch/flat.obj"
printf 'v 0 0 0\nv 4 0 0\nv 1 3 0\nv 2 -2 0\nv 3 3 0\nf 1 2 3 4 5\n' | art star.obj
provoke clean-crossed 0 "$scratch/star.obj"
printf 'v 0 0 0\nv 1 0 0.1\nv 1 1 0\nv 0 1 0.1\nf 1 2 3 4\n' | art warped.obj
provoke clean-nonplanar 0 "$scratch/warped.obj"
claim "the thickness is said" says "1 faces are not flat, by up to 0.1:"
# shellcheck disable=SC2059
printf "$tetrahedron$inwards" | art inwards.obj
provoke mesh-inside-out 0 "$scratch/inwards.obj"
cat "$good" <(printf 'o second\n'; sed -n '/^v/p' "$good"; echo 'f 5 7 6'; echo 'f 5 6 8'; echo 'f 5 8 7'; echo 'f 6 7 8') | sed '1i o first' | art twice.obj
provoke mesh-shared 0 "$scratch/twice.obj"
provoke shape-shared 0 "$scratch/twice.obj" --shape hull
cat "$good" <(printf 'f 1 1 2\n') | art thin.obj
provoke clean-dropped 0 "$scratch/thin.obj"
cat "$good" <(printf 'v 1 2 3\n') | art stray.obj
provoke import-unused 0 "$scratch/stray.obj"
awk 'BEGIN { for (i = 0; i < 300; ++i) printf "v %.9f %.9f %d\n", cos(i / 47.7), sin(i / 47.7), i % 2
	for (i = 1; i < 299; ++i) print "f", i, i + 1, i + 2 }' | art round.obj
provoke hull-large 0 "$scratch/round.obj" --shape hull
claim "it says what a budget costs" grep -qE 'the hull has 300 vertices; with --hull-vertices 64 it would be off by about 0\.[0-9]+ of' "$scratch/stderr"
provoke unit-override 0 "$scratch/hidden.gltf" --unit cm
provoke mark-unmatched 0 "$good" --layer 'x*=glass'
provoke rule-unmatched 0 "$good" --shape 'x*=hull'
provoke option-unused 0 "$good" --hull-vertices 8
printf 'o UBX_Roof\nv 0 0 0\nv 2 0 0\nv 0 3 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n' | art roof.obj
provoke name-fit 0 "$scratch/roof.obj"
provoke name-partner 0 "$scratch/roof.obj"
sed 's/UBX_Roof/Roof_UBX/' "$scratch/roof.obj" | art odd.obj
provoke name-unmatched 0 "$scratch/odd.obj"
cp "$scratch/odd.obj" "$scratch/old.obj"
"$cook" -q --no-warn name-unmatched "$scratch/old.obj" -o "$scratch/old.obj.kiln"
provoke recipe-asset 0 "$scratch/old.obj"
gltf unused.gltf '{"mesh": 0}' '' '}]}, {"primitives": [{"attributes": {"POSITION": 0}'
provoke mesh-unused 0 "$scratch/unused.gltf"
gltf baked.gltf '{"mesh": 0, "scale": [1, 1, 0]}' ''
provoke transform-baked 0 "$scratch/baked.gltf"
gltf huge.gltf '{"mesh": 0}, {"mesh": 0, "translation": [3e12, 0, 0]}' ', "scene": 0'
sed -i 's/"nodes": \[0\]/"nodes": [0, 1]/' "$scratch/huge.gltf"
provoke transform-overflow 0 "$scratch/huge.gltf"
gltf infinite.gltf '{"mesh": 0}, {"scale": [1e300, 1, 1], "children": [2]}, {"mesh": 0, "scale": [1e300, 1, 1]}' ''
sed -i 's/"nodes": \[0\]/"nodes": [0, 1]/' "$scratch/infinite.gltf"
provoke transform-not-finite 0 "$scratch/infinite.gltf"
art unit.fbx <<-FBX
	; FBX 7.3.0 project file
	FBXHeaderExtension:  {
		FBXHeaderVersion: 1003
		FBXVersion: 7300
	}
	GlobalSettings:  {
		Version: 1000
		Properties70:  {
			P: "UnitScaleFactor", "double", "Number", "",1e20
		}
	}
	Objects:  {
		Geometry: 1, "Geometry::", "Mesh" {
			Vertices: *9 {
				a: 0,0,0,1,0,0,0,1,0
			}
			PolygonVertexIndex: *3 {
				a: 0,1,-3
			}
		}
		Model: 2, "Model::a", "Mesh" {
		}
	}
	Connections:  {
		C: "OO",2,0
		C: "OO",1,2
	}
FBX
provoke simplify-deformable 0 "$good" --simplify 0.01 --deformable
provoke sdf-limit 0 "$good" --sdf 0.001 --sdf-blocks 64
provoke levels-dropped 0 "$good" --levels 0.01,1
provoke simplify-short 0 "$good" --simplify 1
provoke merge-deformable 0 "$good" --merge --deformable
provoke wrap-deformable 0 "$good" --wrap --deformable
provoke wrap-limit 1 "$good" --wrap=1e-4 --wrap-offset 1e-4
provoke wrap-range 1 "$good" --wrap=1e-7
provoke unit-odd 0 "$scratch/unit.fbx"
provoke assimp-error 0 "$scratch/unit.fbx"
provoke up-unknown 0 "$good" --up z
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 0 0 -1\nv 2 2 0\nv 0 3 1\nf 1 2 3\nf 1 2 4\nf 1 2 5\n' | art book.obj
provoke sdf-open 1 "$scratch/book.obj" --sdf 0.1
provoke layout-exact 0 "$good" --layout compact --deformable
provoke layout-error 1 "$good" --layout compact=1000m
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 -0.001 0\nf 1 2 3\nf 1 4 2\n' | art thin.obj
provoke layout-dropped 0 "$scratch/thin.obj" --layout compact=0.1
provoke parts-error 0 "$scratch/book.obj" --shape parts --parts-max 1 --parts-error 1e-6
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 4\nv 1 0 4\nv 0 1 4\nf 1 2 3\nf 4 5 6\n' | art gap.obj
provoke parts-clear 0 "$scratch/gap.obj" --shape parts --parts-max 1 --parts-clear 0.2
provoke parts-clear-work 1 "$scratch/gap.obj" --shape parts --parts-clear 1e-9
printf 'v 0 0 0\nv 2 0 0\nv 2 0 1\nv 1 0 1\nv 1 0 3\nv 0 0 3\nv 0 1 0\nv 2 1 0\nv 2 1 1\nv 1 1 1\nv 1 1 3\nv 0 1 3\nf 1 2 3 4 5 6\nf 12 11 10 9 8 7\n' | art ell.obj
printf 'f 1 7 8 2\nf 2 8 9 3\nf 3 9 10 4\nf 4 10 11 5\nf 5 11 12 6\nf 6 12 7 1\n' >>"$scratch/ell.obj"
provoke parts-undecided 0 "$scratch/ell.obj" --shape parts --parts-max 2 --parts-error 1e-7
provoke simplify-side 0 "$scratch/book.obj" --simplify 0.01 --simplify-side outer
provoke repair-left 0 "$scratch/book.obj" --repair non-manifold
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1e-5\nv 1 0 1e-5\nv 0 -1 0\nf 1 2 3\nf 4 5 6\n' | art turned.obj
provoke repair-undone 0 "$scratch/turned.obj" --repair cracks
provoke bounds-size 0 "$good" --unit 1e-6
printf 'v -1e12 -1e12 -1e12\nv 1e12 1e12 -1e12\nv -1e12 1e12 1e12\nf 1 2 3\n' | art far.obj
provoke bound-range 1 "$scratch/far.obj" --shape sphere
elsewhere test_cook_codes.c cancelled clean-options clean-too-big too-large
elsewhere test_cook_compound.c transform-singular
elsewhere test_parts.c parts-proof
elsewhere test_polygon.c polygon-crossed
elsewhere test_heightfield_make.c heightfield-empty heightfield-sample heightfield-steps
elsewhere test_terrain_mesh.c heightfield-grid heightfield-material
elsewhere test_terrain_exr.c image-lossy
elsewhere test_terrain_image.c image-kind image-size
elsewhere test_hull.c hull-empty hull-not-finite
elsewhere test_hull_pack.c hull-proof hull-range
elsewhere test_hull_simplify.c hull-budget
elsewhere test_hull_simplify_work.c hull-effort
elsewhere test_prove.c tree-proof
elsewhere test_volume_tree.c volume-proof

# Codes of a cook that is ended from outside.
elsewhere kiln-cook-broken.sh interrupted memory-limit time-limit
elsewhere test_cook_failure.c out-of-memory
elsewhere test_cook_holes.c clean-hole clean-opened

never clean-unproved "no polygon is known that needs 4096 steps a corner"
never bound-proof "a proof that the fits of volumes fail"
never heightfield-proof "a proof that the layout of a height field fails"
never blob-proof "a proof that the layout of the blob fails"
never internal "faults of our own, and no process for the cook"

claim "every code has a test" diff <(cut -d ' ' -f 1 "$scratch/list") <(LC_ALL=C sort -u "$scratch/provoked")

# Warnings turned into errors, and suppressed warnings.
claim "--werror refuses a warning" exits 1 "$cook" "$scratch/index.obj" -o "$scratch/w.kiln" --werror
claim "it is an error" says ": error: "
claim "nothing is written" test ! -e "$scratch/w.kiln"
claim "--werror lets art without warnings pass" exits 0 "$cook" "$good" -o "$scratch/w.kiln" --werror
claim "--werror=CODE refuses this one" exits 1 "$cook" "$scratch/index.obj" -o "$scratch/w.kiln" --werror=clean-invalid
claim "--werror=CODE lets others pass" exits 0 "$cook" "$scratch/index.obj" -o "$scratch/w.kiln" --werror=mesh-empty
claim "they stay warnings" says ": warning: "
claim "--no-warn drops it" exits 0 "$cook" -q "$scratch/index.obj" -o "$scratch/w.kiln" --no-warn=clean-invalid --report "$scratch/r.json"
claim "--no-warn: nothing is said" test ! -s "$scratch/stderr"
claim "--no-warn: nor in the report" grep -q '"messages": \[\],' "$scratch/r.json"
claim "--no-warn wins over --werror" exits 0 "$cook" "$scratch/index.obj" -o "$scratch/w.kiln" --no-warn clean-invalid --werror
claim "of two about one code the last counts" exits 1 "$cook" "$scratch/index.obj" -o "$scratch/w.kiln" --no-warn clean-invalid --werror=clean-invalid
claim "whichever it is" exits 0 "$cook" "$scratch/index.obj" -o "$scratch/w.kiln" --werror=clean-invalid --no-warn clean-invalid
echo '--werror=clean-invalid' | art strict.args
claim "a recipe is strict" exits 1 "$cook" "$scratch/index.obj" -o "$scratch/w.kiln" @"$scratch/strict.args"
claim "the command line is not" exits 0 "$cook" "$scratch/index.obj" -o "$scratch/w.kiln" @"$scratch/strict.args" --no-warn=clean-invalid
claim "a warning of the depfile is one too" exits 1 "$cook" "$scratch/side.obj" -o "$scratch/w2.kiln" --depfile "$scratch/d" --werror
claim "then nothing is written" test ! -e "$scratch/w2.kiln"
claim "an unknown code" exits 2 "$cook" "$good" -o "$scratch/w.kiln" --werror=mesh-emtpy
claim "gets the nearest" says "'mesh-empty'"
claim "an unknown option" exits 2 "$cook" "$good" -o "$scratch/w.kiln" --wererr=x
claim "gets the nearest too" says "--werror"
claim "an error can't be dropped" exits 2 "$cook" "$good" -o "$scratch/w.kiln" --no-warn=usage
claim "work for a warning that is dropped is not done" exits 0 "$cook" "$scratch/round.obj" -o "$scratch/w.kiln" --shape hull --no-warn=hull-large --werror
claim "an asset with options" exits 0 "$cook" -q "$scratch/index.obj" -o "$scratch/w.kiln" --no-warn=clean-invalid --werror=mesh-empty
claim "the options do not change the blob" exits 0 "$cook" -q "$scratch/index.obj" -o "$scratch/w3.kiln"
claim "not a byte" cmp "$scratch/w.kiln" "$scratch/w3.kiln"

# The report contains the messages of the log, equal texts once.
claim "a report" exits 0 "$cook" -v "$scratch/skin.gltf" -o "$scratch/w.kiln" --report "$scratch/r.json"
claim "is JSON" exits 0 "$json_check" <"$scratch/r.json"
claim "with the notes" grep -qE '"severity": "note", "code": "import-skin", "where": "", "text": "1 skinned nodes? .*", "count": 1' "$scratch/r.json"
{
	cat "$good"
	for i in $(seq 30)
	do
		printf 'o empty_%d\nf 1 1 1\n' $((i < 20 ? i : 20))
	done
} | art many.obj
claim "many warnings" exits 0 "$cook" "$scratch/many.obj" -o "$scratch/w.kiln" --report "$scratch/r.json"
claim "ten are said" test "$(grep -c 'no triangle is left' "$scratch/stderr")" = 10
claim "the others are counted" grep -qE ': warning: [0-9]+ more like this \[mesh-empty\]' "$scratch/stderr"
claim "in the report too" grep -q '"code": "mesh-empty", "where": "", "text": "more like these", "count"' "$scratch/r.json"
gltf escape.gltf '{"mesh": 0}, {"name": "a\u001b[31m\n\"\u202eb", "mesh": 0, "translation": [3e12, 0, 0]}' ''
sed -i 's/"nodes": \[0\]/"nodes": [0, 1]/' "$scratch/escape.gltf"
claim "a name of controls" exits 0 "$cook" "$scratch/escape.gltf" -o "$scratch/w.kiln" --report "$scratch/r.json"
claim "is shown without them" test -z "$(tr -d '\n\t' <"$scratch/stderr" | grep -P '[\x00-\x1f\x7f]|\xe2\x80\xae')"
claim "is JSON" exits 0 "$json_check" <"$scratch/r.json"
claims_end
