// SPDX-License-Identifier: MIT
// log_queries LOG COUNT SEED[far] A.kiln [B.kiln]: runs random queries of one asset, or of two, and logs them as a game would, for
// kiln-query --replay. With `far` the asset stands somewhere in a large world, and queries begin near it.

#include "kiln.h"
#include "kiln/school.h"
#include "support/asset_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct asker
{
	kiln_log *log;
	kiln_asset a, b;
	uint64_t random;
	float size;
	bool filters; ///< the first asset names layers: queries have filters
	kiln_filter filter_a, filter_b;
	uint8_t map[KILN_LAYERS_MAX];
} asker;

static float unit(asker *it)
{
	return fixture_random_unit(&it->random);
}

/// Returns a place in the box of the first asset, extended by half of its size on each side.
static kiln_vec3 place(asker *it)
{
	const float *min = it->a.scene->bounds_min, *max = it->a.scene->bounds_max;
	float p[3];
	for (int axis = 0; axis < 3; ++axis)
		p[axis] = min[axis] + (2 * unit(it) - 0.5f) * (max[axis] - min[axis]);
	return (kiln_vec3){p[0], p[1], p[2]};
}

static kiln_vec3 towards(asker *it, kiln_vec3 from)
{
	kiln_vec3 to = place(it);
	return (kiln_vec3){to.x - from.x, to.y - from.y, to.z - from.z};
}

static kiln_quat turn(asker *it)
{
	kiln_quat q = {unit(it) - 0.5f, unit(it) - 0.5f, unit(it) - 0.5f, unit(it) - 0.5f};
	float length = sqrtf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w) + 1e-9f;
	return (kiln_quat){q.x / length, q.y / length, q.z / length, q.w / length};
}

static void ask_ray(asker *it, uint32_t mesh)
{
	kiln_ray ray = {.origin = place(it), .t_max = unit(it) < 0.5f ? 0 : 2 * unit(it)};
	kiln_hit hits[4];
	ray.direction = towards(it, ray.origin);
	ray.flags = unit(it) < 0.2f ? KILN_RAY_CULL_BACK : 0;
	kiln_log_kind kind = (kiln_log_kind)(KILN_LOG_RAY_CLOSEST + fixture_random(&it->random) % 3);
	kiln_log_add_ray(it->log, kind, &it->a, mesh, &ray);
	if (mesh == KILN_NONE)
		kiln_scene_ray_all(&it->a, &ray, hits, 4);
	else
		kiln_mesh_ray_all(&it->a, mesh, &ray, hits, 4);
}

static void ask_point(asker *it, uint32_t mesh)
{
	kiln_point_query query = {place(it), unit(it) < 0.7f ? 0 : it->size * unit(it)};
	kiln_log_add_closest_point(it->log, &it->a, mesh, &query);
	kiln_log_add_point_inside(it->log, &it->a, mesh, query.point);
	(void)kiln_scene_closest_point(&it->a, &query);
}

static void ask_shape(asker *it, uint32_t mesh)
{
	kiln_motion motion = {.t_max = unit(it) < 0.5f ? 0 : 2 * unit(it)};
	kiln_sphere ball = {place(it), it->size * 0.2f * unit(it)};
	motion.direction = towards(it, ball.center);
	const kiln_motion *moved = unit(it) < 0.5f ? &motion : NULL;
	float h = it->size * 0.2f;
	kiln_box box = {ball.center, {h * unit(it), h * unit(it), h * unit(it)}, turn(it)};
	kiln_capsule capsule = {ball.center, place(it), h * 0.3f};
	switch (fixture_random(&it->random) % 3)
	{
	case 0:
		kiln_log_add_sphere(it->log, &it->a, mesh, &ball, moved);
		break;
	case 1:
		kiln_log_add_box(it->log, &it->a, mesh, &box, moved);
		break;
	default:
		kiln_log_add_capsule(it->log, &it->a, mesh, &capsule, moved);
		break;
	}
}

/// Makes a shape of any kind that logs can store, about as large as the others.
static kiln_convex_shape any_shape(asker *it)
{
	kiln_convex_shape shape = {.kind = (kiln_convex_kind)(fixture_random(&it->random) % KILN_CONVEX_POINTS)};
	float h = it->size * 0.2f;
	const kiln_box box = {{0, 0, 0}, {h * unit(it), h * unit(it), h * unit(it)}, turn(it)};
	const kiln_obb obb = kiln_obb_from_box(&box);
	kiln_vec3 p[4];
	for (int i = 0; i < 4; ++i)
		p[i] = (kiln_vec3){h * (unit(it) - 0.5f), h * (unit(it) - 0.5f), h * (unit(it) - 0.5f)};
	shape.margin = unit(it) < 0.5f ? 0 : h * 0.1f * unit(it);
	switch (shape.kind)
	{
	case KILN_CONVEX_LINE: // queries do not accept lines and rays
		shape.line = (kiln_line){p[0], p[1]};
		break;
	case KILN_CONVEX_RAY:
		shape.ray = (kiln_ray){.origin = p[0], .direction = p[1]};
		break;
	case KILN_CONVEX_SEGMENT:
		shape.segment = (kiln_segment){p[0], p[1]};
		break;
	case KILN_CONVEX_SPHERE:
		shape.sphere = (kiln_sphere){p[0], h * unit(it)};
		break;
	case KILN_CONVEX_CAPSULE:
		shape.capsule = (kiln_capsule){p[0], p[1], h * unit(it)};
		break;
	case KILN_CONVEX_AABB:
		shape.aabb = (kiln_aabb){{-h, p[0].y - h, p[1].z - h}, {h, p[0].y, p[1].z}};
		break;
	case KILN_CONVEX_OBB:
		shape.obb = obb;
		break;
	case KILN_CONVEX_RECTANGLE:
		shape.rectangle = (kiln_rectangle){p[0], {obb.axes[0], obb.axes[1]}, {box.half_extents.x, box.half_extents.y}};
		break;
	case KILN_CONVEX_TRIANGLE:
		shape.triangle = (kiln_triangle){{p[0], p[1], p[2]}};
		break;
	case KILN_CONVEX_TETRAHEDRON:
		shape.tetrahedron = (kiln_tetrahedron){{p[0], p[1], p[2], p[3]}};
		break;
	case KILN_CONVEX_CYLINDER:
		shape.cylinder = (kiln_cylinder){p[0], p[1], h * unit(it)};
		break;
	case KILN_CONVEX_CONE:
		shape.cone = (kiln_cone){p[0], p[1], h * unit(it)};
		break;
	case KILN_CONVEX_ELLIPSOID:
		shape.ellipsoid = (kiln_ellipsoid){p[0], {obb.axes[0], obb.axes[1], obb.axes[2]},
			{obb.half_extents[0], obb.half_extents[1], obb.half_extents[2]}};
		break;
	case KILN_CONVEX_RSS:
		shape.rss =
			(kiln_rss){p[0], {{h * obb.axes[0].x, h * obb.axes[0].y, h * obb.axes[0].z}, obb.axes[1]}, h * unit(it)};
		break;
	default:
		shape.point = p[0];
		break;
	}
	return shape;
}

static void ask_convex(asker *it, uint32_t mesh)
{
	const kiln_convex_shape shape = any_shape(it);
	const kiln_convex_object object = {.shape = &shape, .pose = {turn(it), place(it), 0.5f + unit(it)}};
	kiln_motion motion = {.t_max = unit(it) < 0.5f ? 0 : 2 * unit(it)};
	motion.direction = towards(it, object.pose.translation);
	kiln_log_add_convex(it->log, &it->a, mesh, &object, unit(it) < 0.5f ? &motion : NULL);
}

/// Returns any filter of the first five layers, or NULL.
static const kiln_filter *any_filter(asker *it, kiln_filter *filter)
{
	if (!it->filters || unit(it) < 0.3f)
		return NULL;
	*filter = (kiln_filter){.ignores = fixture_random(&it->random) & 31};
	filter->belongs = unit(it) < 0.5f ? 0 : fixture_random(&it->random) & 31;
	filter->flags = (kiln_filter_flags)(unit(it) < 0.6f ? 0 : fixture_random(&it->random) % 3);
	filter->layers = unit(it) < 0.5f ? 0 : fixture_random(&it->random) & 31;
	filter->collides = unit(it) < 0.5f ? 0 : fixture_random(&it->random) & 31;
	return filter;
}

static void ask_pair(asker *it)
{
	kiln_pose pose = {turn(it), place(it), 1}, to = {pose.rotation, place(it), 1};
	kiln_object a = kiln_object_from_asset(&it->a, NULL), b = kiln_object_from_asset(&it->b, &pose);
	kiln_sweep sweep = {.from = pose, .to = to};
	kiln_log_kind kind =
		(kiln_log_kind)(KILN_LOG_PAIR_COLLIDE +
						fixture_random(&it->random) % (KILN_LOG_PAIR_TIME_OF_IMPACT + 1 - KILN_LOG_PAIR_COLLIDE));
	kiln_pair_options options = {
		.descent = kiln_school_descent((uint32_t)(fixture_random(&it->random) % KILN_SCHOOL_DESCENTS))};
	if (unit(it) < 0.3f)
		options.upper = it->size * unit(it);
	if (unit(it) < 0.3f)
		options.lower = it->size * 0.2f * unit(it);
	const kiln_pair_filter masks = {.masks = true, .layers_of_b = unit(it) < 0.5f ? NULL : it->map};
	if (it->filters && unit(it) < 0.5f)
		options.filter = &masks;
	a.trees = unit(it) < 0.5f ? 0 : 1u << fixture_random(&it->random) % KILN_TREE_KIND_END;
	b.trees = unit(it) < 0.5f ? a.trees : 1u << fixture_random(&it->random) % KILN_TREE_KIND_END;
	bool moving = kind == KILN_LOG_PAIR_TIME_OF_IMPACT;
	kiln_log_add_pair(it->log, kind, &a, NULL, &b, moving ? &sweep : NULL,
		kind == KILN_LOG_PAIR_WITHIN ? it->size * unit(it) : 0, &options);
}

/// Puts the asset into a large world: turned and scaled or not, and the query's origin where the asset's is, to some bits.
static void set_place(asker *it)
{
	static const double far[4] = {0, 1e9, -6371000.25, 0x1p50};
	const double x = far[fixture_random(&it->random) % 4], away = (double)(it->size * (unit(it) - 0.5f));
	kiln_log_place place = {.of = {x, -x, 0.5}, .origin = {x + away, -x, 0.5 - away}, .pose = {.scale = 1}};
	if (unit(it) < 0.5f)
		place.pose = (kiln_pose){turn(it), {it->size * unit(it), 0, 0}, 0.5f + unit(it)};
	kiln_log_set_place(it->log, &place);
}

int main(int argc, char **argv)
{
	asker it = {0};
	uint32_t count = argc > 4 ? (uint32_t)strtoul(argv[2], NULL, 10) : 0;
	if (count == 0 || kiln_map(&it.a, argv[4], NULL).status != KILN_OK ||
		(argc > 5 && kiln_map(&it.b, argv[5], NULL).status != KILN_OK))
	{
		fputs("usage: log_queries LOG COUNT SEED A.kiln [B.kiln]\n", stderr);
		return 2;
	}
	char *far;
	it.random = strtoull(argv[3], &far, 10);
	for (int axis = 0; axis < 3; ++axis)
		it.size = fmaxf(it.size, it.a.scene->bounds_max[axis] - it.a.scene->bounds_min[axis]);
	void *memory = malloc(kiln_log_size(count));
	if (!memory || kiln_log_create(&it.log, memory, kiln_log_size(count)) != KILN_OK)
		return 4;
	it.filters = it.a.layer_count > 1;
	for (uint32_t i = 0; i < KILN_LAYERS_MAX; ++i)
		it.map[i] = (uint8_t)(i < 5 ? (i + 2) % 5 : i);
	for (uint32_t i = 0; it.log->recorded < count; ++i)
	{
		it.a.filter = any_filter(&it, &it.filter_a);
		it.b.filter = any_filter(&it, &it.filter_b);
		uint32_t mesh = it.a.mesh_count > 0 && i % 4 == 3 ? i / 4 % it.a.mesh_count : KILN_NONE;
		kiln_log_set_frame(it.log, i / 10);
		if (*far)
			set_place(&it);
		if (it.b.data)
			ask_pair(&it);
		else if (i % 5 == 4)
			ask_convex(&it, mesh);
		else if (i % 3 == 0)
			ask_ray(&it, mesh);
		else if (i % 3 == 1)
			ask_point(&it, mesh);
		else
			ask_shape(&it, mesh);
	}
	kiln_status saved = kiln_log_save(it.log, argv[1]);
	free(memory);
	kiln_unmap(&it.a);
	if (it.b.data)
		kiln_unmap(&it.b);
	return saved == KILN_OK ? 0 : 3;
}
