// SPDX-License-Identifier: MIT
// Measured by `make sizes`: the same with every query of a scene: rays, overlaps, casts, closest points, containment, single and in batches.
#include "link_all.h"

LINK_ALL(USED(kiln_map), USED(kiln_unmap), USED(kiln_scene_ray_closest), USED(kiln_scene_ray_any),
	USED(kiln_scene_ray_all), USED(kiln_mesh_ray_closest), USED(kiln_mesh_ray_any), USED(kiln_mesh_ray_all),
	USED(kiln_scene_ray_closest_batch), USED(kiln_scene_ray_any_batch), USED(kiln_scene_ray_all_batch),
	USED(kiln_mesh_ray_closest_batch), USED(kiln_scene_overlap_sphere), USED(kiln_scene_overlap_box),
	USED(kiln_scene_overlap_capsule), USED(kiln_mesh_overlap_sphere), USED(kiln_mesh_overlap_box),
	USED(kiln_mesh_overlap_capsule), USED(kiln_scene_overlap_sphere_batch), USED(kiln_scene_overlap_box_batch),
	USED(kiln_scene_overlap_capsule_batch), USED(kiln_scene_cast_sphere), USED(kiln_scene_cast_box),
	USED(kiln_scene_cast_capsule), USED(kiln_mesh_cast_sphere), USED(kiln_mesh_cast_box), USED(kiln_mesh_cast_capsule),
	USED(kiln_scene_cast_sphere_batch), USED(kiln_scene_cast_box_batch), USED(kiln_scene_cast_capsule_batch),
	USED(kiln_scene_closest_point), USED(kiln_mesh_closest_point), USED(kiln_scene_closest_point_batch),
	USED(kiln_scene_point_inside), USED(kiln_mesh_point_inside), USED(kiln_scene_point_inside_batch))
