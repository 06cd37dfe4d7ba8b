// SPDX-License-Identifier: MIT
#include "triangulate.h"

#include "kiln_format.h"
#include "memory.h"
#include "polygon.h"

#include <math.h>

/// Default limit of work: boxes and corners visited for each corner of a polygon.
#define WORK_MOST 4096

/// How a polygon is projected: coordinates `u` and `v` are kept, minus a shear by the third coordinate `w`.
typedef struct projection
{
	int u;
	int v;
	int w;
	double origin; ///< of w
	double shear[2];
} projection;

static double magnitude(double value)
{
	return value < 0.0 ? -value : value;
}

/// Computes twice the contour's area vector (M. E. Newell; F. Tampieri, Graphics Gems III, 1992), relative to its first
/// corner.
static void newell_normal(
	const float (*positions)[3], const uint32_t *corners, uint32_t count, double normal[3], double extent[3])
{
	const float *origin = positions[corners[0]];
	double last[3] = {0}, low[3] = {0}, high[3] = {0};
	normal[0] = normal[1] = normal[2] = 0.0;
	for (uint32_t i = 1; i < count; ++i)
	{
		double p[3];
		for (int k = 0; k < 3; ++k)
		{
			p[k] = (double)positions[corners[i]][k] - (double)origin[k];
			low[k] = p[k] < low[k] ? p[k] : low[k];
			high[k] = p[k] > high[k] ? p[k] : high[k];
		}
		for (int k = 0; k < 3; ++k)
		{
			int l = k == 2 ? 0 : k + 1, m = k == 0 ? 2 : k - 1;
			normal[k] += last[l] * p[m] - last[m] * p[l];
		}
		last[0] = p[0];
		last[1] = p[1];
		last[2] = p[2];
	}
	for (int k = 0; k < 3; ++k)
		extent[k] = high[k] - low[k];
}

/// Computes how far the contour's corners are apart along its normal; 0 for a contour without area.
static double find_thickness(
	const float (*positions)[3], const uint32_t *corners, uint32_t count, const double normal[3])
{
	const float *origin = positions[corners[0]];
	double low = 0.0, high = 0.0;
	for (uint32_t i = 1; i < count; ++i)
	{
		double height = 0.0;
		for (int k = 0; k < 3; ++k)
			height += ((double)positions[corners[i]][k] - (double)origin[k]) * normal[k];
		low = height < low ? height : low;
		high = height > high ? height : high;
	}
	double length = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
	return length > 0.0 && high > low ? (high - low) / length : 0.0;
}

/// Chooses the axis of projection. Dropping a coordinate keeps the others exact. The shear that turns this into a
/// projection along the normal is left to `project_along_normal`.
static projection choose_projection(const double normal[3], const double extent[3])
{
	int w = 0;
	for (int k = 1; k < 3; ++k)
		if (magnitude(normal[k]) > magnitude(normal[w]))
			w = k;
	// A contour without area is projected along the axis that shows most of it.
	if (normal[w] == 0.0)
		for (int k = 0; k < 3; ++k)
			if (extent[k] < extent[w])
				w = k;
	projection to = {.u = (w + 1) % 3, .v = (w + 2) % 3, .w = w};
	if (normal[w] < 0.0)
	{
		int u = to.u;
		to.u = to.v;
		to.v = u;
	}
	return to;
}

/// Changes the projection along an axis to one along the normal; returns false when both are equal.
static bool project_along_normal(projection *to, const double normal[3], const float origin[3])
{
	if (normal[to->w] == 0.0)
		return false;
	to->origin = (double)origin[to->w];
	to->shear[0] = normal[to->u] / normal[to->w];
	to->shear[1] = normal[to->v] / normal[to->w];
	return to->shear[0] != 0.0 || to->shear[1] != 0.0;
}

static void project(const projection *to, const float position[3], double p[2])
{
	p[0] = (double)position[to->u];
	p[1] = (double)position[to->v];
	if (to->shear[0] == 0.0 && to->shear[1] == 0.0)
		return;
	double height = (double)position[to->w] - to->origin;
	p[0] -= height * to->shear[0];
	p[1] -= height * to->shear[1];
}

static double distance_squared(const float a[3], const float b[3])
{
	double x = (double)a[0] - (double)b[0];
	double y = (double)a[1] - (double)b[1];
	double z = (double)a[2] - (double)b[2];
	return x * x + y * y + z * z;
}

static bool lexicographic(const float a[3], const float b[3])
{
	for (int i = 0; i < 3; ++i)
		if (a[i] != b[i])
			return a[i] < b[i];
	return false;
}

/// What a diagonal of a quadrilateral makes of it.
typedef struct diagonal_faults
{
	int sum;	  ///< a triangle without area counts once, a reversed one twice
	int reversed; ///< number of reversed triangles
} diagonal_faults;

/// Counts the wrongly turned triangles on both sides of the diagonal from corner `from`.
static diagonal_faults find_faults(double p[4][2], int from)
{
	int first = exact_orient2d(p[from], p[from + 1], p[from + 2]);
	int second = exact_orient2d(p[from], p[from + 2], p[from == 0 ? 3 : 0]);
	return (diagonal_faults){(1 - first) + (1 - second), (first < 0) + (second < 0)};
}

/// Chooses between two equally good diagonals; returns the corner where the diagonal starts, 0 or 1. Chooses the
/// shorter diagonal; for equal lengths, the one with the lexicographically first corner, so that the result does not
/// depend on which corner the file lists first.
static int prefer_diagonal(const float (*positions)[3], const uint32_t *corners)
{
	const float *q[4] = {positions[corners[0]], positions[corners[1]], positions[corners[2]], positions[corners[3]]};
	double even = distance_squared(q[0], q[2]), odd = distance_squared(q[1], q[3]);
	if (even != odd)
		return even < odd ? 0 : 1;
	const float *first_even = lexicographic(q[0], q[2]) ? q[0] : q[2];
	const float *first_odd = lexicographic(q[1], q[3]) ? q[1] : q[3];
	return lexicographic(first_odd, first_even) ? 1 : 0;
}

/// Chooses the diagonal of a quadrilateral; returns the faults that are left.
static diagonal_faults cut_quad(const float (*positions)[3], const uint32_t *corners, const projection *to, int *from)
{
	double p[4][2];
	for (int i = 0; i < 4; ++i)
		project(to, positions[corners[i]], p[i]);
	diagonal_faults faults[2] = {find_faults(p, 0), find_faults(p, 1)};
	*from = faults[0].sum == faults[1].sum	? prefer_diagonal(positions, corners)
			: faults[0].sum < faults[1].sum ? 0
											: 1;
	return faults[*from];
}

static void triangulate_quad(clean_triangulation *triangulation, const float (*positions)[3], const uint32_t *corners)
{
	double normal[3], extent[3];
	newell_normal(positions, corners, 4, normal, extent);
	triangulation->thickness = find_thickness(positions, corners, 4, normal);
	projection to = choose_projection(normal, extent);
	int from, other;
	diagonal_faults faults = cut_quad(positions, corners, &to, &from);
	if (faults.sum > 0 && project_along_normal(&to, normal, positions[corners[0]]))
	{
		diagonal_faults along = cut_quad(positions, corners, &to, &other);
		if (along.sum < faults.sum)
		{
			faults = along;
			from = other;
		}
	}
	const uint32_t pair[2][3] = {{corners[from], corners[from + 1], corners[from + 2]},
		{corners[from], corners[from + 2], corners[from == 0 ? 3 : 0]}};
	for (int i = 0; i < 2; ++i)
		for (int k = 0; k < 3; ++k)
			triangulation->triangles[i][k] = pair[i][k];
	triangulation->triangle_count = 2;
	triangulation->forced = (uint32_t)faults.reversed;
}

/// Projects the polygon, joins its holes and cuts it; returns how many cuts were forced.
static uint32_t cut_polygon(clean_triangulation *triangulation, const uint32_t *corners, const uint32_t *contour_ends,
	uint32_t contour_count, uint32_t *firsts, const projection *to)
{
	clean_polygon *polygon = triangulation->polygon;
	uint32_t first = 0;
	for (uint32_t contour = 0; contour < contour_count; ++contour)
	{
		uint32_t end = contour_ends[contour];
		for (uint32_t i = first; i < end; ++i)
		{
			polygon_node *node = &polygon->nodes[i];
			project(to, polygon->positions[corners[i]], node->p);
			node->vertex = corners[i];
			node->prev = i == first ? end - 1 : i - 1;
			node->next = i + 1 == end ? first : i + 1;
		}
		firsts[contour] = first < end ? first : KILN_NONE;
		first = end;
	}
	polygon->node_count = first;
	polygon->work = 0;
	uint32_t most = triangulation->work_most ? triangulation->work_most : WORK_MOST;
	polygon->limit = (uint64_t)most * ((uint64_t)first + 2 * ((uint64_t)contour_count - 1));
	polygon->limited = false;
	clean_bridge_holes(polygon, firsts, contour_count);
	triangulation->triangle_count = polygon->node_count - 2;
	uint32_t forced = clean_cut_ears(polygon, firsts[0], polygon->node_count, triangulation->triangles);
	triangulation->work += polygon->work;
	triangulation->limited = polygon->limited;
	return forced;
}

static void free_polygon(const kilncook_context *context, clean_triangulation *triangulation)
{
	clean_polygon *polygon = triangulation->polygon;
	uint32_t capacity = triangulation->capacity;
	if (polygon)
	{
		cook_free(context, polygon->nodes, capacity, sizeof *polygon->nodes);
		cook_free(context, polygon->reflex.place, capacity, sizeof *polygon->reflex.place);
		cook_free(context, polygon->reflex.first, capacity, sizeof *polygon->reflex.first);
		cook_free(context, polygon->reflex.reflex, capacity, sizeof *polygon->reflex.reflex);
		cook_free(context, polygon->reflex.boxes, capacity, sizeof *polygon->reflex.boxes);
		cook_free(context, polygon->reflex.items, capacity, sizeof *polygon->reflex.items);
		cook_free(context, polygon->heap, (size_t)capacity * 3, sizeof *polygon->heap);
	}
	cook_free(context, polygon, 1, sizeof *polygon);
	cook_free(context, triangulation->triangles, capacity, sizeof *triangulation->triangles);
	triangulation->polygon = NULL;
	triangulation->triangles = NULL;
	triangulation->capacity = 0;
}

static bool reserve_index(const kilncook_context *context, reflex_index *index, uint32_t capacity)
{
	index->place = cook_alloc(context, capacity, sizeof *index->place);
	index->first = cook_alloc(context, capacity, sizeof *index->first);
	index->reflex = cook_alloc(context, capacity, sizeof *index->reflex);
	index->boxes = cook_alloc(context, capacity, sizeof *index->boxes);
	index->items = cook_alloc(context, capacity, sizeof *index->items);
	return index->place && index->first && index->reflex && index->boxes && index->items;
}

/// Makes room for polygons of `count` nodes.
static bool reserve(const kilncook_context *context, clean_triangulation *triangulation, uint64_t count)
{
	if (count <= triangulation->capacity)
		return true;
	if (count > UINT32_MAX / 4)
		return false;
	free_polygon(context, triangulation);
	uint32_t capacity = 64;
	while (capacity < count)
		capacity *= 2;
	triangulation->capacity = capacity;
	clean_polygon *polygon = cook_alloc_zero(context, 1, sizeof *polygon);
	triangulation->polygon = polygon;
	triangulation->triangles = cook_alloc(context, capacity, sizeof *triangulation->triangles);
	if (polygon)
	{
		polygon->nodes = cook_alloc(context, capacity, sizeof *polygon->nodes);
		polygon->heap = cook_alloc(context, (size_t)capacity * 3, sizeof *polygon->heap);
	}
	if (polygon && polygon->nodes && polygon->heap && reserve_index(context, &polygon->reflex, capacity) &&
		triangulation->triangles)
		return true;
	free_polygon(context, triangulation);
	return false;
}

/// The general case: projects along an axis first, then along the normal if the first projection was not simple. The
/// projection with fewer forced cuts is used.
static bool triangulate_polygon(const kilncook_context *context, clean_triangulation *triangulation,
	const uint32_t *corners, const uint32_t *contour_ends, uint32_t contour_count)
{
	uint32_t *firsts = cook_alloc(context, contour_count, sizeof *firsts);
	if (!firsts)
		return false;
	const float(*positions)[3] = triangulation->polygon->positions;
	double normal[3], extent[3];
	newell_normal(positions, corners, contour_ends[0], normal, extent);
	triangulation->thickness = find_thickness(positions, corners, contour_ends[0], normal);
	projection axis = choose_projection(normal, extent);
	triangulation->forced = cut_polygon(triangulation, corners, contour_ends, contour_count, firsts, &axis);
	projection sheared = axis;
	if (triangulation->forced > 0 && project_along_normal(&sheared, normal, positions[corners[0]]))
	{
		uint32_t forced = cut_polygon(triangulation, corners, contour_ends, contour_count, firsts, &sheared);
		if (forced < triangulation->forced)
			triangulation->forced = forced;
		else
			cut_polygon(triangulation, corners, contour_ends, contour_count, firsts, &axis);
	}
	cook_free(context, firsts, contour_count, sizeof *firsts);
	return true;
}

bool clean_triangulate(const kilncook_context *context, clean_triangulation *triangulation, const float (*positions)[3],
	const uint32_t *corners, const uint32_t *contour_ends, uint32_t contour_count)
{
	triangulation->triangle_count = 0;
	triangulation->forced = 0;
	triangulation->thickness = 0.0;
	triangulation->work = 0;
	triangulation->limited = false;
	if (contour_count == 0 || contour_ends[0] < 3)
		return true;
	uint32_t count = contour_ends[contour_count - 1];
	if (!reserve(context, triangulation, (uint64_t)count + 2 * ((uint64_t)contour_count - 1)))
		return false;
	triangulation->polygon->positions = positions;
	if (count == 3)
	{
		for (int i = 0; i < 3; ++i)
			triangulation->triangles[0][i] = corners[i];
		triangulation->triangle_count = 1;
		return true;
	}
	if (count == 4 && contour_ends[0] == 4)
	{
		triangulate_quad(triangulation, positions, corners);
		return true;
	}
	return triangulate_polygon(context, triangulation, corners, contour_ends, contour_count);
}

void clean_triangulation_free(const kilncook_context *context, clean_triangulation *triangulation)
{
	free_polygon(context, triangulation);
	*triangulation = (clean_triangulation){0};
}
