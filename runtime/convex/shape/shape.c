// SPDX-License-Identifier: MIT
#include "shape.h"

// Of simd/simd8.h; support_hull.h selects the same.
#define KILN_BACKEND_BASE
#include "bounds/core.h"
#include "bounds/posing.h"
#include "hull/extreme.h"
#include "hulls.h"
#include "shape/usable.h"
#include "support_hull.h"

#include <float.h>
#include <math.h>
#include <stddef.h>

static bool usable_form(const kiln_convex_shape *shape)
{
	switch (shape->kind)
	{
	case KILN_CONVEX_POINT:
		return kilni_usable_point(&shape->point);
	case KILN_CONVEX_LINE:
		return kilni_usable_line(&shape->line);
	case KILN_CONVEX_RAY:
		return kilni_usable_ray(&shape->ray);
	case KILN_CONVEX_SEGMENT:
		return kilni_usable_segment(&shape->segment);
	case KILN_CONVEX_SPHERE:
		return kilni_usable_sphere(&shape->sphere);
	case KILN_CONVEX_CAPSULE:
		return kilni_usable_capsule(&shape->capsule);
	case KILN_CONVEX_AABB:
		return kilni_usable_aabb(&shape->aabb);
	case KILN_CONVEX_OBB:
		return kilni_usable_obb(&shape->obb);
	case KILN_CONVEX_RECTANGLE:
		return kilni_usable_rectangle(&shape->rectangle);
	case KILN_CONVEX_TRIANGLE:
		return kilni_usable_triangle(&shape->triangle);
	case KILN_CONVEX_TETRAHEDRON:
		return kilni_usable_tetrahedron(&shape->tetrahedron);
	case KILN_CONVEX_CYLINDER:
		return kilni_usable_cylinder(&shape->cylinder);
	case KILN_CONVEX_CONE:
		return kilni_usable_cone(&shape->cone);
	case KILN_CONVEX_ELLIPSOID:
		return kilni_usable_ellipsoid(&shape->ellipsoid);
	case KILN_CONVEX_RSS:
		return kilni_usable_rss(&shape->rss);
	case KILN_CONVEX_POINTS:
		return shape->points.count > 0 && kilni_usable_points(shape->points.points, shape->points.count);
	case KILN_CONVEX_HULL:
		return shape->hull != NULL && shape->hull->vertex_count > 0;
	default:
		return false;
	}
}

bool kilni_convex_is_line(const kiln_convex_shape *shape)
{
	return shape->kind == KILN_CONVEX_LINE || shape->kind == KILN_CONVEX_RAY;
}

static bool usable_size(float size)
{
	return size >= 0 && size <= KILN_COORDINATE_MAX;
}

/// Whether a shape is usable that is not a line or ray.
static inline bool usable_terms(const kiln_convex_shape *shape)
{
	// Hulls must be quick.
	if (shape->kind == KILN_CONVEX_HULL && !shape->plus)
		return usable_size(shape->margin) && shape->hull && shape->hull->vertex_count > 0;
	// Counts the terms, so that an endless chain is refused.
	for (int term = 0; term < KILN_CONVEX_TERMS_MAX; ++term)
	{
		if (kilni_convex_is_line(shape) || !usable_form(shape) || !usable_size(shape->margin))
			return false;
		shape = shape->plus;
		if (!shape)
			return true;
	}
	return false;
}

bool kilni_usable_convex(const kiln_convex_shape *shape)
{
	if (!shape)
		return false;
	if (kilni_convex_is_line(shape))
		return usable_form(shape) && shape->margin == 0 && !shape->plus;
	return usable_terms(shape);
}

static kiln_d3 form_anchor(const kiln_convex_shape *shape)
{
	switch (shape->kind)
	{
	case KILN_CONVEX_OBB:
		return kiln_d3_from(shape->obb.center);
	case KILN_CONVEX_RECTANGLE:
		return kiln_d3_from(shape->rectangle.center);
	case KILN_CONVEX_ELLIPSOID:
		return kiln_d3_from(shape->ellipsoid.center);
	case KILN_CONVEX_POINTS:
		return kiln_d3_from(shape->points.points[0]);
	case KILN_CONVEX_HULL:
		return kiln_hull_middle(shape->hull);
	default:
		// The members of all other kinds begin with one of their points.
		return kiln_d3_from(shape->point);
	}
}

/// The eye is passed by pointer: a copy by pairs of numbers has to wait for the stores of the single numbers.
static inline kiln_d3 seen(kiln_vec3 point, const kiln_d3 *eye)
{
	return kiln_d3_sub(kiln_d3_from(point), *eye);
}

static inline kiln_d3 between(kiln_vec3 a, kiln_vec3 b)
{
	return kiln_d3_sub(kiln_d3_from(b), kiln_d3_from(a));
}

static bool is_zero(kiln_d3 v)
{
	return kiln_d3_largest(v) == 0;
}

/// Sets a sum of nothing around a center. Sets only the fields that a sum reads, in place: to clear all of them, and to copy the
/// result, would take longer than a step of GJK.
static inline void set_center(kiln_d3 center, kiln_convex *convex)
{
	kiln_convex_clear(convex);
	convex->center = center;
}

KILN_NEVER_INLINE static void set_ball(kiln_vec3 center, float radius, const kiln_d3 *eye, kiln_convex *convex)
{
	set_center(seen(center, eye), convex);
	convex->margin = (double)radius;
}

/// Moves a shape that is relative to its first point, so that its own lengths and directions keep the digits that the distance from
/// the eye would take.
static void move(kiln_vec3 first, const kiln_d3 *eye, kiln_convex *convex)
{
	convex->center = kiln_d3_add(convex->center, seen(first, eye));
}

static const kiln_d3 origin = {0, 0, 0};

static void set_cylinder(const kiln_cylinder *cylinder, const kiln_d3 *eye, kiln_convex *convex)
{
	kiln_d3 along = between(cylinder->a, cylinder->b);
	if (is_zero(along))
	{
		set_ball(cylinder->a, cylinder->radius, eye, convex);
		return;
	}
	const kiln_d3 half = kiln_d3_scale(along, 0.5);
	set_center(half, convex);
	convex->bars[0] = half;
	convex->bar_count = 1;
	kilni_convex_set_disc(convex, kilni_d3_unit(along), (double)cylinder->radius);
	move(cylinder->a, eye, convex);
}

static void set_cone(const kiln_cone *cone, const kiln_d3 *eye, kiln_convex *convex)
{
	kiln_d3 along = between(cone->apex, cone->base);
	if (is_zero(along))
	{
		set_ball(cone->apex, cone->radius, eye, convex);
		return;
	}
	set_center(along, convex);
	convex->form = KILN_FORM_CONE;
	convex->bars[0] = kiln_d3_sub(origin, along);
	kilni_convex_set_disc(convex, kilni_d3_unit(convex->bars[0]), (double)cone->radius);
	move(cone->apex, eye, convex);
}

/// Scales stored axes. Axes of no size are left out of the sum.
static inline uint32_t scale_axes(const kiln_vec3 *axes, const float *sizes, int count, kiln_d3 scaled[3])
{
	uint32_t used = 0;
	for (int i = 0; i < count; ++i)
		if (sizes[i] > 0)
			scaled[used++] = kiln_d3_scale(kiln_d3_from(axes[i]), (double)sizes[i]);
	return used;
}

KILN_NEVER_INLINE static void set_box(
	kiln_vec3 center, const kiln_vec3 *axes, const float *half, int count, const kiln_d3 *eye, kiln_convex *convex)
{
	set_center(seen(center, eye), convex);
	convex->bar_count = scale_axes(axes, half, count, convex->bars);
}

static void set_aabb(const kiln_aabb *aabb, const kiln_d3 *eye, kiln_convex *convex)
{
	kiln_d3 half = kiln_d3_scale(kiln_d3_sub(kiln_d3_from(aabb->max), kiln_d3_from(aabb->min)), 0.5);
	set_center(kiln_d3_add(seen(aabb->min, eye), half), convex);
	convex->bars[0] = (kiln_d3){half.x, 0, 0};
	convex->bars[1] = (kiln_d3){0, half.y, 0};
	convex->bars[2] = (kiln_d3){0, 0, half.z};
	convex->bar_count = 3;
}

static void set_ellipsoid(const kiln_ellipsoid *ellipsoid, const kiln_d3 *eye, kiln_convex *convex)
{
	set_center(seen(ellipsoid->center, eye), convex);
	convex->round_count = scale_axes(ellipsoid->axes, ellipsoid->radii, 3, convex->rounds);
}

static void set_rss(const kiln_rss *rss, const kiln_d3 *eye, kiln_convex *convex)
{
	set_center(seen(rss->origin, eye), convex);
	convex->margin = (double)rss->radius;
	convex->bar_count = 2;
	for (int i = 0; i < 2; ++i)
	{
		convex->bars[i] = kiln_d3_scale(kiln_d3_from(rss->edges[i]), 0.5);
		convex->center = kiln_d3_add(convex->center, convex->bars[i]);
	}
}

static void set_triangle(const kiln_triangle *triangle, const kiln_d3 *eye, kiln_convex *convex)
{
	const kiln_vec3 *corner = triangle->corners;
	set_center(seen(corner[0], eye), convex);
	convex->form = KILN_FORM_TRIANGLE;
	convex->bars[0] = between(corner[0], corner[1]);
	convex->bars[1] = between(corner[0], corner[2]);
}

KILN_NEVER_INLINE static void set_points(
	const kiln_vec3 *points, uint32_t count, const kiln_d3 *eye, kiln_convex *convex)
{
	set_center(seen(points[0], eye), convex);
	convex->form = KILN_FORM_POINTS;
	convex->from = kiln_d3_from(points[0]);
	convex->points = points;
	convex->point_count = count;
}

KILN_NEVER_INLINE static void set_segment(
	kiln_vec3 a, kiln_vec3 b, float margin, const kiln_d3 *eye, kiln_convex *convex)
{
	const kiln_d3 half = kiln_d3_scale(between(a, b), 0.5);
	set_center(half, convex);
	convex->bars[0] = half;
	convex->bar_count = !is_zero(half);
	convex->margin = (double)margin;
	move(a, eye, convex);
}

/// Sets only the fields of a hull, without its place, because hulls must be quick.
static inline void set_hull(const kiln_hull *hull, kiln_convex *convex)
{
	kiln_convex_clear(convex);
	convex->hull = hull;
	convex->slack = kiln_support_slack(hull);
}

static inline void set_hull_seen(const kiln_hull *hull, const kiln_d3 *eye, kiln_convex *convex)
{
	set_hull(hull, convex);
	convex->from = kiln_hull_middle(hull);
	convex->center = kiln_d3_sub(convex->from, *eye);
}

static void set_form(const kiln_convex_shape *shape, const kiln_d3 *eye, kiln_convex *convex)
{
	switch (shape->kind)
	{
	case KILN_CONVEX_SEGMENT:
		set_segment(shape->segment.a, shape->segment.b, 0, eye, convex);
		break;
	case KILN_CONVEX_SPHERE:
		set_ball(shape->sphere.center, shape->sphere.radius, eye, convex);
		break;
	case KILN_CONVEX_CAPSULE:
		set_segment(shape->capsule.a, shape->capsule.b, shape->capsule.radius, eye, convex);
		break;
	case KILN_CONVEX_AABB:
		set_aabb(&shape->aabb, eye, convex);
		break;
	case KILN_CONVEX_OBB:
		set_box(shape->obb.center, shape->obb.axes, shape->obb.half_extents, 3, eye, convex);
		break;
	case KILN_CONVEX_RECTANGLE:
		set_box(shape->rectangle.center, shape->rectangle.axes, shape->rectangle.half_extents, 2, eye, convex);
		break;
	case KILN_CONVEX_TRIANGLE:
		set_triangle(&shape->triangle, eye, convex);
		break;
	case KILN_CONVEX_TETRAHEDRON:
		set_points(shape->tetrahedron.corners, 4, eye, convex);
		break;
	case KILN_CONVEX_CYLINDER:
		set_cylinder(&shape->cylinder, eye, convex);
		break;
	case KILN_CONVEX_CONE:
		set_cone(&shape->cone, eye, convex);
		break;
	case KILN_CONVEX_ELLIPSOID:
		set_ellipsoid(&shape->ellipsoid, eye, convex);
		break;
	case KILN_CONVEX_RSS:
		set_rss(&shape->rss, eye, convex);
		break;
	case KILN_CONVEX_POINTS:
		set_points(shape->points.points, shape->points.count, eye, convex);
		break;
	case KILN_CONVEX_HULL:
		set_hull_seen(shape->hull, eye, convex);
		break;
	default:
		set_center(seen(shape->point, eye), convex);
		break;
	}
}

kiln_d3 kilni_convex_anchor(const kiln_convex_shape *shape)
{
	kiln_d3 anchor = form_anchor(shape);
	for (const kiln_convex_shape *plus = shape->plus; plus; plus = plus->plus)
		anchor = kiln_d3_add(anchor, form_anchor(plus));
	return anchor;
}

KILN_NEVER_INLINE static void of_shape(
	const kiln_convex_shape *shape, const kiln_d3 *eye, kiln_convex terms[KILN_CONVEX_TERMS_MAX])
{
	set_form(shape, eye, terms);
	double margin = terms[0].margin + (double)shape->margin;
	kiln_convex *term = terms;
	for (shape = shape->plus; shape; shape = shape->plus)
	{
		// An added shape is relative to its own anchor; its place joins the first term, in one sum.
		const kiln_d3 own = form_anchor(shape);
		term->plus = term + 1;
		set_form(shape, &own, ++term);
		terms[0].center = kiln_d3_add(terms[0].center, own);
		margin += term->margin + (double)shape->margin;
		term->margin = 0;
	}
	terms[0].margin = margin;
}

void kilni_convex_of_shape(const kiln_convex_shape *shape, kiln_d3 eye, kiln_convex terms[KILN_CONVEX_TERMS_MAX])
{
	of_shape(shape, &eye, terms);
}

/// Bounds the coordinates of a shape alone.
static double reach_of(const kiln_convex_shape *shape)
{
	if (shape->kind == KILN_CONVEX_HULL)
		return (double)shape->hull->reach;
	kiln_convex convex;
	set_form(shape, &origin, &convex);
	double reach = 0;
	for (int i = 0; i < 6; ++i)
	{
		double d = i % 2 ? -1 : 1;
		uint32_t seed = KILN_NONE;
		kiln_d3 along = {i / 2 == 0 ? d : 0, i / 2 == 1 ? d : 0, i / 2 == 2 ? d : 0};
		kiln_d3 top = kilni_convex_support(&convex, along, &seed);
		reach = kiln_double_max(reach, kiln_double_abs(kiln_d3_dot(top, along)));
	}
	return reach + convex.margin;
}

/// The largest rotation, translation and scale of usable_pose. The numbers of a pose lie one behind the other.
static const float pose_most[8] = {
	FLT_MAX, FLT_MAX, FLT_MAX, FLT_MAX, KILN_COORDINATE_MAX, KILN_COORDINATE_MAX, KILN_COORDINATE_MAX, FLT_MAX};
_Static_assert(sizeof(kiln_pose) == sizeof pose_most && offsetof(kiln_pose, translation) == 4 * sizeof(float) &&
				   offsetof(kiln_pose, scale) == 7 * sizeof(float),
	"rotation, translation, scale");

/// Whether a pose has finite numbers, a translation in range and a scale >= 0.
static inline bool usable_pose(const kiln_pose *pose)
{
	return m8_bits(m8_le(f8_abs(f8_load((const float *)pose)), f8_load(pose_most))) == 0xff && pose->scale >= 0;
}

bool kilni_convex_object_usable(const kiln_convex_object *object)
{
	if (!object || !object->shape)
		return false;
	const kiln_convex_shape *shape = object->shape;
	const float scale = object->pose.scale;
	if (!usable_pose(&object->pose) || !usable_terms(shape))
		return false;
	if (!(scale > 1))
		return true;
	double reach = 0;
	for (; shape; shape = shape->plus)
		reach += reach_of(shape) + (double)shape->margin;
	return reach * (double)scale <= (double)KILN_COORDINATE_MAX;
}

/// The placement of a shape, prepared: p' = column . p + origin.
typedef struct standing
{
	kiln_d3 column[3];
	kiln_d3 origin;
	double scale;
} standing;

KILN_NEVER_INLINE static void stand(const kiln_pose *pose, standing *at)
{
	at->origin = kiln_d3_from(pose->translation);
	at->scale = pose->scale == 0 ? 1 : (double)pose->scale;
	kiln_quat_axes(pose->rotation, at->column);
	for (int i = 0; i < 3; ++i)
		at->column[i] = kiln_d3_scale(at->column[i], at->scale);
}

static inline kiln_d3 turned(const kiln_d3 column[3], kiln_d3 v)
{
	return kiln_d3_along(kiln_d3_along(kiln_d3_scale(column[0], v.x), v.y, column[1]), v.z, column[2]);
}

static inline void turn(const kiln_d3 column[3], double scale, kiln_convex *convex)
{
	convex->turned = true;
	for (int i = 0; i < 3; ++i)
		convex->column[i] = column[i];
	convex->center = turned(column, convex->center);
	convex->rigid = scale >= 0.25 && scale <= 4;
	const uint32_t bars = kiln_convex_bars(convex);
	for (uint32_t i = 0; i < bars; ++i)
		convex->bars[i] = turned(column, convex->bars[i]);
	for (uint32_t i = 0; i < convex->round_count; ++i)
		convex->rounds[i] = turned(column, convex->rounds[i]);
}

/// Turns the shape around its anchor and then moves the anchor to its place. So neither the turn nor the distance to
/// the eye takes digits from its size.
KILN_NEVER_INLINE static void place(const kiln_convex_shape *shape, const kiln_d3 *anchor, const kiln_d3 column[3],
	double scale, kiln_d3 there, kiln_convex terms[KILN_CONVEX_TERMS_MAX])
{
	of_shape(shape, anchor, terms);
	for (kiln_convex *term = terms; shape; shape = shape->plus)
		turn(column, scale, term++);
	terms[0].center = kiln_d3_add(terms[0].center, there);
	terms[0].margin *= scale;
}

kiln_d3 kilni_convex_object_anchor(const kiln_convex_object *object)
{
	kiln_d3 anchor = kilni_convex_anchor(object->shape);
	if (kiln_pose_rests(&object->pose))
		return anchor;
	standing at;
	stand(&object->pose, &at);
	return kiln_d3_add(turned(at.column, anchor), at.origin);
}

void kilni_convex_of_object(const kiln_convex_object *object, kiln_d3 eye, kiln_convex terms[KILN_CONVEX_TERMS_MAX])
{
	if (kiln_pose_rests(&object->pose))
	{
		kilni_convex_of_shape(object->shape, eye, terms);
		return;
	}
	standing at;
	stand(&object->pose, &at);
	kiln_d3 anchor = kilni_convex_anchor(object->shape);
	kiln_d3 there = kiln_d3_sub(kiln_d3_add(turned(at.column, anchor), at.origin), eye);
	place(object->shape, &anchor, at.column, at.scale, there, terms);
}

static bool is_hull(const kiln_convex_shape *shape)
{
	return shape->kind == KILN_CONVEX_HULL && !shape->plus;
}

#ifdef KILN_HULLS_WIDE
static bool is_wide(const kiln_convex_shape *shape)
{
	return shape->kind == KILN_CONVEX_HULL && shape->hull->isa == KILN_ISA_AVX2;
}
#endif

/// Sets what kiln_hulls_place sets. A shape that is no hull does not know the machine.
static inline void place_pair(
	const kiln_convex_object *a, const kiln_convex_object *b, const kiln_hulls_anchors *of, kiln_convex_pair *pair)
{
#ifdef KILN_HULLS_WIDE
	if (is_wide(a->shape) || is_wide(b->shape))
	{
		kilni_hulls_place_wide(&a->pose, &b->pose, of, pair);
		return;
	}
#endif
	kiln_hulls_place(&a->pose, &b->pose, of, pair);
}

/// Sets both cores, of which the fields that kiln_hulls_place sets are set.
static void set_pair(const kiln_convex_object *a, const kiln_convex_object *b, double scale_a, double scale_b,
	const kiln_d3 *anchor_a, const kiln_d3 *anchor_b, kiln_convex_pair *pair)
{
	const kiln_d3 wider[3] = {{scale_a, 0, 0}, {0, scale_a, 0}, {0, 0, scale_a}}, there = pair->b[0].center;
	const kiln_d3 column[3] = {pair->b[0].column[0], pair->b[0].column[1], pair->b[0].column[2]};
	if (scale_a == 1)
		of_shape(a->shape, anchor_a, pair->a);
	else
		place(a->shape, anchor_a, wider, scale_a, origin, pair->a);
	place(b->shape, anchor_b, column, scale_b, there, pair->b);
}

/// The same for two hulls, the first of which has no scale: sets only the fields that hulls have.
static inline void set_hulls(
	const kiln_convex_object *a, const kiln_convex_object *b, double scale_b, kiln_convex_pair *pair)
{
	set_hull(a->shape->hull, pair->a);
	set_hull(b->shape->hull, pair->b);
	pair->a[0].center = origin;
	pair->a[0].margin = (double)a->shape->margin;
	pair->b[0].margin = (double)b->shape->margin * scale_b;
	pair->b[0].turned = true;
	pair->b[0].rigid = scale_b >= 0.25 && scale_b <= 4;
}

void kilni_convex_pair_of(const kiln_convex_object *a, const kiln_convex_object *b, kiln_convex_pair *pair)
{
	const double scale_a = a->pose.scale == 0 ? 1 : (double)a->pose.scale;
	const double scale_b = b->pose.scale == 0 ? 1 : (double)b->pose.scale;
	const bool hulls = is_hull(a->shape) && is_hull(b->shape) && scale_a == 1;
	kiln_hulls_anchors of;
	if (hulls)
	{
		of.hull_a = a->shape->hull;
		of.hull_b = b->shape->hull;
		place_pair(a, b, &of, pair);
		set_hulls(a, b, scale_b, pair);
	}
	else
	{
		const kiln_d3 anchor_a = kilni_convex_anchor(a->shape), anchor_b = kilni_convex_anchor(b->shape);
		of.hull_a = NULL;
		of.from_a = kiln_d3_scale(anchor_a, scale_a);
		of.from_b = anchor_b;
		place_pair(a, b, &of, pair);
		set_pair(a, b, scale_a, scale_b, &anchor_a, &anchor_b, pair);
	}
	pair->margin = pair->a[0].margin + pair->b[0].margin;
}
