// SPDX-License-Identifier: MIT
#include "kiln/hull.h"
#include "kiln/shape.h"
#include "tree/layout.h"

#include "../verify/verify.h"
#include "../verify/verify_quiet.h"
#include "bound/bound.h"
#include "hull/pack/pack.h"
#include "mass/mass.h"
#include "shapes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The volumes of a record, in the order in which they are proved.
#define VOLUME_COUNT 6

static void list_volumes(const kiln_volumes *v, bound_volume list[VOLUME_COUNT])
{
	list[0] = (bound_volume){.kind = BOUND_AABB, .aabb = v->aabb};
	list[1] = (bound_volume){.kind = BOUND_SPHERE, .sphere = v->sphere};
	list[2] = (bound_volume){.kind = BOUND_OBB, .obb = v->obb};
	list[3] = (bound_volume){.kind = BOUND_CAPSULE, .capsule = v->capsule};
	list[4] = (bound_volume){.kind = BOUND_RSS, .rss = v->rss};
	list[5] = (bound_volume){.kind = BOUND_KDOP, .k = 26, .kdop = v->kdop};
}

static bool contain(const bound_volume list[VOLUME_COUNT], const float (*points)[3], uint32_t count)
{
	for (int i = 0; i < VOLUME_COUNT; ++i)
		if (!bound_prove(&list[i], points, count, NULL))
			return false;
	return true;
}

// Proves the volumes of a mesh and of each of its parts with every leaf's vertices.
static kiln_result verify_mesh_volumes(const kiln_asset *asset, const kiln_format_shape *shape, bool *memory)
{
	const kiln_format_mesh *mesh = &asset->meshes[shape->index];
	const kiln_format_part *parts = asset->parts + mesh->part_first;
	bound_volume whole[VOLUME_COUNT];
	bound_volume(*lists)[VOLUME_COUNT] = malloc(mesh->part_count * sizeof *lists);
	kiln_result result = verify_passed();
	if (lists == NULL)
	{
		*memory = true;
		return result;
	}
	kiln_volumes volumes;
	kiln_shape_volumes(asset, (uint32_t)(shape - asset->shapes), &volumes);
	list_volumes(&volumes, whole);
	for (uint32_t i = 0; i < mesh->part_count; ++i)
		if (kiln_part_volumes(asset, mesh->part_first + i, &volumes))
			list_volumes(&volumes, lists[i]);
	kiln_tree tree = kiln_mesh_tree(asset, shape->index);
	for (uint32_t unit = 0; unit < mesh->leaf_units && result.status == KILN_OK;)
	{
		kiln_leaf_room room;
		kiln_leaf leaf = kiln_leaf_at(tree.leaves, unit, &room);
		float points[KILN_LEAF_VERTICES_MAX][3];
		for (uint32_t i = 0; i < leaf.vertex_count; ++i)
		{
			points[i][0] = leaf.x[i];
			points[i][1] = leaf.y[i];
			points[i][2] = leaf.z[i];
		}
		if (!contain(whole, (const float(*)[3])points, leaf.vertex_count))
		{
			result = verify_refused(asset, KILN_E_NUMBER, &asset->volumes[shape->volumes],
				"a bounding volume leaves a vertex of its mesh out");
		}
		for (uint32_t i = 0; i < leaf.triangle_count && mesh->part_count > 1 && result.status == KILN_OK; ++i)
		{
			kiln_vec3 corners[3];
			uint32_t part = kiln_triangle_source(asset, shape->index, leaf.triangle + i).part - mesh->part_first;
			kiln_leaf_triangle(&leaf, i, corners);
			const float triangle[3][3] = {{corners[0].x, corners[0].y, corners[0].z},
				{corners[1].x, corners[1].y, corners[1].z}, {corners[2].x, corners[2].y, corners[2].z}};
			if (parts[part].volumes == KILN_NONE || !contain(lists[part], triangle, 3))
			{
				result = verify_refused(asset, KILN_E_NUMBER, &parts[part].volumes,
					"a part has no bounding volumes, or one that leaves a vertex of it out");
			}
		}
		unit += kiln_format_leaf_units(kiln_leaf_head(tree.leaves, unit));
	}
	free(lists);
	return result;
}

// Compares a stored float32 with the number computed in double, maybe in another order; the smallest float covers the
// rounding of a denormal.
static bool close_to(float stored, double computed, double scale)
{
	return fabs((double)stored - computed) <= 1e-5 * scale + 0x1p-149;
}

// Whether the principal moments and axes give the tensor.
static bool same_axes(const kiln_format_shape *shape, const double inertia[6], double largest)
{
	static const int pair[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
	const double x = (double)shape->axes[0], y = (double)shape->axes[1];
	const double z = (double)shape->axes[2], w = (double)shape->axes[3];
	const double columns[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)},
		{2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)},
		{2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)}};
	for (int i = 0; i < 6; ++i)
	{
		double sum = 0;
		for (int k = 0; k < 3; ++k)
			sum += (double)shape->moments[k] * columns[k][pair[i][0]] * columns[k][pair[i][1]];
		if (fabs(sum - inertia[i]) > 1e-5 * largest)
			return false;
	}
	return fabs(x * x + y * y + z * z + w * w - 1) <= 1e-5 && shape->moments[0] <= shape->moments[1] &&
		   shape->moments[1] <= shape->moments[2];
}

// `size` is the largest coordinate.
static bool same_mass(const kiln_format_shape *shape, const mass_properties *mass, double size)
{
	bool solid = (shape->flags & KILN_SHAPE_HAS_MASS) != 0;
	if (solid != (mass->closed && mass_fits_float(mass)) || !close_to(shape->area, mass->area, mass->area) ||
		!close_to(shape->center[0], mass->center[0], size) || !close_to(shape->center[1], mass->center[1], size) ||
		!close_to(shape->center[2], mass->center[2], size))
		return false;
	if (!solid)
		return true;
	double largest = 0, volume = fabs(mass->volume);
	for (int i = 0; i < 3; ++i)
		largest = mass->inertia[i] > largest ? mass->inertia[i] : largest;
	for (int i = 0; i < 6; ++i)
		if (!close_to(shape->inertia[i], mass->inertia[i], largest))
			return false;
	return close_to(shape->volume, volume, volume) && same_axes(shape, mass->inertia, largest);
}

// Whether the enclosed volume is small compared with the surface's extents, as for a surface that folds back on itself
// or is partly inside out. Rounding, which depends on the order of the triangles, is then visible in the volume.
static bool is_vague(const mass_properties *mass, double extent)
{
	double largest = 0, bound = 1e-9 * mass->area * extent;
	for (int i = 0; i < 3; ++i)
		largest = mass->inertia[i] > largest ? mass->inertia[i] : largest;
	return fabs(mass->volume) <= bound || largest <= bound * extent * extent;
}

static kiln_result verify_mesh_mass(const kiln_asset *asset, const kiln_format_shape *shape, bool *memory)
{
	const kiln_format_mesh *mesh = &asset->meshes[shape->index];
	const uint32_t needed = KILN_MESH_CLOSED | KILN_MESH_WOUND, count = mesh->triangle_count;
	const bool closed = (mesh->flags & needed) == needed;
	float(*corners)[3][3] = malloc(count * sizeof *corners);
	uint32_t(*triangles)[3] = malloc(count * sizeof *triangles);
	kiln_result result = verify_passed();
	*memory = *memory || !corners || !triangles || count > UINT32_MAX / 3;
	for (uint32_t i = 0; i < count && !*memory; ++i)
	{
		kiln_vec3 from[3];
		kiln_triangle_corners(asset, shape->index, i, from);
		for (uint32_t k = 0; k < 3; ++k)
		{
			memcpy(corners[i][k], (float[3]){from[k].x, from[k].y, from[k].z}, sizeof corners[i][k]);
			triangles[i][k] = 3 * i + k;
		}
	}
	if (!*memory)
	{
		mass_properties mass =
			mass_of_triangles((const float(*)[3])corners, 3 * count, (const uint32_t(*)[3])triangles, count, closed);
		double size = 0, extent = 0;
		for (int k = 0; k < 3; ++k)
		{
			double low = (double)mesh->bounds_min[k], high = (double)mesh->bounds_max[k];
			size = fmax(size, fmax(fabs(low), fabs(high)));
			extent += high - low;
		}
		bool same = closed && is_vague(&mass, extent) ? close_to(shape->area, mass.area, mass.area)
													  : same_mass(shape, &mass, size);
		if (!same)
			result = verify_refused(asset, KILN_E_NUMBER, &shape->volume, "a mesh's mass is not that of its triangles");
	}
	free(corners);
	free(triangles);
	return result;
}

static kiln_result verify_primitive(const kiln_asset *asset, const kiln_format_shape *shape)
{
	const float *p = shape->parameters;
	mass_properties mass = shape->kind == KILN_SHAPE_SPHERE		? mass_of_sphere(p, p[3])
						   : shape->kind == KILN_SHAPE_CAPSULE	? mass_of_capsule(p, p + 3, p[6])
						   : shape->kind == KILN_SHAPE_CYLINDER ? mass_of_cylinder(p, p + 3, p[6])
																: mass_of_box(p, p + 3, p + 6);
	double size = 0;
	for (int i = 0; i < 12; ++i)
	{
		double value = fabs((double)p[i]);
		size = value > size ? value : size;
	}
	if (!same_mass(shape, &mass, size))
		return verify_refused(asset, KILN_E_NUMBER, &shape->volume, "a primitive's mass is not that of its solid");
	return verify_passed();
}

static kiln_result verify_decoded(
	const kiln_asset *asset, const kiln_format_shape *shape, const convex_hull *h, bool *memory)
{
	const kiln_format_hull *head = &asset->hulls[shape->index];
	uint32_t where = 0;
	if (hull_check(&verify_quiet, h, NULL, &where) != HULL_SOUND)
		return verify_refused(asset, KILN_E_VALUE, head, "a hull is not closed and convex, by exact signs");
	packed_hull again = {0};
	kilncook_status status = hull_pack(&verify_quiet, h, head->level_count > 0, &again);
	if (status != KILNCOOK_OK)
	{
		*memory = true;
		return verify_passed();
	}
	bool same =
		again.head.size == head->size && memcmp(again.data, asset->hull_data + head->data, (size_t)head->size) == 0;
	packed_hull_free(&verify_quiet, &again);
	if (!same)
	{
		return verify_refused(asset, KILN_E_VALUE, asset->hull_data + head->data,
			"a hull's planes, normals, neighbours, seeds or levels are not those of its vertices and faces");
	}
	bound_volume list[VOLUME_COUNT];
	kiln_volumes volumes;
	kiln_shape_volumes(asset, (uint32_t)(shape - asset->shapes), &volumes);
	list_volumes(&volumes, list);
	if (!contain(list, (const float(*)[3])h->vertices, h->vertex_count))
	{
		return verify_refused(
			asset, KILN_E_NUMBER, &asset->volumes[shape->volumes], "a bounding volume leaves a vertex of its hull out");
	}
	mass_properties mass = mass_of_hull(h);
	double size = 0;
	for (uint32_t i = 0; i < 3 * h->vertex_count; ++i)
	{
		double value = fabs((double)h->vertices[i / 3][i % 3]);
		size = value > size ? value : size;
	}
	if (!same_mass(shape, &mass, size))
		return verify_refused(asset, KILN_E_NUMBER, &shape->volume, "a hull's mass is not that of its solid");
	return verify_passed();
}

static kiln_result verify_hull(const kiln_asset *asset, const kiln_format_shape *shape, bool *memory)
{
	const kiln_format_hull *head = &asset->hulls[shape->index];
	// The hull is only read.
	const packed_hull packed = {.head = *head, .data = (uint8_t *)(uintptr_t)(asset->hull_data + head->data)};
	convex_hull h;
	if (hull_unpack(&verify_quiet, &packed, &h) != KILNCOOK_OK)
	{
		*memory = true;
		return verify_passed();
	}
	kiln_result result = verify_decoded(asset, shape, &h, memory);
	hull_free(&verify_quiet, &h);
	return result;
}

kiln_result verify_shapes(const kiln_asset *asset, bool *memory)
{
	kiln_result result = verify_passed();
	*memory = false;
	for (uint32_t i = 0; i < asset->shape_count && result.status == KILN_OK; ++i)
	{
		const kiln_format_shape *shape = &asset->shapes[i];
		if (shape->kind == KILN_SHAPE_MESH)
		{
			result = verify_mesh_volumes(asset, shape, memory);
			if (result.status == KILN_OK && !*memory)
				result = verify_mesh_mass(asset, shape, memory);
		}
		else if (shape->kind == KILN_SHAPE_HULL)
		{
			result = verify_hull(asset, shape, memory);
		}
		else
		{
			result = verify_primitive(asset, shape);
		}
	}
	return result;
}
