// SPDX-License-Identifier: MIT
#include "kiln.h"
#include "kilncook.h"
#include "support/asset_fixture.h"
#include "support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

/// Tiles of one landscape that are cooked apart, each about an origin of its own, 10^9 m away. The landscape is one continuous
/// surface, so that every ray that begins above it and ends below it hits: that is the exact answer. Vertices, origins and the
/// starts of rays are on a grid of 2^-12 m, which makes every difference exact in float32. The tiles are cooked from floats about
/// origins that the test chose, or from doubles 10^9 m away, which the cooker moves to the grid and gives origins.

#define GRID 0x1p-12
#define TILES 2 ///< along each axis
#define CELLS 8 ///< of a tile along each axis
#define CELL 8.0
#define HEIGHT 4.0 ///< greatest height and depth of the surface
#define FAR 1e9	   ///< a multiple of the grid

typedef struct tile
{
	kilncook_blob blob;
	kiln_asset asset;
	kiln_origin origin;
} tile;

/// Where the floats of a tile come from.
typedef enum landscape_source
{
	FROM_FLOATS,	///< the test subtracts the origin
	FROM_ART,		///< the cooker subtracts an origin that the test gives
	FROM_ART_ALONE, ///< the cooker chooses the origin, too
	SOURCE_END,
} landscape_source;

typedef struct landscape
{
	landscape_source source;
	double heights[TILES * CELLS + 1][TILES * CELLS + 1];
	tile tiles[TILES][TILES];
	kilncook_context context;
	kiln_world *world;
	void *memory;
} landscape;

static double between(uint64_t *random, double low, double high)
{
	return low + (high - low) * (double)fixture_random_unit(random);
}

static double on_grid(double x)
{
	return rint(x / GRID) * GRID;
}

/// Positions in the art: each tile was exported with errors of its own, of less than half a step.
static void place_in_art(const landscape *land, int i, int k, double (*points)[3], uint64_t *random)
{
	for (int x = 0; x <= CELLS; x++)
		for (int z = 0; z <= CELLS; z++)
		{
			const double at[3] = {FAR + CELL * (i * CELLS + x), land->heights[i * CELLS + x][k * CELLS + z],
				-FAR + CELL * (k * CELLS + z)};
			for (int axis = 0; axis < 3; axis++)
				points[x * (CELLS + 1) + z][axis] = at[axis] + between(random, -0.49, 0.49) * GRID;
		}
}

/// Positions about the origin of the tile, which floats hold exactly.
static void place_about_origin(const landscape *land, int i, int k, const kiln_origin *origin, float (*points)[3])
{
	for (int x = 0; x <= CELLS; x++)
		for (int z = 0; z <= CELLS; z++)
		{
			float *p = points[x * (CELLS + 1) + z];
			const double at[3] = {FAR + CELL * (i * CELLS + x) - origin->x,
				land->heights[i * CELLS + x][k * CELLS + z] - origin->y, -FAR + CELL * (k * CELLS + z) - origin->z};
			for (int axis = 0; axis < 3; axis++)
			{
				p[axis] = (float)at[axis];
				assert_true((double)p[axis] == at[axis]);
			}
		}
}

static void cook_tile(landscape *land, int i, int k, uint64_t *random)
{
	tile *t = &land->tiles[i][k];
	float points[(CELLS + 1) * (CELLS + 1)][3];
	double art[(CELLS + 1) * (CELLS + 1)][3];
	uint32_t corners[2 * CELLS * CELLS][3], count = 0;
	const kiln_origin given = {FAR + on_grid(between(random, -500, 500)), on_grid(between(random, -500, 500)),
		-FAR + on_grid(between(random, -500, 500))};
	kilncook_mesh mesh = {.vertex_count = (CELLS + 1) * (CELLS + 1), .indices = corners};
	kilncook_options options = {.threads = 1};
	if (land->source == FROM_FLOATS)
	{
		place_about_origin(land, i, k, &given, points);
		mesh.positions = points[0];
	}
	else
	{
		place_in_art(land, i, k, art, random);
		mesh.exact = art[0];
		options.snap = 1.5 * GRID;
		options.origin = land->source == FROM_ART ? KILNCOOK_ORIGIN_GIVEN : KILNCOOK_ORIGIN_AUTO;
		memcpy(options.origin_at, &given, sizeof options.origin_at);
	}
	for (uint32_t x = 0; x < CELLS; x++)
		for (uint32_t z = 0; z < CELLS; z++)
		{
			const uint32_t a = x * (CELLS + 1) + z, b = a + CELLS + 1;
			memcpy(corners[count++], (uint32_t[3]){a, a + 1, b + 1}, sizeof corners[0]);
			memcpy(corners[count++], (uint32_t[3]){a, b + 1, b}, sizeof corners[0]);
		}
	mesh.index_count = 3ull * count;
	const kilncook_scene scene = {.meshes = &mesh, .mesh_count = 1};
	assert_int_equal(kilncook_cook_memory(&land->context, &scene, &options, &t->blob, NULL), KILNCOOK_OK);
	assert_int_equal(kiln_open(&t->asset, t->blob.data, t->blob.size, NULL).status, KILN_OK);
	assert_int_equal(kiln_asset_origin(&t->asset, &t->origin).status, KILN_OK);
	assert_true(t->asset.nodes[0].flags & KILN_NODE_IDENTITY);
	if (land->source == FROM_ART)
		assert_memory_equal(&t->origin, &given, sizeof given);
	if (land->source == FROM_FLOATS)
		t->origin = given;
}

static void make(landscape *land, landscape_source source, double height, uint64_t *random)
{
	const kiln_world_options options = {
		.broadphase = {.capacity = TILES * TILES, .pair_capacity = 16}, .origin = {FAR, 0, -FAR}};
	const size_t size = kiln_world_size(&options);
	memset(land, 0, sizeof *land);
	land->source = source;
	land->memory = fixture_memory(size);
	assert_int_equal(kiln_world_create(&land->world, land->memory, size, &options), KILN_OK);
	for (int x = 0; x <= TILES * CELLS; x++)
		for (int z = 0; z <= TILES * CELLS; z++)
			land->heights[x][z] = on_grid(between(random, -height, height));
	for (int i = 0; i < TILES; i++)
		for (int k = 0; k < TILES; k++)
		{
			cook_tile(land, i, k, random);
			const kiln_member member = {
				.asset = &land->tiles[i][k].asset, .shape = KILN_NONE, .origin = land->tiles[i][k].origin};
			assert_int_equal(kiln_world_add(land->world, &member, NULL), KILN_OK);
		}
	kiln_broadphase_pairs pairs;
	assert_int_equal(kiln_world_update(land->world, &pairs), KILN_OK);
}

static void end(landscape *land)
{
	for (int i = 0; i < TILES * TILES; i++)
		kilncook_blob_free(&land->context, &land->tiles[i / TILES][i % TILES].blob);
	free(land->memory);
}

/// A place on a border between tiles: a vertex, or anywhere along an edge. Half of the edges of borders lead along x.
static kiln_origin border_place(const landscape *land, uint64_t *random)
{
	const int border = CELLS, along = 2 + (int)(fixture_random(random) % (TILES * CELLS - 4));
	const bool turned = fixture_random(random) % 2;
	const double part = fixture_random(random) % 3 ? on_grid(between(random, 0, 1)) : 0;
	const double low = turned ? land->heights[along][border] : land->heights[border][along];
	const double high = turned ? land->heights[along + 1][border] : land->heights[border][along + 1];
	const double at = CELL * (along + part), across = CELL * border;
	return (kiln_origin){
		FAR + (turned ? at : across), on_grid(low + part * (high - low)), -FAR + (turned ? across : at)};
}

static void no_slanting_ray_falls_between_tiles_that_were_cooked_apart(void **state)
{
	(void)state;
	static landscape land;
	uint64_t random = 1;
	uint32_t borders = 0;
	const uint64_t levels = TRIALS_SLOW ? 3 : 39;
	for (uint64_t level = 0; level < levels; level++)
	{
		make(&land, (landscape_source)(level % SOURCE_END), HEIGHT, &random);
		for (int i = 0; i < 2000; i++)
		{
			const kiln_origin aim = border_place(&land, &random);
			const double up = HEIGHT + between(&random, 5, 60), slant = i % 3 ? 15 : 0.01;
			const kiln_vec3 from = {(float)on_grid(between(&random, -slant, slant)), (float)on_grid(up),
				(float)on_grid(between(&random, -slant, slant))};
			// The start is the query's origin, so that the ray begins at zero.
			const kiln_world_query_options query = {
				.origin = {aim.x + (double)from.x, aim.y + (double)from.y, aim.z + (double)from.z}};
			const kiln_ray ray = {.direction = {-from.x, -from.y, -from.z}, .t_max = 3};
			const kiln_world_hit hit = kiln_world_ray_closest(land.world, &ray, &query);
			assert_true(hit.hit.hit);
			assert_true(kiln_world_ray_any(land.world, &ray, &query));
			borders += fabs((double)hit.hit.t - 1) < 1e-3;
		}
		end(&land);
	}
	// Most rays hit where they aim.
	assert_true(borders > levels * 2000 / 2);
}

/// A ball over a border of flat tiles: contacts with the tiles beside it are dropped, where the tiles know each other.
static uint32_t tilted(const landscape *land, const kiln_convex_object *ball, const kiln_origin *origin,
	const kiln_borders *borders, uint32_t *all)
{
	static kiln_mesh_manifold manifolds[64];
	uint32_t members[64], count, tilts = 0;
	const kiln_world_query_options query = {.origin = *origin};
	const kiln_mesh_contact_options contact = {.skin = 0.05f, .borders = borders};
	assert_int_equal(
		kiln_world_manifolds(land->world, ball, &query, &contact, manifolds, members, 64, &count), KILN_OK);
	assert_true(count <= 64);
	for (uint32_t i = 0; i < count; i++)
		tilts += manifolds[i].manifold.normal.y < 0.9999f;
	*all += count;
	return tilts;
}

static void contacts_cross_the_borders_of_tiles_that_were_cooked_apart(void **state)
{
	(void)state;
	static landscape land;
	static const kiln_convex_shape shape = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 0.5f}};
	uint64_t random = 7;
	for (int source = FROM_FLOATS; source < SOURCE_END; source++)
	{
		uint32_t joined = 0, apart = 0, all = 0;
		make(&land, (landscape_source)source, 0, &random);
		for (int i = 0; i < 400; i++)
		{
			const kiln_origin at = border_place(&land, &random);
			kiln_border list[TILES * TILES];
			kiln_borders borders;
			for (int t = 0; t < TILES * TILES; t++)
			{
				const tile *of = &land.tiles[t / TILES][t % TILES];
				const kiln_large_pose pose = {.translation = of->origin};
				list[t] = (kiln_border){.asset = &of->asset};
				assert_true(kiln_large_pose_about(&pose, &at, &list[t].pose));
			}
			assert_int_equal(kiln_borders_init(&borders, list, TILES * TILES, 0), KILN_OK);
			const kiln_convex_object ball = {.shape = &shape,
				.pose = {
					.translation = {(float)between(&random, -0.3, 0.3), 0.48f, (float)between(&random, -0.3, 0.3)}}};
			joined += tilted(&land, &ball, &at, &borders, &all);
			apart += tilted(&land, &ball, &at, NULL, &all);
		}
		assert_int_equal(joined, 0);
		assert_true(apart > 50 && all > 800);
		end(&land);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_slanting_ray_falls_between_tiles_that_were_cooked_apart),
		cmocka_unit_test(contacts_cross_the_borders_of_tiles_that_were_cooked_apart),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
