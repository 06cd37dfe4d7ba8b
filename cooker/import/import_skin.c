// SPDX-License-Identifier: MIT
#include "common/import_build.h"
#include "import_internal.h"
#include "kiln_format.h"
#include "memory.h"

#include <math.h>
#include <string.h>

/// Skinned meshes of assimp's scenes, in the bind pose. assimp gives the vertices as stored in the file, and for each
/// bone the matrix from the mesh to the bone in the bind pose. The transform of a bone's node times this matrix is the
/// place of the mesh according to this bone. In the bind pose all bones give the same place. Collada and DirectX files
/// may place the mesh's node elsewhere.

typedef struct skin_walk
{
	const kilncook_context *context;
	const struct aiScene *source;
	art_scene *scene;
	import_names bones;
	uint32_t *nodes;  ///< for each bone, the node with its name; KILN_NONE without one
	uint64_t skinned; ///< meshes with bones, counted each time that a node places one
	uint64_t posed;	  ///< of the skinned meshes, those whose bones give different places, or another place than other
					  ///< meshes of their node
} skin_walk;

/// The place of a mesh according to its bones.
typedef struct skin_place
{
	double to_root[12];
	bool skinned; ///< false: the mesh is at its node
	bool posed;	  ///< the bones disagree: the mesh stays at its node
} skin_place;

/// Largest distance between two places that count as equal, relative to the mesh's diagonal. Allows for single
/// precision and for the rounding of exporters.
#define SAME_PLACE 1e-3

/// Adds the names of the bones that move a vertex.
static bool add_bones(skin_walk *walk, const struct aiMesh *mesh)
{
	for (uint32_t b = 0; mesh && mesh->mBones && b < mesh->mNumBones; ++b)
	{
		if (!mesh->mBones[b] || mesh->mBones[b]->mNumWeights == 0)
			continue;
		char *name = import_string(walk->context, &mesh->mBones[b]->mName);
		bool done = name && (import_names_find(&walk->bones, name, strlen(name)) != KILN_NONE ||
								import_names_add(walk->context, &walk->bones, name, strlen(name)));
		import_text_free(walk->context, name);
		if (!done)
			return false;
	}
	return true;
}

/// Finds the first node with each bone's name.
static bool find_nodes(skin_walk *walk)
{
	walk->nodes = cook_alloc(walk->context, walk->bones.count, sizeof *walk->nodes);
	if (!walk->nodes)
		return false;
	for (uint32_t i = 0; i < walk->bones.count; ++i)
		walk->nodes[i] = KILN_NONE;
	for (uint32_t i = walk->scene->node_count; i > 0; --i)
	{
		const char *name = walk->scene->nodes[i - 1].name;
		uint32_t bone = import_names_find(&walk->bones, name, strlen(name));
		if (bone != KILN_NONE)
			walk->nodes[bone] = i - 1;
	}
	return true;
}

static void find_box(const art_mesh *mesh, double box[2][3])
{
	for (uint32_t i = 0; i < mesh->vertex_count; ++i)
		for (int k = 0; k < 3; ++k)
		{
			double x = (double)mesh->positions[i][k];
			box[0][k] = i == 0 || x < box[0][k] ? x : box[0][k];
			box[1][k] = i == 0 || x > box[1][k] ? x : box[1][k];
		}
}

/// Returns whether two transforms place a box equally, up to SAME_PLACE times its diagonal under the first transform.
static bool same_place(const double *a, const double *b, const double box[2][3])
{
	double most = 0, size = 0;
	for (int k = 0; k < 3; ++k)
	{
		double side = 0;
		for (int i = 0; i < 3; ++i)
			side += a[4 * k + i] * (box[1][i] - box[0][i]);
		size += side * side;
	}
	for (int corner = 0; corner < 8; ++corner)
	{
		double square = 0;
		for (int k = 0; k < 3; ++k)
		{
			double difference = a[4 * k + 3] - b[4 * k + 3];
			for (int i = 0; i < 3; ++i)
				difference += (a[4 * k + i] - b[4 * k + i]) * box[corner >> i & 1][i];
			square += difference * difference;
		}
		most = square > most || isnan(square) ? square : most;
	}
	return most <= SAME_PLACE * SAME_PLACE * size;
}

static void hold(const double *bone, const struct aiMatrix4x4 *offset, double *held)
{
	const double m[12] = {(double)offset->a1, (double)offset->a2, (double)offset->a3, (double)offset->a4,
		(double)offset->b1, (double)offset->b2, (double)offset->b3, (double)offset->b4, (double)offset->c1,
		(double)offset->c2, (double)offset->c3, (double)offset->c4};
	for (int row = 0; row < 12; row += 4)
		for (int column = 0; column < 4; ++column)
			held[row + column] = bone[row] * m[column] + bone[row + 1] * m[4 + column] + bone[row + 2] * m[8 + column] +
								 (column == 3 ? bone[row + 3] : 0.0);
}

/// Computes the place of a mesh according to its bones. False when out of memory.
static bool place_mesh(skin_walk *walk, const art_node *node, uint32_t index, skin_place *place)
{
	const struct aiMesh *mesh = walk->source->mMeshes[index];
	double box[2][3] = {{0}};
	find_box(&walk->scene->meshes[index], box);
	*place = (skin_place){0};
	memcpy(place->to_root, node->to_root, sizeof place->to_root);
	for (uint32_t b = 0; mesh && mesh->mBones && b < mesh->mNumBones && !place->posed; ++b)
	{
		const struct aiBone *bone = mesh->mBones[b];
		if (!bone || bone->mNumWeights == 0)
			continue;
		char *name = import_string(walk->context, &bone->mName);
		if (!name)
			return false;
		uint32_t found = import_names_find(&walk->bones, name, strlen(name));
		import_text_free(walk->context, name);
		if (walk->nodes[found] == KILN_NONE)
			continue;
		double held[12];
		hold(walk->scene->nodes[walk->nodes[found]].to_root, &bone->mOffsetMatrix, held);
		if (!place->skinned && !same_place(node->to_root, held, (const double(*)[3])box))
			memcpy(place->to_root, held, sizeof held);
		place->posed = !same_place(place->to_root, held, (const double(*)[3])box);
		place->skinned = true;
	}
	if (place->posed)
		memcpy(place->to_root, node->to_root, sizeof place->to_root);
	return true;
}

/// Moves a node to the place given by the bones of its meshes, if all agree.
static bool place_node(skin_walk *walk, art_node *node)
{
	skin_place first = {0}, next;
	uint64_t skinned = 0, posed = 0;
	bool together = true;
	for (uint32_t i = 0; i < node->mesh_count; ++i)
	{
		double box[2][3] = {{0}};
		if (!place_mesh(walk, node, node->meshes[i], &next))
			return false;
		find_box(&walk->scene->meshes[node->meshes[i]], box);
		if (i == 0)
			first = next;
		together = together && same_place(first.to_root, next.to_root, (const double(*)[3])box);
		skinned += next.skinned;
		posed += next.posed;
	}
	if (together && skinned)
		memcpy(node->to_root, first.to_root, sizeof node->to_root);
	walk->skinned += skinned;
	walk->posed += together ? posed : skinned;
	return true;
}

/// Reads where bones are before any node moves. With one mesh that has left the bind pose the skeleton has, so no node moves.
static bool place_nodes(skin_walk *walk)
{
	double(*to_root)[12] = cook_alloc(walk->context, walk->scene->node_count, sizeof *to_root);
	bool done = to_root != NULL;
	for (uint32_t i = 0; done && i < walk->scene->node_count; ++i)
	{
		art_node *node = &walk->scene->nodes[i];
		double before[12];
		memcpy(before, node->to_root, sizeof before);
		done = place_node(walk, node);
		memcpy(to_root[i], node->to_root, sizeof before);
		memcpy(node->to_root, before, sizeof before);
	}
	for (uint32_t i = 0; done && walk->posed == 0 && i < walk->scene->node_count; ++i)
		memcpy(walk->scene->nodes[i].to_root, to_root[i], sizeof to_root[i]);
	cook_free(walk->context, to_root, walk->scene->node_count, sizeof *to_root);
	return done;
}

static void say_skins(const skin_walk *walk)
{
	if (walk->posed)
		cook_message(walk->context, KILNCOOK_WARNING, "", "import-skin",
			"%llu of %llu skinned meshes have bones that have left the bind pose; they are cooked at their nodes",
			(unsigned long long)walk->posed, (unsigned long long)walk->skinned);
	else if (walk->skinned)
		cook_message(walk->context, KILNCOOK_NOTE, "", "import-skin", "%llu skinned meshes are cooked in the bind pose",
			(unsigned long long)walk->skinned);
}

/// assimp's importers set a weight of 1 for targets whose weight they don't know.
static void say_morphs(const kilncook_context *context, const struct aiScene *source)
{
	uint32_t morphed = 0, weighted = 0;
	for (uint32_t i = 0; i < source->mNumMeshes; ++i)
	{
		const struct aiMesh *mesh = source->mMeshes[i];
		uint32_t count = mesh && mesh->mAnimMeshes ? mesh->mNumAnimMeshes : 0, between = 0;
		for (uint32_t k = 0; k < count; ++k)
			between += mesh->mAnimMeshes[k] && mesh->mAnimMeshes[k]->mWeight > 0 && mesh->mAnimMeshes[k]->mWeight < 1;
		morphed += count > 0;
		weighted += between > 0;
	}
	if (weighted)
		cook_message(context, KILNCOOK_WARNING, "", "import-morph",
			"%u of %u meshes with morph targets have weights at rest; they are cooked without their targets", weighted,
			morphed);
	else if (morphed)
		cook_message(context, KILNCOOK_NOTE, "", "import-morph",
			"%u meshes with morph targets are cooked without their targets", morphed);
}

kilncook_status import_skins(const kilncook_context *context, const struct aiScene *source, art_scene *scene)
{
	skin_walk walk = {.context = context, .source = source, .scene = scene};
	bool done = true;
	say_morphs(context, source);
	for (uint32_t i = 0; i < scene->mesh_count && done; ++i)
		done = add_bones(&walk, source->mMeshes[i]);
	if (done && walk.bones.count > 0)
	{
		done = find_nodes(&walk) && place_nodes(&walk);
		cook_free(context, walk.nodes, walk.bones.count, sizeof *walk.nodes);
	}
	import_names_free(context, &walk.bones);
	if (done)
		say_skins(&walk);
	return done ? KILNCOOK_OK : KILNCOOK_INTERNAL;
}
