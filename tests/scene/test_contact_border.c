// SPDX-License-Identifier: MIT

/// Contacts at the borders of meshes: objects that roll over tiles have the normals and depths that they have over the
/// undivided terrain.

#include "contact_tiles.h"
#include "support/asset_fixture.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Normals that differ by less are equal: welding takes normals for equal up to the angle of flat edges.
#define SAME 0.026

/// Most that the normals of one contact differ where float32 decides between an edge, a vertex and a face: each of them may
/// be up to 2 degrees from the contact's normal.
#define CLOSE 0.08

enum
{
	SPHERE,
	CAPSULE,
	BOX,
	HULL,
	ROUND_HULL,
	SHAPE_COUNT,
};

/// What was counted while objects rolled, for each shape.
typedef struct tally
{
	uint32_t steps;
	uint32_t differ; ///< steps with a normal or a depth that the other side lacks
	uint32_t far;	 ///< steps with a contact of the tiles whose normal is not even close to one of the terrain
	uint32_t depth;	 ///< steps with another depth of the deepest contact
	uint32_t ghosts; ///< steps that would differ without borders
} tally;

static double distance_of(const double a[3], const double b[3])
{
	const double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
	return sqrt(x * x + y * y + z * z);
}

static double deepest_along(const tiles_contact *list, uint32_t count, const double normal[3], double turn)
{
	double depth = -INFINITY;
	for (uint32_t i = 0; i < count; ++i)
		if (distance_of(list[i].normal, normal) <= turn && list[i].depth > depth)
			depth = list[i].depth;
	return depth;
}

/// Whether `b` has the normal of each contact of `a`, with as much depth. Where the object lies beside all triangles, and
/// several are as deep, the lowest triangle has the contact: there, a contact at the same place counts.
static bool contains(
	const tiles_contact *b, uint32_t b_count, const tiles_contact *a, uint32_t a_count, double turn, double slack)
{
	for (uint32_t i = 0; i < a_count; ++i)
	{
		bool found =
			deepest_along(b, b_count, a[i].normal, turn) >= deepest_along(a, a_count, a[i].normal, 1e-6) - slack;
		for (uint32_t k = 0; a[i].beside && k < b_count; ++k)
			found = found || (distance_of(a[i].place, b[k].place) < 2e-3 && b[k].depth >= a[i].depth - slack);
		if (!found)
			return false;
	}
	return true;
}

static double deepest(const tiles_contact *list, uint32_t count)
{
	double depth = -INFINITY;
	for (uint32_t i = 0; i < count; ++i)
		depth = fmax(depth, list[i].depth);
	return depth;
}

static void compare(
	const tiles *t, const kiln_convex_object *object, const kiln_mesh_contact_options *options, tally *at)
{
	static tiles_contact whole[GROUND_MOST], parts[GROUND_MOST];
	const double slack = 2e-5 + fabs(t->options.shift) * 0x1p-20;
	const uint32_t n = tiles_find_whole(t, object, options, whole);
	uint32_t m = tiles_find(t, object, options, NULL, parts);
	++at->steps;
	at->differ += !contains(whole, n, parts, m, SAME, slack) || !contains(parts, m, whole, n, SAME, slack);
	at->far += !contains(whole, n, parts, m, CLOSE, 5e-4 + slack);
	const double most = deepest(whole, n), other = deepest(parts, m);
	at->depth += !(most > other ? most - other <= 5e-4 + slack : other - most <= 5e-4 + slack) && most != other;
	const kiln_borders none = {.count = 0};
	m = tiles_find(t, object, options, &none, parts);
	at->ghosts += !contains(whole, n, parts, m, SAME, slack);
}

static kiln_convex_shape shape_of(int kind, float size)
{
	static const kiln_vec3 points[6] = {{0.5f, 0.1f, 0}, {-0.4f, 0.2f, 0.1f}, {0, -0.5f, 0.1f}, {0, 0.1f, 0.45f},
		{0.1f, 0, -0.4f}, {-0.2f, -0.3f, -0.3f}};
	switch (kind)
	{
	case SPHERE:
		return (kiln_convex_shape){.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, size}};
	case CAPSULE:
		return (kiln_convex_shape){.kind = KILN_CONVEX_CAPSULE, .capsule = {{-size, 0, 0}, {size, 0, 0}, size / 2}};
	case BOX:
		return ground_box(size, size / 2, size / 3);
	default:
		return (kiln_convex_shape){
			.kind = KILN_CONVEX_POINTS, .points = {points, 6}, .margin = kind == HULL ? 0 : 0.05f};
	}
}

/// Rolls or slides an object over the middle of the terrain, past its seams, slightly above or in the ground.
static void roll(const tiles *t, int kind, uint64_t seed, tally *at)
{
	const float shift = (float)t->options.shift;
	uint64_t random = seed;
	const kiln_convex_shape shape = shape_of(kind, ground_random(&random, 0.2, 0.8));
	const kiln_mesh_contact_options options = {.skin = seed % 2 ? 0.02f : 0, .both_sides = seed % 5 == 0};
	const double way = (double)ground_random(&random, 0, 6.28);
	kiln_convex_object object = {.shape = &shape};
	float x = ground_random(&random, -2.5, 2.5), y = ground_random(&random, -2.5, 2.5), angle = 0;
	for (int s = 0; s < 12; ++s, angle += 0.3f)
	{
		x += 0.15f * (float)cos(way);
		y += 0.15f * (float)sin(way);
		object.pose.rotation = kind == BOX || seed % 3 == 0 ? ground_turned(0, 0, 1, way)
															: ground_turned(-sin(way), cos(way), 0, (double)angle);
		object.pose.translation = (kiln_vec3){shift + x, shift + y, 8};
		const kiln_motion down = {.direction = {0, 0, -1}, .t_max = 100};
		const kiln_hit hit = kiln_scene_cast_convex(&t->whole->asset, &object, &down);
		assert_true(hit.t > 0 && hit.t < 100);
		object.pose.translation.z -= hit.t + ground_random(&random, -0.01, 0.04);
		compare(t, &object, &options, at);
	}
}

static const tiles_options lands[] = {
	{.bump = 0},
	{.bump = 0.004, .jitter = 0.25}, // flat edges
	{.bump = 0.1, .jitter = 0.25},
	{.bump = 0.4, .jitter = 0.25},
	{.ridge = {0.5, 0}},
	{.ridge = {-0.5, 0}},
	{.ridge = {0.5, 0.3}},	 // peaks where four tiles meet
	{.ridge = {-0.5, 0.3}},	 // saddles
	{.ridge = {-0.5, -0.3}}, // pits
	{.ridge = {0.005, 0}},
	{.bump = 0.05, .ridge = {0.5, -0.3}, .jitter = 0.2},
	{.bump = 0.1, .jitter = 0.25, .shift = 16384},
};

/// Rolls all shapes over all lands, in tiles of one kind.
static void roll_over(tiles_kind kind, bool fine, uint64_t rounds, tally all[SHAPE_COUNT])
{
	memset(all, 0, SHAPE_COUNT * sizeof *all);
	for (size_t land = 0; land < sizeof lands / sizeof *lands; ++land)
	{
		tiles_options options = lands[land];
		options.kind = kind;
		options.fine = fine;
		options.seed = 100 + land;
		tiles *t = tiles_begin(&options);
		for (int shape = 0; shape < SHAPE_COUNT; ++shape)
			for (uint64_t i = 0; i < rounds; ++i)
				roll(t, shape, 1000 * i + land, &all[shape]);
		tiles_end(t);
	}
}

static void rolling_over_tiles_is_rolling_over_the_undivided_terrain(void **state)
{
	(void)state;
	const tiles_kind kinds[] = {TILES_NODES, TILES_NODES_TURNED};
	for (int i = 0; i < 2; ++i)
	{
		tally all[SHAPE_COUNT];
		roll_over(kinds[i], false, 5, all);
		for (int shape = 0; shape < SHAPE_COUNT; ++shape)
		{
			assert_int_equal(all[shape].differ, 0);
			// Without borders, such contacts must exist.
			assert_true(all[shape].ghosts > all[shape].steps / 40);
		}
	}
}

/// Where vertices of one place are not equal to the bit, float32 may decide between an edge, a vertex and a face as it does
/// for other corners of the same mesh: one step of a hundred has another normal, which is as good.
static void assert_nearly_same(const tally *all, uint32_t depths)
{
	for (int shape = 0; shape < SHAPE_COUNT; ++shape)
	{
		assert_true(all[shape].differ * 50 <= all[shape].steps);
		assert_true(all[shape].far * 300 <= all[shape].steps);
		assert_true(all[shape].depth <= depths);
		assert_true(all[shape].ghosts > all[shape].steps / 40);
	}
}

static void so_is_rolling_over_tiles_at_any_place(void **state)
{
	(void)state;
	const tiles_kind kinds[] = {TILES_NODES_ROTATED, TILES_ASSETS, TILES_ASSETS_TURNED};
	for (int i = 0; i < 3; ++i)
	{
		tally all[SHAPE_COUNT];
		roll_over(kinds[i], false, 5, all);
		assert_nearly_same(all, 0);
	}
}

static void so_is_rolling_over_junctions(void **state)
{
	(void)state;
	// The terrain has two triangles, with a manifold each, where a coarse tile has one.
	const tiles_kind kinds[] = {TILES_ONE_MESH, TILES_NODES, TILES_ASSETS_TURNED};
	for (int i = 0; i < 3; ++i)
	{
		tally all[SHAPE_COUNT];
		roll_over(kinds[i], true, 5, all);
		assert_nearly_same(all, 1);
		if (kinds[i] != TILES_ASSETS_TURNED)
			assert_int_equal(all[SPHERE].differ, 0);
	}
}

// --- Where the surface ends -------------------------------------------------------------------------------------------

static void the_outer_rim_pushes(void **state)
{
	(void)state;
	const tiles_options land = {.kind = TILES_NODES, .seed = 3};
	tiles *t = tiles_begin(&land);
	const kiln_convex_shape shape = shape_of(SPHERE, 0.5f);
	kiln_convex_object object = {.shape = &shape};
	tally all = {.steps = 0};
	static tiles_contact contacts[GROUND_MOST];
	for (int i = 0; i < 40; ++i)
	{
		// Over the rim, past a seam that ends there.
		object.pose.translation = (kiln_vec3){6.3f, 1 + 0.05f * (float)i, 0.39f};
		compare(t, &object, NULL, &all);
		uint32_t count = tiles_find(t, &object, NULL, NULL, contacts);
		assert_true(count > 0);
		for (uint32_t k = 0; k < count; ++k)
			ground_assert_near(contacts[k].normal[0], 0.3 / sqrt(0.3 * 0.3 + 0.39 * 0.39), 1e-5);
	}
	assert_int_equal(all.differ, 0);
	tiles_end(t);
}

/// A ball that rests 0.02 deep on a floor at z = 0 in unit tiles, over the seam at x = 0. Returns the greatest part of
/// its normals along x.
static double push_at_seam(float gap, float tolerance, bool listed)
{
	ground *g = ground_begin();
	for (int i = 0; i < 4; ++i)
		ground_vertex(g, i & 1, i & 2 ? 1 : -1, 0);
	ground_triangle(g, 0, 1, 3);
	ground_triangle(g, 0, 3, 2);
	ground_cook(g, NULL, 0);
	const kiln_border list[2] = {{.asset = &g->asset}, {.asset = &g->asset, .pose = {.translation = {-1 - gap, 0, 0}}}};
	kiln_borders borders;
	assert_int_equal(kiln_borders_init(&borders, list, listed ? 2 : 1, tolerance), KILN_OK);
	const kiln_mesh_contact_options options = {.borders = &borders};
	const kiln_convex_shape ball = shape_of(SPHERE, 0.5f);
	double most = 0;
	for (int i = 0; i < 20; ++i)
	{
		const kiln_convex_object object = {.shape = &ball, .pose.translation = {-0.005f * (float)i, 0.01f, 0.48f}};
		kiln_mesh_manifold manifolds[8];
		uint32_t count = 0;
		assert_int_equal(kiln_scene_manifolds(&g->asset, &object, &options, manifolds, 8, &count), KILN_OK);
		for (uint32_t k = 0; k < count; ++k)
			most = fmax(most, fabs((double)manifolds[k].manifold.normal.x));
	}
	ground_end(g);
	return most;
}

static void gaps_are_crossed_within_the_tolerance(void **state)
{
	(void)state;
	assert_true(push_at_seam(0, 0, true) < 1e-6);
	assert_true(push_at_seam(0, 0, false) > 0.1);
	assert_true(push_at_seam(0.01f, 0, true) > 0.1);
	assert_true(push_at_seam(0.01f, 0.02f, true) < 1e-6);
	assert_true(push_at_seam(-0.01f, 0.02f, true) < 1e-6);
}

static void closed_boxes_beside_each_other_are_one_floor(void **state)
{
	(void)state;
	fixture_mesh cube = fixture_box(1, 1, 1);
	const kilncook_mesh mesh = {.positions = cube.vertices[0],
		.vertex_count = cube.vertex_count,
		.indices = cube.triangles,
		.index_count = 3ull * cube.triangle_count};
	const uint32_t zero = 0;
	double maps[2][12] = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}, {1, 0, 0, 2, 0, 1, 0, 0, 0, 0, 1, 0}};
	const kilncook_node nodes[2] = {{.to_asset = maps[0], .meshes = &zero, .mesh_count = 1},
		{.to_asset = maps[1], .meshes = &zero, .mesh_count = 1}};
	const kilncook_scene scene = {.meshes = &mesh, .mesh_count = 1, .nodes = nodes, .node_count = 2};
	kilncook_context context = {0};
	kilncook_blob blob;
	kiln_asset asset;
	assert_int_equal(kilncook_cook_memory(&context, &scene, NULL, &blob, NULL), KILNCOOK_OK);
	assert_int_equal(kiln_open(&asset, blob.data, blob.size, NULL).status, KILN_OK);
	const kiln_border here = {.asset = &asset};
	kiln_borders borders;
	assert_int_equal(kiln_borders_init(&borders, &here, 1, 0), KILN_OK);
	const kiln_mesh_contact_options with = {.borders = &borders};
	const kiln_convex_shape ball = shape_of(SPHERE, 0.5f);
	static kiln_mesh_manifold manifolds[GROUND_MOST];
	uint32_t ghosts = 0;
	for (int i = 0; i < 40; ++i)
	{
		const kiln_convex_object object = {.shape = &ball, .pose.translation = {0.8f + 0.01f * (float)i, 0.1f, 1.45f}};
		uint32_t count = ground_find(&asset, &object, &with, manifolds);
		assert_true(count > 0);
		for (uint32_t k = 0; k < count; ++k)
			ground_assert_normal(manifolds[k].manifold.normal, 0, 0, 1, 1e-6);
		ground_assert_near((double)ground_deepest(manifolds, count), 0.05, 1e-6);
		count = ground_find(&asset, &object, NULL, manifolds);
		for (uint32_t k = 0; k < count; ++k)
			ghosts += manifolds[k].manifold.normal.z < 0.999f;
	}
	assert_true(ghosts > 10);
	// The edges of both together are edges.
	const kiln_convex_object over = {.shape = &ball, .pose.translation = {3.3f, 0, 1.35f}};
	assert_true(ground_find(&asset, &over, &with, manifolds) > 0);
	assert_true(manifolds[0].manifold.normal.x > 0.5f);
	kilncook_blob_free(&context, &blob);
	fixture_mesh_free(&cube);
}

// --- Interface --------------------------------------------------------------------------------------------------------

static void no_borders_change_nothing(void **state)
{
	(void)state;
	const tiles_options land = {.kind = TILES_NODES, .bump = 0.2, .jitter = 0.2, .seed = 8};
	tiles *t = tiles_begin(&land);
	const kiln_convex_shape box = ground_box(1.5f, 1.5f, 0.5f);
	const kiln_convex_object object = {.shape = &box, .pose.translation = {0.3f, 0.2f, 0.5f}};
	kiln_borders empty, borders = t->borders;
	kiln_mesh_contact_options options = {.borders = &empty};
	static kiln_mesh_manifold one[GROUND_MOST], other[GROUND_MOST];
	assert_int_equal(kiln_borders_init(&empty, NULL, 0, 0), KILN_OK);
	uint32_t count = ground_find(&t->assets[0], &object, NULL, one);
	assert_true(count > 2);
	assert_int_equal(ground_find(&t->assets[0], &object, &options, other), count);
	assert_memory_equal(one, other, count * sizeof *one);
	// {0} is no borders.
	empty = (kiln_borders){.count = 0};
	assert_int_equal(ground_find(&t->assets[0], &object, &options, other), count);
	assert_memory_equal(one, other, count * sizeof *one);
	// The identity has several forms.
	count = ground_find(&t->assets[0], &object, &(kiln_mesh_contact_options){.borders = &borders}, one);
	kiln_border here = {.asset = &t->assets[0], .pose = {.rotation = {0, 0, 0, 1}, .scale = 1}};
	assert_int_equal(kiln_borders_init(&empty, &here, 1, 0), KILN_OK);
	assert_int_equal(ground_find(&t->assets[0], &object, &options, other), count);
	assert_memory_equal(one, other, count * sizeof *one);
	// Every triangle's own manifold has no use for them.
	options = (kiln_mesh_contact_options){.every_edge = true};
	count = ground_find(&t->assets[0], &object, &options, one);
	options.borders = &borders;
	assert_int_equal(ground_find(&t->assets[0], &object, &options, other), count);
	assert_memory_equal(one, other, count * sizeof *one);
	tiles_end(t);
}

static void the_budget_counts_borders(void **state)
{
	(void)state;
	const tiles_options land = {.kind = TILES_NODES, .bump = 0.3, .jitter = 0.2, .seed = 9};
	tiles *t = tiles_begin(&land);
	kiln_asset asset = t->assets[0];
	kiln_budget budget = {.work = UINT64_MAX};
	const kiln_convex_shape box = ground_box(1.5f, 1.5f, 0.5f);
	const kiln_convex_object object = {.shape = &box, .pose.translation = {-2, 2, 0.4f}};
	const kiln_mesh_contact_options with = {.borders = &t->borders}, without = {.skin = 0};
	static kiln_mesh_manifold one[GROUND_MOST], other[GROUND_MOST];
	const uint32_t count = ground_find(&asset, &object, &with, one);
	asset.budget = &budget;
	ground_find(&asset, &object, &without, other);
	const uint64_t plain = budget.used;
	budget.used = 0;
	assert_int_equal(ground_find(&asset, &object, &with, other), count);
	assert_memory_equal(one, other, count * sizeof *one);
	const uint64_t most = budget.used;
	assert_true(most > plain);
	for (uint64_t work = 0; work <= most; work += work < most && most - work < 97 ? most - work : 97)
	{
		uint32_t found = 0;
		budget = (kiln_budget){.work = work};
		const kiln_status status = kiln_scene_manifolds(&asset, &object, &with, other, GROUND_MOST, &found);
		assert_int_equal(status, work < most ? KILN_E_BUDGET : KILN_OK);
		for (uint32_t i = 0; i < found; ++i)
			assert_true(other[i].corrected || !other[i].beside);
		if (work == most)
			break;
	}
	tiles_end(t);
}

static void what_is_not_usable_is_refused(void **state)
{
	(void)state;
	const tiles_options land = {.kind = TILES_ASSETS, .seed = 1};
	tiles *t = tiles_begin(&land);
	kiln_border list[2] = {t->list[0], t->list[1]};
	kiln_borders borders;
	assert_int_equal(kiln_borders_init(NULL, list, 2, 0), KILN_E_ARGUMENT);
	assert_int_equal(kiln_borders_init(&borders, NULL, 2, 0), KILN_E_ARGUMENT);
	const float numbers[] = {-1, NAN, INFINITY};
	for (int i = 0; i < 3; ++i)
		assert_int_equal(kiln_borders_init(&borders, list, 2, numbers[i]), KILN_E_ARGUMENT);
	assert_null(borders.method);
	list[1].pose.scale = -1;
	assert_int_equal(kiln_borders_init(&borders, list, 2, 0), KILN_E_ARGUMENT);
	list[1] = (kiln_border){.asset = NULL};
	assert_int_equal(kiln_borders_init(&borders, list, 2, 0), KILN_E_ARGUMENT);
	assert_int_equal(kiln_borders_init(&borders, list, 1, 0), KILN_OK);
	borders.pose.translation.x = NAN;
	const kiln_mesh_contact_options options = {.borders = &borders};
	const kiln_convex_shape ball = shape_of(SPHERE, 0.5f);
	const kiln_convex_object object = {.shape = &ball};
	uint32_t count = 7;
	assert_int_equal(kiln_scene_manifolds(t->list[0].asset, &object, &options, NULL, 0, &count), KILN_E_ARGUMENT);
	assert_int_equal(count, 0);
	tiles_end(t);
}

static void a_mesh_alone_crosses_its_own_junctions(void **state)
{
	(void)state;
	const tiles_options land = {.kind = TILES_ONE_MESH, .fine = true, .seed = 5};
	tiles *t = tiles_begin(&land);
	const kiln_convex_shape ball = shape_of(SPHERE, 0.5f);
	const kiln_mesh_contact_options with = {.borders = &t->borders};
	kiln_mesh_manifold manifolds[64];
	uint32_t ghosts = 0;
	for (int i = 0; i < 60; ++i)
	{
		const kiln_convex_object object = {.shape = &ball, .pose.translation = {-2.3f + 0.01f * (float)i, 0.3f, 0.48f}};
		uint32_t count = 0;
		assert_int_equal(kiln_mesh_manifolds(&t->assets[0], 0, &object, &with, manifolds, 64, &count), KILN_OK);
		assert_true(count > 0);
		for (uint32_t k = 0; k < count; ++k)
			ground_assert_normal(manifolds[k].manifold.normal, 0, 0, 1, 1e-6);
		assert_int_equal(kiln_mesh_manifolds(&t->assets[0], 0, &object, NULL, manifolds, 64, &count), KILN_OK);
		for (uint32_t k = 0; k < count; ++k)
			ghosts += manifolds[k].manifold.normal.z < 0.999f;
	}
	assert_true(ghosts > 10);
	tiles_end(t);
}

// --- Worlds -----------------------------------------------------------------------------------------------------------

typedef struct world_list
{
	uint32_t count, ghosts;
	double deepest;
} world_list;

static bool list_contact(void *user, const kiln_world_contact *contact)
{
	world_list *list = user;
	++list->count;
	list->ghosts += fabs((double)contact->manifold.normal.z) < 0.999999;
	list->deepest = fmax(list->deepest, (double)contact->manifold.contacts[0].depth);
	return true;
}

static void members_of_a_world_are_borders_at_their_poses(void **state)
{
	(void)state;
	const tiles_options land = {.kind = TILES_ASSETS_TURNED, .seed = 4};
	tiles *t = tiles_begin(&land);
	const kiln_world_options room = {.broadphase = {.capacity = 16, .pair_capacity = 64}};
	const size_t size = (kiln_world_size(&room) + 63) / 64 * 64;
	void *memory = aligned_alloc(64, size);
	kiln_world *world;
	kiln_proxy proxy;
	assert_int_equal(kiln_world_create(&world, memory, size, &room), KILN_OK);
	for (uint32_t i = 0; i < t->asset_count; ++i)
	{
		const kiln_member tile = {.asset = t->list[i].asset, .shape = KILN_NONE, .pose = t->list[i].pose};
		assert_int_equal(kiln_world_add(world, &tile, &proxy), KILN_OK);
	}
	const kiln_convex_shape ball = shape_of(SPHERE, 0.5f);
	kiln_member member = {.convex = &ball};
	assert_int_equal(kiln_world_add(world, &member, &proxy), KILN_OK);
	static kiln_mesh_manifold manifolds[GROUND_MOST];
	uint32_t ghosts = 0;
	for (int i = 0; i < 60; ++i)
	{
		const kiln_pose pose = {.translation = {-2.3f + 0.01f * (float)i, 0.3f + 0.03f * (float)i, 0.48f}};
		kiln_broadphase_pairs pairs;
		assert_int_equal(kiln_world_move(world, proxy, &pose), KILN_OK);
		assert_int_equal(kiln_world_update(world, &pairs), KILN_OK);
		kiln_world_contact_options options = {.mesh_room = manifolds, .mesh_room_capacity = GROUND_MOST};
		world_list without = {.count = 0}, with = {.count = 0};
		assert_int_equal(kiln_world_contacts_visit(world, &options, list_contact, &without), KILN_OK);
		ghosts += without.ghosts;
		options.contact.borders = &t->borders;
		assert_int_equal(kiln_world_contacts_visit(world, &options, list_contact, &with), KILN_OK);
		assert_true(with.count > 0);
		assert_int_equal(with.ghosts, 0);
		ground_assert_near(with.deepest, 0.02, 1e-5);
	}
	assert_true(ghosts > 10);
	free(memory);
	tiles_end(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rolling_over_tiles_is_rolling_over_the_undivided_terrain),
		cmocka_unit_test(so_is_rolling_over_tiles_at_any_place),
		cmocka_unit_test(so_is_rolling_over_junctions),
		cmocka_unit_test(the_outer_rim_pushes),
		cmocka_unit_test(gaps_are_crossed_within_the_tolerance),
		cmocka_unit_test(closed_boxes_beside_each_other_are_one_floor),
		cmocka_unit_test(no_borders_change_nothing),
		cmocka_unit_test(the_budget_counts_borders),
		cmocka_unit_test(what_is_not_usable_is_refused),
		cmocka_unit_test(a_mesh_alone_crosses_its_own_junctions),
		cmocka_unit_test(members_of_a_world_are_borders_at_their_poses),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
