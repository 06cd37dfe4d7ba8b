// SPDX-License-Identifier: MIT
#include "bodies.h"

#include "../lines/json_keys.h"
#include "../lines/text_parts.h"

static const char *kind_name(uint32_t kind)
{
	static const char *const names[KILN_BODY_KIND_END] = {"static", "kinematic", "dynamic"};
	return kind < KILN_BODY_KIND_END ? names[kind] : "";
}

static const char *combine_name(uint32_t mode)
{
	static const char *const names[KILN_COMBINE_END] = {"average", "minimum", "maximum", "multiply"};
	return mode < KILN_COMBINE_END ? names[mode] : "";
}

static void write_vector(FILE *out, const char *label, const float v[3])
{
	fprintf(out, "%s (%.9g %.9g %.9g)", label, (double)v[0], (double)v[1], (double)v[2]);
}

static bool is_zero(const float v[3])
{
	return v[0] == 0 && v[1] == 0 && v[2] == 0;
}

static void write_mass(FILE *out, const kiln_format_body *body)
{
	if (body->flags & KILN_BODY_MASS && body->mass == 0)
		fputs(", of infinite mass", out);
	else if (body->flags & KILN_BODY_MASS)
		fprintf(out, ", %.9g kg", (double)body->mass);
	if (body->gravity < 1 || body->gravity > 1)
		fprintf(out, ", gravity times %.9g", (double)body->gravity);
}

void bodies_text(FILE *out, const kiln_asset *asset)
{
	for (uint32_t i = 0; i < asset->body_count; ++i)
	{
		const kiln_format_body *body = &asset->bodies[i];
		fprintf(out, "\nbody %lu ", (unsigned long)i);
		write_name(out, kiln_name(asset, body->name));
		fprintf(out, ": %s", kind_name(body->kind));
		write_mass(out, body);
		fprintf(out, ", node %lu of the art\n", (unsigned long)body->source_node);
		if (body->flags & KILN_BODY_CENTER)
		{
			write_label(out, "mass");
			write_vector(out, "centre", body->center);
			putc('\n', out);
		}
		if (body->flags & KILN_BODY_INERTIA)
		{
			write_label(out, "inertia");
			write_vector(out, "moments", body->inertia);
			fprintf(out, " about axes (%.9g %.9g %.9g %.9g)\n", (double)body->axes[0], (double)body->axes[1],
				(double)body->axes[2], (double)body->axes[3]);
		}
		if (is_zero(body->linear_velocity) && is_zero(body->angular_velocity))
			continue;
		write_label(out, "velocity");
		write_vector(out, "linear", body->linear_velocity);
		write_vector(out, ", angular", body->angular_velocity);
		putc('\n', out);
	}
}

void node_body_text(FILE *out, const kiln_asset *asset, uint32_t node)
{
	const kiln_format_body *body = kiln_node_body(asset, node);
	if (!body)
		return;
	write_label(out, "body");
	fprintf(out, "%lu ", (unsigned long)(body - asset->bodies));
	write_name(out, kiln_name(asset, body->name));
	putc('\n', out);
}

void surface_text(FILE *out, const kiln_asset *asset, uint32_t material)
{
	const kiln_format_surface *s = kiln_material_surface(asset, material);
	if (!s)
		return;
	fprintf(out, ", surface: static friction %.9g, dynamic %.9g (%s), restitution %.9g (%s)",
		(double)s->static_friction, (double)s->dynamic_friction, combine_name(s->friction_combine),
		(double)s->restitution, combine_name(s->restitution_combine));
}

static void key_given(json_writer *json, const char *key, bool given, const float *values, size_t count)
{
	if (given && count > 1)
	{
		key_floats(json, key, values, count);
		return;
	}
	json_key(json, key);
	if (given)
		json_float(json, *values);
	else
		json_null(json);
}

void bodies_json(json_writer *json, const kiln_asset *asset)
{
	json_key(json, "bodies");
	json_array(json);
	for (uint32_t i = 0; i < asset->body_count; ++i)
	{
		const kiln_format_body *body = &asset->bodies[i];
		bool inertia = (body->flags & KILN_BODY_INERTIA) != 0;
		json_object(json);
		key_text(json, "name", kiln_name(asset, body->name));
		key_text(json, "kind", kind_name(body->kind));
		key_uint(json, "source_node", body->source_node);
		key_given(json, "mass", (body->flags & KILN_BODY_MASS) != 0, &body->mass, 1);
		key_float(json, "gravity", body->gravity);
		key_given(json, "center", (body->flags & KILN_BODY_CENTER) != 0, body->center, 3);
		key_given(json, "inertia", inertia, body->inertia, 3);
		key_given(json, "axes", inertia, body->axes, 4);
		key_floats(json, "linear_velocity", body->linear_velocity, 3);
		key_floats(json, "angular_velocity", body->angular_velocity, 3);
		key_floats(json, "to_asset", body->to_asset, 12);
		json_object_end(json);
	}
	json_array_end(json);
}

void node_body_json(json_writer *json, const kiln_asset *asset, uint32_t node)
{
	const kiln_format_body *body = kiln_node_body(asset, node);
	key_index(json, "body", body ? (uint32_t)(body - asset->bodies) : KILN_NONE);
}

void surface_json(json_writer *json, const kiln_asset *asset, uint32_t material)
{
	const kiln_format_surface *s = kiln_material_surface(asset, material);
	if (!s)
	{
		json_key(json, "surface");
		json_null(json);
		return;
	}
	key_object(json, "surface");
	key_float(json, "static_friction", s->static_friction);
	key_float(json, "dynamic_friction", s->dynamic_friction);
	key_text(json, "friction_combine", combine_name(s->friction_combine));
	key_float(json, "restitution", s->restitution);
	key_text(json, "restitution_combine", combine_name(s->restitution_combine));
	json_object_end(json);
}
