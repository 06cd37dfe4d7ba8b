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

bool kilni_usable_convex(const kiln_convex_shape *shape)
{
	if (!shape)
		return false;
	if (kilni_convex_is_line(shape))
		return usable_form(shape) && shape->margin == 0 && !shape->plus;
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

static kiln_d3 seen(kiln_vec3 point, kiln_d3 eye)
{
	return kiln_d3_sub(kiln_d3_from(point), eye);
}

static kiln_convex of_ball(kiln_vec3 center, float radius, kiln_d3 eye)
{
	return (kiln_convex){.center = seen(center, eye), .margin = (double)radius};
}

static bool is_zero(kiln_d3 v)
{
	return kiln_d3_largest(v) == 0;
}

/// Builds the shape relative to its first point and then moves it relative to the eye. Its own lengths and directions
/// keep the digits that the distance from the eye would take.
static kiln_convex moved(kiln_convex convex, kiln_vec3 first, kiln_d3 eye)
{
	convex.center = kiln_d3_add(convex.center, seen(first, eye));
	return convex;
}

static const kiln_d3 origin = {0, 0, 0};

static kiln_convex of_cylinder(const kiln_cylinder *cylinder, kiln_d3 eye)
{
	kiln_d3 along = seen(cylinder->b, kiln_d3_from(cylinder->a));
	if (is_zero(along))
		return of_ball(cylinder->a, cylinder->radius, eye);
	return moved(kilni_convex_of_cylinder(origin, along, (double)cylinder->radius), cylinder->a, eye);
}

static kiln_convex of_cone(const kiln_cone *cone, kiln_d3 eye)
{
	kiln_d3 along = seen(cone->base, kiln_d3_from(cone->apex));
	if (is_zero(along))
		return of_ball(cone->apex, cone->radius, eye);
	return moved(kilni_convex_of_cone(origin, along, (double)cone->radius), cone->apex, eye);
}

/// Scales stored axes. Axes of no size are left out of the sum.
static uint32_t scale_axes(const kiln_vec3 *axes, const float *sizes, int count, kiln_d3 scaled[3])
{
	uint32_t used = 0;
	for (int i = 0; i < count; ++i)
		if (sizes[i] > 0)
			scaled[used++] = kiln_d3_scale(kiln_d3_from(axes[i]), (double)sizes[i]);
	return used;
}

static kiln_convex of_box(kiln_vec3 center, const kiln_vec3 *axes, const float *half, int count, kiln_d3 eye)
{
	kiln_convex convex = {.center = seen(center, eye)};
	convex.bar_count = scale_axes(axes, half, count, convex.bars);
	return convex;
}

static kiln_convex of_aabb(const kiln_aabb *aabb, kiln_d3 eye)
{
	kiln_d3 low = seen(aabb->min, eye);
	kiln_d3 half = kiln_d3_scale(kiln_d3_sub(kiln_d3_from(aabb->max), kiln_d3_from(aabb->min)), 0.5);
	return (kiln_convex){
		.center = kiln_d3_add(low, half), .bars = {{half.x, 0, 0}, {0, half.y, 0}, {0, 0, half.z}}, .bar_count = 3};
}

static kiln_convex of_ellipsoid(const kiln_ellipsoid *ellipsoid, kiln_d3 eye)
{
	kiln_convex convex = {.center = seen(ellipsoid->center, eye)};
	convex.round_count = scale_axes(ellipsoid->axes, ellipsoid->radii, 3, convex.rounds);
	return convex;
}

static kiln_convex of_rss(const kiln_rss *rss, kiln_d3 eye)
{
	kiln_convex convex = {.center = seen(rss->origin, eye), .bar_count = 2, .margin = (double)rss->radius};
	for (int i = 0; i < 2; ++i)
	{
		convex.bars[i] = kiln_d3_scale(kiln_d3_from(rss->edges[i]), 0.5);
		convex.center = kiln_d3_add(convex.center, convex.bars[i]);
	}
	return convex;
}

static kiln_convex of_triangle(const kiln_triangle *triangle, kiln_d3 eye)
{
	const kiln_vec3 first = triangle->corners[0];
	kiln_d3 corner[3];
	for (int i = 0; i < 3; ++i)
		corner[i] = seen(triangle->corners[i], kiln_d3_from(first));
	return moved(kilni_convex_of_triangle(corner), first, eye);
}

static kiln_convex of_segment(kiln_vec3 a, kiln_vec3 b, float margin, kiln_d3 eye)
{
	kiln_convex convex = moved(kilni_convex_of_segment(origin, seen(b, kiln_d3_from(a))), a, eye);
	convex.margin = (double)margin;
	return convex;
}

/// Sets only the fields of a hull, without its place, because hulls must be quick.
static inline void set_hull(const kiln_hull *hull, kiln_convex *convex)
{
	convex->bar_count = convex->round_count = convex->point_count = 0;
	convex->form = KILN_FORM_SUM;
	convex->margin = 0;
	convex->hull = hull;
	convex->slack = kiln_support_slack(hull);
	convex->turned = convex->rigid = false;
	convex->points = NULL;
	convex->plus = NULL;
}

static inline void set_hull_seen(const kiln_hull *hull, kiln_d3 eye, kiln_convex *convex)
{
	set_hull(hull, convex);
	convex->from = kiln_hull_middle(hull);
	convex->center = kiln_d3_sub(convex->from, eye);
}

static kiln_convex of_form(const kiln_convex_shape *shape, kiln_d3 eye)
{
	switch (shape->kind)
	{
	case KILN_CONVEX_SEGMENT:
		return of_segment(shape->segment.a, shape->segment.b, 0, eye);
	case KILN_CONVEX_SPHERE:
		return of_ball(shape->sphere.center, shape->sphere.radius, eye);
	case KILN_CONVEX_CAPSULE:
		return of_segment(shape->capsule.a, shape->capsule.b, shape->capsule.radius, eye);
	case KILN_CONVEX_AABB:
		return of_aabb(&shape->aabb, eye);
	case KILN_CONVEX_OBB:
		return of_box(shape->obb.center, shape->obb.axes, shape->obb.half_extents, 3, eye);
	case KILN_CONVEX_RECTANGLE:
		return of_box(shape->rectangle.center, shape->rectangle.axes, shape->rectangle.half_extents, 2, eye);
	case KILN_CONVEX_TRIANGLE:
		return of_triangle(&shape->triangle, eye);
	case KILN_CONVEX_TETRAHEDRON:
		return kilni_convex_of_points(shape->tetrahedron.corners, 4, eye);
	case KILN_CONVEX_CYLINDER:
		return of_cylinder(&shape->cylinder, eye);
	case KILN_CONVEX_CONE:
		return of_cone(&shape->cone, eye);
	case KILN_CONVEX_ELLIPSOID:
		return of_ellipsoid(&shape->ellipsoid, eye);
	case KILN_CONVEX_RSS:
		return of_rss(&shape->rss, eye);
	case KILN_CONVEX_POINTS:
		return kilni_convex_of_points(shape->points.points, shape->points.count, eye);
	default:
		return (kiln_convex){.center = seen(shape->point, eye)};
	}
}

static void set_form(const kiln_convex_shape *shape, kiln_d3 eye, kiln_convex *convex)
{
	if (shape->kind == KILN_CONVEX_HULL)
		set_hull_seen(shape->hull, eye, convex);
	else
		*convex = of_form(shape, eye);
}

kiln_d3 kilni_convex_anchor(const kiln_convex_shape *shape)
{
	kiln_d3 anchor = form_anchor(shape);
	for (const kiln_convex_shape *plus = shape->plus; plus; plus = plus->plus)
		anchor = kiln_d3_add(anchor, form_anchor(plus));
	return anchor;
}

static inline void of_shape(const kiln_convex_shape *shape, kiln_d3 eye, kiln_convex terms[KILN_CONVEX_TERMS_MAX])
{
	if (shape->kind == KILN_CONVEX_HULL && !shape->plus)
	{
		set_hull_seen(shape->hull, eye, terms);
		terms[0].margin = (double)shape->margin;
		return;
	}
	double margin = 0;
	for (kiln_convex *term = terms;; ++term)
	{
		// An added shape is relative to its own anchor; its place joins the first term, in one sum.
		kiln_d3 own = form_anchor(shape);
		set_form(shape, term == terms ? eye : own, term);
		if (term > terms)
			terms[0].center = kiln_d3_add(terms[0].center, own);
		margin += term->margin + (double)shape->margin;
		term->margin = 0;
		shape = shape->plus;
		if (!shape)
			break;
		term->plus = term + 1;
	}
	terms[0].margin = margin;
}

void kilni_convex_of_shape(const kiln_convex_shape *shape, kiln_d3 eye, kiln_convex terms[KILN_CONVEX_TERMS_MAX])
{
	of_shape(shape, eye, terms);
}

/// Bounds the coordinates of a shape alone.
static double reach_of(const kiln_convex_shape *shape)
{
	if (shape->kind == KILN_CONVEX_HULL)
		return (double)shape->hull->reach;
	kiln_convex convex = of_form(shape, (kiln_d3){0, 0, 0});
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

/// The largest rotation, translation and scale of usable_vertices. The numbers of a pose lie one behind the other.
static const float pose_most[8] = {
	FLT_MAX, FLT_MAX, FLT_MAX, FLT_MAX, KILN_COORDINATE_MAX, KILN_COORDINATE_MAX, KILN_COORDINATE_MAX, 1};
_Static_assert(sizeof(kiln_pose) == sizeof pose_most && offsetof(kiln_pose, translation) == 4 * sizeof(float) &&
				   offsetof(kiln_pose, scale) == 7 * sizeof(float),
	"rotation, translation, scale");

/// kiln_convex_object_usable for a single shape of vertices: most objects are such shapes, so this must be quick.
static inline bool usable_vertices(const kiln_convex_object *object)
{
	const kiln_convex_shape *shape = object->shape;
	const f8 pose = f8_load((const float *)&object->pose);
	bool placed = m8_bits(m8_le(f8_abs(pose), f8_load(pose_most))) == 0xff && object->pose.scale >= 0;
	if (!placed || !usable_size(shape->margin))
		return false;
	if (shape->kind == KILN_CONVEX_POINTS)
		return shape->points.count > 0 && kilni_usable_points(shape->points.points, shape->points.count);
	return shape->hull && shape->hull->vertex_count > 0;
}

bool kilni_convex_object_usable(const kiln_convex_object *object)
{
	if (!object || !object->shape)
		return false;
	const kiln_convex_shape *shape = object->shape;
	const float scale = object->pose.scale;
	if ((shape->kind == KILN_CONVEX_HULL || shape->kind == KILN_CONVEX_POINTS) && !shape->plus && !(scale > 1))
		return usable_vertices(object);
	if (!kiln_pose_valid(&object->pose) || !kilni_usable_point(&object->pose.translation))
		return false;
	if (!kilni_usable_convex(shape) || kilni_convex_is_line(shape))
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

static inline void stand(const kiln_pose *pose, standing *at)
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

static inline void turn(const kiln_d3 column[3], kiln_convex *convex)
{
	convex->turned = true;
	for (int i = 0; i < 3; ++i)
		convex->column[i] = column[i];
	convex->center = turned(column, convex->center);
	if (convex->hull)
		return;
	for (int i = 0; i < 3; ++i)
	{
		convex->bars[i] = turned(column, convex->bars[i]);
		convex->rounds[i] = turned(column, convex->rounds[i]);
	}
}

/// Turns the shape around its anchor and then moves the anchor to its place. So neither the turn nor the distance to
/// the eye takes digits from its size.
static inline void place(const kiln_convex_shape *shape, kiln_d3 anchor, const kiln_d3 column[3], double scale,
	kiln_d3 there, kiln_convex terms[KILN_CONVEX_TERMS_MAX])
{
	of_shape(shape, anchor, terms);
	kiln_convex *term = terms;
	turn(column, term);
	for (shape = shape->plus; shape; shape = shape->plus)
		turn(column, ++term);
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
	place(object->shape, anchor, at.column, at.scale, there, terms);
}

static bool is_hull(const kiln_convex_shape *shape)
{
	return shape->kind == KILN_CONVEX_HULL && !shape->plus;
}

/// As for any two shapes, without the fields that hulls do not have; `a` has no scale.
static inline void pair_of_hulls(const kiln_convex_object *a, const kiln_convex_object *b, kiln_convex_pair *pair)
{
	set_hull(a->shape->hull, pair->a);
	set_hull(b->shape->hull, pair->b);
	pair->a[0].center = origin;
	pair->a[0].margin = (double)a->shape->margin;
	const double scale = b->pose.scale == 0 ? 1 : (double)b->pose.scale;
	pair->b[0].margin = (double)b->shape->margin * scale;
	pair->b[0].turned = true;
	pair->b[0].rigid = scale >= 0.25 && scale <= 4;
#ifdef KILN_HULLS_WIDE
	if (a->shape->hull->isa == KILN_ISA_AVX2)
	{
		kilni_hulls_place_wide(a, b, pair);
		return;
	}
#endif
	kiln_hulls_place(a, b, pair);
}

static void pair_of_any(const kiln_convex_object *a, const kiln_convex_object *b, double scale, kiln_convex_pair *pair)
{
	const kiln_d3 wider[3] = {{scale, 0, 0}, {0, scale, 0}, {0, 0, scale}};
	standing at;
	stand(&b->pose, &at);
	kiln_d3 anchor_a = kilni_convex_anchor(a->shape), anchor_b = kilni_convex_anchor(b->shape);
	kiln_quat_axes(a->pose.rotation, pair->axis);
	pair->eye = kiln_d3_add(turned(pair->axis, kiln_d3_scale(anchor_a, scale)), kiln_d3_from(a->pose.translation));
	kiln_d3 there = kiln_d3_sub(kiln_d3_add(turned(at.column, anchor_b), at.origin), pair->eye);
	there = kiln_convex_pair_in(pair, there);
	for (int i = 0; i < 3; ++i)
		at.column[i] = kiln_convex_pair_in(pair, at.column[i]);
	if (scale == 1)
		of_shape(a->shape, anchor_a, pair->a);
	else
		place(a->shape, anchor_a, wider, scale, (kiln_d3){0, 0, 0}, pair->a);
	place(b->shape, anchor_b, at.column, at.scale, there, pair->b);
}

void kilni_convex_pair_of(const kiln_convex_object *a, const kiln_convex_object *b, kiln_convex_pair *pair)
{
	const double scale = a->pose.scale == 0 ? 1 : (double)a->pose.scale;
	if (is_hull(a->shape) && is_hull(b->shape) && scale == 1)
		pair_of_hulls(a, b, pair);
	else
		pair_of_any(a, b, scale, pair);
	pair->margin = pair->a[0].margin + pair->b[0].margin;
}
