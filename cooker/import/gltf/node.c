// SPDX-License-Identifier: MIT
#include "import/common/import_text.h"
#include "import/import.h"
#include "kiln_format.h"
#include "memory.h"
#include "walk.h"

#include <math.h>
#include <string.h>

void gltf_multiply(const double *left, const double *right, double *out)
{
	for (int row = 0; row < 3; ++row)
	{
		const double *l = left + 4 * row;
		for (int column = 0; column < 4; ++column)
			out[4 * row + column] =
				l[0] * right[column] + l[1] * right[4 + column] + l[2] * right[8 + column] + (column == 3 ? l[3] : 0.0);
	}
}

/// Computes a node's own matrix from translation, rotation (x, y, z, w; any length but 0) and scale: T R S.
static void compose(const double *translation, const double *rotation, const double *scale, double *out)
{
	double x = rotation[0], y = rotation[1], z = rotation[2], w = rotation[3];
	double s = 2.0 / (x * x + y * y + z * z + w * w);
	const double turn[9] = {1.0 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w), s * (x * y + z * w),
		1.0 - s * (x * x + z * z), s * (y * z - x * w), s * (x * z - y * w), s * (y * z + x * w),
		1.0 - s * (x * x + y * y)};
	for (int row = 0; row < 3; ++row)
	{
		for (int column = 0; column < 3; ++column)
			out[4 * row + column] = turn[3 * row + column] * scale[column];
		out[4 * row + 3] = translation[row];
	}
}

kilncook_status gltf_node_transform(const gltf_walk *walk, uint32_t index, double *own)
{
	const gltf_reader *reader = walk->reader;
	gltf_place place = {"nodes", index, NULL};
	json_t *node = walk->nodes[index].object;
	double matrix[16], translation[3] = {0}, rotation[4] = {0, 0, 0, 1}, scale[3] = {1, 1, 1};
	bool given;
	kilncook_status status = gltf_numbers(reader, place, node, "matrix", 16, matrix, &given);
	if (status == KILNCOOK_OK && given)
	{
		// An affine map has the last row 0 0 0 1; a small difference is rounding.
		if (!(fabs(matrix[3]) <= 1e-6 && fabs(matrix[7]) <= 1e-6 && fabs(matrix[11]) <= 1e-6 &&
				fabs(matrix[15] - 1.0) <= 1e-6))
			return gltf_broken(reader, place, "matrix", "its last row is not 0 0 0 1");
		for (int row = 0; row < 3; ++row)
			for (int column = 0; column < 4; ++column)
				own[4 * row + column] = matrix[4 * column + row];
		return status;
	}
	if (status == KILNCOOK_OK)
		status = gltf_numbers(reader, place, node, "translation", 3, translation, NULL);
	if (status == KILNCOOK_OK)
		status = gltf_numbers(reader, place, node, "rotation", 4, rotation, NULL);
	if (status == KILNCOOK_OK)
		status = gltf_numbers(reader, place, node, "scale", 3, scale, NULL);
	if (status == KILNCOOK_OK && rotation[0] == 0.0 && rotation[1] == 0.0 && rotation[2] == 0.0 && rotation[3] == 0.0)
		status = gltf_broken(reader, place, "rotation", "all zero");
	compose(translation, rotation, scale, own);
	return status;
}

/// Reads an index from an array of nodes.
static kilncook_status read_node_number(
	gltf_walk *walk, gltf_place place, const char *member, json_t *numbers, size_t i, uint32_t *node)
{
	json_t *number = json_array_get(numbers, i);
	json_int_t value = json_is_integer(number) ? json_integer_value(number) : -1;
	if (value < 0 || value >= (json_int_t)walk->node_count)
		return gltf_broken_element(walk->reader, place, member, i, "not the index of a node");
	*node = (uint32_t)value;
	return KILNCOOK_OK;
}

/// Stores the parent of each node, and refuses a second parent.
static kilncook_status read_family(gltf_walk *walk)
{
	for (uint32_t i = 0; i < walk->node_count; ++i)
		walk->nodes[i].parent = KILN_NONE;
	for (uint32_t i = 0; i < walk->node_count; ++i)
	{
		gltf_place place = {"nodes", i, NULL};
		gltf_node *node = &walk->nodes[i];
		node->object = gltf_element(walk->reader, place);
		kilncook_status status =
			node->object ? gltf_child(walk->reader, place, node->object, "children", JSON_ARRAY, &node->children)
						 : KILNCOOK_REFUSED;
		for (size_t k = 0; status == KILNCOOK_OK && k < json_array_size(node->children); ++k)
		{
			uint32_t child = 0;
			status = read_node_number(walk, place, "children", node->children, k, &child);
			if (status == KILNCOOK_OK && walk->nodes[child].parent != KILN_NONE)
				status = gltf_broken(walk->reader, (gltf_place){"nodes", child, NULL}, "", "the child of two nodes");
			if (status == KILNCOOK_OK)
				walk->nodes[child].parent = i;
		}
		if (status != KILNCOOK_OK)
			return status;
	}
	return KILNCOOK_OK;
}

/// Computes the transforms of all nodes, including joints outside the scene. Nodes that are their own ancestors get no
/// transform.
static kilncook_status place_nodes(gltf_walk *walk)
{
	for (uint32_t i = 0; i < walk->node_count; ++i)
		if (walk->nodes[i].parent == KILN_NONE)
			walk->stack[walk->stack_count++].node = i;
	while (walk->stack_count > 0)
	{
		uint32_t index = walk->stack[--walk->stack_count].node;
		gltf_node *node = &walk->nodes[index];
		double own[12];
		kilncook_status status = gltf_node_transform(walk, index, own);
		if (status != KILNCOOK_OK)
			return status;
		if (node->parent == KILN_NONE)
			memcpy(node->to_world, own, sizeof own);
		else
			gltf_multiply(walk->nodes[node->parent].to_world, own, node->to_world);
		node->placed = true;
		for (size_t k = 0; k < json_array_size(node->children); ++k)
			walk->stack[walk->stack_count++].node = (uint32_t)json_integer_value(json_array_get(node->children, k));
	}
	for (uint32_t i = 0; i < walk->node_count; ++i)
		if (!walk->nodes[i].placed)
			return gltf_broken(
				walk->reader, (gltf_place){"nodes", i, NULL}, "", "its own ancestor, or below such a node");
	return KILNCOOK_OK;
}

/// Finds the roots of the default scene, or of the first one.
static kilncook_status find_roots(gltf_walk *walk)
{
	uint32_t scene_count;
	uint64_t index = 0;
	gltf_reader *reader = walk->reader;
	kilncook_status status = gltf_count(reader, "scenes", &scene_count);
	if (status == KILNCOOK_OK && scene_count == 0)
	{
		for (uint32_t i = 0; i < walk->node_count; ++i)
			walk->root_count += walk->nodes[i].parent == KILN_NONE;
		return KILNCOOK_OK;
	}
	json_t *number = json_object_get(reader->root, "scene");
	if (status == KILNCOOK_OK && number)
		status = gltf_integer(reader, (gltf_place){.array = NULL}, reader->root, "scene", scene_count, 0, &index);
	gltf_place place = {"scenes", (uint32_t)index, NULL};
	json_t *scene = status == KILNCOOK_OK ? gltf_element(reader, place) : NULL;
	if (!scene)
		return KILNCOOK_REFUSED;
	status = gltf_child(reader, place, scene, "nodes", JSON_ARRAY, &walk->roots);
	for (size_t k = 0; status == KILNCOOK_OK && k < json_array_size(walk->roots); ++k)
	{
		uint32_t root = 0;
		status = read_node_number(walk, place, "nodes", walk->roots, k, &root);
		if (status != KILNCOOK_OK)
			break;
		if (walk->nodes[root].parent != KILN_NONE || !walk->nodes[root].placed)
			return gltf_broken_element(reader, place, "nodes", k, "a node that has a parent, or that is listed twice");
		// A root that is reached again is marked as not placed.
		walk->nodes[root].placed = false;
		++walk->root_count;
	}
	if (walk->root_count == 0)
		walk->roots = NULL;
	return status;
}

static bool add_node(gltf_walk *walk, uint32_t parent, const double *to_root, const char *name, size_t length,
	uint32_t first_mesh, uint32_t mesh_count)
{
	art_scene *scene = walk->scene;
	size_t old = walk->capacity;
	if (!import_grow(walk->reader->context, &scene->nodes, &walk->capacity, (uint64_t)scene->node_count + 1,
			sizeof *scene->nodes))
		return false;
	if (walk->capacity > old)
		memset(scene->nodes + old, 0, (walk->capacity - old) * sizeof *scene->nodes);
	art_node *node = &scene->nodes[scene->node_count++];
	node->parent = parent;
	node->body = walk->body;
	node->metadata = walk->metadata;
	memcpy(node->to_root, to_root, sizeof node->to_root);
	return import_node_fill(walk->reader->context, node, name, length, first_mesh, mesh_count);
}

kilncook_status gltf_node_mesh(gltf_walk *walk, uint32_t index, uint32_t *first, uint32_t *count)
{
	gltf_place place = {"nodes", index, NULL};
	json_t *object = walk->nodes[index].object, *weights;
	uint32_t mesh;
	*first = *count = 0;
	kilncook_status status = gltf_index(walk->reader, place, object, "mesh", walk->meshes->mesh_count, &mesh);
	if (status == KILNCOOK_OK)
		status = gltf_child(walk->reader, place, object, "weights", JSON_ARRAY, &weights);
	if (status != KILNCOOK_OK || mesh == KILN_NONE)
		return status;
	*first = walk->meshes->first[mesh];
	*count = walk->meshes->first[mesh + 1] - *first;
	return weights ? gltf_mesh_morph(walk->reader, walk->meshes, mesh, place, weights, walk->scene, first) : status;
}

/// Returns whether the largest element of two transforms differs by more than rounding.
static bool differ(const double *a, const double *b)
{
	double size = 0.0, most = 0.0;
	for (int i = 0; i < 12; ++i)
	{
		size = fabs(a[i]) > size ? fabs(a[i]) : size;
		most = fabs(a[i] - b[i]) > most ? fabs(a[i] - b[i]) : most;
	}
	return !(most <= 1e-4 * size);
}

/// Where a skinned mesh is in its bind pose: at the first joint's transform times its inverse bind matrix. The node's
/// own transform does not count (glTF 2.0, 3.7.3.3).
static kilncook_status read_skin(gltf_walk *walk, uint32_t index, double *to_root)
{
	gltf_place place = {"skins", index, NULL};
	gltf_reader *reader = walk->reader;
	json_t *skin = gltf_element(reader, place), *joints = NULL;
	uint32_t accessor = KILN_NONE;
	kilncook_status status = skin ? gltf_child(reader, place, skin, "joints", JSON_ARRAY, &joints) : KILNCOOK_REFUSED;
	if (status == KILNCOOK_OK)
		status = gltf_index(reader, place, skin, "inverseBindMatrices", walk->meshes->accessor_count, &accessor);
	size_t count = json_array_size(joints);
	if (status == KILNCOOK_OK && count == 0)
		status = gltf_broken(reader, place, "joints", "missing");
	uint64_t given = 0;
	if (status == KILNCOOK_OK && accessor != KILN_NONE)
		status = gltf_accessor_count(reader, accessor, &given);
	if (status == KILNCOOK_OK && accessor != KILN_NONE && given < count)
		status = gltf_broken(reader, place, "inverseBindMatrices", "fewer than joints");
	if (status != KILNCOOK_OK)
		return status;
	float(*inverse)[16] = cook_alloc_zero(reader->context, (size_t)given, sizeof *inverse);
	if (!inverse)
		return import_no_memory(reader->context);
	if (accessor != KILN_NONE)
		status = gltf_accessor_floats(reader, accessor, 16, inverse[0]);
	bool posed = false;
	for (size_t i = 0; status == KILNCOOK_OK && i < count; ++i)
	{
		double bind[12] = {[0] = 1, [5] = 1, [10] = 1}, placed[12];
		uint32_t joint = 0;
		for (int k = 0; accessor != KILN_NONE && k < 12; ++k)
			bind[k] = (double)inverse[i][4 * (k % 4) + k / 4];
		status = read_node_number(walk, place, "joints", joints, i, &joint);
		if (status != KILNCOOK_OK)
			break;
		gltf_multiply(walk->nodes[joint].to_world, bind, placed);
		if (i == 0)
			memcpy(to_root, placed, sizeof placed);
		posed = posed || differ(to_root, placed);
	}
	cook_free(reader->context, inverse, (size_t)given, sizeof *inverse);
	++walk->skinned;
	walk->posed += posed;
	return status;
}

/// Translation, rotation and scale of instances (EXT_mesh_gpu_instancing), each an accessor or missing.
typedef struct gltf_instances
{
	float *values[3];
	uint64_t count;
} gltf_instances;

static const uint32_t instance_components[3] = {3, 4, 3};

static void free_instances(gltf_walk *walk, gltf_instances *instances)
{
	for (int k = 0; k < 3; ++k)
		cook_free(walk->reader->context, instances->values[k], (size_t)instances->count * instance_components[k],
			sizeof(float));
}

static kilncook_status read_instances(gltf_walk *walk, gltf_place place, json_t *extension, gltf_instances *instances)
{
	static const char *const names[3] = {"TRANSLATION", "ROTATION", "SCALE"};
	gltf_reader *reader = walk->reader;
	json_t *attributes;
	uint32_t accessors[3];
	bool any = false;
	place.inside = "extensions/EXT_mesh_gpu_instancing";
	kilncook_status status = gltf_child(reader, place, extension, "attributes", JSON_OBJECT, &attributes);
	place.inside = "extensions/EXT_mesh_gpu_instancing/attributes";
	for (int k = 0; status == KILNCOOK_OK && k < 3; ++k)
	{
		uint64_t count = 0;
		status = gltf_index(reader, place, attributes, names[k], walk->meshes->accessor_count, &accessors[k]);
		if (status != KILNCOOK_OK || accessors[k] == KILN_NONE)
			continue;
		status = gltf_accessor_count(reader, accessors[k], &count);
		if (status == KILNCOOK_OK && any && count != instances->count)
			status = gltf_broken(reader, place, names[k], "of another length than the other accessors");
		if (status == KILNCOOK_OK)
			instances->count = count;
		any = true;
	}
	if (status == KILNCOOK_OK && instances->count > IMPORT_NODES_MAX - walk->scene->node_count)
		status = import_too_big(reader->context, "2^22 nodes and instances");
	for (int k = 0; status == KILNCOOK_OK && k < 3; ++k)
	{
		if (accessors[k] == KILN_NONE)
			continue;
		instances->values[k] =
			cook_alloc(reader->context, (size_t)instances->count * instance_components[k], sizeof(float));
		status = instances->values[k]
					 ? gltf_accessor_floats(reader, accessors[k], instance_components[k], instances->values[k])
					 : import_no_memory(reader->context);
	}
	return status;
}

static void instance_at(const gltf_instances *instances, uint64_t i, double *own)
{
	double values[3][4] = {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}};
	for (int k = 0; k < 3; ++k)
		for (uint32_t c = 0; instances->values[k] && c < instance_components[k]; ++c)
			values[k][c] = (double)instances->values[k][i * instance_components[k] + c];
	compose(values[0], values[1], values[2], own);
}

/// Adds a child node for each instance of a node, with the node's name.
static kilncook_status add_instances(gltf_walk *walk, gltf_place place, json_t *extension, const double *to_root,
	const char *name, size_t length, uint32_t first, uint32_t count)
{
	gltf_instances instances = {.count = 0};
	uint32_t parent = walk->scene->node_count - 1;
	kilncook_status status = read_instances(walk, place, extension, &instances);
	for (uint64_t i = 0; status == KILNCOOK_OK && i < instances.count; ++i)
	{
		double own[12], placed[12];
		instance_at(&instances, i, own);
		gltf_multiply(to_root, own, placed);
		if (!add_node(walk, parent, placed, name, length, first, count))
			status = import_no_memory(walk->reader->context);
	}
	free_instances(walk, &instances);
	return status;
}

/// Reads whether KHR_node_visibility hides a node and all nodes below it.
static kilncook_status read_visibility(gltf_walk *walk, uint32_t index, bool *hidden)
{
	json_t *extension;
	kilncook_status status = gltf_extension(
		walk->reader, (gltf_place){"nodes", index, NULL}, walk->nodes[index].object, "KHR_node_visibility", &extension);
	*hidden = *hidden || json_is_false(json_object_get(extension, "visible"));
	return status;
}

/// Adds a node with the meshes that it shows.
static kilncook_status add_shown(gltf_walk *walk, uint32_t parent, const double *to_root, const char *name,
	size_t length, uint32_t first, uint32_t count)
{
	if (walk->scene->node_count >= IMPORT_NODES_MAX)
		return import_too_big(walk->reader->context, "2^22 nodes, instances and colliders");
	return add_node(walk, parent, to_root, name, length, first, count) ? KILNCOOK_OK
																	   : import_no_memory(walk->reader->context);
}

/// Adds a node for a collider or trigger, or makes the node itself the collider.
static kilncook_status add_collision(gltf_walk *walk, uint32_t parent, const double *to_root, const char *name,
	size_t length, const gltf_collision *collision, bool trigger, uint32_t first, uint32_t count)
{
	kilncook_status status =
		add_shown(walk, parent, to_root, name, length, collision->solid.first, collision->solid.count);
	return status == KILNCOOK_OK ? gltf_physics_attach(walk, collision, trigger, first, count) : status;
}

/// Adds the colliders and triggers of a node. With `itself`, the node is not yet in the scene and shows these meshes:
/// its collider or trigger becomes the node itself. Other colliders and triggers become child nodes with the same name.
static kilncook_status add_collisions(
	gltf_walk *walk, gltf_pending next, const char *name, size_t length, uint32_t first, uint32_t count, bool itself)
{
	gltf_collision found[2];
	const double *to_root = walk->nodes[next.node].to_world;
	uint32_t self = walk->scene->node_count - (itself ? 0 : 1);
	kilncook_status status = gltf_physics_read(walk, next.node, &found[0], &found[1]);
	for (int i = 0; i < 2 && status == KILNCOOK_OK; ++i)
		if (found[i].there)
		{
			status = add_collision(walk, itself ? next.parent : self, to_root, name, length, &found[i], i == 1,
				itself ? first : 0, itself ? count : 0);
			itself = false;
		}
	return status == KILNCOOK_OK && itself ? add_shown(walk, next.parent, to_root, name, length, first, count) : status;
}

/// Adds one node of the file, with its instances and colliders.
static kilncook_status visit_node(gltf_walk *walk, gltf_pending next, bool *hidden)
{
	gltf_reader *reader = walk->reader;
	gltf_place place = {"nodes", next.node, NULL};
	gltf_node *node = &walk->nodes[next.node];
	const char *name;
	char unnamed[32];
	size_t length;
	uint32_t first = 0, count = 0, skin = KILN_NONE;
	double to_root[12];
	json_t *instancing = NULL;
	kilncook_status status = gltf_name(reader, place, node->object, &name, &length);
	if (!name)
	{
		length = (size_t)snprintf(unnamed, sizeof unnamed, "nodes[%lu]", (unsigned long)next.node);
		name = unnamed;
	}
	*hidden = next.hidden;
	walk->body = next.body;
	walk->metadata = gltf_metadata_node(reader, node->object);
	if (status == KILNCOOK_OK)
		status = gltf_physics_motion(walk, next.node);
	if (status == KILNCOOK_OK)
		status = read_visibility(walk, next.node, hidden);
	if (status == KILNCOOK_OK)
		status = gltf_node_mesh(walk, next.node, &first, &count);
	if (status == KILNCOOK_OK)
		status = gltf_index(reader, place, node->object, "skin", walk->skin_count, &skin);
	if (status == KILNCOOK_OK)
		status = gltf_extension(reader, place, node->object, "EXT_mesh_gpu_instancing", &instancing);
	memcpy(to_root, node->to_world, sizeof to_root);
	if (status == KILNCOOK_OK && skin != KILN_NONE && count > 0)
		status = read_skin(walk, skin, to_root);
	if (status != KILNCOOK_OK)
		return status;
	walk->hidden += *hidden && count > 0;
	count = *hidden ? 0 : count;
	if (count > 0 && instancing)
	{
		status = add_shown(walk, next.parent, to_root, name, length, first, 0);
		if (status == KILNCOOK_OK)
			status = add_instances(walk, place, instancing, to_root, name, length, first, count);
		return status == KILNCOOK_OK ? add_collisions(walk, next, name, length, 0, 0, false) : status;
	}
	if (count > 0 && skin != KILN_NONE)
	{
		status = add_shown(walk, next.parent, to_root, name, length, first, count);
		return status == KILNCOOK_OK ? add_collisions(walk, next, name, length, 0, 0, false) : status;
	}
	return add_collisions(walk, next, name, length, first, count, true);
}

static void push_children(gltf_walk *walk, json_t *numbers, uint32_t parent, bool hidden)
{
	// Children are pushed in reverse order, so they are popped in file order.
	for (size_t k = json_array_size(numbers); k > 0; --k)
		walk->stack[walk->stack_count++] =
			(gltf_pending){(uint32_t)json_integer_value(json_array_get(numbers, k - 1)), parent, hidden, walk->body};
}

/// Several roots get a common parent, because a scene has one root.
static kilncook_status walk_scene(gltf_walk *walk)
{
	static const double identity[12] = {[0] = 1, [5] = 1, [10] = 1};
	static const char root[] = "ROOT";
	uint32_t parent = KILN_NONE;
	if (walk->root_count != 1)
	{
		parent = 0;
		if (!add_node(walk, KILN_NONE, identity, root, sizeof root - 1, 0, 0))
			return import_no_memory(walk->reader->context);
	}
	if (walk->roots)
		push_children(walk, walk->roots, parent, false);
	else if (walk->root_count > 0)
		for (uint32_t i = walk->node_count; i > 0; --i)
			if (walk->nodes[i - 1].parent == KILN_NONE)
				walk->stack[walk->stack_count++] = (gltf_pending){i - 1, parent, false, 0};
	while (walk->stack_count > 0)
	{
		gltf_pending next = walk->stack[--walk->stack_count];
		uint32_t self = walk->scene->node_count;
		bool hidden;
		kilncook_status status = visit_node(walk, next, &hidden);
		if (status != KILNCOOK_OK)
			return status;
		push_children(walk, walk->nodes[next.node].children, self, hidden);
	}
	return KILNCOOK_OK;
}

static void report(const gltf_walk *walk)
{
	const kilncook_context *context = walk->reader->context;
	if (walk->hidden)
		cook_message(context, KILNCOOK_WARNING, "", "import-hidden", "%llu hidden nodes with meshes are left out",
			(unsigned long long)walk->hidden);
	if (walk->posed)
		cook_message(context, KILNCOOK_WARNING, "", "import-skin",
			"%llu of %llu skinned nodes have joints that have left the bind pose; they are cooked in the bind pose",
			(unsigned long long)walk->posed, (unsigned long long)walk->skinned);
	else if (walk->skinned)
		cook_message(context, KILNCOOK_NOTE, "", "import-skin", "%llu skinned nodes are cooked in the bind pose",
			(unsigned long long)walk->skinned);
}

/// Releases spare memory; if that fails, all nodes are freed.
static kilncook_status fit_nodes(gltf_walk *walk, kilncook_status status)
{
	art_scene *scene = walk->scene;
	if (!scene->nodes)
		return status;
	art_node *fitted =
		cook_resize(walk->reader->context, scene->nodes, walk->capacity, scene->node_count, sizeof *fitted);
	if (fitted)
	{
		scene->nodes = fitted;
		return status;
	}
	art_scene rest = {.nodes = scene->nodes, .node_count = (uint32_t)walk->capacity};
	art_scene_free(walk->reader->context, &rest);
	scene->nodes = NULL;
	scene->node_count = 0;
	return status == KILNCOOK_OK ? import_no_memory(walk->reader->context) : status;
}

kilncook_status gltf_nodes_read(gltf_reader *reader, gltf_meshes *meshes, art_scene *scene)
{
	gltf_walk walk = {.reader = reader, .meshes = meshes, .scene = scene};
	kilncook_status status = gltf_count(reader, "nodes", &walk.node_count);
	if (status == KILNCOOK_OK)
		status = gltf_count(reader, "skins", &walk.skin_count);
	if (status != KILNCOOK_OK)
		return status;
	walk.nodes = cook_alloc_zero(reader->context, walk.node_count, sizeof *walk.nodes);
	walk.stack = cook_alloc(reader->context, walk.node_count, sizeof *walk.stack);
	if (!walk.nodes || !walk.stack)
		status = import_no_memory(reader->context);
	if (status == KILNCOOK_OK)
		status = read_family(&walk);
	if (status == KILNCOOK_OK)
		status = place_nodes(&walk);
	if (status == KILNCOOK_OK)
		status = find_roots(&walk);
	if (status == KILNCOOK_OK)
		status = gltf_physics_begin(&walk);
	if (status == KILNCOOK_OK)
		status = walk_scene(&walk);
	if (status == KILNCOOK_OK)
		report(&walk);
	if (status == KILNCOOK_OK)
		status = gltf_physics_end(&walk);
	gltf_physics_free(&walk);
	status = fit_nodes(&walk, status);
	cook_free(reader->context, walk.nodes, walk.node_count, sizeof *walk.nodes);
	cook_free(reader->context, walk.stack, walk.node_count, sizeof *walk.stack);
	return status;
}
