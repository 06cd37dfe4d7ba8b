// SPDX-License-Identifier: MIT
#include "cook.h"
#include "memory.h"
#include "plan/match.h"

#include <errno.h>
#include <float.h>
#include <stdlib.h>
#include <string.h>

/// The parsed value of a mark.
typedef struct cook_mark_value
{
	uint64_t bits; ///< a mask or user data
	float number;
} cook_mark_value;

static bool of_materials(kilncook_mark_kind kind)
{
	return kind >= KILNCOOK_MARK_MATERIAL_LAYER;
}

static const char *value_of(const kilncook_mark *mark)
{
	return mark->value ? mark->value : "";
}

/// Reads a whole number of 64 bits, decimal or hexadecimal.
static bool read_bits(const char *text, uint64_t *bits)
{
	char *end;
	errno = 0;
	unsigned long long read = strtoull(text, &end, 0);
	*bits = read;
	return *text >= '0' && *text <= '9' && !*end && errno == 0;
}

static bool read_number(const char *text, float most, float *number)
{
	char *end;
	double read = strtod(text, &end);
	*number = (float)read + 0.0f;
	return end != text && !*end && read >= 0 && read <= (double)most;
}

/// Whether a list of layers is valid; `empty` permits a list without names.
static bool list_is_sound(const char *list, bool empty)
{
	if (!*list)
		return empty;
	for (;;)
	{
		size_t length = strcspn(list, ",");
		if (length == 0 || length > KILNCOOK_LAYER_NAME_MAX)
			return false;
		if (!list[length])
			return true;
		list += length + 1;
	}
}

const char *cook_mark_fault(const kilncook_mark *mark)
{
	cook_mark_value value;
	if (mark->kind >= KILNCOOK_MARK_KIND_END || !mark->pattern)
		return "a mark without a pattern or of an unknown kind";
	switch (mark->kind)
	{
	case KILNCOOK_MARK_LAYER:
	case KILNCOOK_MARK_MATERIAL_LAYER:
	case KILNCOOK_MARK_MATERIAL_COLLIDES:
		return list_is_sound(value_of(mark), false) ? NULL : "layers are names of 1 to 255 bytes between commas";
	case KILNCOOK_MARK_COLLIDES:
		return list_is_sound(value_of(mark), true) ? NULL : "layers are names of 1 to 255 bytes between commas";
	case KILNCOOK_MARK_USER:
	case KILNCOOK_MARK_MATERIAL_USER:
		return read_bits(value_of(mark), &value.bits) ? NULL : "user data is a whole number from 0 to 2^64 - 1";
	case KILNCOOK_MARK_FRICTION:
		return read_number(value_of(mark), FLT_MAX, &value.number) ? NULL : "a friction is a finite number from 0";
	case KILNCOOK_MARK_RESTITUTION:
		return read_number(value_of(mark), 1, &value.number) ? NULL : "a restitution is a number from 0 to 1";
	default:
		return NULL;
	}
}

void cook_marks_text(const kilncook_options *options, cook_text *text)
{
	for (uint32_t i = 0; i < options->mark_count; ++i)
	{
		const kilncook_mark *mark = &options->marks[i];
		cook_text_print(text, " %s=", kilncook_mark_name(mark->kind));
		cook_pattern_text(mark->pattern, text);
		if (mark->kind == KILNCOOK_MARK_TRIGGER)
			continue;
		cook_text_print(text, "=");
		cook_pattern_text(value_of(mark), text);
	}
}

/// Returns the layer of a name, and adds the layer if the name is new; KILN_LAYERS_MAX when there are too many layers,
/// or no memory.
static uint32_t layer_of(cook_job *job, const char *at, size_t length)
{
	char name[KILNCOOK_LAYER_NAME_MAX + 1];
	memcpy(name, at, length);
	name[length] = 0;
	// Equal strings have one offset.
	uint32_t offset = cook_names_add(&job->context, &job->names, name);
	for (uint32_t i = 0; i < job->layer_count; ++i)
		if (job->layers[i] == offset)
			return i;
	if (job->layer_count == KILN_LAYERS_MAX || offset == KILN_NONE)
		return KILN_LAYERS_MAX;
	job->layers[job->layer_count] = offset;
	return job->layer_count++;
}

/// Computes the mask of a comma-separated list of layers, `*` for all; a new name gets the next layer. False when there
/// are more than 64 layers, or no memory.
static bool layers_of(cook_job *job, const char *names, uint64_t *mask)
{
	*mask = 0;
	while (*names)
	{
		size_t length = strcspn(names, ",");
		uint32_t layer = 0;
		if (length == 1 && *names == '*')
			*mask = ~(uint64_t)0;
		else
			layer = layer_of(job, names, length);
		if (layer == KILN_LAYERS_MAX)
			return false;
		if (*mask != ~(uint64_t)0)
			*mask |= (uint64_t)1 << layer;
		names += length + (names[length] == ',');
	}
	return true;
}

/// Warns of a mark whose pattern matches no node with a shape, or no material.
static void judge(const cook_job *job, const kilncook_mark *mark)
{
	const art_scene *scene = job->scene;
	bool materials = of_materials(mark->kind);
	uint32_t count = materials ? scene->material_count : scene->node_count;
	for (uint32_t i = 0; i < count; ++i)
	{
		const art_node *node = &scene->nodes[materials ? 0 : i];
		if (materials ? match_glob(mark->pattern, strlen(mark->pattern), scene->materials[i])
					  : (node->mesh_count || node->primitive) && match_node(mark->pattern, scene, i))
			return;
	}
	cook_message(&job->context, KILNCOOK_WARNING, "", "mark-unmatched", "%s%s%s: no %s has a name like '%s'",
		mark->where ? mark->where : "", mark->where ? ": " : "", kilncook_mark_name(mark->kind),
		materials ? "material" : "node with meshes", mark->pattern);
}

static bool read_mark(cook_job *job, const kilncook_mark *mark, cook_mark_value *value)
{
	switch (mark->kind)
	{
	case KILNCOOK_MARK_LAYER:
	case KILNCOOK_MARK_COLLIDES:
	case KILNCOOK_MARK_MATERIAL_LAYER:
	case KILNCOOK_MARK_MATERIAL_COLLIDES:
		return layers_of(job, value_of(mark), &value->bits);
	case KILNCOOK_MARK_USER:
	case KILNCOOK_MARK_MATERIAL_USER:
		return read_bits(value_of(mark), &value->bits);
	case KILNCOOK_MARK_FRICTION:
	case KILNCOOK_MARK_RESTITUTION:
		return read_number(value_of(mark), FLT_MAX, &value->number);
	default:
		return true;
	}
}

kilncook_status cook_marks_begin(cook_job *job)
{
	static const char *const alone[] = {"default"};
	const kilncook_scene *given = job->given;
	const char *const *layers = given && given->layers ? given->layers : alone;
	uint32_t count = given && given->layers ? given->layer_count : 1, marks = job->options.mark_count;
	for (uint32_t i = 0; i < count; ++i)
		job->layers[i] = cook_names_add(&job->context, &job->names, layers[i]);
	job->layer_count = count;
	// A file's layers follow the first one.
	for (uint32_t i = 0; cook_has_colliders(job) && i < job->scene->layer_count; ++i)
		job->layers[job->layer_count++] = cook_names_add(&job->context, &job->names, job->scene->layers[i]);
	job->marks = cook_alloc_zero(&job->context, marks, sizeof *job->marks);
	if (!job->marks || job->names.failed)
		return cook_no_memory(job);
	for (uint32_t i = 0; i < marks; ++i)
	{
		judge(job, &job->options.marks[i]);
		if (read_mark(job, &job->options.marks[i], &job->marks[i]))
			continue;
		if (job->names.failed)
			return cook_no_memory(job);
		cook_message(&job->context, KILNCOOK_ERROR, "", "usage", "more than %d layers", KILN_LAYERS_MAX);
		return KILNCOOK_USAGE;
	}
	return KILNCOOK_OK;
}

void cook_marks_free(cook_job *job)
{
	cook_free(&job->context, job->marks, job->options.mark_count, sizeof *job->marks);
	job->marks = NULL;
}

void cook_mark_node(const cook_job *job, uint32_t node, kiln_format_node *out)
{
	const art_physics *physics = cook_has_colliders(job) ? job->scene->nodes[node].physics : NULL;
	const art_filter *filter = physics && physics->filter != KILN_NONE ? &job->scene->filters[physics->filter] : NULL;
	out->layers = filter ? filter->layers : KILN_LAYER_DEFAULT;
	out->collides = filter ? filter->collides : ~(uint64_t)0;
	out->flags |= physics && physics->trigger ? KILN_NODE_TRIGGER : 0;
	for (uint32_t i = 0; i < job->options.mark_count; ++i)
	{
		const kilncook_mark *mark = &job->options.marks[i];
		uint64_t bits = job->marks[i].bits;
		if (of_materials(mark->kind) || !match_node(mark->pattern, job->scene, node))
			continue;
		if (mark->kind == KILNCOOK_MARK_LAYER)
			out->layers = bits;
		else if (mark->kind == KILNCOOK_MARK_COLLIDES)
			out->collides = bits;
		else if (mark->kind == KILNCOOK_MARK_USER)
			out->user = bits;
		else
			out->flags |= KILN_NODE_TRIGGER;
	}
	if (!job->given || !job->given->nodes)
		return;
	const kilncook_node *own = &job->given->nodes[node];
	out->layers = own->layers ? own->layers : out->layers;
	out->collides = own->collides ? own->collides : out->collides;
	out->user = own->user ? own->user : out->user;
	out->flags |= own->trigger ? KILN_NODE_TRIGGER : 0;
}

static void set_friction(kiln_format_material *out, float friction)
{
	out->friction = friction;
	out->flags |= KILN_MATERIAL_FRICTION;
}

static void set_restitution(kiln_format_material *out, float restitution)
{
	out->restitution = restitution;
	out->flags |= KILN_MATERIAL_RESTITUTION;
}

void cook_mark_named(const cook_job *job, const char *name, kiln_format_material *out)
{
	for (uint32_t i = 0; i < job->options.mark_count; ++i)
	{
		const kilncook_mark *mark = &job->options.marks[i];
		const cook_mark_value *value = &job->marks[i];
		if (!of_materials(mark->kind) || !match_glob(mark->pattern, strlen(mark->pattern), name))
			continue;
		if (mark->kind == KILNCOOK_MARK_MATERIAL_LAYER)
			out->layers = value->bits;
		else if (mark->kind == KILNCOOK_MARK_MATERIAL_COLLIDES)
			out->collides = value->bits;
		else if (mark->kind == KILNCOOK_MARK_MATERIAL_USER)
			out->user = value->bits;
		else if (mark->kind == KILNCOOK_MARK_FRICTION)
			set_friction(out, value->number);
		else
			set_restitution(out, value->number);
	}
}

/// What a physics material of the art says. The format has one friction, and restitutions of 0 to 1.
static void mark_surface(const cook_job *job, uint32_t material, kiln_format_material *out)
{
	const art_scene *scene = job->scene;
	if (!cook_has_colliders(job) || material < scene->surface_first ||
		material - scene->surface_first >= scene->surface_count)
		return;
	const art_surface *surface = &scene->surfaces[material - scene->surface_first];
	set_friction(out, surface->dynamic_friction);
	set_restitution(out, surface->restitution < 1 ? surface->restitution : 1);
	if (surface->restitution > 1)
		cook_message(&job->context, KILNCOOK_WARNING, scene->materials[material], "material-range",
			"the material has a restitution of %.9g: the material's own is 1, its surface keeps the number",
			(double)surface->restitution);
}

void cook_mark_material(const cook_job *job, uint32_t material, kiln_format_material *out)
{
	mark_surface(job, material, out);
	cook_mark_named(job, job->scene->materials[material], out);
	if (!job->given || !job->given->materials)
		return;
	const kilncook_material *own = &job->given->materials[material];
	out->layers = own->layers ? own->layers : out->layers;
	out->collides = own->collides ? own->collides : out->collides;
	out->user = own->user ? own->user : out->user;
	if (own->friction)
		set_friction(out, *own->friction + 0.0f);
	if (own->restitution)
		set_restitution(out, *own->restitution + 0.0f);
}
