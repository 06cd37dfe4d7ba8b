// SPDX-License-Identifier: MIT
#include "verify_clear.h"

#include "math/quaternion.h"
#include "parts/clearance.h"
#include "tree/layout.h"
#include "verify_quiet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A depth need not be known better than this share of the radius.
#define FINE 0.125

struct clear_space
{
	float (*vertices)[3]; // three for each triangle
	uint32_t (*triangles)[3];
	uint32_t count;
	float low[3], high[3];
	nearest_tree tree;
	clearance space;
};

// Lists the triangles of a mesh.
static void read_triangles(clear_space *s, const kiln_asset *art, uint32_t mesh)
{
	kiln_tree tree = kiln_mesh_tree(art, mesh);
	for (uint32_t unit = 0; unit < art->meshes[mesh].leaf_units;)
	{
		kiln_leaf_room room;
		kiln_leaf leaf = kiln_leaf_at(tree.leaves, unit, &room);
		for (uint32_t i = 0; i < leaf.triangle_count; ++i, ++s->count)
		{
			kiln_vec3 p[3];
			kiln_leaf_triangle(&leaf, i, p);
			for (uint32_t k = 0; k < 3; ++k)
			{
				const float at[3] = {p[k].x, p[k].y, p[k].z};
				s->triangles[s->count][k] = 3 * s->count + k;
				memcpy(s->vertices[3 * s->count + k], at, sizeof at);
			}
		}
		unit += kiln_format_leaf_units(kiln_leaf_head(tree.leaves, unit));
	}
	memcpy(s->low, s->vertices[0], sizeof s->low);
	memcpy(s->high, s->vertices[0], sizeof s->high);
	for (uint32_t i = 1; i < 3 * s->count; ++i)
	{
		for (int k = 0; k < 3; ++k)
		{
			s->low[k] = s->vertices[i][k] < s->low[k] ? s->vertices[i][k] : s->low[k];
			s->high[k] = s->vertices[i][k] > s->high[k] ? s->vertices[i][k] : s->high[k];
		}
	}
}

kilncook_status clear_space_make(
	const kiln_asset *art, uint32_t mesh, double radius, const kilncook_points *from, clear_space **space)
{
	const parts_options options = {
		.clear = radius, .most = 1, .clear_from = from->count > 0 ? from->at : NULL, .clear_from_count = from->count};
	uint32_t count = art->meshes[mesh].triangle_count;
	clear_space *s = calloc(1, sizeof *s);
	*space = s;
	if (s == NULL)
		return KILNCOOK_INTERNAL;
	s->vertices = calloc(count, 3 * sizeof *s->vertices);
	s->triangles = calloc(count, sizeof *s->triangles);
	if (s->vertices == NULL || s->triangles == NULL)
		return KILNCOOK_INTERNAL;
	read_triangles(s, art, mesh);
	const hausdorff_surface surface = {.vertices = (const float(*)[3])s->vertices,
		.vertex_count = 3 * count,
		.triangles = (const uint32_t(*)[3])s->triangles,
		.triangle_count = count};
	if (!nearest_build(&verify_quiet, &surface, 1, &s->tree))
		return KILNCOOK_INTERNAL;
	return clearance_begin(&verify_quiet, &s->tree, s->low, s->high, &options, NULL, NULL, &s->space);
}

void clear_space_free(clear_space *space)
{
	if (space != NULL)
	{
		clearance_free(&verify_quiet, &space->space);
		nearest_free(&verify_quiet, &space->tree);
		free(space->vertices);
		free(space->triangles);
		free(space);
	}
}

static kiln_d3 point_of(const float p[3])
{
	return (kiln_d3){(double)p[0], (double)p[1], (double)p[2]};
}

// A primitive as a convex set.
static kiln_convex convex_of(const kiln_format_shape *shape)
{
	const float *p = shape->parameters;
	kiln_d3 a = point_of(p), b = point_of(p + 3), axes[3];
	kiln_convex set = kilni_convex_of_segment(a, a);
	switch ((kiln_shape_kind)shape->kind)
	{
	case KILN_SHAPE_BOX:
		kiln_quat_axes((kiln_quat){p[6], p[7], p[8], p[9]}, axes);
		set.bar_count = 3;
		for (int k = 0; k < 3; ++k)
			set.bars[k] = kiln_d3_scale(axes[k], (double)p[3 + k]);
		break;
	case KILN_SHAPE_CAPSULE:
		set = kilni_convex_of_segment(a, b);
		set.margin = (double)p[6];
		break;
	case KILN_SHAPE_CYLINDER:
		set = kilni_convex_of_cylinder(a, b, (double)p[6]);
		break;
	default:
		set.margin = (double)p[3];
		break;
	}
	return set;
}

double clear_space_depth(const clear_space *space, const convex_hull *h, const kiln_format_shape *shape)
{
	const kiln_d3 origin = {0, 0, 0};
	double enough = FINE * space->space.radius;
	if (h != NULL)
		return clearance_hull_depth(&space->space, h, enough, false);
	const kiln_convex set = convex_of(shape);
	return clearance_depth(&space->space, &set, origin, enough, false);
}

double clear_space_allowed(const clear_space *space)
{
	return CLEARANCE_SHARE * space->space.radius;
}
