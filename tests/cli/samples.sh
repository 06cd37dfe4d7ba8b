#!/bin/bash
# SPDX-License-Identifier: MIT
# The samples: the same bytes everywhere, cooked to their intended shapes; a ray is cast at them, bodies are dropped
# on them, a character walks over one, a rope hangs on one, and a vehicle drives over tiles of one.
. "$(dirname "$0")/claims.bash"
make_samples

claim "the samples are those of the golden sums" sh -c "cd '$scratch/art' && sha256sum --quiet -c '$golden/samples.sha256'"
claim "nothing else is written" test "$(find "$scratch/art" -type f | wc -l)" = 7
claim "the directory is made" exits 0 "$build/kiln-samples" "$scratch/new"
claim "the terrain's size is adjustable" exits 0 "$build/kiln-samples" "$scratch/new" --terrain 3
claim "to N x N quads" test "$(grep -c '^f ' "$scratch/new/terrain.obj")" = 9
for arguments in '' '--terrain' "$scratch/new --terrain 0" "$scratch/new --terrain x" "$scratch/new --terrain 99999" 'a b' '-x'
do
	# shellcheck disable=SC2086
	claim "usage error: '$arguments'" exits 2 "$build/kiln-samples" $arguments
done
claim "no directory to write to is an I/O error" exits 3 "$build/kiln-samples" "$scratch/no/where"

"$dump" --json "$scratch/crate.kiln" >"$scratch/stdout"
claim "the crate is closed" shows '"closed": true'
claim "concave faces and the keyhole give 44 triangles" shows '"triangles": 44,'

"$dump" --json "$scratch/terrain.kiln" >"$scratch/stdout"
claim "the terrain is open" shows '"closed": false'
claim "two triangles a quad" shows '"triangles": 8192,'
claim "shared vertices" shows '"vertices": 4225,'
claim "its border is open" shows '"boundary_edges": 256,'
claim "manifold" shows '"manifold": true'

"$dump" --json "$scratch/yard.kiln" >"$scratch/stdout"
claim "the yard stores each mesh once" test "$(grep -c '"triangle_first"' "$scratch/stdout")" = 3
claim "and places them seven times" test "$(grep -c '"to_asset"' "$scratch/stdout")" = 7
claim "three of them mirrored" test "$(grep -c '"mirrored": true' "$scratch/stdout")" = 3
claim "the house's two materials close one mesh" test "$(grep -c '"closed": true' "$scratch/stdout")" = 2

claim "cast_ray runs" exits 0 "$build/cast_ray" "$scratch/crate.kiln"
claim "and hits the floor of the crate" shows 'hit after 1.5, triangle'
claim "which is felt" shows 'material "felt"'
claim "cast_ray refuses art" exits 1 "$build/cast_ray" "$scratch/art/crate.obj"

claim "moving_bodies runs" exits 0 "$build/moving_bodies" "$scratch/terrain.kiln"
claim "and nothing falls through the level" shows '108 of 108 bodies are above the level, 108 touch something'
claim "moving_bodies refuses art" exits 1 "$build/moving_bodies" "$scratch/art/terrain.obj"

claim "walk_level runs" exits 0 "$build/walk_level" "$scratch/terrain.kiln"
claim "and takes the golden path" diff "$golden/walk_level.path" "$scratch/stdout"
claim "it writes each frame" exits 0 "$build/walk_level" "$scratch/terrain.kiln" "$scratch/walk.queries"
claim "the same path" diff "$golden/walk_level.path" "$scratch/stdout"
claim "all 631 frames" test "$(grep -c '^# frame' "$scratch/walk.queries")" = 631
claim "as queries" exits 0 "$query" "$scratch/terrain.kiln" <"$scratch/walk.queries"
grep '^capsule' "$scratch/walk.queries" >"$scratch/capsules"
claim "in which the character" exits 0 "$query" "$scratch/terrain.kiln" <"$scratch/capsules"
claim "never touches the level" test "$(sort -u "$scratch/stdout")" = '{"triangles":[]}'
claim "a folder that is missing" exits 3 "$build/walk_level" "$scratch/terrain.kiln" "$scratch/no/where"
claim "walk_level refuses art" exits 1 "$build/walk_level" "$scratch/art/terrain.obj"

claim "the crate gets a signed distance field" exits 0 "$build/kiln-cook" -q "$scratch/art/crate.obj" -o "$scratch/soft.kiln" --sdf 1cm
claim "hang_rope runs" exits 0 "$build/hang_rope" "$scratch/soft.kiln"
claim "and the rope takes the golden path" diff "$golden/hang_rope.path" "$scratch/stdout"
claim "no particle is in the crate" shows '48 of 48 particles are outside'
claim "hang_rope says what it takes" exits 2 "$build/hang_rope"
claim "which is an asset with a field" grep -q 'usage: hang_rope FILE.kiln, cooked with --sdf' "$scratch/stderr"
claim "hang_rope refuses an asset without a field" exits 1 "$build/hang_rope" "$scratch/crate.kiln"

tiles() { for row in 0 1 2 3; do for column in 0 1 2 3; do
	"$build/kiln-cook" -q "$scratch/art/terrain.png" -o "$scratch/tile_${column}_$row.kiln" --tile $column,$row,16 --heights 0,8 || return; done; done; }
claim "the terrain becomes sixteen tiles" exits 0 tiles
claim "drive_tiles runs" exits 0 "$build/drive_tiles" "$scratch"
claim "and takes the golden path" diff "$golden/drive_tiles.path" "$scratch/stdout"
claim "over tiles that come and go" grep -qE '^[0-9]+ tiles mapped, [1-9][0-9]* dropped, 0 frames without ground' "$scratch/stdout"
truncate -s 100 "$scratch/tile_1_0.kiln"
claim "drive_tiles reports a damaged tile" exits 4 "$build/drive_tiles" "$scratch"
claim "and says which" grep -q "/tile_1_0.kiln: byte [0-9]" "$scratch/stderr"
rm "$scratch/tile_1_0.kiln"
claim "drive_tiles reports where a tile is missing" exits 4 "$build/drive_tiles" "$scratch"
claim "drive_tiles refuses a folder without tiles" exits 1 "$build/drive_tiles" "$scratch/art"

claims_end
