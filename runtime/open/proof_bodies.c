// SPDX-License-Identifier: MIT
#include "proof.h"

#include <float.h>

/// Whether numbers are finite and not below 0, and 0 where they are not given.
static bool positive(const float *values, size_t count, bool given)
{
	for (size_t i = 0; i < count; ++i)
		if (!(values[i] >= 0 && values[i] <= (given ? FLT_MAX : 0.0f)))
			return false;
	return true;
}

static kiln_result prove_surface(const kiln_blob *blob, const kiln_format_surface *surface)
{
	if (surface->given > 1)
		return kiln_refuse_field(blob, KILN_RULE_SURFACE_GIVEN, &surface->given);
	if (!positive(&surface->static_friction, 1, surface->given) ||
		!positive(&surface->dynamic_friction, 1, surface->given) || !positive(&surface->restitution, 1, surface->given))
		return kiln_refuse_field(blob, KILN_RULE_SURFACE_NUMBER, surface);
	const uint32_t end = surface->given ? KILN_COMBINE_END : 1;
	if (surface->friction_combine >= end || surface->restitution_combine >= end)
		return kiln_refuse_field(blob, KILN_RULE_SURFACE_COMBINE, &surface->friction_combine);
	return kiln_proved();
}

static kiln_result prove_body(const kiln_blob *blob, const kiln_format_body *body)
{
	const uint32_t flags = body->flags;
	if (flags & ~(uint32_t)KILN_BODY_FLAGS_KNOWN)
		return kiln_refuse_field(blob, KILN_RULE_BODY_FLAGS, &body->flags);
	if (!kilni_floats_within(body->to_asset, 12, FLT_MAX))
		return kiln_refuse_field(blob, KILN_RULE_BODY_PLACE, body->to_asset);
	if (!positive(&body->mass, 1, flags & KILN_BODY_MASS))
		return kiln_refuse_field(blob, KILN_RULE_BODY_MASS, &body->mass);
	if (!kilni_floats_within(&body->gravity, 1, FLT_MAX) ||
		!kilni_floats_within(body->center, 3, flags & KILN_BODY_CENTER ? FLT_MAX : 0.0f))
		return kiln_refuse_field(blob, KILN_RULE_BODY_NUMBER, &body->gravity);
	if (!positive(body->inertia, 3, flags & KILN_BODY_INERTIA) ||
		!kilni_floats_within(body->axes, 4, flags & KILN_BODY_INERTIA ? 1.0f : 0.0f))
		return kiln_refuse_field(blob, KILN_RULE_BODY_INERTIA, body->inertia);
	if (!kilni_floats_within(body->linear_velocity, 3, FLT_MAX) ||
		!kilni_floats_within(body->angular_velocity, 3, FLT_MAX))
		return kiln_refuse_field(blob, KILN_RULE_BODY_VELOCITY, body->linear_velocity);
	if (body->kind >= KILN_BODY_KIND_END)
		return kiln_refuse_field(blob, KILN_RULE_BODY_KIND, &body->kind);
	if (!kiln_blob_has_name(blob, body->name))
		return kiln_refuse_field(blob, KILN_RULE_BODY_NAME, &body->name);
	if (!kilni_bytes_zero(body->reserved, sizeof body->reserved))
		return kiln_refuse_field(blob, KILN_RULE_BODY_RESERVED, body->reserved);
	return kiln_proved();
}

static kiln_result prove_node_bodies(const kiln_blob *blob)
{
	const uint32_t *bodies = kiln_blob_section(blob, KILN_SECTION_NODE_BODIES);
	uint64_t count = kiln_blob_count(blob, KILN_SECTION_NODE_BODIES);
	uint64_t body_count = kiln_blob_count(blob, KILN_SECTION_BODIES);
	for (uint64_t i = 0; i < count; ++i)
		if (bodies[i] >= body_count && bodies[i] != KILN_NONE)
			return kiln_refuse_field(blob, KILN_RULE_NODE_BODY, &bodies[i]);
	return kiln_proved();
}

kiln_result kilni_prove_bodies(const kiln_blob *blob)
{
	const kiln_format_surface *surfaces = kiln_blob_section(blob, KILN_SECTION_SURFACES);
	const kiln_format_body *bodies = kiln_blob_section(blob, KILN_SECTION_BODIES);
	uint64_t surface_count = kiln_blob_count(blob, KILN_SECTION_SURFACES);
	uint64_t body_count = kiln_blob_count(blob, KILN_SECTION_BODIES);
	uint64_t node_count = kiln_blob_count(blob, KILN_SECTION_NODE_BODIES);
	kiln_result result = kiln_proved();
	if (surface_count && surface_count != kiln_blob_count(blob, KILN_SECTION_MATERIALS))
		return kiln_refuse_field(blob, KILN_RULE_SURFACES_COUNT, surfaces);
	for (uint64_t i = 0; i < surface_count && result.status == KILN_OK; ++i)
		result = prove_surface(blob, &surfaces[i]);
	for (uint64_t i = 0; i < body_count && result.status == KILN_OK; ++i)
		result = prove_body(blob, &bodies[i]);
	if (result.status == KILN_OK && node_count && node_count != kiln_blob_count(blob, KILN_SECTION_NODES))
		return kiln_refuse_field(blob, KILN_RULE_NODE_BODIES_COUNT, kiln_blob_section(blob, KILN_SECTION_NODE_BODIES));
	return result.status == KILN_OK ? prove_node_bodies(blob) : result;
}
