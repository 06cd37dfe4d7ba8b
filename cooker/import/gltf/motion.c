// SPDX-License-Identifier: MIT
#include "walk.h"

#include "kiln_format.h"
#include "memory.h"

#include <float.h>
#include <math.h>
#include <string.h>

/// Motion of a node, which makes it a rigid body.

typedef struct motion_reader
{
	gltf_walk *walk;
	gltf_place place;
	json_t *motion;
} motion_reader;

/// A number of float32's range, from `least`; without such a member `*number` stays as it is.
static kilncook_status read_number(const motion_reader *r, const char *member, float least, float *number)
{
	json_t *value = json_object_get(r->motion, member);
	if (!value)
		return KILNCOOK_OK;
	double given = json_number_value(value);
	if (!json_is_number(value) || !(given >= (double)least && given <= (double)FLT_MAX))
		return gltf_broken(r->walk->reader, r->place, member, least < 0 ? "not a number" : "not a number from 0");
	*number = (float)given + 0.0f;
	return KILNCOOK_OK;
}

/// Numbers of float32's range, from `least`.
static kilncook_status read_vector(
	const motion_reader *r, const char *member, float least, float numbers[3], bool *given)
{
	double values[3] = {0};
	kilncook_status status = gltf_numbers(r->walk->reader, r->place, r->motion, member, 3, values, given);
	for (uint32_t i = 0; status == KILNCOOK_OK && *given && i < 3; ++i)
	{
		if (!(values[i] >= (double)least && values[i] <= (double)FLT_MAX))
			return gltf_broken(
				r->walk->reader, r->place, member, least < 0 ? "too large a number" : "a number below 0");
		numbers[i] = (float)values[i] + 0.0f;
	}
	return status;
}

/// The quaternion of the principal axes, of length one; the identity without one.
static kilncook_status read_axes(const motion_reader *r, float axes[4])
{
	double values[4] = {0, 0, 0, 1}, most = 0, length = 0;
	kilncook_status status = gltf_numbers(r->walk->reader, r->place, r->motion, "inertiaOrientation", 4, values, NULL);
	if (status != KILNCOOK_OK)
		return status;
	for (int i = 0; i < 4; ++i)
		most = fabs(values[i]) > most ? fabs(values[i]) : most;
	if (!(most > 0 && most <= (double)FLT_MAX))
		return gltf_broken(r->walk->reader, r->place, "inertiaOrientation", "no rotation");
	for (int i = 0; i < 4; ++i)
		length += values[i] / most * (values[i] / most);
	for (int i = 0; i < 4; ++i)
		axes[i] = (float)(values[i] / most / sqrt(length)) + 0.0f;
	return status;
}

/// Says static, kinematic or dynamic: KHR by a flag, OMI by a word.
static kilncook_status read_kind(const motion_reader *r, bool omi, uint32_t *motion)
{
	static const char *const words[KILN_BODY_KIND_END] = {"static", "kinematic", "dynamic"};
	json_t *kinematic = json_object_get(r->motion, "isKinematic"), *type = json_object_get(r->motion, "type");
	if (!omi)
	{
		*motion = json_is_true(kinematic) ? KILN_BODY_KINEMATIC : KILN_BODY_DYNAMIC;
		return !kinematic || json_is_boolean(kinematic)
				   ? KILNCOOK_OK
				   : gltf_broken(r->walk->reader, r->place, "isKinematic", "not true or false");
	}
	for (*motion = 0; json_is_string(type) && *motion < KILN_BODY_KIND_END; ++*motion)
		if (strcmp(json_string_value(type), words[*motion]) == 0)
			return KILNCOOK_OK;
	return gltf_broken(r->walk->reader, r->place, "type", "not static, kinematic or dynamic");
}

/// Inertia counts where it is given; in OMI_physics_body, zeros stand for one that is not.
static kilncook_status read_inertia(const motion_reader *r, bool omi, kiln_format_body *body)
{
	bool given = false;
	kilncook_status status = read_vector(r, "inertiaDiagonal", 0, body->inertia, &given);
	given = given && !(omi && body->inertia[0] == 0 && body->inertia[1] == 0 && body->inertia[2] == 0);
	if (status != KILNCOOK_OK || !given)
		return status;
	body->flags |= KILN_BODY_INERTIA;
	return read_axes(r, body->axes);
}

/// Mass counts where it is given; in OMI_physics_body it is 1 kg else.
static kilncook_status read_mass(const motion_reader *r, bool omi, kiln_format_body *body)
{
	bool given = omi || json_object_get(r->motion, "mass");
	body->mass = given ? 1.0f : 0.0f;
	body->flags |= given ? KILN_BODY_MASS : 0;
	return read_number(r, "mass", 0, &body->mass);
}

static kilncook_status read_body(const motion_reader *r, bool omi, kiln_format_body *body)
{
	bool given = false;
	body->gravity = 1;
	kilncook_status status = read_kind(r, omi, &body->kind);
	if (status == KILNCOOK_OK)
		status = read_mass(r, omi, body);
	if (status == KILNCOOK_OK)
		status = read_number(r, "gravityFactor", -FLT_MAX, &body->gravity);
	if (status == KILNCOOK_OK)
		status = read_vector(r, "centerOfMass", -FLT_MAX, body->center, &given);
	body->flags |= given ? KILN_BODY_CENTER : 0;
	if (status == KILNCOOK_OK)
		status = read_inertia(r, omi, body);
	if (status == KILNCOOK_OK)
		status = read_vector(r, "linearVelocity", -FLT_MAX, body->linear_velocity, &given);
	if (status == KILNCOOK_OK)
		status = read_vector(r, "angularVelocity", -FLT_MAX, body->angular_velocity, &given);
	return status;
}

kilncook_status gltf_motion_read(gltf_walk *walk, art_extension family, json_t *motion, gltf_place place)
{
	art_scene *scene = walk->scene;
	motion_reader r = {walk, place, motion};
	if (!import_grow(walk->reader->context, &scene->bodies, &walk->physics.body_capacity,
			(uint64_t)scene->body_count + 1, sizeof *scene->bodies))
		return import_no_memory(walk->reader->context);
	kiln_format_body *body = &scene->bodies[scene->body_count];
	memset(body, 0, sizeof *body);
	body->source_node = scene->node_count;
	kilncook_status status = read_body(&r, family == ART_EXTENSION_OMI, body);
	scene->body_count += status == KILNCOOK_OK;
	return status;
}
