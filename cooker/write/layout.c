// SPDX-License-Identifier: MIT
#include "kiln.h"
#include "layout_trees.h"
#include "memory.h"
#include "platform/platform.h"
#include "section_name.h"
#include "write.h"

#include <math.h>
#include <string.h>
#include <xxhash.h>

/// A mesh's leaf units stay below this number: an entry of the runtime's stacks is a unit or a tree node, distinguished
/// by one bit.
#define HALF_RANGE (1u << 31)

/// The blob while it is being filled.
typedef struct layout
{
	cook_job *job;
	uint8_t *data;
	kiln_format_section table[KILN_SECTION_END]; ///< by kind; 0 is unused
	uint32_t section_count;
	uint64_t size;
	bool compact;		  ///< the blob has KILN_FEATURE_COMPACT
	uint32_t source_size; ///< bytes of an element of SOURCES
} layout;

static uint64_t align(uint64_t size)
{
	return (size + KILN_FORMAT_ALIGNMENT - 1) / KILN_FORMAT_ALIGNMENT * KILN_FORMAT_ALIGNMENT;
}

static void set_section(layout *l, kiln_section_kind kind, uint64_t count, uint64_t element, uint64_t extra)
{
	l->table[kind].kind = kind;
	l->table[kind].flags = KILN_SECTION_REQUIRED;
	l->table[kind].count = count;
	l->table[kind].size = count * element + extra;
}

/// Computes where every hull's arrays begin, and the sizes of VOLUMES and SHAPES.
static void number_solids(layout *l)
{
	cook_job *job = l->job;
	uint64_t bytes = 0;
	for (uint32_t i = 0; i < job->solid_count; ++i)
		if (job->solids[i].shape.kind == KILN_SHAPE_HULL)
		{
			job->solids[i].hull.head.data = bytes;
			bytes += job->solids[i].hull.head.size;
		}
	set_section(l, KILN_SECTION_SHAPES, (uint64_t)job->mesh_count + job->solid_count, sizeof(kiln_format_shape), 0);
	set_section(l, KILN_SECTION_VOLUMES, job->volume_count, sizeof(kiln_format_volumes), 0);
	set_section(l, KILN_SECTION_HULLS, job->hull_count, sizeof(kiln_format_hull), 0);
	set_section(l, KILN_SECTION_HULL_DATA, job->hull_count, 0, bytes);
}

static kilncook_status too_large(cook_job *job)
{
	cook_message(&job->context, KILNCOOK_ERROR, "", "too-large",
		"more triangles, tree nodes, leaf units or vertices than the format can number: divide the asset");
	return KILNCOOK_REFUSED;
}

/// Whether any leaf of any mesh is compact: then the blob has the feature.
static bool any_compact(const cook_job *job)
{
	bool compact = false;
	for (uint32_t i = 0; i < job->mesh_count; ++i)
		compact |= job->meshes[i].tree.compact_leaves != 0;
	return compact;
}

static uint32_t largest_source(const cook_job *job)
{
	uint32_t largest = 0;
	for (uint32_t i = 0; i < job->mesh_count; ++i)
		for (uint32_t k = 0; k < job->meshes[i].tree.order_count; ++k)
			largest = job->meshes[i].tree.order[k] > largest ? job->meshes[i].tree.order[k] : largest;
	return largest;
}

/// Numbers every mesh's first triangle, tree node, leaf unit and leaf-index entry. KILNCOOK_REFUSED when a number
/// exceeds 32 bits.
static kilncook_status number_meshes(layout *l)
{
	cook_job *job = l->job;
	uint64_t triangles = 0, tree = job->scene_tree.node_count, units = 0, leaves = 0, index = 0;
	for (uint32_t i = 0; i < job->mesh_count; ++i)
	{
		kiln_format_mesh *head = &job->meshes[i].head;
		head->triangle_first = (uint32_t)triangles;
		head->tree_first = (uint32_t)tree;
		head->leaf_first = (uint32_t)units;
		head->leaf_index_first = (uint32_t)index;
		triangles += head->triangle_count;
		tree += head->tree_count;
		units += head->leaf_units;
		leaves += head->leaf_count;
		index += job->meshes[i].tree.leaf_index_count;
		bool large = head->tree_count > KILN_TREE_NODES_MAX || head->leaf_units >= HALF_RANGE;
		if (large || triangles >= KILN_NONE || tree >= KILN_NONE || units >= KILN_NONE)
			return too_large(job);
	}
	job->report.triangles = triangles;
	set_section(l, KILN_SECTION_TREE, tree, sizeof(kiln_format_tree_node), 0);
	set_section(l, KILN_SECTION_LEAVES, leaves, 0, units * KILN_LEAF_UNIT + KILN_LEAF_TAIL);
	l->compact = any_compact(job);
	l->source_size = l->compact && largest_source(job) < 1u << 24 ? 3 : 4;
	set_section(l, KILN_SECTION_SOURCES, triangles, l->source_size, 0);
	set_section(l, KILN_SECTION_EDGES, triangles, l->compact ? 1 : 2, 0);
	set_section(l, KILN_SECTION_LEAF_INDEX, index, sizeof(uint32_t), 0);
	return KILNCOOK_OK;
}

static kilncook_status number_trees(layout *l)
{
	layout_trees_size size = layout_trees_number(l->job);
	if (size.nodes >= KILN_NONE || size.vertices >= KILN_NONE)
		return too_large(l->job);
	set_section(l, KILN_SECTION_VOLUME_TREES, size.trees, sizeof(kiln_format_volume_tree), 0);
	set_section(l, KILN_SECTION_VOLUME_NODES, size.nodes, 0, size.bytes);
	set_section(l, KILN_SECTION_VERTICES, size.vertices, sizeof(uint32_t), 0);
	return KILNCOOK_OK;
}

/// The fields of meshes, then those of solids, in the order of their shapes. Primitives have none.
static uint32_t field_count(const layout *l)
{
	return l->job->mesh_count + l->job->solid_count;
}

static sdf_field *field_at(const layout *l, uint32_t i)
{
	const uint32_t meshes = l->job->mesh_count;
	return i < meshes ? &l->job->meshes[i].field : &l->job->solids[i - meshes].field;
}

/// Numbers the cells and blocks of signed distance fields. Each field has less than 2^25 of them.
static void plan_fields(layout *l)
{
	const uint32_t meshes = l->job->mesh_count;
	uint64_t fields = 0, cells = 0, blocks = 0;
	for (uint32_t i = 0; i < field_count(l); ++i)
	{
		kiln_format_sdf *head = &field_at(l, i)->head;
		if (head->block_count == 0)
			continue;
		head->shape = i < meshes ? i : meshes + l->job->solids[i - meshes].ordinal;
		head->cell_first = (uint32_t)cells;
		head->block_first = (uint32_t)blocks;
		++fields;
		cells += head->cell_count;
		blocks += head->block_count;
	}
	set_section(l, KILN_SECTION_SDFS, fields, sizeof(kiln_format_sdf), 0);
	set_section(l, KILN_SECTION_SDF_CELLS, cells, sizeof(uint32_t), 0);
	set_section(l, KILN_SECTION_SDF_BLOCKS, blocks, sizeof(kiln_format_sdf_block), 0);
}

/// Numbers the lists of kept surveys. KILNCOOK_REFUSED when a number exceeds 32 bits.
static kilncook_status plan_surveys(layout *l)
{
	uint64_t surveys = 0, components = 0, faults = 0;
	for (uint32_t i = 0; i < l->job->mesh_count; ++i)
	{
		cook_kept_survey *kept = &l->job->meshes[i].survey;
		if (!kept->kept)
			continue;
		kept->head.mesh = i;
		kept->head.component_first = (uint32_t)components;
		kept->head.fault_first = (uint32_t)faults;
		++surveys;
		components += kept->head.component_count;
		faults += kept->head.fault_count;
		if (components >= KILN_NONE || faults >= KILN_NONE)
			return too_large(l->job);
	}
	set_section(l, KILN_SECTION_SURVEYS, surveys, sizeof(kiln_format_survey), 0);
	set_section(l, KILN_SECTION_COMPONENTS, components, sizeof(kiln_format_component), 0);
	set_section(l, KILN_SECTION_FAULTS, faults, sizeof(kiln_format_fault), 0);
	return KILNCOOK_OK;
}

/// Whether the asset's coordinates begin elsewhere than at zero, or have a grid.
static bool has_origin(const cook_job *job)
{
	const double *at = job->origin;
	return fabs(at[0]) > 0 || fabs(at[1]) > 0 || fabs(at[2]) > 0 || job->step > 0;
}

/// Sections that readers may ignore, and that blobs without such data lack.
static kilncook_status plan_optional(layout *l)
{
	const cook_job *job = l->job;
	set_section(l, KILN_SECTION_BODIES, job->body_count, sizeof(kiln_format_body), 0);
	set_section(l, KILN_SECTION_NODE_BODIES, job->body_count ? job->node_count : 0, sizeof(uint32_t), 0);
	set_section(l, KILN_SECTION_SURFACES, job->surfaces ? job->material_count : 0, sizeof(kiln_format_surface), 0);
	if (job->metadata)
	{
		set_section(l, KILN_SECTION_METADATA, job->metadata->count, sizeof(kiln_format_metadata), 0);
		set_section(l, KILN_SECTION_METADATA_TEXT, job->metadata->text_size, 1, 0);
	}
	if (job->options.adjacency)
		set_section(l, KILN_SECTION_ADJACENCY, job->report.triangles, sizeof(uint32_t[3]), 0);
	uint64_t levels = 0;
	for (uint32_t i = 0; i < job->mesh_count; ++i)
		levels += job->meshes[i].level_count;
	set_section(l, KILN_SECTION_LEVELS, levels, sizeof(kiln_format_level), 0);
	set_section(l, KILN_SECTION_ORIGIN, has_origin(job), sizeof(kiln_format_origin), 0);
	plan_fields(l);
	uint64_t junctions = 0;
	for (uint32_t i = 0; i < job->mesh_count; ++i)
		junctions += job->meshes[i].junction_count;
	set_section(l, KILN_SECTION_JUNCTIONS, junctions, sizeof(kiln_format_junction), 0);
	kilncook_status status = junctions < KILN_NONE ? plan_surveys(l) : too_large(l->job);
	for (uint32_t kind = KILN_SECTION_KIND_END; kind < KILN_SECTION_END; ++kind)
		l->table[kind].flags = 0;
	return status;
}

static bool has_section(const layout *l, uint32_t kind)
{
	return kind < KILN_SECTION_KIND_END || l->table[kind].count > 0;
}

static kilncook_status plan(layout *l)
{
	cook_job *job = l->job;
	set_section(l, KILN_SECTION_NAMES, job->names.size, 1, 0);
	set_section(l, KILN_SECTION_MATERIALS, job->material_count, sizeof(kiln_format_material), 0);
	set_section(
		l, KILN_SECTION_PARTS, (uint64_t)job->parts.count + job->solid_parts.count, sizeof(kiln_format_part), 0);
	set_section(l, KILN_SECTION_MESHES, job->mesh_count, sizeof(kiln_format_mesh), 0);
	set_section(l, KILN_SECTION_NODES, job->node_count, sizeof(kiln_format_node), 0);
	set_section(l, KILN_SECTION_LAYERS, job->layer_count, sizeof(uint32_t), 0);
	set_section(l, KILN_SECTION_SCENE, 1, sizeof(kiln_format_scene), 0);
	set_section(l, KILN_SECTION_PROVENANCE, 1, sizeof(kiln_format_provenance), 0);
	number_solids(l);
	kilncook_status status = number_meshes(l);
	if (status == KILNCOOK_OK)
		status = number_trees(l);
	if (status == KILNCOOK_OK)
		status = plan_optional(l);
	if (status != KILNCOOK_OK)
		return status;
	if (l->table[KILN_SECTION_SDF_CELLS].count >= KILN_NONE)
		return too_large(job);
	for (uint32_t kind = 1; kind < KILN_SECTION_END; ++kind)
		l->section_count += has_section(l, kind);
	l->size = align(sizeof(kiln_format_header) + l->section_count * sizeof(kiln_format_section));
	for (uint32_t kind = 1; kind < KILN_SECTION_END; ++kind)
	{
		if (!has_section(l, kind))
			continue;
		l->table[kind].offset = l->size;
		l->size = align(l->size + l->table[kind].size);
	}
	return KILNCOOK_OK;
}

static uint8_t *at(const layout *l, kiln_section_kind kind)
{
	return l->data + l->table[kind].offset;
}

/// Writes the source faces of a mesh, in the bytes that the blob's numbers take.
static void write_sources(const layout *l, const cook_mesh *mesh)
{
	uint8_t *out = at(l, KILN_SECTION_SOURCES) + (size_t)mesh->head.triangle_first * l->source_size;
	for (uint32_t i = 0; i < mesh->tree.order_count; ++i)
		for (uint32_t byte = 0; byte < l->source_size; ++byte)
			*out++ = (uint8_t)(mesh->tree.order[i] >> 8 * byte);
}

static void write_edges(const layout *l, const cook_mesh *mesh)
{
	const size_t first = mesh->head.triangle_first;
	uint8_t *out = at(l, KILN_SECTION_EDGES);
	if (!l->compact)
		memcpy(out + first * sizeof *mesh->edges, mesh->edges, mesh->head.triangle_count * sizeof *mesh->edges);
	for (uint32_t i = 0; i < mesh->head.triangle_count && l->compact; ++i)
		out[first + i] = kiln_format_edges_compact(mesh->edges[i]);
}

/// Copies every mesh into its sections and frees its tree.
static void write_meshes(layout *l)
{
	cook_job *job = l->job;
	kiln_format_mesh *heads = (kiln_format_mesh *)(void *)at(l, KILN_SECTION_MESHES);
	uint8_t *tree = at(l, KILN_SECTION_TREE), *leaves = at(l, KILN_SECTION_LEAVES);
	uint8_t *index = at(l, KILN_SECTION_LEAF_INDEX);
	memcpy(tree, job->scene_tree.nodes, job->scene_tree.node_count * sizeof(kiln_format_tree_node));
	packed_tree_free(&job->context, &job->scene_tree);
	for (uint32_t i = 0; i < job->mesh_count; ++i)
	{
		cook_mesh *mesh = &job->meshes[i];
		const kiln_format_mesh *head = &mesh->head;
		const packed_tree *packed = &mesh->tree;
		heads[i] = *head;
		memcpy(tree + (size_t)head->tree_first * sizeof(kiln_format_tree_node), packed->nodes,
			packed->node_count * sizeof(kiln_format_tree_node));
		memcpy(leaves + (size_t)head->leaf_first * KILN_LEAF_UNIT, packed->leaves,
			(size_t)packed->leaf_units * KILN_LEAF_UNIT);
		write_sources(l, mesh);
		write_edges(l, mesh);
		if (mesh->twins)
			memcpy(at(l, KILN_SECTION_ADJACENCY) + (size_t)head->triangle_first * sizeof *mesh->twins, mesh->twins,
				head->triangle_count * sizeof *mesh->twins);
		memcpy(index + (size_t)head->leaf_index_first * sizeof(uint32_t), packed->leaf_index,
			packed->leaf_index_count * sizeof(uint32_t));
		packed_tree_free(&job->context, &mesh->tree);
	}
	layout_trees_write(job, (kiln_format_volume_tree *)(void *)at(l, KILN_SECTION_VOLUME_TREES),
		at(l, KILN_SECTION_VOLUME_NODES), (uint32_t *)(void *)at(l, KILN_SECTION_VERTICES));
}

/// Writes the shapes of meshes, then of hulls, then of primitives; and the hulls' arrays.
static void write_shapes(layout *l)
{
	cook_job *job = l->job;
	kiln_format_shape *shapes = (kiln_format_shape *)(void *)at(l, KILN_SECTION_SHAPES);
	kiln_format_hull *hulls = (kiln_format_hull *)(void *)at(l, KILN_SECTION_HULLS);
	for (uint32_t i = 0; i < job->mesh_count; ++i)
	{
		shapes[i] = job->meshes[i].shape;
		shapes[i].index = i;
	}
	for (uint32_t i = 0; i < job->solid_count; ++i)
	{
		cook_solid *solid = &job->solids[i];
		bool is_hull = solid->shape.kind == KILN_SHAPE_HULL;
		kiln_format_shape *shape = &shapes[job->mesh_count + (is_hull ? 0 : job->hull_count) + solid->ordinal];
		*shape = solid->shape;
		shape->part_first += shape->part_count ? job->parts.count : 0;
		if (!is_hull)
			continue;
		const packed_hull *packed = &solid->hull;
		shape->index = solid->ordinal;
		hulls[solid->ordinal] = packed->head;
		memcpy(at(l, KILN_SECTION_HULL_DATA) + packed->head.data, packed->data, (size_t)packed->head.size);
		packed_hull_free(&job->context, &solid->hull);
	}
	if (job->volume_count)
		memcpy(at(l, KILN_SECTION_VOLUMES), job->volumes, job->volume_count * sizeof *job->volumes);
}

/// Flags the shapes with a material that has a mask.
static void flag_masked(layout *l)
{
	const cook_job *job = l->job;
	kiln_format_shape *shapes = (kiln_format_shape *)(void *)at(l, KILN_SECTION_SHAPES);
	const kiln_format_part *parts = (const kiln_format_part *)(const void *)at(l, KILN_SECTION_PARTS);
	for (uint32_t i = 0; i < job->mesh_count + job->solid_count; ++i)
	{
		bool mesh = shapes[i].kind == KILN_SHAPE_MESH, masked = false;
		for (uint32_t k = 0; k < (mesh ? shapes[i].part_count : 1) && !masked; ++k)
		{
			uint32_t material = mesh ? parts[shapes[i].part_first + k].material : shapes[i].material;
			masked = job->materials[material].layers || job->materials[material].collides;
		}
		shapes[i].flags |= masked ? KILN_SHAPE_MASKED : 0;
	}
}

static void write_nodes(layout *l)
{
	const cook_job *job = l->job;
	kiln_format_node *nodes = (kiln_format_node *)(void *)at(l, KILN_SECTION_NODES);
	for (uint32_t i = 0; i < job->node_count; ++i)
	{
		const cook_placed *placed = &job->placed[job->order[i]];
		const cook_set *set = &job->sets[placed->set];
		nodes[i] = placed->node;
		nodes[i].shape = cook_shape_number(job, set);
		l->job->report.triggers += (nodes[i].flags & KILN_NODE_TRIGGER) != 0;
		nodes[i].mesh = set->shape == KILNCOOK_SHAPE_MESH ? set->cooked : KILN_NONE;
	}
}

static void write_levels(layout *l)
{
	const cook_job *job = l->job;
	kiln_format_level *to = (kiln_format_level *)(void *)at(l, KILN_SECTION_LEVELS);
	for (uint32_t i = 0; i < job->mesh_count; ++i)
		for (uint32_t k = 0; k < job->meshes[i].level_count; ++k)
			*to++ = (kiln_format_level){i, job->meshes[i].levels[k].mesh, job->meshes[i].levels[k].distance};
}

/// Copies the signed distance fields and frees them.
static void write_fields(layout *l)
{
	kiln_format_sdf *to = (kiln_format_sdf *)(void *)at(l, KILN_SECTION_SDFS);
	for (uint32_t i = 0; i < field_count(l); ++i)
	{
		sdf_field *field = field_at(l, i);
		if (field->head.block_count == 0)
			continue;
		*to++ = field->head;
		memcpy(at(l, KILN_SECTION_SDF_CELLS) + field->head.cell_first * sizeof *field->cells, field->cells,
			field->head.cell_count * sizeof *field->cells);
		memcpy(at(l, KILN_SECTION_SDF_BLOCKS) + field->head.block_first * sizeof *field->blocks, field->blocks,
			field->head.block_count * sizeof *field->blocks);
		sdf_free(&l->job->context, field);
	}
}

static void write_surveys(layout *l)
{
	kiln_format_survey *heads = (kiln_format_survey *)(void *)at(l, KILN_SECTION_SURVEYS);
	kiln_format_component *components = (kiln_format_component *)(void *)at(l, KILN_SECTION_COMPONENTS);
	kiln_format_fault *faults = (kiln_format_fault *)(void *)at(l, KILN_SECTION_FAULTS);
	for (uint32_t i = 0; i < l->job->mesh_count; ++i)
	{
		const cook_kept_survey *kept = &l->job->meshes[i].survey;
		if (!kept->kept)
			continue;
		*heads++ = kept->head;
		for (uint32_t k = 0; k < kept->head.component_count; ++k)
			*components++ = kept->components[k];
		for (uint32_t k = 0; k < kept->head.fault_count; ++k)
			*faults++ = kept->faults[k];
	}
}

static void write_junctions(layout *l)
{
	kiln_format_junction *to = (kiln_format_junction *)(void *)at(l, KILN_SECTION_JUNCTIONS);
	for (uint32_t i = 0; i < l->job->mesh_count; ++i)
		for (uint64_t k = 0; k < l->job->meshes[i].junction_count; ++k)
		{
			*to = l->job->meshes[i].junctions[k];
			to++->mesh = i;
		}
}

static void write_optional(layout *l)
{
	const cook_job *job = l->job;
	write_levels(l);
	write_fields(l);
	write_surveys(l);
	write_junctions(l);
	if (has_origin(job))
	{
		const kiln_format_origin origin = {{job->origin[0], job->origin[1], job->origin[2]}, job->step};
		memcpy(at(l, KILN_SECTION_ORIGIN), &origin, sizeof origin);
	}
	uint32_t *node_bodies = (uint32_t *)(void *)at(l, KILN_SECTION_NODE_BODIES);
	if (job->body_count)
		memcpy(at(l, KILN_SECTION_BODIES), job->bodies, job->body_count * sizeof *job->bodies);
	for (uint32_t i = 0; job->body_count && i < job->node_count; ++i)
		node_bodies[i] = job->placed[job->order[i]].body;
	if (job->surfaces)
		memcpy(at(l, KILN_SECTION_SURFACES), job->surfaces, job->material_count * sizeof *job->surfaces);
	if (!job->metadata || job->metadata->count == 0)
		return;
	memcpy(at(l, KILN_SECTION_METADATA), job->metadata->entries, job->metadata->count * sizeof(kiln_format_metadata));
	memcpy(at(l, KILN_SECTION_METADATA_TEXT), job->metadata->text, job->metadata->text_size);
}

static void write_sections(layout *l)
{
	cook_job *job = l->job;
	memcpy(at(l, KILN_SECTION_NAMES), job->names.bytes, job->names.size);
	memcpy(at(l, KILN_SECTION_MATERIALS), job->materials, job->material_count * sizeof *job->materials);
	kiln_format_part *parts = (kiln_format_part *)(void *)at(l, KILN_SECTION_PARTS);
	if (job->parts.count)
		memcpy(parts, job->parts.items, job->parts.count * sizeof *parts);
	if (job->solid_parts.count)
		memcpy(parts + job->parts.count, job->solid_parts.items, job->solid_parts.count * sizeof *parts);
	if (job->layer_count)
		memcpy(at(l, KILN_SECTION_LAYERS), job->layers, job->layer_count * sizeof *job->layers);
	write_nodes(l);
	write_optional(l);
	write_shapes(l);
	flag_masked(l);
	memcpy(at(l, KILN_SECTION_SCENE), &job->scene_head, sizeof job->scene_head);
	write_meshes(l);
	kiln_format_provenance provenance;
	cook_provenance(job, &provenance);
	memcpy(at(l, KILN_SECTION_PROVENANCE), &provenance, sizeof provenance);
}

static void write_header(layout *l)
{
	kiln_format_header header = {
		.endian = KILN_FORMAT_ENDIAN_MARK,
		.version_major = KILN_FORMAT_MAJOR,
		.version_minor = KILN_FORMAT_MINOR,
		.size = l->size,
		.required_features = l->compact ? KILN_FEATURE_COMPACT : 0,
		.tool_version = {KILN_VERSION_MAJOR, KILN_VERSION_MINOR, KILN_VERSION_PATCH, 0},
		.metres_per_unit = 1.0f,
		.section_count = l->section_count,
	};
	memcpy(header.magic, KILN_FORMAT_MAGIC, KILN_FORMAT_MAGIC_SIZE);
	memcpy(header.source_hash, l->job->source_hash, sizeof header.source_hash);
	memcpy(header.options_hash, l->job->options_hash, sizeof header.options_hash);
	memcpy(l->data, &header, sizeof header);
	uint8_t *entry = l->data + sizeof header;
	for (uint32_t kind = 1; kind < KILN_SECTION_END; ++kind)
		if (has_section(l, kind))
		{
			memcpy(entry, &l->table[kind], sizeof l->table[kind]);
			entry += sizeof l->table[kind];
		}
	XXH128_canonical_t hash;
	XXH64_hash_t seed = XXH3_64bits(l->data, offsetof(kiln_format_header, content_hash));
	XXH128_canonicalFromHash(&hash,
		XXH3_128bits_withSeed(l->data + KILN_FORMAT_HASHED_FROM, (size_t)l->size - KILN_FORMAT_HASHED_FROM, seed));
	memcpy(l->data + offsetof(kiln_format_header, content_hash), hash.digest, sizeof hash.digest);
	cook_hex(hash.digest, l->job->report.content_hash);
}

/// Allocates a zeroed, aligned block for the blob.
static kilncook_status allocate(layout *l, kilncook_blob *blob)
{
	size_t block_size = (size_t)l->size + KILN_FORMAT_ALIGNMENT;
	uint8_t *block = l->size < SIZE_MAX / 2 ? cook_alloc_whole(&l->job->context, block_size, 1) : NULL;
	if (!block)
		return cook_no_memory(l->job);
	memset(block, 0, block_size);
	size_t past = (uintptr_t)block % KILN_FORMAT_ALIGNMENT;
	l->data = block + (past ? KILN_FORMAT_ALIGNMENT - past : 0);
	*blob = (kilncook_blob){l->data, (size_t)l->size, block, block_size};
	return KILNCOOK_OK;
}

/// Opens the blob with the runtime.
static kilncook_status prove(cook_job *job, const kilncook_blob *blob)
{
	kiln_asset asset;
	kiln_result result = kiln_open(&asset, blob->data, blob->size, NULL);
	if (result.status == KILN_OK)
		return KILNCOOK_OK;
	cook_message(&job->context, KILNCOOK_ERROR, "", "blob-proof", "the runtime refuses the blob at byte %llu: %s (%s)",
		(unsigned long long)result.offset, result.reason, kiln_status_name(result.status));
	return KILNCOOK_INTERNAL;
}

static void describe(const layout *l)
{
	kilncook_report *report = &l->job->report;
	for (uint32_t kind = 1; kind < KILN_SECTION_END; ++kind)
		if (has_section(l, kind))
			report->sections[report->section_count++] =
				(kilncook_section_row){cook_section_name(kind), l->table[kind].size};
	report->bytes = l->size;
	report->meshes = l->job->mesh_count;
	report->hulls = l->job->hull_count;
	report->primitives = l->job->solid_count - l->job->hull_count;
	report->nodes = l->job->node_count;
	report->materials = l->job->material_count;
	for (uint32_t i = 0; i < l->job->layer_count; ++i)
		report->layers += l->job->layers[i] != KILN_NONE;
	report->scene_depth = l->job->scene_head.depth;
	report->scene_tree_nodes = l->job->scene_head.tree_count;
	for (uint32_t axis = 0; axis < 3; ++axis)
	{
		report->bounds_min_metres[axis] = (double)l->job->scene_head.bounds_min[axis];
		report->bounds_max_metres[axis] = (double)l->job->scene_head.bounds_max[axis];
	}
}

kilncook_status cook_layout(cook_job *job, kilncook_blob *blob)
{
	layout l = {.job = job};
	kilncook_blob made = {0};
	double start = platform_seconds();
	kilncook_status status = cook_step(job, KILNCOOK_STAGE_WRITE, 0, 1);
	if (status == KILNCOOK_OK)
		status = plan(&l);
	if (status == KILNCOOK_OK)
		status = allocate(&l, &made);
	if (status != KILNCOOK_OK)
		return status;
	write_sections(&l);
	write_header(&l);
	describe(&l);
	double written = platform_seconds();
	job->report.ms[KILNCOOK_STAGE_WRITE] += 1e3 * (written - start);
	status = prove(job, &made);
	job->report.ms[KILNCOOK_STAGE_PROVE] += 1e3 * (platform_seconds() - written);
	if (status == KILNCOOK_OK)
		*blob = made;
	else
		kilncook_blob_free(&job->context, &made);
	return status;
}
