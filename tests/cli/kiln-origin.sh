#!/bin/bash
# SPDX-License-Identifier: MIT
# kiln-cook --origin and --snap: art far from zero keeps its precision, tiles that are cooked apart share their vertices, what is refused.
. "$(dirname "$0")/claims.bash"
cook=$build/kiln-cook
cd "$scratch" || exit 3

# hill FORMAT X Z: a surface of 4 x 4 cells of 8 m from the point (X, Z) on, with heights in steps of a 4096th.
hill()
{
	awk -v format="$1" -v x0="$2" -v z0="$3" -v far="${4:-1000000000}" 'BEGIN {
		n = 4; rows = n + 1
		if (format == "off") printf "OFF\n%d %d 0\n", rows * rows, 2 * n * n
		if (format == "ply") {
			printf "ply\nformat ascii 1.0\nelement vertex %d\nproperty double x\nproperty double y\nproperty double z\n", rows * rows
			printf "element face %d\nproperty list uchar int vertex_indices\nend_header\n", 2 * n * n }
		for (i = 0; i <= n; ++i) for (k = 0; k <= n; ++k) {
			h = (x0 + 8 * i) * 5 + (z0 + 8 * k) * 7; h = int(h * h * 37 % 4096) / 4096
			at[i * rows + k] = sprintf("%.12f %.12f %.12f", far + x0 + 8 * i, h, -far + z0 + 8 * k)
			if (format == "obj") print "v", at[i * rows + k]
			else if (format != "stl") print at[i * rows + k] }
		if (format == "stl") print "solid hill"
		for (i = 0; i < n; ++i) for (k = 0; k < n; ++k) {
			a = i * rows + k; b = a + rows
			face(a, a + 1, b + 1); face(a, b + 1, b) }
		if (format == "stl") print "endsolid" }
	function face(a, b, c) {
		if (format == "obj") print "f", a + 1, b + 1, c + 1
		else if (format == "stl") printf "facet normal 0 0 0\nouter loop\nvertex %s\nvertex %s\nvertex %s\nendloop\nendfacet\n", at[a], at[b], at[c]
		else print 3, a, b, c }'
}
# rays X Z: at all vertices and beside them, from 30 m above.
rays()
{
	awk -v x0="$1" -v z0="$2" 'BEGIN { for (i = 0; i <= 12; ++i) for (k = 0; k <= 12; ++k) print "ray", x0 + 2 * i, 30, z0 + 2 * k, 0, -1, 0 }'
}
heights() { sed 's/,"triangle".*/}/' "$1"; }

# The oracle: the same surface near zero, in floats that hold it exactly.
hill obj 0 0 0 >near.obj
claim "a surface near zero" exits 0 "$cook" -q near.obj -o near.kiln
rays 0 0 >near.rays
claim "is hit" exits 0 "$query" near.kiln <near.rays
heights stdout >near.answers
claim "everywhere" test "$(grep -c '"hit":true' near.answers)" = 169
{ echo 'origin 1000000000 0 -1000000000'; cat near.rays; } >far.rays
for format in obj ply off stl
do
	hill $format 0 0 >far.$format
	for origin in 1000000016,0,-999999984 1000000003.25,-7,-1000000000 auto
	do
		claim "$format 10^9 m away, with the origin $origin" exits 0 "$cook" -q far.$format -o far.kiln --origin $origin
		claim "is verified" exits 0 "$dump" --verify far.kiln
		claim "and hit as near zero, to the last digit" exits 0 "$query" far.kiln <far.rays
		heights stdout >far.answers
		claim "everywhere" cmp near.answers far.answers
	done
	claim "$format without an origin" exits 1 "$cook" -q far.$format -o far.kiln
	claim "has no triangle left in float32" grep -q 'only 32 triangles without area' stderr
done

# glTF carries a surface that is small in itself far out by a node, in double.
make_samples
cat >far.gltf <<'EOF'
{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
 "nodes": [{"mesh": 0, "translation": [1000000000.125, 0.25, -999999999.875]}],
 "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
 "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 0, 1]}],
 "bufferViews": [{"buffer": 0, "byteLength": 36}],
 "buffers": [{"byteLength": 36, "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAIA/AACAPwAAAAAAAAAA"}]}
EOF
claim "glTF with a node 10^9 m away" exits 0 "$cook" -q far.gltf -o far.kiln --origin 1000000000,0,-1000000000
claim "keeps its mesh" exits 0 "$dump" --json far.kiln
claim "and places it by the difference" grep -q '"to_asset": \[1, 0, 0, 0.125, 0, 1, 0, 0.25, 0, 0, 1, 0.125\]' stdout
claim "without an origin" exits 0 "$cook" -q far.gltf -o far.kiln
claim "the place is that of float32" sh -c "'$dump' --json far.kiln | grep -q '1e+09, 0, 1, 0, 0.25'"

# The dump, the report, the difference.
claim "an origin and a grid" exits 0 "$cook" far.obj -o grid.kiln --origin auto --snap 1mm --report grid.json -v
claim "are in the report" grep -q '"origin": \[1000000016, 0, -999999984\], "step": 0.0009765625' grid.json
claim "and in its text" grep -q '^origin: 1000000016 0 -999999984; on a grid of 0.0009765625$' stderr
claim "the dump" exits 0 "$dump" --verify grid.kiln
claim "has both" grep -q '^  origin  *1000000016 0 -999999984, on a grid of 0.0009765625$' stdout
claim "in JSON, too" sh -c "'$dump' --json grid.kiln | grep -q '\"origin\": \[1000000016, 0, -999999984\]'"
claim "an asset about another origin" exits 0 "$cook" -q far.obj -o other.kiln --origin 1000000000,0,-1000000000 --snap 1mm
claim "differs" exits 1 "$dump" --diff grid.kiln other.kiln
claim "in its origin" grep -q 'origin x 1000000000 -> 1000000016' stdout
claim "near zero auto changes nothing" exits 0 "$cook" -q near.obj -o same.kiln --origin auto
claim "and stores no origin" sh -c "! '$dump' same.kiln | grep -q '^  origin'"

# Tiles: vertices on the seam are the same, whatever the origins are.
vertices() { # FILE: all corners in the world, to 12 places
	"$dump" --obj out.obj "$1" >stdout && "$dump" "$1" | awk 'NR == FNR { if ($1 == "origin" && !found++) for (i = 2; i < 5; ++i) o[i] = $i + 0; next }
		$1 == "v" { printf "%.12f %.12f %.12f\n", $2 + o[2], $3 + o[3], $4 + o[4] }' - out.obj | LC_ALL=C sort -u; }
hill obj 0 0 >left.obj
hill obj 32 0 | awk '$1 == "v" { $3 += 0.0001; $2 += 0.0001 } 1' OFMT=%.12f CONVFMT=%.12f >right.obj
for origins in '1000000001,2,-1000000000 1000000500,0,-999999000' 'auto auto'
do
	for tile in left right
	do
		claim "$tile tile" exits 0 "$cook" -q $tile.obj -o $tile.kiln --snap 0.0003 --origin "${origins%% *}"
		origins=${origins##* }
		vertices $tile.kiln >$tile.vertices
	done
	claim "share the five vertices of the seam" test "$(LC_ALL=C comm -12 left.vertices right.vertices | wc -l)" = 5
done
claim "without a grid" sh -c "'$cook' -q left.obj -o left.kiln --origin auto && '$cook' -q right.obj -o right.kiln --origin auto"
vertices left.kiln >left.vertices
vertices right.kiln >right.vertices
claim "they share none, as the art says" test "$(LC_ALL=C comm -12 left.vertices right.vertices | wc -l)" = 0

# Recipes.
printf 'origin = auto\nsnap = 1mm\n' >left.obj.kiln
claim "a recipe has both" exits 0 "$cook" -q left.obj -o recipe.kiln
claim "and gives the same" exits 0 "$cook" -q left.obj -o option.kiln --origin auto --snap 1mm --no-sidecars
claim "bytes" cmp recipe.kiln option.kiln
rm left.obj.kiln

# What is refused.
claim "an origin that is not a number" exits 2 "$cook" far.obj -o out.kiln --origin 1,2,nan
claim "infinity" exits 2 "$cook" far.obj -o out.kiln --origin inf,0,0
claim "two numbers" exits 2 "$cook" far.obj -o out.kiln --origin 1,2
claim "an origin beyond 2^53" exits 2 "$cook" far.obj -o out.kiln --origin 9007199254740994,0,0
claim "says so" grep -q 'takes X,Y,Z, each within 2^53, or auto' stderr
claim "at 2^53 art fits" exits 0 sh -c "sed 's/^v .* 0/v 9007199254740992 0/' /dev/null; printf 'v 9007199254740992 0 0\nv 9007199254740990 0 0\nv 9007199254740992 2 0\nf 1 2 3\n' >edge.obj; '$cook' -q edge.obj -o edge.kiln --origin 9007199254740992,0,0"
claim "and is hit" sh -c "echo 'ray -0.5 0.25 9 0 0 -1' | '$query' edge.kiln | grep -q '\"t\":9,'"
printf 'v 1e17 0 0\nv 1e17 1 0\nv 1e17 0 1\nf 1 2 3\n' >beyond.obj
claim "art beyond 2^53" exits 1 "$cook" beyond.obj -o out.kiln --origin auto
claim "has a code" grep -q 'error: the art reaches to 1e+17, beyond 9007199254740992 \[origin-range\]' stderr
claim "an origin off the grid" exits 1 "$cook" far.obj -o out.kiln --origin 1000000000.0001,0,0 --snap 1mm
claim "has a code, too" grep -q 'is no multiple of the step 0.0009765625 \[origin-grid\]' stderr
claim "steps that float32 lacks" exits 1 "$cook" far.obj -o out.kiln --origin 1000000016,0,-999999984 --snap 0.000001
claim "likewise" grep -q 'too small for float32 at .* \[origin-grid\]' stderr
claim "a step that is no length" exits 2 "$cook" far.obj -o out.kiln --snap 1x
claim "steps of nothing" exits 2 "$cook" far.obj -o out.kiln --snap 0
printf '0\nSECTION\n2\nENTITIES\n0\n3DFACE\n8\n0\n10\n1000000000.5\n20\n0\n30\n0\n11\n1000000900\n21\n0\n31\n0\n12\n1000000900\n22\n500\n32\n0\n13\n1000000900\n23\n500\n33\n0\n0\nENDSEC\n0\nEOF\n' >far.dxf
claim "art that assimp reads" exits 0 "$cook" far.dxf -o out.kiln --origin 1000000000,0,0
claim "warns of what it loses" grep -qF '[origin-float]' stderr

# Lines of kiln-query.
printf 'origin 1e300 0 0\norigin 1\nray 0 0 0 0 1 0\n' >bad.queries
claim "origins that are none" exits 1 "$query" near.kiln <bad.queries
claim "are answered by errors" test "$(grep -c '"error"' stdout)" = 2
claim "an origin too far away" exits 1 "$query" near.kiln <<<'origin 9007199254740992 0 0'
claim "says so" grep -q 'more than 2^39 away' stdout
claim "without numbers the asset's own counts again" sh -c "printf '%s\n' 'origin 100 0 0' origin 'ray 8 30 8 0 -1 0' | '$query' near.kiln | grep -q '\"hit\":true'"
printf '%s\n' 'origin 1000000016 0 -999999984' 'closest 0 30 0' 'sphere 0 0.5 0 2' 'castsphere 0 30 0 0.5 0 -1 0' 'castbox 0 30 0 1 1 1 0 -1 0' \
	'castcapsule 0 30 0 0 31 0 0.5 0 -1 0' 'capsule 0 0 0 0 1 0 0.5' 'box 0 0 0 1 1 1' 'rayall 1 30 1 0 -1 0' >shapes.far
sed 's/^origin.*/origin 16 0 16/' shapes.far >shapes.near
claim "the same surface near zero, about the same point" exits 0 "$cook" -q near.obj -o near.kiln --origin 16,0,16 --snap 1mm
"$query" near.kiln <shapes.near | sed 's/"\(triangle\|source\|node_name\|triangles\)":[^]}]*//g' >expected
claim "queries of every shape" exits 0 "$query" grid.kiln <shapes.far
claim "begin at the origin" sh -c "sed 's/\"\(triangle\|source\|node_name\|triangles\)\":[^]}]*//g' stdout | cmp - expected"
claims_end
