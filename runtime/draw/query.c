// SPDX-License-Identifier: MIT
#include "pen.h"

/// Draws a line of length `size` along a normal.
static void draw_normal(const kiln_draw *draw, kiln_vec3 point, kiln_vec3 normal, float size)
{
	kiln_pen pen = kiln_pen_of(draw, NULL);
	kiln_d3 from = kiln_d3_from(point);
	kilni_pen_line(&pen, from, kiln_d3_along(from, (double)size, kiln_d3_from(normal)));
}

/// How far to draw along a direction: to the hit, to the limit, or without a limit far enough to cover `reach`.
static double way_of(kiln_vec3 direction, float t_max, const kiln_hit *hit, float reach)
{
	double length = sqrt(kiln_d3_length2(kiln_d3_from(direction)));
	if (hit && hit->hit)
		return (double)hit->t;
	if (t_max > 0 && t_max <= (float)KILN_COORDINATE_MAX)
		return (double)t_max;
	return length > 0 ? (double)reach / length : 0;
}

void kiln_draw_ray(const kiln_draw *draw, const kiln_ray *ray, const kiln_hit *hit, float reach, float size)
{
	if (!draw || !ray)
		return;
	kiln_pen pen = kiln_pen_of(draw, NULL);
	kiln_d3 from = kiln_d3_from(ray->origin);
	double t = way_of(ray->direction, ray->t_max, hit, reach);
	kilni_pen_line(&pen, from, kiln_d3_along(from, t, kiln_d3_from(ray->direction)));
	if (hit && hit->hit)
		draw_normal(draw, hit->point, hit->normal, size);
}

void kiln_draw_cast(const kiln_draw *draw, const kiln_convex_object *object, const kiln_motion *motion,
	const kiln_hit *hit, float reach, float size)
{
	if (!draw || !object || !motion)
		return;
	kiln_pen pen = kiln_pen_of(draw, NULL);
	double t = way_of(motion->direction, motion->t_max, hit, reach);
	kiln_d3 way = kiln_d3_scale(kiln_d3_from(motion->direction), t);
	kiln_convex_object end = *object;
	end.pose.translation = kiln_d3_to(kiln_d3_add(kiln_d3_from(object->pose.translation), way));
	kiln_draw_convex(draw, object, size);
	kiln_draw_convex(draw, &end, size);
	// The middle of the object's extent along x.
	kiln_d3 low = kiln_d3_from(kiln_convex_object_support(object, (kiln_vec3){-1, 0, 0}, NULL));
	kiln_d3 high = kiln_d3_from(kiln_convex_object_support(object, (kiln_vec3){1, 0, 0}, NULL));
	kiln_d3 middle = kiln_d3_scale(kiln_d3_add(low, high), 0.5);
	kilni_pen_line(&pen, middle, kiln_d3_add(middle, way));
	if (hit && hit->hit)
		draw_normal(draw, hit->point, hit->normal, size);
}

void kiln_draw_closest(const kiln_draw *draw, const kiln_point_query *query, const kiln_closest *closest, float size)
{
	if (!draw || !query)
		return;
	kiln_pen pen = kiln_pen_of(draw, NULL);
	kiln_d3 at = kiln_d3_from(query->point);
	kilni_pen_cross(&pen, at, (double)size / 8);
	if (closest && closest->found)
		kilni_pen_line(&pen, at, kiln_d3_from(closest->point));
}

void kiln_draw_manifold(const kiln_draw *draw, const kiln_manifold *manifold, float size)
{
	if (!draw || !manifold)
		return;
	kiln_pen pen = kiln_pen_of(draw, NULL);
	for (uint32_t i = 0; i < manifold->count; ++i)
	{
		const kiln_contact *contact = &manifold->contacts[i];
		kilni_pen_cross(&pen, kiln_d3_from(contact->on_a), (double)size / 8);
		kilni_pen_cross(&pen, kiln_d3_from(contact->on_b), (double)size / 8);
		draw_normal(draw, contact->on_b, manifold->normal, size);
	}
}

/// Draws a shape at its start and, if the shape moves, its way.
static void draw_moved(const kiln_draw *draw, const kiln_convex_shape *shape, const kiln_pose *pose,
	const kiln_motion *motion, bool cast, float reach, float size)
{
	kiln_convex_object object = {.shape = shape, .pose = *pose};
	if (cast)
		kiln_draw_cast(draw, &object, motion, NULL, reach, size);
	else
		kiln_draw_convex(draw, &object, size);
}

/// Draws an asset's box at a pose.
static void draw_place(const kiln_draw *draw, const kiln_asset *asset, const kiln_pose *pose)
{
	if (!asset)
		return;
	kiln_convex_shape shape = {.kind = KILN_CONVEX_AABB};
	const float *low = asset->scene->bounds_min, *high = asset->scene->bounds_max;
	shape.aabb = (kiln_aabb){{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
	kiln_convex_object object = {.shape = &shape, .pose = *pose};
	kiln_draw_convex(draw, &object, 0);
}

void kiln_draw_log_entry(const kiln_draw *draw, const kiln_log_entry *entry, const kiln_asset *a, const kiln_asset *b,
	float reach, float size)
{
	if (!draw || !entry)
		return;
	const kiln_log_arguments *of = &entry->arguments;
	kiln_point_query point = {.point = of->point};
	kiln_convex_shape shape = {.kind = KILN_CONVEX_SPHERE};
	kiln_pose pose = {.scale = 1};
	kiln_convex_object object;
	bool cast = (entry->kind >= KILN_LOG_CAST_SPHERE && entry->kind <= KILN_LOG_CAST_CAPSULE) ||
				entry->kind == KILN_LOG_CAST_CONVEX;
	switch (entry->kind)
	{
	case KILN_LOG_RAY_CLOSEST:
	case KILN_LOG_RAY_ANY:
	case KILN_LOG_RAY_ALL:
		kiln_draw_ray(draw, &of->ray, NULL, reach, size);
		break;
	case KILN_LOG_CLOSEST_POINT:
	case KILN_LOG_POINT_INSIDE:
		kiln_draw_closest(draw, &point, NULL, size);
		break;
	case KILN_LOG_OVERLAP_SPHERE:
	case KILN_LOG_CAST_SPHERE:
		shape.sphere = of->sphere.shape;
		draw_moved(draw, &shape, &pose, &of->sphere.motion, cast, reach, size);
		break;
	case KILN_LOG_OVERLAP_BOX:
	case KILN_LOG_CAST_BOX:
		shape.kind = KILN_CONVEX_AABB;
		shape.aabb.max = of->box.shape.half_extents;
		shape.aabb.min = (kiln_vec3){-shape.aabb.max.x, -shape.aabb.max.y, -shape.aabb.max.z};
		pose.rotation = of->box.shape.rotation;
		pose.translation = of->box.shape.center;
		draw_moved(draw, &shape, &pose, &of->box.motion, cast, reach, size);
		break;
	case KILN_LOG_OVERLAP_CAPSULE:
	case KILN_LOG_CAST_CAPSULE:
		shape.kind = KILN_CONVEX_CAPSULE;
		shape.capsule = of->capsule.shape;
		draw_moved(draw, &shape, &pose, &of->capsule.motion, cast, reach, size);
		break;
	case KILN_LOG_OVERLAP_CONVEX:
	case KILN_LOG_CAST_CONVEX:
		if (kiln_convex_object_from_log(&of->convex, &shape, &object))
			draw_moved(draw, &shape, &object.pose, &of->convex.motion, cast, reach, size);
		break;
	default:
		draw_place(draw, a, &of->pair.a.from);
		draw_place(draw, b, &of->pair.b.from);
		if (entry->kind != KILN_LOG_PAIR_TIME_OF_IMPACT)
			break;
		draw_place(draw, a, &of->pair.a.to);
		draw_place(draw, b, &of->pair.b.to);
		break;
	}
}
