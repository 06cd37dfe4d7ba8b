// SPDX-License-Identifier: MIT
#include "cull.h"
#include "memory.h"
#include "quickhull.h"

#include <string.h>

/// From the hull of a sample to columns that lie in it.
///
/// Columns meet at nodes. At each node, the nearest of a few faces determines where the node's line along x leaves the
/// hull: the faces whose box in y and z contains the node. The hull is convex: a range of x that is inside at a
/// column's four nodes is inside between them. Margins, inwards, are larger than all rounding errors.

#define NODES_MAX (CULL_SIDE_MAX + 1)

/// A node is used if it lies inside the hull's outline by this share of a column. Because the hull is convex, no face
/// that matters to such a node is steep: none rises by more than the box's length along x divided by this share.
#define OUTLINE_MARGIN 0x1p-6

/// Faces steeper than this are skipped; the box's sides are the units of length.
#define STEEPEST 0x1p24

/// The largest share of a column by which a point may be assigned to a neighbouring column: three roundings to float of
/// a number below CULL_SIDE_MAX are less.
#define COLUMN_MARGIN 0x1p-10

/// Covers the rounding of the ends, as a share of the box's length along x.
#define END_MARGIN 0x1p-20

typedef struct node_end
{
	double low; ///< relative to the box's corner
	double high;
} node_end;

typedef struct cull_nodes
{
	const quickhull *q;		 ///< the sample's hull, relative to the box of the cloud
	int side;				 ///< columns
	double step[2];			 ///< from node to node along y and z
	double first[NODES_MAX]; ///< per z: the least y inside the outline
	double last[NODES_MAX];
	node_end ends[NODES_MAX * NODES_MAX]; ///< by z, then y
} cull_nodes;

static int node_number(double share, int side)
{
	return share < 0.0 ? 0 : share > side ? side : (int)share;
}

/// Computes the nodes from `low` to `high` along an axis, slightly widened.
static void node_range(const cull_nodes *n, int axis, double low, double high, int range[2])
{
	range[0] = node_number(low / n->step[axis] + (1.0 - OUTLINE_MARGIN), n->side);
	range[1] = node_number(high / n->step[axis] + OUTLINE_MARGIN, n->side);
}

/// Lowers the upper end, or raises the lower end, of the nodes at a face, where x = base + slope . (y, z), moved
/// inwards.
static void lower_ends(cull_nodes *n, const int y[2], const int z[2], double base, const double slope[2], bool is_high)
{
	for (int j = z[0]; j <= z[1]; ++j)
	{
		double start = base + slope[1] * (j * n->step[1]);
		node_end *row = &n->ends[j * (n->side + 1)];
		for (int i = y[0]; i <= y[1]; ++i)
		{
			double x = start + slope[0] * (i * n->step[0]);
			if (is_high)
				row[i].high = x < row[i].high ? x : row[i].high;
			else
				row[i].low = x > row[i].low ? x : row[i].low;
		}
	}
}

static void cut_by_face(cull_nodes *n, const quick_face *face)
{
	const quickhull *q = n->q;
	const double *normal = face->normal;
	double along = hull_magnitude(normal[0]);
	double across = hull_magnitude(normal[1]) * q->extent[1] + hull_magnitude(normal[2]) * q->extent[2];
	if (!(along * q->extent[0] * STEEPEST > across))
		return;
	double low[2] = {DBL_MAX, DBL_MAX}, high[2] = {-DBL_MAX, -DBL_MAX};
	for (int k = 0; k < 3; ++k)
	{
		double at[3];
		quick_relative(q, q->vertices[face->corners[k]].position, at);
		for (int i = 0; i < 2; ++i)
		{
			low[i] = at[i + 1] < low[i] ? at[i + 1] : low[i];
			high[i] = at[i + 1] > high[i] ? at[i + 1] : high[i];
		}
	}
	int y[2], z[2];
	node_range(n, 0, low[0], high[0], y);
	node_range(n, 1, low[1], high[1], z);
	double slope[2] = {-normal[1] / normal[0], -normal[2] / normal[0]};
	double margin = 2.0 * (double)face->bound / along + END_MARGIN * q->extent[0] +
					COLUMN_MARGIN * (hull_magnitude(slope[0]) * n->step[0] + hull_magnitude(slope[1]) * n->step[1]);
	bool is_high = normal[0] > 0.0;
	lower_ends(n, y, z, face->offset / normal[0] + (is_high ? -margin : margin), slope, is_high);
}

/// Finds the nodes inside the outline, which has `count` corners, counter-clockwise.
static void cut_by_outline(cull_nodes *n, const hull_flat *outline, uint32_t count)
{
	double far = 2.0 * n->q->extent[1];
	for (int j = 0; j <= n->side; ++j)
	{
		n->first[j] = -far;
		n->last[j] = far;
	}
	for (uint32_t i = 0; i < count; ++i)
	{
		const double *a = outline[i].at, *b = outline[i + 1 < count ? i + 1 : 0].at;
		double dy = b[0] - a[0], dz = b[1] - a[1];
		double margin = OUTLINE_MARGIN * (hull_magnitude(dz) * n->step[0] + hull_magnitude(dy) * n->step[1]);
		for (int j = 0; j <= n->side; ++j)
		{
			// A node is inside where dz * (y - a[0]) <= room.
			double room = dy * (j * n->step[1] - a[1]) - margin;
			double y = a[0] + room / dz;
			if (dz > 0.0)
				n->last[j] = y < n->last[j] ? y : n->last[j];
			else if (dz < 0.0)
				n->first[j] = y > n->first[j] ? y : n->first[j];
			else if (room < 0.0)
				n->last[j] = -far;
		}
	}
}

static kilncook_status find_outline(const kilncook_context *context, cull_nodes *n)
{
	const quickhull *q = n->q;
	size_t size = (size_t)q->vertex_count * 2 + 1;
	hull_flat *points = cook_alloc(context, size, sizeof *points);
	if (!points)
		return KILNCOOK_INTERNAL;
	for (uint32_t i = 0; i < q->vertex_count; ++i)
	{
		double at[3];
		quick_relative(q, q->vertices[i].position, at);
		points[i] = (hull_flat){{at[1], at[2]}, i, i};
	}
	cut_by_outline(n, points + q->vertex_count, hull_walk_around(points, q->vertex_count, points + q->vertex_count));
	cook_free(context, points, size, sizeof *points);
	return KILNCOOK_OK;
}

static bool in_outline(const cull_nodes *n, int y, int z)
{
	return y * n->step[0] > n->first[z] && (y + 1) * n->step[0] < n->last[z];
}

/// Computes the column between four nodes. A share of 2^-22 is four times the largest error of rounding to float.
static cull_column column_between(const cull_nodes *n, int y, int z)
{
	const node_end *near = &n->ends[z * (n->side + 1) + y], *far = near + n->side + 1;
	const node_end corners[4] = {near[0], near[1], far[0], far[1]};
	double low = corners[0].low, high = corners[0].high;
	for (int i = 1; i < 4; ++i)
	{
		low = corners[i].low > low ? corners[i].low : low;
		high = corners[i].high < high ? corners[i].high : high;
	}
	if (!in_outline(n, y, z) || !in_outline(n, y, z + 1) || !(low < high))
		return (cull_column){1.0f, 0.0f};
	low += n->q->low[0];
	high += n->q->low[0];
	return (cull_column){(float)(low + hull_magnitude(low) * 0x1p-22), (float)(high - hull_magnitude(high) * 0x1p-22)};
}

static void fill_columns(cull_nodes *n, cull_grid *grid)
{
	const quickhull *q = n->q;
	double most = 2.0 * q->extent[0];
	for (int i = 0; i < (n->side + 1) * (n->side + 1); ++i)
		n->ends[i] = (node_end){-most, most};
	for (uint32_t i = 0; i < q->face_count; ++i)
		if (q->faces[i].corners[1] != QUICK_NONE)
			cut_by_face(n, &q->faces[i]);
	for (int z = 0; z < n->side; ++z)
		for (int y = 0; y < n->side; ++y)
			grid->columns[z * n->side + y] = column_between(n, y, z);
}

/// Whether float arithmetic is safe for the box.
static bool is_tame(const hull_cloud *cloud)
{
	for (int i = 0; i < 3; ++i)
	{
		double low = (double)cloud->low[i], high = (double)cloud->high[i];
		if (high - low < 0x1p-60 || low < -0x1p60 || high > 0x1p60)
			return false;
	}
	return true;
}

/// Whether the sample is round: nearly every point is a vertex of its hull, so that most of the cloud will be, too.
static bool is_round(const quickhull *q, uint32_t sample_count)
{
	return q->vertex_count > sample_count / 4 * 3;
}

static kilncook_status make_columns(
	const kilncook_context *context, const quickhull *q, const hull_cloud *cloud, cull_grid *grid)
{
	cull_nodes *n = cook_alloc(context, 1, sizeof *n);
	if (!n)
		return KILNCOOK_INTERNAL;
	n->q = q;
	n->side = grid->side;
	for (int i = 0; i < 2; ++i)
	{
		// Slightly less than the exact number, so that the last point falls into the last column.
		grid->low[i] = cloud->low[i + 1];
		grid->per_unit[i] = (float)(grid->side * (1.0 - 0x1p-20) / q->extent[i + 1]);
		n->step[i] = 1.0 / (double)grid->per_unit[i];
	}
	kilncook_status status = find_outline(context, n);
	if (status == KILNCOOK_OK)
		fill_columns(n, grid);
	cook_free(context, n, 1, sizeof *n);
	return status;
}

kilncook_status cull_grid_make(
	const kilncook_context *context, const hull_cloud *cloud, hull_cloud *sample, cull_grid *grid, bool *useful)
{
	*useful = false;
	if (!is_tame(cloud))
		return KILNCOOK_OK;
	for (int i = 0; i < 3; ++i)
	{
		sample->low[i] = cloud->low[i];
		sample->high[i] = cloud->high[i];
	}
	hull_simplex simplex;
	hull_span(sample, &simplex);
	if (simplex.dimension < 3)
		return KILNCOOK_OK;
	quickhull q;
	uint32_t sample_count = sample->count;
	kilncook_status status = KILNCOOK_INTERNAL;
	if (quick_grow(&q, context, sample, &simplex))
	{
		*useful = !is_round(&q, sample_count);
		status = *useful ? make_columns(context, &q, cloud, grid) : KILNCOOK_OK;
	}
	quick_release(&q);
	return status;
}
