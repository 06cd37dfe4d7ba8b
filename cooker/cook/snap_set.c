// SPDX-License-Identifier: MIT
#include "clean/snap.h"
#include "cook.h"
#include "math/diagonal.h"
#include "memory.h"

#include <math.h>

/// The largest number of steps from the origin: then the least steps of any leaf fit, and all sums are exact in float32.
#define STEPS_MOST (KILN_LEAF_LEAST_MAX - 1)

/// The largest extent of a mesh's box along an axis, and the largest magnitude of a coordinate.
typedef struct mesh_reach
{
	double extent, most;
} mesh_reach;

static mesh_reach reach_of(const clean_mesh *mesh)
{
	mesh_reach reach = {0, 0};
	for (int axis = 0; axis < 3; ++axis)
	{
		double low = 0, high = 0;
		for (uint32_t i = 0; i < mesh->vertex_count; ++i)
		{
			const double at = (double)mesh->vertices[i][axis];
			low = i == 0 || at < low ? at : low;
			high = i == 0 || at > high ? at : high;
		}
		reach.extent = high - low > reach.extent ? high - low : reach.extent;
		reach.most = fmax(reach.most, fmax(fabs(low), fabs(high)));
	}
	return reach;
}

/// The exponent, as in clean_snap, of the largest step that moves no vertex by more than `error`: half a step on each axis.
static int grid_of_error(double error)
{
	int exponent;
	// error * 2 / sqrt(3), rounded down, is at least 2^(exponent - 1).
	(void)frexp(error * 1.1547005383792515 * (1 - 0x1p-50), &exponent);
	return exponent - 1 + 127;
}

/// The exponent of the least step by which `bits` bits number the steps of an extent.
static int grid_of_bits(double extent, uint32_t bits)
{
	int exponent;
	// A box of 2^bits - 2 steps touches at most 2^bits - 1 of them, wherever it begins.
	const double share = frexp(extent / (ldexp(1, (int)bits) - 2), &exponent);
	return exponent - (share <= 0.5 ? 1 : 0) + 127;
}

/// Whether the settings leave it to nothing but the layout how the surface moves. Warns where they do not.
static bool may_move(cook_job *job, const cook_set *set, const kilncook_options *settings)
{
	const char *reason = NULL;
	if (settings->deformable)
		reason = "the mesh is deformable";
	else if (settings->simplify_side != KILNCOOK_SIMPLIFY_BOTH && settings->simplify > 0)
		reason = "it lies on a proved side of the art, which moving vertices would give up";
	if (reason)
		cook_message(&job->context, KILNCOOK_WARNING, cook_names_get(&job->names, set->name), "layout-exact",
			"its layout is exact: %s", reason);
	return !reason;
}

static int choose_grid(cook_job *job, const cook_set *set, const kilncook_options *settings, const clean_mesh *mesh)
{
	const mesh_reach reach = reach_of(mesh);
	const int own = clean_own_grid(mesh);
	const bool counted = settings->layout >= 1;
	int grid;
	if (counted)
		grid = grid_of_bits(reach.extent, (uint32_t)settings->layout);
	else
	{
		const double diagonal = box_diagonal((const float(*)[3])mesh->vertices, mesh->vertex_count);
		grid = grid_of_error(cook_mesh_length(job, set, settings->layout, diagonal));
	}
	// On its own grid nothing moves. A coarser one of its own needs fewer bytes.
	const bool finer =
		settings->exact_if_possible && own && own >= grid_of_bits(reach.extent, KILNCOOK_LAYOUT_BITS_MAX);
	if (own && (own > grid || finer))
		grid = own;
	grid = grid > (int)KILN_LEAF_EXPONENT_MAX ? (int)KILN_LEAF_EXPONENT_MAX : grid;
	if (grid >= 1 && ldexp(reach.most, 127 - grid) <= STEPS_MOST)
		return grid;
	cook_message(&job->context, KILNCOOK_WARNING, cook_names_get(&job->names, set->name), "layout-exact",
		"its layout is exact: steps of %.3g are too small for float32 at coordinates up to %.3g", ldexp(1, grid - 127),
		reach.most);
	return 0;
}

kilncook_status cook_snap(cook_job *job, cook_set *set, clean_mesh *mesh)
{
	const kilncook_options *settings = cook_set_options(job, set);
	const char *where = cook_names_get(&job->names, set->name);
	if (job->purpose != COOK_BLOB || set->shape != KILNCOOK_SHAPE_MESH || mesh->triangle_count == 0 ||
		!(settings->layout > 0 || settings->layout < 0) || !may_move(job, set, settings))
		return KILNCOOK_OK;
	const int grid = choose_grid(job, set, settings, mesh);
	if (grid == 0)
		return KILNCOOK_OK;
	const bool closed = (mesh->flags & KILN_MESH_CLOSED) != 0;
	if (!clean_snap(&job->context, mesh, (uint8_t)grid, &set->snapped))
		return cook_no_memory(job);
	const clean_snapped *snapped = &set->snapped;
	if (mesh->triangle_count == 0)
	{
		cook_message(&job->context, KILNCOOK_ERROR, where, "layout-error",
			"no triangle has an area on a grid of %.3g: the layout needs a smaller error, or more bits",
			ldexp(1, grid - 127));
		return KILNCOOK_REFUSED;
	}
	if (snapped->flat || snapped->duplicates)
		cook_message(&job->context, KILNCOOK_WARNING, where, "layout-dropped",
			"%u triangles have no area on a grid of %.3g, and %u are copies of others: dropped%s", snapped->flat,
			ldexp(1, grid - 127), snapped->duplicates,
			closed && !(mesh->flags & KILN_MESH_CLOSED) ? ". This opens the surface" : "");
	return KILNCOOK_OK;
}
