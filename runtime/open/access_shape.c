// SPDX-License-Identifier: MIT
#include "kiln/asset.h"
#include "kiln/shape.h"
#include "math/ieee.h"

#include <string.h>

static kiln_vec3 vec3(const float v[3])
{
	return (kiln_vec3){v[0], v[1], v[2]};
}

static bool volumes_at(const kiln_asset *asset, uint32_t index, kiln_volumes *volumes)
{
	if (index >= asset->volume_count)
		return false;
	const kiln_format_volumes *v = &asset->volumes[index];
	*volumes = (kiln_volumes){
		.aabb = {vec3(v->aabb_min), vec3(v->aabb_max)},
		.sphere = {vec3(v->sphere_center), v->sphere_radius},
		.obb = {.center = vec3(v->obb_center),
			.axes = {vec3(v->obb_axes), vec3(v->obb_axes + 3), vec3(v->obb_axes + 6)},
			.half_extents = {v->obb_half_extents[0], v->obb_half_extents[1], v->obb_half_extents[2]}},
		.capsule = {vec3(v->capsule_a), vec3(v->capsule_b), v->capsule_radius},
		.rss = {vec3(v->rss_origin), {vec3(v->rss_edges), vec3(v->rss_edges + 3)}, v->rss_radius},
	};
	memcpy(volumes->kdop.min, v->kdop_min, sizeof v->kdop_min);
	memcpy(volumes->kdop.max, v->kdop_max, sizeof v->kdop_max);
	return true;
}

bool kiln_shape_volumes(const kiln_asset *asset, uint32_t shape, kiln_volumes *volumes)
{
	if (!asset || !volumes)
		return false;
	return shape < asset->shape_count && volumes_at(asset, asset->shapes[shape].volumes, volumes);
}

bool kiln_part_volumes(const kiln_asset *asset, uint32_t part, kiln_volumes *volumes)
{
	if (!asset || !volumes)
		return false;
	return part < asset->part_count && volumes_at(asset, asset->parts[part].volumes, volumes);
}

kiln_mass kiln_shape_mass(const kiln_asset *asset, uint32_t shape)
{
	if (!asset)
		return (kiln_mass){0};
	if (shape >= asset->shape_count)
		return (kiln_mass){0};
	const kiln_format_shape *s = &asset->shapes[shape];
	kiln_mass mass = {.solid = (s->flags & KILN_SHAPE_HAS_MASS) != 0, .area = s->area, .center = vec3(s->center)};
	if (!mass.solid)
		return mass;
	mass.volume = s->volume;
	memcpy(mass.inertia, s->inertia, sizeof mass.inertia);
	memcpy(mass.moments, s->moments, sizeof mass.moments);
	mass.axes = (kiln_quat){s->axes[0], s->axes[1], s->axes[2], s->axes[3]};
	return mass;
}
