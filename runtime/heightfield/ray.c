// SPDX-License-Identifier: MIT
#define KILN_BACKEND_BASE
#include "field.h"
#include "scene/hit.h"
#include "scene/ray_query.h"
#include "tree/ray_triangle.h"

/// Ray queries: from node to node and from cell to cell along the ray. Each node's children form strips across the axis on
/// which the ray passes more of them; the walk takes strip by strip, clips the ray to the strip, and takes the children
/// of the strip that the ray then passes. All clipping is in double and keeps too much by more than float32 loses on the
/// way to a hit, so the walk misses no triangle that the arithmetic of triangles meets.

/// Half a unit in the last place of float32, relative.
#define ROUNDING 0x1p-24
/// The number of roundings on the way to a hit, as in the walks of trees.
#define SLACK_ROUNDINGS 64

/// The times at which the ray may be in something.
typedef struct ray_span
{
	double enter, leave;
} ray_span;

/// A coordinate of the ray's point: start + t * speed. Sides count in cells, heights in steps.
typedef struct ray_axis
{
	double start, speed;
	double inverse; ///< of the speed; 0 where that is 0
	double slack;
} ray_axis;

typedef struct ray_walk
{
	const kiln_heightfield *field;
	const kiln_walk_ray *ray;
	uint32_t flags;
	bool any; ///< the first triangle that is met ends the walk
	ray_axis side[2], height;
	uint32_t major; ///< the side of strips
	kiln_ray_best best;
} ray_walk;

/// Narrows the span to the times at which the axis is in low .. high. Returns false when nothing is left.
static bool clip(const ray_axis *axis, double low, double high, ray_span *span)
{
	low -= axis->slack + axis->start;
	high += axis->slack - axis->start;
	if (axis->speed == 0)
		return low <= 0 && high >= 0;
	const double a = low * axis->inverse, b = high * axis->inverse;
	const double enter = axis->speed > 0 ? a : b, leave = axis->speed > 0 ? b : a;
	span->enter = enter > span->enter ? enter : span->enter;
	span->leave = leave < span->leave ? leave : span->leave;
	return span->enter <= span->leave;
}

static bool clip_heights(const ray_walk *walk, kiln_format_heightfield_range range, ray_span *span)
{
	return clip(&walk->height, (double)range.low, (double)range.high, span);
}

/// Whole numbers from first to last, taken upwards or downwards.
typedef struct index_run
{
	int64_t first, last;
} index_run;

/// The children low .. high - 1 between two places, in children.
static index_run clamp_run(double first, double last, uint32_t low, uint32_t high)
{
	index_run run;
	run.first = first > (double)low ? first < (double)high ? (int64_t)first : (int64_t)high : (int64_t)low;
	run.last = last < (double)high ? last >= (double)low ? (int64_t)last : (int64_t)low - 1 : (int64_t)high - 1;
	return run;
}

/// The children low .. high - 1, each 1 / `per_cell` cells wide, that the ray may pass on an axis during the span.
static index_run run_of(const ray_axis *axis, const ray_span *span, double per_cell, uint32_t low, uint32_t high)
{
	const double a = axis->start + span->enter * axis->speed, b = axis->start + span->leave * axis->speed;
	const double least = (a < b ? a : b) - axis->slack, most = (a < b ? b : a) + axis->slack;
	return clamp_run(least * per_cell, most * per_cell, low, high);
}

/// Stores the sheared corners of the cell's triangles in the first two lanes.
static void gather(const ray_walk *walk, const kiln_field_cell *cell, const float at[4][3], kiln_ray_corners *corners)
{
	const kiln_walk_ray *ray = walk->ray;
	float x[3][8] = {{0}}, y[3][8] = {{0}}, z[3][8] = {{0}};
	for (uint32_t k = 0; k < 2; ++k)
	{
		const uint8_t *of = kiln_field_triangle(walk->field, cell->turned, k);
		for (int i = 0; i < 3; ++i)
		{
			const float *p = at[of[i]];
			const float px = p[ray->axis[0]] - ray->origin[ray->axis[0]];
			const float py = p[ray->axis[1]] - ray->origin[ray->axis[1]];
			const float pz = p[ray->axis[2]] - ray->origin[ray->axis[2]];
			x[i][k] = px - ray->shear[0] * pz;
			y[i][k] = py - ray->shear[1] * pz;
			z[i][k] = pz;
		}
	}
	for (int i = 0; i < 3; ++i)
	{
		corners->x[i] = f8_load(x[i]);
		corners->y[i] = f8_load(y[i]);
		corners->z[i] = f8_load(z[i]);
	}
}

/// Decides the triangles of a cell. Returns false to end the walk.
static bool meet_cell(ray_walk *walk, const kiln_field_cell *cell, uint32_t column, uint32_t row)
{
	float at[4][3];
	kiln_ray_corners corners;
	kiln_ray_lanes lanes;
	kiln_ray_meet meets[KILN_LEAF_TRIANGLES_MAX];
	kiln_field_corners(walk->field, cell, column, row, at);
	gather(walk, cell, at, &corners);
	kiln_ray_decide(&corners, walk->ray, 2, walk->flags, walk->best.t, &lanes);
	if (!(lanes.met | lanes.doubt))
		return true;
	uint32_t met = kiln_ray_collect(&corners, walk->ray, &lanes, walk->flags, walk->best.t, meets);
	const uint32_t first = 2 * kiln_field_cell_number(walk->field, column, row);
	for (; met; met &= met - 1)
	{
		const uint32_t k = kiln_lowest_bit(met);
		const kiln_ray_meet *meet = &meets[k];
		kiln_ray_best *best = &walk->best;
		if (meet->t < best->t || (meet->t == best->t && first + k < best->triangle))
			*best = (kiln_ray_best){meet->t, first + k, 0, k, meet->u, meet->v, meet->back};
	}
	return !(walk->any && walk->best.triangle != KILN_NONE);
}

/// The part of the field that a node's children cover.
typedef struct ray_children
{
	uint32_t low[2], high[2]; ///< numbers of children, from low to high - 1
	uint32_t size;			  ///< cells on a side of a child
} ray_children;

static ray_children children_of(const kiln_heightfield *field, uint32_t level, const uint32_t node[2])
{
	const uint32_t fan = level ? KILN_HEIGHTFIELD_FAN : KILN_FIELD_BLOCK;
	const uint32_t counts[2] = {level ? kiln_field_node_columns(field, level - 1) : field->columns - 1,
		level ? kiln_field_node_rows(field, level - 1) : field->rows - 1};
	ray_children children = {.size = level ? kiln_field_node_side(level - 1) : 1};
	for (int i = 0; i < 2; ++i)
	{
		children.low[i] = node[i] * fan;
		children.high[i] = children.low[i] + fan < counts[i] ? children.low[i] + fan : counts[i];
	}
	return children;
}

/// A coordinate of the ray where it passes the border before strip k, as first + k * by, and how far it is from there
/// between the borders of a strip, slack of both axes included. The span that the ray is in a block bounds it.
typedef struct strip_line
{
	double first, by, slack;
	double least, most;
} strip_line;

static strip_line strip_line_of(const ray_axis *axis, const ray_axis *major, const ray_span *span)
{
	const double a = axis->start + span->enter * axis->speed, b = axis->start + span->leave * axis->speed;
	const double by = axis->speed * major->inverse;
	return (strip_line){axis->start - major->start * by, by, axis->slack + kiln_double_abs(by) * major->slack,
		(a < b ? a : b) - axis->slack, (a < b ? b : a) + axis->slack};
}

/// The least and the greatest coordinate in a strip. A ray that stays in its strip has those of the whole span.
static inline void strip_bounds(const strip_line *line, bool stays, double strip, double bounds[2])
{
	const double a = line->first + strip * line->by, b = a + line->by;
	const double least = (a < b ? a : b) - line->slack, most = (a < b ? b : a) + line->slack;
	bounds[0] = stays || !(least > line->least) ? line->least : least;
	bounds[1] = stays || !(most < line->most) ? line->most : most;
}

/// Visits the cells of a block, strip by strip: those that the ray passes within the strip, at most three, are compared
/// with its heights there.
static bool visit_block(ray_walk *walk, const uint32_t node[2], const ray_span *span)
{
	const kiln_heightfield *field = walk->field;
	const ray_children children = children_of(field, 0, node);
	const kiln_field_block block = kiln_field_block_at(field, node[1] * field->block_columns + node[0]);
	const uint32_t major = walk->major, minor = 1 - major;
	const ray_axis *axis = &walk->side[major];
	const bool down = axis->speed < 0, minor_down = walk->side[minor].speed < 0, stays = axis->speed == 0;
	const strip_line side = strip_line_of(&walk->side[minor], axis, span);
	const strip_line height = strip_line_of(&walk->height, axis, span);
	if (block.head->flags & KILN_HEIGHTFIELD_EMPTY)
		return true;
	const index_run strips = run_of(axis, span, 1, children.low[major], children.high[major]);
	for (int64_t i = 0; i <= strips.last - strips.first; ++i)
	{
		const double strip = (double)(down ? strips.last - i : strips.first + i);
		double sides[2], heights[2];
		// The time of the border that the ray passes first.
		const double enter = (strip + (down ? 1 + axis->slack : -axis->slack) - axis->start) * axis->inverse;
		if (!stays && enter > (double)walk->best.t)
			break;
		strip_bounds(&side, stays, strip, sides);
		strip_bounds(&height, stays, strip, heights);
		const index_run run = clamp_run(sides[0], sides[1], children.low[minor], children.high[minor]);
		for (int64_t j = 0; j <= run.last - run.first; ++j)
		{
			uint32_t at[2];
			kiln_field_cell cell;
			at[major] = (uint32_t)strip;
			at[minor] = (uint32_t)(minor_down ? run.last - j : run.first + j);
			if (!kiln_field_cell_at(&block, at[0] % KILN_FIELD_BLOCK, at[1] % KILN_FIELD_BLOCK, &cell))
				continue;
			const kiln_format_heightfield_range range = kiln_field_cell_range(&cell);
			if ((double)range.low <= heights[1] && (double)range.high >= heights[0] &&
				!meet_cell(walk, &cell, at[0], at[1]))
				return false;
		}
	}
	return true;
}

static bool visit_node(ray_walk *walk, uint32_t level, const uint32_t node[2], ray_span span);

/// Visits the nodes of one strip of a node.
static bool visit_nodes(
	ray_walk *walk, uint32_t level, const ray_children *children, uint32_t strip, const ray_span *span)
{
	const kiln_heightfield *field = walk->field;
	const uint32_t minor = 1 - walk->major;
	const ray_axis *axis = &walk->side[minor];
	const double size = (double)children->size;
	const index_run run = run_of(axis, span, 1 / size, children->low[minor], children->high[minor]);
	const bool down = axis->speed < 0;
	for (int64_t i = 0; i <= run.last - run.first; ++i)
	{
		const uint32_t place = (uint32_t)(down ? run.last - i : run.first + i);
		ray_span inside = *span;
		uint32_t at[2];
		at[walk->major] = strip;
		at[minor] = place;
		if (clip(axis, (double)place * size, ((double)place + 1) * size, &inside) &&
			clip_heights(walk, kiln_field_node_range(field, level - 1, at[0], at[1]), &inside) &&
			inside.enter <= (double)walk->best.t &&
			!(level > 1 ? visit_node(walk, level - 1, at, inside) : visit_block(walk, at, &inside)))
			return false;
	}
	return true;
}

/// Visits a node above the blocks, whose range the ray passes during the span. Recursion ends after
/// KILN_HEIGHTFIELD_LEVELS_MAX levels.
static bool visit_node(ray_walk *walk, uint32_t level, const uint32_t node[2], ray_span span)
{
	const kiln_heightfield *field = walk->field;
	const ray_children children = children_of(field, level, node);
	const uint32_t major = walk->major;
	const ray_axis *axis = &walk->side[major];
	const double size = (double)children.size;
	const bool down = axis->speed < 0;
	const index_run run = run_of(axis, &span, 1 / size, children.low[major], children.high[major]);
	for (int64_t i = 0; i <= run.last - run.first; ++i)
	{
		const uint32_t strip = (uint32_t)(down ? run.last - i : run.first + i);
		ray_span inside = span;
		if (!clip(axis, (double)strip * size, ((double)strip + 1) * size, &inside))
			continue;
		if (!(inside.enter <= (double)walk->best.t))
			break;
		if (!visit_nodes(walk, level, &children, strip, &inside))
			return false;
	}
	return true;
}

/// Prepares an axis. `unit` is the length that counts as one, `first` the coordinate that counts as 0, `most` the
/// greatest magnitude of these and of all coordinates of the field.
static ray_axis axis_of(const kiln_walk_ray *ray, uint32_t axis, double first, double unit, double most, double slack)
{
	const double origin = (double)ray->origin[axis], speed = (double)ray->direction[axis] / unit;
	// Adds a unit in the last place of the origin, and what rounding moves samples away from their exact places.
	const double away = slack + 2 * ROUNDING * (kiln_double_abs(origin) + 2 * most);
	return (ray_axis){(origin - first) / unit, speed, speed != 0 ? 1 / speed : 0, away / unit};
}

static double component(kiln_vec3 v, uint32_t axis)
{
	return axis == 0 ? (double)v.x : axis == 1 ? (double)v.y : (double)v.z;
}

static void set_axes(ray_walk *walk)
{
	const kiln_heightfield *field = walk->field;
	const kiln_format_heightfield_header *header = field->header;
	const uint32_t axes[3] = {0, kiln_field_row_axis(field), header->up};
	double reach = 0, most[3];
	for (int i = 0; i < 3; ++i)
	{
		const double low = component(field->min, axes[i]), high = component(field->max, axes[i]);
		const double origin = (double)walk->ray->origin[axes[i]];
		most[i] = kiln_double_max(kiln_double_max(kiln_double_abs(low), kiln_double_abs(high)),
			kiln_double_abs((double)header->origin[axes[i]]));
		reach = kiln_double_max(reach, kiln_double_max(kiln_double_abs(low - origin), kiln_double_abs(high - origin)));
	}
	const double slack = SLACK_ROUNDINGS * ROUNDING * reach + (double)FLT_MIN;
	for (int i = 0; i < 2; ++i)
		walk->side[i] =
			axis_of(walk->ray, axes[i], (double)header->origin[axes[i]], (double)header->spacing[i], most[i], slack);
	walk->height = axis_of(walk->ray, axes[2], (double)header->origin[axes[2]], (double)header->step, most[2], slack);
	walk->major = kiln_double_abs(walk->side[1].speed) > kiln_double_abs(walk->side[0].speed);
}

static void walk_field(ray_walk *walk)
{
	const kiln_heightfield *field = walk->field;
	const uint32_t root[2] = {0, 0};
	ray_span span = {0, (double)walk->best.t};
	set_axes(walk);
	if (clip(&walk->side[0], 0, (double)(field->columns - 1), &span) &&
		clip(&walk->side[1], 0, (double)(field->rows - 1), &span) &&
		clip_heights(walk, kiln_field_node_range(field, field->level_count, 0, 0), &span))
		(void)(field->level_count ? visit_node(walk, field->level_count, root, span) : visit_block(walk, root, &span));
}

/// Brings the ray near, as for a mesh with the field's box.
static bool prepare(const kiln_heightfield *field, const kiln_ray *ray, kiln_local_ray *local)
{
	const kiln_format_mesh box = {.bounds_min = {field->min.x, field->min.y, field->min.z},
		.bounds_max = {field->max.x, field->max.y, field->max.z}};
	local->from = 0;
	local->last = HUGE_VALF;
	return kilni_walk_ray_init(&local->walk, &ray->origin, &ray->direction, ray->t_max, box.bounds_min, box.bounds_max,
			   &local->limit) &&
		   (!local->walk.far || kilni_ray_start_near(&box, NULL, ray, local));
}

static void fill(const ray_walk *walk, float t, kiln_hit *hit)
{
	const kiln_ray_best *best = &walk->best;
	kiln_vec3 corners[3];
	kilni_heightfield_corners(walk->field, best->triangle, corners);
	const kiln_d3 corner = kiln_d3_from(corners[0]);
	const kiln_leaf_face face = {
		corner, kiln_d3_sub(kiln_d3_from(corners[1]), corner), kiln_d3_sub(kiln_d3_from(corners[2]), corner)};
	kiln_hit_begin(hit);
	hit->back = best->back;
	hit->t = t;
	hit->point = kiln_d3_to(kiln_leaf_point(&face, best->u, best->v));
	hit->normal = kiln_leaf_normal(&face);
	hit->u = best->u;
	hit->v = best->v;
	hit->triangle = best->triangle;
	hit->mesh = hit->source_mesh = hit->node = hit->shape = hit->face = KILN_NONE;
	hit->source_face = best->triangle / 2;
	hit->material = kiln_heightfield_material(walk->field, best->triangle / 2);
	hit->tag = 0;
}

/// Walks along a ray. Returns whether it meets a triangle, and sets the t of the given ray.
static bool meet(ray_walk *walk, const kiln_heightfield *field, const kiln_ray *ray, bool any, float *t)
{
	kiln_local_ray local;
	if (!kiln_field_is_open(field) || !ray || !prepare(field, ray, &local))
		return false;
	*walk = (ray_walk){.field = field,
		.ray = &local.walk,
		.flags = ray->flags,
		.any = any && local.last > FLT_MAX,
		.best = {.t = local.limit, .triangle = KILN_NONE}};
	walk_field(walk);
	*t = kiln_local_t(&local, walk->best.t);
	return walk->best.triangle != KILN_NONE && *t <= local.last;
}

kiln_hit kiln_heightfield_ray_closest(const kiln_heightfield *field, const kiln_ray *ray)
{
	ray_walk walk;
	kiln_hit hit;
	float t = 0;
	kiln_hit_clear(&hit);
	if (meet(&walk, field, ray, false, &t))
		fill(&walk, t, &hit);
	return hit;
}

bool kiln_heightfield_ray_any(const kiln_heightfield *field, const kiln_ray *ray)
{
	ray_walk walk;
	float t = 0;
	return meet(&walk, field, ray, true, &t);
}
