// SPDX-License-Identifier: MIT
#include "diff.h"

#include "../blob/raw.h"
#include "../lines/diff_lines.h"
#include "../sections/levels.h"
#include "../sections/origin.h"
#include "../sections/sdf.h"
#include "../sections/shapes.h"
#include "../sections/survey.h"
#include "diff_hull.h"
#include "diff_mesh.h"
#include "diff_primitive.h"
#include "math/ieee.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// A thing of one file: its name, and its number among the things of its kind.
typedef struct named
{
	const char *name;
	uint32_t index;
} named;

/// Compares things that both files have.
typedef bool compare_things(diff_lines *lines, const diff_files *files, diff_thing thing, const uint32_t index[2]);

/// Returns the name of a thing.
typedef const char *name_thing(const kiln_asset *asset, uint32_t index);

static int compare_named(const void *left, const void *right)
{
	const named *a = left;
	const named *b = right;
	int by_name = strcmp(a->name, b->name);
	return by_name != 0 ? by_name : (a->index > b->index) - (a->index < b->index);
}

static named *name_all(const kiln_asset *asset, uint32_t count, name_thing *name)
{
	named *list = malloc((count > 0 ? count : 1) * sizeof *list);
	for (uint32_t i = 0; list != NULL && i < count; ++i)
		list[i] = (named){name(asset, i), i};
	if (list != NULL)
		qsort(list, count, sizeof *list, compare_named);
	return list;
}

// Pairs the things of two files by name, in the order of names.
static bool each_pair(diff_lines *lines, const diff_files *files, const char *kind, const uint32_t count[2],
	name_thing *name, compare_things *compare)
{
	named *list[2] = {name_all(files->asset[0], count[0], name), name_all(files->asset[1], count[1], name)};
	bool done = list[0] != NULL && list[1] != NULL;
	for (uint32_t a = 0, b = 0; done && (a < count[0] || b < count[1]);)
	{
		const int order = b == count[1] ? -1 : a == count[0] ? 1 : strcmp(list[0][a].name, list[1][b].name);
		const diff_thing thing = {kind, order <= 0 ? list[0][a].name : list[1][b].name};
		if (order != 0)
			diff_fact(lines, thing, order < 0 ? "removed" : "added");
		else
			done = compare(lines, files, thing, (const uint32_t[2]){list[0][a].index, list[1][b].index});
		a += order <= 0;
		b += order >= 0;
	}
	free(list[0]);
	free(list[1]);
	return done;
}

static const char *material_name(const kiln_asset *asset, uint32_t index)
{
	return kiln_name(asset, asset->materials[index].name);
}

static bool compare_materials(diff_lines *lines, const diff_files *files, diff_thing thing, const uint32_t index[2])
{
	const kiln_format_material *a = &files->asset[0]->materials[index[0]], *b = &files->asset[1]->materials[index[1]];
	diff_counts(lines, thing, "tag", a->tag, b->tag);
	diff_masks(lines, thing, "layers", a->layers, b->layers);
	diff_masks(lines, thing, "collides", a->collides, b->collides);
	diff_masks(lines, thing, "user", a->user, b->user);
	diff_numbers(lines, thing, "friction", (double)a->friction, (double)b->friction);
	diff_numbers(lines, thing, "restitution", (double)a->restitution, (double)b->restitution);
	diff_masks(lines, thing, "flags", a->flags, b->flags);
	return true;
}

static const char *shape_name(const kiln_asset *asset, uint32_t index)
{
	return kiln_name(asset, asset->shapes[index].name);
}

static bool compare_meshes(diff_lines *lines, const diff_files *files, diff_thing thing, const uint32_t index[2])
{
	const kiln_format_mesh *a = &files->asset[0]->meshes[index[0]], *b = &files->asset[1]->meshes[index[1]];
	diff_mesh found;
	if (!diff_mesh_compare(files->asset, index, &found))
		return false;
	diff_counts(lines, thing, "triangles", a->triangle_count, b->triangle_count);
	diff_counts(lines, thing, "triangles that only one has", found.only[0], found.only[1]);
	if (found.only[0] > 0 && found.only[0] == found.only[1])
		diff_fact(lines, thing, "as many triangles are replaced");
	diff_length(lines, thing, "surface moves by up to", found.farthest);
	diff_masks(lines, thing, "verdict", a->flags, b->flags);
	diff_counts(lines, thing, "connected parts", a->component_count, b->component_count);
	diff_counts(lines, thing, "edges of one triangle", a->boundary_edges, b->boundary_edges);
	diff_counts(lines, thing, "non-manifold edges", a->nonmanifold_edges, b->nonmanifold_edges);
	levels_diff(lines, files->asset, thing, index);
	sdf_diff(lines, files->asset, thing, index);
	survey_diff(lines, files->asset, thing, index);
	return true;
}

static bool compare_hulls(diff_lines *lines, const diff_files *files, diff_thing thing, const uint32_t index[2])
{
	const kiln_asset *a = files->asset[0], *b = files->asset[1];
	const kiln_format_hull *first = &a->hulls[a->shapes[index[0]].index],
						   *second = &b->hulls[b->shapes[index[1]].index];
	diff_hull found;
	if (!diff_hull_compare(files->asset, index, &found))
		return false;
	diff_counts(lines, thing, "vertices", first->vertex_count, second->vertex_count);
	diff_counts(lines, thing, "faces", first->face_count, second->face_count);
	diff_counts(lines, thing, "vertices that only one has", found.only[0], found.only[1]);
	if (found.only[0] > 0 && found.only[0] == found.only[1])
		diff_fact(lines, thing, "as many vertices are replaced");
	diff_length(lines, thing, "hull moves by up to", found.farthest);
	sdf_diff(lines, files->asset, thing, index);
	return true;
}

static bool compare_shapes(diff_lines *lines, const diff_files *files, diff_thing thing, const uint32_t index[2])
{
	const kiln_format_shape *a = &files->asset[0]->shapes[index[0]], *b = &files->asset[1]->shapes[index[1]];
	diff_texts(lines, thing, "kind", shape_kind_name(a->kind), shape_kind_name(b->kind));
	diff_numbers(lines, thing, "volume", (double)a->volume, (double)b->volume);
	diff_numbers(lines, thing, "area", (double)a->area, (double)b->area);
	if (a->kind != b->kind)
		return true;
	if (a->kind == KILN_SHAPE_MESH)
		return compare_meshes(lines, files, thing, (const uint32_t[2]){a->index, b->index});
	if (a->kind == KILN_SHAPE_HULL)
		return compare_hulls(lines, files, thing, index);
	bool at_most;
	const double moved = diff_primitive_moved(a, b, &at_most);
	if (a->kind != KILN_SHAPE_BOX)
	{
		const int radius = a->kind == KILN_SHAPE_SPHERE ? 3 : 6;
		diff_numbers(lines, thing, "radius", (double)a->parameters[radius], (double)b->parameters[radius]);
	}
	diff_length(lines, thing, at_most ? "moves by at most" : "moves by up to", moved);
	if (!(moved > 0) && memcmp(a->parameters, b->parameters, sizeof a->parameters) != 0)
		diff_fact(lines, thing, "the same solid by other numbers");
	return true;
}

static const char *node_name(const kiln_asset *asset, uint32_t index)
{
	return kiln_name(asset, asset->nodes[index].name);
}

static void map(const float m[12], const double p[3], double out[3])
{
	for (int row = 0; row < 3; ++row, m += 4)
		out[row] = (double)m[0] * p[0] + (double)m[1] * p[1] + (double)m[2] * p[2] + (double)m[3];
}

// How far the farthest corner of the node's box moves from one file to the other.
static double moved(const kiln_format_node *a, const kiln_format_node *b)
{
	double most = 0;
	if (memcmp(a->to_asset, b->to_asset, sizeof a->to_asset) == 0)
		return 0;
	for (int corner = 0; corner < 8; ++corner)
	{
		double from[3], shape[3], to[3], length = 0;
		for (int i = 0; i < 3; ++i)
			from[i] = (double)(corner >> i & 1 ? a->bounds_max[i] : a->bounds_min[i]);
		map(a->to_mesh, from, shape);
		map(a->to_asset, shape, from);
		map(b->to_asset, shape, to);
		for (int i = 0; i < 3; ++i)
			length += (to[i] - from[i]) * (to[i] - from[i]);
		most = fmax(most, sqrt(length));
	}
	return most;
}

static bool compare_nodes(diff_lines *lines, const diff_files *files, diff_thing thing, const uint32_t index[2])
{
	const kiln_format_node *a = &files->asset[0]->nodes[index[0]], *b = &files->asset[1]->nodes[index[1]];
	diff_length(lines, thing, "moves by up to", moved(a, b));
	diff_texts(lines, thing, "shape", shape_name(files->asset[0], a->shape), shape_name(files->asset[1], b->shape));
	diff_masks(lines, thing, "flags", a->flags, b->flags);
	diff_counts(lines, thing, "tag", a->tag, b->tag);
	diff_masks(lines, thing, "layers", a->layers, b->layers);
	diff_masks(lines, thing, "collides", a->collides, b->collides);
	diff_masks(lines, thing, "user", a->user, b->user);
	return true;
}

// Finds the first word of a text that is `key=` and a value, or the whole of `word` where `length` is all of it.
static const char *find_word(const char *text, const char *word, size_t length)
{
	for (const char *at = text; *at != '\0'; at += strcspn(at, " "), at += strspn(at, " "))
	{
		const bool whole = word[length - 1] != '=';
		if (strncmp(at, word, length) == 0 && (!whole || at[length] == ' ' || at[length] == '\0'))
			return at;
	}
	return NULL;
}

static void copy_word(char *out, size_t room, const char *from)
{
	const size_t length = strcspn(from, " ");
	memcpy(out, from, length < room ? length : room - 1);
	out[length < room ? length : room - 1] = '\0';
}

// Writes each option with another value, by the words `key=value`. A word of a rule may occur several times: only the words that
// the other file does not have count.
static void compare_options(diff_lines *lines, const char *const options[2])
{
	for (int side = 0; side < 2; ++side)
	{
		const char *own = options[side], *others = options[1 - side];
		for (const char *at = own; *at != '\0'; at += strcspn(at, " "), at += strspn(at, " "))
		{
			const size_t length = strcspn(at, " "), key = strcspn(at, "= ") + (at[strcspn(at, "= ")] == '=');
			const char *other = find_word(others, at, key);
			// Where both files have the key, the first file's word makes the line.
			if (find_word(others, at, length) != NULL || (side == 1 && other != NULL))
				continue;
			char name[64], values[2][256] = {"", ""};
			copy_word(name, key < sizeof name ? key + (at[key - 1] != '=') : sizeof name, at);
			copy_word(values[side], sizeof values[side], at + (at[key - 1] == '=' ? key : 0));
			if (other != NULL)
				copy_word(values[1], sizeof values[1], other + key);
			diff_texts(lines, (diff_thing){"option", name}, "value", values[0], values[1]);
		}
	}
}

static void compare_provenance(diff_lines *lines, const diff_files *files)
{
	const kiln_asset *a = files->asset[0], *b = files->asset[1];
	const diff_thing file = {"file", ""};
	diff_counts(lines, file, "bytes", files->size[0], files->size[1]);
	diff_counts(lines, file, "minor version of the format", a->header->version_minor, b->header->version_minor);
	diff_numbers(lines, file, "metres a unit", (double)a->header->metres_per_unit, (double)b->header->metres_per_unit);
	diff_texts(lines, file, "art", kiln_name(a, a->provenance->source_name), kiln_name(b, b->provenance->source_name));
	diff_texts(lines, file, "importer", kiln_name(a, a->provenance->importer), kiln_name(b, b->provenance->importer));
	const char *options[2] = {kiln_name(a, a->provenance->options), kiln_name(b, b->provenance->options)};
	compare_options(lines, options);
}

static const kiln_format_section *find_section(const raw_blob *raw, uint32_t kind)
{
	for (uint32_t i = 0; i < raw->section_count; ++i)
		if (raw->sections[i].kind == kind)
			return &raw->sections[i];
	return NULL;
}

static void compare_sections(diff_lines *lines, const diff_files *files)
{
	const raw_blob a = raw_read(files->data[0], files->size[0]), b = raw_read(files->data[1], files->size[1]);
	for (uint32_t kind = 1; kind < KILN_SECTION_END; ++kind)
	{
		char name[RAW_NAME_SIZE];
		const kiln_format_section *first = find_section(&a, kind), *second = find_section(&b, kind);
		if (first == NULL && second == NULL)
			continue;
		const diff_thing thing = {"section", raw_section_name(kind, name)};
		if (first == NULL || second == NULL)
			diff_fact(lines, thing, first == NULL ? "added" : "removed");
		else if (first->size != second->size)
			diff_counts(lines, thing, "bytes", first->size, second->size);
		else if (memcmp(a.data + first->offset, b.data + second->offset, (size_t)first->size) != 0)
			diff_fact(lines, thing, "other bytes");
	}
}

static bool compare_files(diff_lines *lines, const diff_files *files)
{
	const kiln_asset *a = files->asset[0], *b = files->asset[1];
	if (files->size[0] == files->size[1] && memcmp(files->data[0], files->data[1], files->size[0]) == 0)
		return true;
	compare_provenance(lines, files);
	origin_diff(lines, files->asset);
	compare_sections(lines, files);
	const bool done =
		each_pair(lines, files, "material", (const uint32_t[2]){a->material_count, b->material_count}, material_name,
			compare_materials) &&
		each_pair(
			lines, files, "shape", (const uint32_t[2]){a->shape_count, b->shape_count}, shape_name, compare_shapes) &&
		each_pair(lines, files, "node", (const uint32_t[2]){a->node_count, b->node_count}, node_name, compare_nodes);
	// Bytes may differ where nothing of this does: in the header, say.
	if (done && lines->count == 0)
		diff_fact(lines, (diff_thing){"file", ""}, "other bytes");
	return done;
}

bool diff_write(FILE *out, bool json, const diff_files *files, uint64_t *count)
{
	json_writer writer = json_begin(out, true);
	diff_lines lines = diff_begin(out, json ? &writer : NULL, files->path);
	const bool done = compare_files(&lines, files);
	if (done || json)
		diff_end(&lines);
	*count = lines.count;
	return done;
}
