// SPDX-License-Identifier: MIT
#include "walk.h"

#include "import/common/import_text.h"
#include "kiln_format.h"
#include "memory.h"

#include <string.h>

/// Most nodes that are visited for the geometries of colliders. Each geometry visits all nodes below its own node, so
/// nested geometries visit nodes repeatedly.
#define STEPS_MAX (1u << 22)

/// A mesh that belongs to a geometry, and its transform to the space of the geometry's node.
typedef struct piece
{
	uint32_t first;
	uint32_t count;
	double place[12];
} piece;

typedef struct visit
{
	uint32_t node;
	double place[12];
} visit;

typedef struct gathering
{
	visit *stack;
	size_t stack_count;
	size_t stack_capacity;
	piece *pieces;
	size_t piece_count;
	size_t piece_capacity;
} gathering;

static const double identity[12] = {[0] = 1, [5] = 1, [10] = 1};

/// Adds a node's mesh, and pushes the node's children on the stack.
static kilncook_status gather_node(gltf_walk *walk, gathering *g, const visit *next)
{
	const kilncook_context *context = walk->reader->context;
	const gltf_node *node = &walk->nodes[next->node];
	piece found;
	memcpy(found.place, next->place, sizeof found.place);
	if (++walk->physics.steps > STEPS_MAX)
		return import_too_big(context, "2^22 nodes in the geometries of colliders");
	kilncook_status status = gltf_node_mesh(walk, next->node, &found.first, &found.count);
	if (status != KILNCOOK_OK)
		return status;
	walk->physics.skinned += found.count && json_object_get(node->object, "skin");
	if (found.count)
	{
		if (!import_grow(context, &g->pieces, &g->piece_capacity, (uint64_t)g->piece_count + 1, sizeof *g->pieces))
			return import_no_memory(context);
		g->pieces[g->piece_count++] = found;
	}
	for (size_t k = json_array_size(node->children); k > 0 && status == KILNCOOK_OK; --k)
	{
		visit below = {.node = (uint32_t)json_integer_value(json_array_get(node->children, k - 1))};
		double own[12];
		status = gltf_node_transform(walk, below.node, own);
		gltf_multiply(next->place, own, below.place);
		if (!import_grow(context, &g->stack, &g->stack_capacity, (uint64_t)g->stack_count + 1, sizeof *g->stack))
			return import_no_memory(context);
		g->stack[g->stack_count++] = below;
	}
	return status;
}

static kilncook_status gather(gltf_walk *walk, gathering *g, uint32_t node)
{
	visit first = {.node = node};
	memcpy(first.place, identity, sizeof first.place);
	kilncook_status status = gather_node(walk, g, &first);
	while (g->stack_count > 0 && status == KILNCOOK_OK)
	{
		visit next = g->stack[--g->stack_count];
		status = gather_node(walk, g, &next);
	}
	return status;
}

/// Adds a cleared mesh; NULL when out of memory.
static art_mesh *new_mesh(gltf_walk *walk)
{
	art_scene *scene = walk->scene;
	size_t old = walk->meshes->capacity;
	if (!import_grow(walk->reader->context, &scene->meshes, &walk->meshes->capacity, (uint64_t)scene->mesh_count + 1,
			sizeof *scene->meshes))
		return NULL;
	if (walk->meshes->capacity > old)
		memset(scene->meshes + old, 0, (walk->meshes->capacity - old) * sizeof *scene->meshes);
	return &scene->meshes[scene->mesh_count++];
}

/// Checks the scene's limit after a mesh is added.
static kilncook_status count_mesh(gltf_walk *walk, uint64_t vertices, uint64_t corners)
{
	gltf_meshes *meshes = walk->meshes;
	meshes->vertices += vertices;
	meshes->corners += corners;
	if (meshes->vertices > IMPORT_CORNERS_MAX || meshes->corners > IMPORT_CORNERS_MAX)
		return import_too_big(walk->reader->context, "2^28 corners");
	return walk->scene->mesh_count < KILN_NONE - 1 ? KILNCOOK_OK
												   : import_too_big(walk->reader->context, "2^32 - 2 meshes");
}

static double determinant(const double *m)
{
	return m[0] * (m[5] * m[10] - m[6] * m[9]) - m[1] * (m[4] * m[10] - m[6] * m[8]) +
		   m[2] * (m[4] * m[9] - m[5] * m[8]);
}

/// Transforms a mesh; a mirroring transform reverses its faces.
static void place_mesh(art_mesh *mesh, const double *place)
{
	for (uint32_t i = 0; i < mesh->vertex_count; ++i)
	{
		float *p = mesh->positions[i];
		const double x = (double)p[0], y = (double)p[1], z = (double)p[2];
		for (int row = 0; row < 3; ++row)
			p[row] = (float)(place[4 * row] * x + place[4 * row + 1] * y + place[4 * row + 2] * z + place[4 * row + 3]);
	}
	if (!(determinant(place) < 0.0))
		return;
	for (uint32_t face = 0; face < mesh->face_count; ++face)
		for (uint32_t a = mesh->face_first[face], b = mesh->face_first[face + 1]; a + 1 < b; ++a)
		{
			uint32_t corner = mesh->corners[a];
			mesh->corners[a] = mesh->corners[--b];
			mesh->corners[b] = corner;
		}
}

static void *copy_of(const kilncook_context *context, const void *block, size_t count, size_t size)
{
	void *copy = cook_alloc(context, count, size);
	if (copy && count > 0)
		memcpy(copy, block, count * size);
	return copy;
}

/// Adds a transformed copy of a mesh.
static kilncook_status copy_mesh(gltf_walk *walk, uint32_t number, const double *place)
{
	const kilncook_context *context = walk->reader->context;
	const art_mesh *source = &walk->scene->meshes[number];
	uint32_t corners = source->face_first[source->face_count];
	kilncook_status status = count_mesh(walk, source->vertex_count, corners);
	if (status != KILNCOOK_OK)
		return status;
	art_mesh *mesh = new_mesh(walk);
	if (!mesh)
		return import_no_memory(context);
	source = &walk->scene->meshes[number];
	mesh->material = source->material;
	mesh->name = import_text(context, source->name, strlen(source->name));
	mesh->face_first = copy_of(context, source->face_first, (size_t)source->face_count + 1, sizeof *mesh->face_first);
	mesh->face_count = mesh->face_first ? source->face_count : 0;
	mesh->corners = mesh->face_first ? copy_of(context, source->corners, corners, sizeof *mesh->corners) : NULL;
	mesh->positions = copy_of(context, source->positions, source->vertex_count, sizeof *mesh->positions);
	mesh->vertex_count = mesh->positions ? source->vertex_count : 0;
	if (!mesh->name || !mesh->corners || !mesh->positions)
		return import_no_memory(context);
	place_mesh(mesh, place);
	return KILNCOOK_OK;
}

/// A single mesh without a transform is used directly; otherwise transformed copies of all meshes are appended.
static kilncook_status lay_out(gltf_walk *walk, const gathering *g, gltf_mesh_range *range)
{
	if (g->piece_count == 1 && memcmp(g->pieces[0].place, identity, sizeof identity) == 0)
	{
		range->first = g->pieces[0].first;
		range->count = g->pieces[0].count;
		return KILNCOOK_OK;
	}
	kilncook_status status = KILNCOOK_OK;
	range->first = walk->scene->mesh_count;
	for (size_t i = 0; i < g->piece_count; ++i)
		for (uint32_t k = 0; k < g->pieces[i].count && status == KILNCOOK_OK; ++k)
			status = copy_mesh(walk, g->pieces[i].first + k, g->pieces[i].place);
	range->count = walk->scene->mesh_count - range->first;
	return status;
}

kilncook_status gltf_geometry_of_node(
	gltf_walk *walk, gltf_place place, const char *member, uint32_t node, uint32_t *first, uint32_t *count)
{
	const kilncook_context *context = walk->reader->context;
	gltf_physics *physics = &walk->physics;
	if (!physics->geometries)
		physics->geometries = cook_alloc_zero(context, walk->node_count, sizeof *physics->geometries);
	if (!physics->geometries)
		return import_no_memory(context);
	gltf_mesh_range *range = &physics->geometries[node];
	kilncook_status status = KILNCOOK_OK;
	if (!range->known)
	{
		gathering g = {0};
		status = gather(walk, &g, node);
		if (status == KILNCOOK_OK)
			status = lay_out(walk, &g, range);
		cook_free(context, g.stack, g.stack_capacity, sizeof *g.stack);
		cook_free(context, g.pieces, g.piece_capacity, sizeof *g.pieces);
		range->known = status == KILNCOOK_OK;
	}
	*first = range->first;
	*count = range->count;
	if (status == KILNCOOK_OK && range->count == 0)
		return gltf_broken(walk->reader, place, member, "neither this node nor a node below it has a mesh");
	return status;
}

kilncook_status gltf_mesh_add(gltf_walk *walk, const import_vertices *vertices, import_faces *faces)
{
	const kilncook_context *context = walk->reader->context;
	kilncook_status status = count_mesh(walk, vertices->count, faces->corner_count);
	art_mesh *mesh = status == KILNCOOK_OK ? new_mesh(walk) : NULL;
	if (mesh)
		mesh->material = walk->physics.plain_material;
	if (status == KILNCOOK_OK &&
		(!mesh || !import_mesh_make(context, vertices, faces, 0, faces->face_count, NULL, "", mesh)))
		status = import_no_memory(context);
	import_faces_free(context, faces);
	return status;
}
