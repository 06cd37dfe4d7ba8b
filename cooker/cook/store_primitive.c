// SPDX-License-Identifier: MIT
#include "cook.h"
#include "memory.h"

#include <math.h>
#include <string.h>
#include <xxhash.h>

/// Returns the format's kind of a primitive; KILN_SHAPE_KIND_END for other shapes.
static kiln_shape_kind kind_of(kilncook_shape shape)
{
	switch ((enum kilncook_shape_values)shape)
	{
	case KILNCOOK_SHAPE_SPHERE:
		return KILN_SHAPE_SPHERE;
	case KILNCOOK_SHAPE_CAPSULE:
		return KILN_SHAPE_CAPSULE;
	case KILNCOOK_SHAPE_BOX:
		return KILN_SHAPE_BOX;
	case KILNCOOK_SHAPE_CYLINDER:
		return KILN_SHAPE_CYLINDER;
	case KILNCOOK_SHAPE_DEFAULT:
	case KILNCOOK_SHAPE_MESH:
	case KILNCOOK_SHAPE_HULL:
	case KILNCOOK_SHAPE_PARTS:
	case KILNCOOK_SHAPE_NONE:
	case KILNCOOK_SHAPE_AUTO:
	case KILNCOOK_SHAPE_END:
		break;
	}
	return KILN_SHAPE_KIND_END;
}

/// Scales a quaternion to length one; zero becomes the identity.
static void normalize_quaternion(float q[4])
{
	double scale = 0, length2 = 0;
	for (uint32_t i = 0; i < 4; ++i)
		scale = fabs((double)q[i]) > scale ? fabs((double)q[i]) : scale;
	if (scale == 0)
	{
		q[0] = q[1] = q[2] = 0;
		q[3] = 1;
		return;
	}
	for (uint32_t i = 0; i < 4; ++i)
		length2 += (double)q[i] / scale * ((double)q[i] / scale);
	double length = sqrt(length2) * scale;
	for (uint32_t i = 0; i < 4; ++i)
		q[i] = (float)((double)q[i] / length);
}

const char *cook_primitive_fault(kilncook_shape shape, const float parameters[12])
{
	static const uint32_t used[KILN_SHAPE_KIND_END] = {0, 0, 4, 7, 10, 7};
	kiln_shape_kind kind = kind_of(shape);
	if (kind == KILN_SHAPE_KIND_END)
		return "a primitive that is not a sphere, capsule, box or cylinder";
	for (uint32_t i = 0; i < 12; ++i)
	{
		if (!(fabsf(parameters[i]) <= KILN_COORDINATE_MAX))
			return "a primitive with a number that is not finite, or beyond 2^40";
		if (i >= used[kind] && parameters[i] != 0)
			return "a primitive with numbers that its kind does not have";
	}
	bool negative = kind == KILN_SHAPE_BOX ? parameters[3] < 0 || parameters[4] < 0 || parameters[5] < 0
										   : parameters[used[kind] - 1] < 0;
	if (negative)
		return "a primitive of negative size";
	if (kind == KILN_SHAPE_CYLINDER && parameters[0] == parameters[3] && parameters[1] == parameters[4] &&
		parameters[2] == parameters[5])
		return "a cylinder whose ends are the same";
	return NULL;
}

kiln_format_shape cook_primitive_shape(kilncook_shape shape, const float parameters[12])
{
	kiln_format_shape out = {.kind = kind_of(shape), .volumes = KILN_NONE};
	for (uint32_t i = 0; i < 12; ++i)
		out.parameters[i] = parameters[i] + 0.0f; // turns negative zero into zero
	if (out.kind == KILN_SHAPE_BOX)
		normalize_quaternion(out.parameters + 6);
	return out;
}

static mass_properties mass_of(kiln_shape_kind kind, const float *p)
{
	if (kind == KILN_SHAPE_SPHERE)
		return mass_of_sphere(p, p[3]);
	if (kind == KILN_SHAPE_CAPSULE)
		return mass_of_capsule(p, p + 3, p[6]);
	if (kind == KILN_SHAPE_CYLINDER)
		return mass_of_cylinder(p, p + 3, p[6]);
	return mass_of_box(p, p + 3, p + 6);
}

void cook_primitive_mass(kiln_format_shape *shape)
{
	mass_properties mass = mass_of(shape->kind, shape->parameters);
	cook_mass_store(shape, &mass);
}

double cook_primitive_volume(kilncook_shape shape, const float parameters[12])
{
	return mass_of(kind_of(shape), parameters).volume;
}

static const uint64_t *key_of(const cook_job *job, uint32_t i)
{
	return job->solids[i].key;
}

uint32_t *cook_find_solid(cook_job *job, const uint64_t key[2])
{
	return cook_find(job, job->solid_slots, job->solid_slot_count, key, key_of);
}

bool cook_solids_reserve(cook_job *job, uint32_t more)
{
	const kilncook_context *context = &job->context;
	uint32_t slot_count = job->solid_slot_count;
	if (more > KILN_NONE / 4 - job->solid_capacity)
		return false;
	while (slot_count < 2 * (job->solid_capacity + more))
		slot_count *= 2;
	uint32_t *slots = cook_alloc_zero(context, slot_count, sizeof *slots);
	void *solids = slots ? cook_resize(context, job->solids, job->solid_capacity, job->solid_capacity + (size_t)more,
							   sizeof *job->solids)
						 : NULL;
	if (!solids)
	{
		cook_free(context, slots, slot_count, sizeof *slots);
		return false;
	}
	job->solids = solids;
	job->solid_capacity += more;
	for (uint32_t i = 0; i < job->solid_count; ++i)
		*cook_find(job, slots, slot_count, job->solids[i].key, key_of) = i + 1;
	cook_free(context, job->solid_slots, job->solid_slot_count, sizeof *job->solid_slots);
	job->solid_slots = slots;
	job->solid_slot_count = slot_count;
	return true;
}

void cook_solid_free(const kilncook_context *context, cook_solid *solid)
{
	sdf_free(context, &solid->field);
	packed_hull_free(context, &solid->hull);
}

void cook_solid_add(cook_job *job, cook_set *set, const cook_solid *solid, uint32_t *slot)
{
	cook_solid *out = &job->solids[job->solid_count];
	bool is_hull = solid->shape.kind == KILN_SHAPE_HULL;
	*out = *solid;
	out->ordinal = is_hull ? job->hull_count : job->solid_count - job->hull_count;
	out->shape.name = set->name;
	job->hull_count += is_hull;
	*slot = ++job->solid_count;
}

/// Primitives are equal when kind, numbers and material agree; names do not count.
void cook_primitive_key(const kiln_format_shape *shape, uint64_t key[2])
{
	struct
	{
		uint32_t kind, material, part_count, reserved;
		float parameters[12];
	} bytes = {shape->kind, shape->material, shape->part_count, 0, {0}};
	memcpy(bytes.parameters, shape->parameters, sizeof bytes.parameters);
	XXH128_hash_t hash = XXH3_128bits(&bytes, sizeof bytes);
	key[0] = hash.low64;
	key[1] = hash.high64;
}

kilncook_status cook_store_primitive(cook_job *job, cook_set *set)
{
	cook_solid solid = {.shape = cook_primitive_shape(set->primitive->shape, set->primitive->parameters)};
	uint32_t fits;
	solid.shape.material = cook_set_material(job, set);
	if (solid.shape.material == KILN_NONE)
		solid.shape.material = set->primitive->material < job->material_count ? set->primitive->material : 0;
	cook_primitive_mass(&solid.shape);
	kilncook_status status = cook_bound_nodes(job, set, &solid.shape, NULL, 0, &fits);
	if (status != KILNCOOK_OK || fits == 0)
		return status;
	cook_primitive_key(&solid.shape, solid.key);
	uint32_t *slot = cook_find_solid(job, solid.key);
	set->shared = *slot != 0;
	if (!set->shared)
		cook_solid_add(job, set, &solid, slot);
	set->cooked = *slot - 1;
	return KILNCOOK_OK;
}
