// SPDX-License-Identifier: MIT
#include "walk.h"

#include "import/common/import_text.h"
#include "kiln_format.h"
#include "memory.h"

#include <math.h>
#include <string.h>

#define KHR "KHR_physics_rigid_bodies"
#define OMI "OMI_physics_body"

const gltf_family gltf_families[ART_EXTENSION_END] = {
	[ART_EXTENSION_KHR] = {KHR, "extensions/" KHR, "KHR_implicit_shapes", "extensions/KHR_implicit_shapes/shapes",
		"extensions/" KHR "/collisionFilters", "extensions/" KHR "/physicsMaterials", "extensions/" KHR "/collider",
		"extensions/" KHR "/trigger", "extensions/" KHR "/motion", "geometry", 0.25, 0.5, 0.5, false},
	[ART_EXTENSION_OMI] = {OMI, "extensions/" OMI, "OMI_physics_shape", "extensions/OMI_physics_shape/shapes",
		"extensions/" OMI "/collisionFilters", "extensions/" OMI "/physicsMaterials", "extensions/" OMI "/collider",
		"extensions/" OMI "/trigger", "extensions/" OMI "/motion", NULL, 0.5, 1.0, 2.0, true},
};

static const char *const left_texts[LEFT_END] = {
	[LEFT_JOINT] = "a joint, which is not kept",
	[LEFT_LIST] = "a trigger that lists others, which become triggers of their own",
	[LEFT_OTHER] = OMI " too, which does not count beside " KHR,
	[LEFT_DISABLED] = "a scale of zero, which disables the collider",
};

/// Number of nodes that are named for each part that is not kept.
#define LEFT_LISTED 16

/// Says that a part of a node is not kept.
static void leave(gltf_walk *walk, gltf_left what, uint32_t node)
{
	if (walk->physics.left[what]++ < LEFT_LISTED)
		cook_message(walk->reader->context, KILNCOOK_NOTE, "", "physics-left", "/nodes/%lu has %s", (unsigned long)node,
			left_texts[what]);
}

/// A node that is being read.
typedef struct node_reader
{
	gltf_walk *walk;
	uint32_t node;
	art_extension family;
	gltf_place place; ///< of the collider or trigger
} node_reader;

/// Reads an index; -1 means no object in families that allow it.
static kilncook_status read_index(
	const node_reader *r, json_t *object, const char *member, uint32_t count, uint32_t *index)
{
	json_t *number = json_object_get(object, member);
	*index = KILN_NONE;
	if (gltf_families[r->family].minus_one && json_is_integer(number) && json_integer_value(number) == -1)
		return KILNCOOK_OK;
	return gltf_index(r->walk->reader, r->place, object, member, count, index);
}

/// Reads the solid of a shape, or of the meshes of a node.
static kilncook_status read_geometry(const node_reader *r, json_t *geometry, gltf_solid *solid)
{
	gltf_walk *walk = r->walk;
	const gltf_family_data *data = &walk->physics.families[r->family];
	bool by_node = gltf_families[r->family].geometry != NULL;
	uint32_t shape, node = KILN_NONE;
	kilncook_status status = read_index(r, geometry, "shape", data->shape_count, &shape);
	if (status == KILNCOOK_OK && by_node)
		status = gltf_index(walk->reader, r->place, geometry, "node", walk->node_count, &node);
	if (status != KILNCOOK_OK)
		return status;
	json_t *hull = by_node ? json_object_get(geometry, "convexHull") : NULL;
	if (hull && !json_is_boolean(hull))
		return gltf_broken(walk->reader, r->place, "convexHull", "not true or false");
	if (shape != KILN_NONE && node != KILN_NONE)
		return gltf_broken(walk->reader, r->place, "", "a shape and a node at once");
	*solid = (gltf_solid){.shape = KILNCOOK_SHAPE_NONE};
	if (shape != KILN_NONE)
	{
		const gltf_solid *read;
		status = gltf_shape_read(walk, r->family, shape, &read);
		if (status == KILNCOOK_OK)
			*solid = *read;
		return status;
	}
	if (node == KILN_NONE)
		return by_node ? gltf_broken(walk->reader, r->place, "", "neither a shape nor a node") : KILNCOOK_OK;
	solid->shape = json_is_true(hull) ? KILNCOOK_SHAPE_HULL : KILNCOOK_SHAPE_MESH;
	return gltf_geometry_of_node(walk, r->place, "node", node, &solid->first, &solid->count);
}

/// Reads the parts that a trigger lists; each is a trigger itself.
static kilncook_status read_parts(const node_reader *r, json_t *trigger, bool *given)
{
	json_t *nodes;
	gltf_walk *walk = r->walk;
	kilncook_status status = gltf_child(walk->reader, r->place, trigger, "nodes", JSON_ARRAY, &nodes);
	for (size_t k = 0; status == KILNCOOK_OK && k < json_array_size(nodes); ++k)
	{
		json_t *number = json_array_get(nodes, k);
		json_int_t part = json_is_integer(number) ? json_integer_value(number) : -1;
		if (part < 0 || part >= (json_int_t)walk->node_count)
			return gltf_broken_element(walk->reader, r->place, "nodes", k, "not the index of a node");
		json_t *extensions = json_object_get(walk->nodes[part].object, "extensions");
		json_t *body = json_object_get(extensions, gltf_families[r->family].bodies);
		if (!json_object_get(body, "trigger"))
			return gltf_broken_element(walk->reader, r->place, "nodes", k, "a node that is not a trigger");
	}
	*given = json_array_size(nodes) > 0;
	if (*given)
		leave(walk, LEFT_LIST, r->node);
	return status;
}

static kilncook_status read_collision(node_reader *r, json_t *body, bool is_trigger, gltf_collision *out)
{
	gltf_walk *walk = r->walk;
	const gltf_family *family = &gltf_families[r->family];
	const gltf_family_data *data = &walk->physics.families[r->family];
	const char *member = is_trigger ? "trigger" : "collider";
	gltf_place node = {"nodes", r->node, NULL};
	json_t *object, *geometry;
	bool listed = false;
	node.inside = is_trigger ? family->trigger_place : family->collider_place;
	r->place = (gltf_place){"nodes", r->node, family->body_place};
	kilncook_status status = gltf_child(walk->reader, r->place, body, member, JSON_OBJECT, &object);
	if (status != KILNCOOK_OK || !object)
		return status;
	r->place = node;
	geometry = object;
	if (is_trigger)
		status = read_parts(r, object, &listed);
	if (status == KILNCOOK_OK && family->geometry)
		status = gltf_child(walk->reader, r->place, object, family->geometry, JSON_OBJECT, &geometry);
	if (status == KILNCOOK_OK && !geometry)
		return listed ? KILNCOOK_OK : gltf_broken(walk->reader, r->place, family->geometry, "missing");
	*out = (gltf_collision){.family = r->family, .surface = KILN_NONE};
	char inside[GLTF_POINTER_SIZE];
	(void)snprintf(inside, sizeof inside, "%s%s%s", node.inside, family->geometry ? "/" : "",
		family->geometry ? family->geometry : "");
	r->place.inside = inside;
	if (status == KILNCOOK_OK)
		status = read_geometry(r, geometry, &out->solid);
	r->place = node;
	if (status == KILNCOOK_OK)
		status = read_index(r, object, "collisionFilter", data->filter_count, &out->filter);
	if (status == KILNCOOK_OK && !is_trigger)
		status = read_index(r, object, "physicsMaterial", data->surface_count, &out->surface);
	out->filter += out->filter == KILN_NONE ? 0 : data->filter_first;
	out->surface += out->surface == KILN_NONE ? 0 : data->surface_first;
	out->there = status == KILNCOOK_OK && out->solid.shape != KILNCOOK_SHAPE_NONE;
	return status;
}

static bool scale_is_zero(const double *m)
{
	for (int row = 0; row < 3; ++row)
		if (m[4 * row] != 0.0 || m[4 * row + 1] != 0.0 || m[4 * row + 2] != 0.0)
			return false;
	return true;
}

/// Returns the squared length of a column.
static double square(const double *m, int column)
{
	return m[column] * m[column] + m[4 + column] * m[4 + column] + m[8 + column] * m[8 + column];
}

/// Returns whether a transform keeps the kind of the solid, for example a sphere stays a sphere.
static bool keeps_kind(const double *m, const gltf_solid *solid)
{
	double x = square(m, 0), y = square(m, 1), z = square(m, 2), most = x > z ? x : z;
	double dot = fabs(m[0] * m[2] + m[4] * m[6] + m[8] * m[10]);
	bool along = fabs(m[0] * m[1] + m[4] * m[5] + m[8] * m[9]) <= 1e-3 * sqrt(x * y) &&
				 fabs(m[2] * m[1] + m[6] * m[5] + m[10] * m[9]) <= 1e-3 * sqrt(z * y);
	bool across = fabs(x - z) <= 2e-3 * most && dot <= 1e-3 * most && along;
	return across && (solid->shape == KILNCOOK_SHAPE_CYLINDER || fabs(x - y) <= 2e-3 * (most > y ? most : y));
}

/// Checks the scale of a collider's node.
static void judge_scale(gltf_walk *walk, uint32_t index, gltf_collision *c)
{
	const double *m = walk->nodes[index].to_world;
	if (!c->there)
		return;
	if (scale_is_zero(m))
	{
		c->there = false;
		leave(walk, LEFT_DISABLED, index);
		return;
	}
	if (c->solid.lathed && !keeps_kind(m, &c->solid))
		cook_message(walk->reader->context, KILNCOOK_WARNING, "", "collider-scale",
			"/nodes/%lu scales its round collider unevenly: the cooked collider is scaled so, too, which other engines "
			"may not do",
			(unsigned long)index);
}

/// Finds the extension of the node that is used, and its object. With `count`, counts what of the node is not kept.
static kilncook_status find_family(gltf_walk *walk, uint32_t index, bool count, art_extension *family, json_t **body)
{
	gltf_place place = {"nodes", index, NULL};
	json_t *object = walk->nodes[index].object, *joint, *other = NULL;
	*family = ART_EXTENSION_KHR;
	kilncook_status status = gltf_extension(walk->reader, place, object, KHR, body);
	if (status == KILNCOOK_OK)
		status = gltf_extension(walk->reader, place, object, OMI, &other);
	if (status == KILNCOOK_OK)
		status = gltf_extension(walk->reader, place, object, "OMI_physics_joint", &joint);
	if (status != KILNCOOK_OK)
		return status;
	if (count)
	{
		if (joint || json_object_get(*body, "joint"))
			leave(walk, LEFT_JOINT, index);
		if (*body && other)
			leave(walk, LEFT_OTHER, index);
	}
	if (*body || !other)
		return KILNCOOK_OK;
	*family = ART_EXTENSION_OMI;
	*body = other;
	return KILNCOOK_OK;
}

kilncook_status gltf_physics_motion(gltf_walk *walk, uint32_t index)
{
	art_extension family;
	json_t *body, *motion;
	kilncook_status status = find_family(walk, index, false, &family, &body);
	if (status != KILNCOOK_OK || !body)
		return status;
	gltf_place place = {"nodes", index, gltf_families[family].body_place};
	status = gltf_child(walk->reader, place, body, "motion", JSON_OBJECT, &motion);
	if (status != KILNCOOK_OK || !motion)
		return status;
	place.inside = gltf_families[family].motion_place;
	status = gltf_motion_read(walk, family, motion, place);
	walk->body = walk->scene->body_count;
	return status;
}

kilncook_status gltf_physics_read(gltf_walk *walk, uint32_t index, gltf_collision *collider, gltf_collision *trigger)
{
	node_reader r = {.walk = walk, .node = index};
	json_t *body;
	*collider = *trigger = (gltf_collision){.there = false};
	kilncook_status status = find_family(walk, index, true, &r.family, &body);
	if (status != KILNCOOK_OK || !body)
		return status;
	status = read_collision(&r, body, false, collider);
	if (status == KILNCOOK_OK)
		status = read_collision(&r, body, true, trigger);
	if (status != KILNCOOK_OK)
		return status;
	if (!walk->physics.any && (collider->there || trigger->there))
	{
		walk->physics.any = true;
		walk->physics.first = r.family;
	}
	judge_scale(walk, index, collider);
	judge_scale(walk, index, trigger);
	return status;
}

static bool is_primitive(kilncook_shape shape)
{
	return shape >= KILNCOOK_SHAPE_SPHERE && shape <= KILNCOOK_SHAPE_CYLINDER;
}

/// Adds the primitive of a solid; returns its number, or KILN_NONE when out of memory.
static uint32_t add_primitive(gltf_walk *walk, const gltf_collision *collision)
{
	const kilncook_context *context = walk->reader->context;
	art_scene *scene = walk->scene;
	char *name = import_text(context, "", 0);
	if (!name || !import_grow(context, &scene->primitives, &walk->physics.primitive_capacity,
					 (uint64_t)scene->primitive_count + 1, sizeof *scene->primitives))
	{
		import_text_free(context, name);
		return KILN_NONE;
	}
	art_primitive *primitive = &scene->primitives[scene->primitive_count];
	*primitive = (art_primitive){.name = name, .shape = collision->solid.shape};
	memcpy(primitive->parameters, collision->solid.parameters, sizeof primitive->parameters);
	primitive->material =
		collision->surface == KILN_NONE ? walk->physics.plain_material : scene->surface_first + collision->surface;
	return scene->primitive_count++;
}

/// Adds physics from an extension to the scene's last node.
static art_physics *add_physics(gltf_walk *walk, art_node *node)
{
	node->physics = cook_alloc(walk->reader->context, 1, sizeof *node->physics);
	if (node->physics)
		*node->physics = (art_physics){
			.shape = KILNCOOK_SHAPE_NONE, .primitive = KILN_NONE, .filter = KILN_NONE, .surface = KILN_NONE};
	return node->physics;
}

kilncook_status gltf_physics_attach(
	gltf_walk *walk, const gltf_collision *collision, bool trigger, uint32_t render_first, uint32_t render_count)
{
	const kilncook_context *context = walk->reader->context;
	art_physics *physics = add_physics(walk, &walk->scene->nodes[walk->scene->node_count - 1]);
	if (!physics)
		return import_no_memory(context);
	physics->extension = collision->family;
	physics->shape = collision->solid.shape;
	physics->trigger = trigger;
	physics->filter = collision->filter;
	physics->surface = collision->surface;
	physics->render = cook_alloc(context, render_count, sizeof *physics->render);
	if (!physics->render)
		return import_no_memory(context);
	physics->render_count = render_count;
	for (uint32_t i = 0; i < render_count; ++i)
		physics->render[i] = render_first + i;
	if (!is_primitive(physics->shape))
		return KILNCOOK_OK;
	physics->primitive = add_primitive(walk, collision);
	return physics->primitive == KILN_NONE ? import_no_memory(context) : KILNCOOK_OK;
}

/// Warns of parts of the extensions that the scene cannot hold.
static void report(const gltf_walk *walk)
{
	const gltf_physics *physics = &walk->physics;
	for (gltf_left i = 0; i < LEFT_END; ++i)
		if (physics->left[i] > LEFT_LISTED)
			cook_message(walk->reader->context, KILNCOOK_NOTE, "", "physics-left", "%llu more nodes have %s",
				(unsigned long long)(physics->left[i] - LEFT_LISTED), left_texts[i]);
	if (physics->skinned)
		cook_message(walk->reader->context, KILNCOOK_WARNING, "", "import-skin",
			"%llu meshes of colliders have a skin; they are cooked in their own space, before their skeleton poses "
			"them",
			(unsigned long long)physics->skinned);
}

/// Releases spare memory of the bodies.
static kilncook_status fit_bodies(gltf_walk *walk)
{
	art_scene *scene = walk->scene;
	if (!scene->bodies)
		return KILNCOOK_OK;
	kiln_format_body *fitted = cook_resize(
		walk->reader->context, scene->bodies, walk->physics.body_capacity, scene->body_count, sizeof *fitted);
	if (!fitted)
		return import_no_memory(walk->reader->context);
	scene->bodies = fitted;
	walk->physics.body_capacity = scene->body_count;
	return KILNCOOK_OK;
}

/// Releases spare memory of the primitives, and sets the nodes' pointers to them.
static kilncook_status place_primitives(gltf_walk *walk)
{
	art_scene *scene = walk->scene;
	if (scene->primitives)
	{
		art_primitive *fitted = cook_resize(walk->reader->context, scene->primitives, walk->physics.primitive_capacity,
			scene->primitive_count, sizeof *fitted);
		if (!fitted)
			return import_no_memory(walk->reader->context);
		scene->primitives = fitted;
		walk->physics.primitive_capacity = scene->primitive_count;
	}
	for (uint32_t i = 0; i < scene->node_count; ++i)
		if (scene->nodes[i].physics && scene->nodes[i].physics->primitive != KILN_NONE)
			scene->nodes[i].primitive = &scene->primitives[scene->nodes[i].physics->primitive];
	return KILNCOOK_OK;
}

kilncook_status gltf_physics_end(gltf_walk *walk)
{
	report(walk);
	for (uint32_t i = 0; walk->physics.any && i < walk->scene->node_count; ++i)
	{
		art_node *node = &walk->scene->nodes[i];
		if (!node->mesh_count || node->physics)
			continue;
		if (!add_physics(walk, node))
			return import_no_memory(walk->reader->context);
		node->physics->extension = walk->physics.first;
	}
	kilncook_status status = place_primitives(walk);
	return status == KILNCOOK_OK ? fit_bodies(walk) : status;
}

void gltf_physics_free(gltf_walk *walk)
{
	const kilncook_context *context = walk->reader->context;
	gltf_physics *physics = &walk->physics;
	for (art_extension i = 0; i < ART_EXTENSION_END; ++i)
		cook_free(context, physics->families[i].solids, physics->families[i].shape_count,
			sizeof *physics->families[i].solids);
	cook_free(context, physics->geometries, walk->node_count, sizeof *physics->geometries);
	// The scene stores no capacity, so spare room left by a failed walk must be released.
	if (walk->scene->bodies && physics->body_capacity != walk->scene->body_count)
	{
		cook_free(context, walk->scene->bodies, physics->body_capacity, sizeof *walk->scene->bodies);
		walk->scene->bodies = NULL;
		walk->scene->body_count = 0;
	}
	if (walk->scene->primitives && physics->primitive_capacity != walk->scene->primitive_count)
	{
		for (uint32_t i = 0; i < walk->scene->primitive_count; ++i)
			import_text_free(context, walk->scene->primitives[i].name);
		cook_free(context, walk->scene->primitives, physics->primitive_capacity, sizeof *walk->scene->primitives);
		walk->scene->primitives = NULL;
		walk->scene->primitive_count = 0;
	}
}
