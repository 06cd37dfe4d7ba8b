// SPDX-License-Identifier: MIT
#include "walk.h"

#include "import/common/import_solid.h"
#include "kiln_format.h"
#include "memory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// Side of the square that approximates an infinite plane.
#define PLANE_SIDE 8000.0

/// A shape while it is converted to a solid.
typedef struct shape_reader
{
	gltf_walk *walk;
	const gltf_family *family;
	gltf_place place;
	const char *type;
	json_t *values; ///< the object of its sizes; NULL: all sizes have their defaults
	gltf_solid *solid;
} shape_reader;

/// Reports an invalid size.
static kilncook_status size_fault(const shape_reader *r, const char *member, const char *what)
{
	char path[96];
	(void)snprintf(path, sizeof path, "%s/%s", r->type, member);
	return gltf_broken(r->walk->reader, r->place, path, what);
}

/// Checks that a number is in the range of coordinates and above 0 even as a float32, or 0 where allowed.
static kilncook_status check_size(const shape_reader *r, const char *member, double size, bool zero)
{
	if (zero && size == 0.0)
		return KILNCOOK_OK;
	if (!(size >= 1e-30))
		return size_fault(
			r, member, zero ? "a size below 0, or too small" : "a size that is not above 0, or too small");
	return size <= (double)KILN_COORDINATE_MAX ? KILNCOOK_OK : size_fault(r, member, "beyond 2^40");
}

/// Reads a size; without such a member `size` stays unchanged.
static kilncook_status read_size(const shape_reader *r, const char *member, bool zero, double *size)
{
	json_t *number = json_object_get(r->values, member);
	if (number && !json_is_number(number))
		return size_fault(r, member, "not a number");
	if (number)
		*size = json_number_value(number);
	return check_size(r, member, *size, zero);
}

/// Warns of unknown members.
static void judge_members(const shape_reader *r, const char *const *known)
{
	const char *key;
	json_t *value;
	json_object_foreach(r->values, key, value)
	{
		bool found = strcmp(key, "extensions") == 0 || strcmp(key, "extras") == 0 || strcmp(key, "name") == 0;
		for (uint32_t i = 0; known[i] && !found; ++i)
			found = strcmp(key, known[i]) == 0;
		if (!found)
			cook_message(r->walk->reader->context, KILNCOOK_WARNING, "", "import-physics",
				"/%s/%lu/%s has a member that is not read: %.64s", r->place.array, (unsigned long)r->place.index,
				r->type, key);
	}
}

static kilncook_status read_sphere(shape_reader *r)
{
	static const char *const known[] = {"radius", NULL};
	double radius = 0.5;
	judge_members(r, known);
	r->solid->shape = KILNCOOK_SHAPE_SPHERE;
	r->solid->lathed = true;
	kilncook_status status = read_size(r, "radius", false, &radius);
	r->solid->parameters[3] = (float)radius;
	return status;
}

static kilncook_status read_box(shape_reader *r)
{
	static const char *const known[] = {"size", NULL};
	double size[3] = {1, 1, 1};
	json_t *numbers = json_object_get(r->values, "size");
	kilncook_status status = KILNCOOK_OK;
	judge_members(r, known);
	r->solid->shape = KILNCOOK_SHAPE_BOX;
	if (numbers && json_array_size(numbers) != 3)
		return size_fault(r, "size", "not an array of 3 numbers");
	for (size_t k = 0; k < 3 && status == KILNCOOK_OK; ++k)
	{
		json_t *number = json_array_get(numbers, k);
		if (number && !json_is_number(number))
			return size_fault(r, "size", "not an array of 3 numbers");
		size[k] = number ? json_number_value(number) : size[k];
		status = check_size(r, "size", size[k], false);
		r->solid->parameters[3 + k] = (float)(size[k] / 2);
	}
	r->solid->parameters[9] = 1;
	return status;
}

/// Returns whether a capsule or cylinder has the single `radius` of earlier drafts. In those drafts, the height of a
/// capsule included its caps.
static bool is_older(const shape_reader *r)
{
	return r->family->minus_one && json_object_get(r->values, "radius");
}

/// Reads the height, and the radii at -y and y. Earlier drafts of OMI_physics_shape had a single `radius`.
static kilncook_status read_ends(shape_reader *r, double *height, double radii[2])
{
	static const char *const known[] = {"height", "radiusBottom", "radiusTop", NULL};
	static const char *const older[] = {"height", "radius", NULL};
	bool one = is_older(r);
	judge_members(r, one ? older : known);
	radii[0] = r->family->radius;
	kilncook_status status = one ? read_size(r, "radius", false, &radii[0]) : KILNCOOK_OK;
	radii[1] = radii[0];
	if (status == KILNCOOK_OK)
		status = read_size(r, "height", false, height);
	if (status == KILNCOOK_OK && !one)
		status = read_size(r, "radiusBottom", true, &radii[0]);
	if (status == KILNCOOK_OK && !one)
		status = read_size(r, "radiusTop", true, &radii[1]);
	if (status == KILNCOOK_OK && radii[0] == 0.0 && radii[1] == 0.0)
		status = size_fault(r, "radiusBottom", "both radii are 0");
	r->solid->lathed = true;
	return status;
}

/// Stores a solid with two equal radii, for which the blob has a primitive.
static void take_ends(shape_reader *r, kilncook_shape shape, double height, double radius)
{
	r->solid->shape = shape;
	r->solid->parameters[1] = (float)(-height / 2);
	r->solid->parameters[4] = (float)(height / 2);
	r->solid->parameters[6] = (float)radius;
}

/// Adds the polyhedron that approximates a shape, and warns of it.
static kilncook_status take_solid(shape_reader *r, bool made, import_solid *solid, const char *what)
{
	const kilncook_context *context = r->walk->reader->context;
	if (!made)
	{
		import_faces_free(context, &solid->faces);
		return import_no_memory(context);
	}
	r->solid->shape = KILNCOOK_SHAPE_HULL;
	r->solid->first = r->walk->scene->mesh_count;
	r->solid->count = 1;
	cook_message(context, KILNCOOK_NOTE, "", "collider-hull",
		"/%s/%lu: a %s becomes a hull of %u vertices around it; the largest distance between them is %.3g",
		r->place.array, (unsigned long)r->place.index, what, solid->vertex_count, solid->error);
	const import_vertices vertices = import_vertices_of(solid->positions, solid->vertex_count);
	return gltf_mesh_add(r->walk, &vertices, &solid->faces);
}

static kilncook_status read_capsule(shape_reader *r)
{
	double height = r->family->capsule_height, radii[2];
	if (is_older(r))
		height = 2 * height;
	kilncook_status status = read_ends(r, &height, radii);
	if (status == KILNCOOK_OK && is_older(r))
	{
		height -= 2 * radii[0];
		if (height < 0.0)
			status = size_fault(r, "height", "less than two radii");
	}
	if (status != KILNCOOK_OK)
		return status;
	if (radii[0] == radii[1])
	{
		take_ends(r, KILNCOOK_SHAPE_CAPSULE, height, radii[0]);
		return status;
	}
	uint32_t larger = radii[1] > radii[0];
	// One of the two spheres contains the other.
	if (fabs(radii[0] - radii[1]) >= height)
	{
		r->solid->shape = KILNCOOK_SHAPE_SPHERE;
		r->solid->parameters[1] = (float)(larger ? height / 2 : -height / 2);
		r->solid->parameters[3] = (float)radii[larger];
		return status;
	}
	import_solid solid;
	bool made = import_solid_tapered_capsule(r->walk->reader->context, height, radii[0], radii[1], &solid);
	return take_solid(r, made, &solid, "capsule of two radii");
}

static kilncook_status read_cylinder(shape_reader *r)
{
	double height = r->family->cylinder_height, radii[2];
	kilncook_status status = read_ends(r, &height, radii);
	if (status != KILNCOOK_OK)
		return status;
	if (radii[0] == radii[1])
	{
		take_ends(r, KILNCOOK_SHAPE_CYLINDER, height, radii[0]);
		return status;
	}
	import_solid solid;
	bool made = import_solid_frustum(r->walk->reader->context, height, radii[0], radii[1], &solid);
	return take_solid(r, made, &solid, "cylinder of two radii");
}

static kilncook_status read_plane(shape_reader *r)
{
	static const char *const known[] = {"sizeX", "sizeZ", "doubleSided", NULL};
	double sizes[2] = {PLANE_SIDE, PLANE_SIDE};
	import_solid solid;
	const kilncook_context *context = r->walk->reader->context;
	judge_members(r, known);
	json_t *sides = json_object_get(r->values, "doubleSided");
	if (sides && !json_is_boolean(sides))
		return size_fault(r, "doubleSided", "not true or false");
	kilncook_status status = read_size(r, "sizeX", false, &sizes[0]);
	if (status == KILNCOOK_OK)
		status = read_size(r, "sizeZ", false, &sizes[1]);
	if (status != KILNCOOK_OK)
		return status;
	if (!json_is_true(sides))
		cook_message(context, KILNCOOK_WARNING, "", "collider-plane",
			"/%s/%lu: a plane with one side collides on both: set doubleSided where this is meant", r->place.array,
			(unsigned long)r->place.index);
	if (!json_object_get(r->values, "sizeX") || !json_object_get(r->values, "sizeZ"))
		cook_message(context, KILNCOOK_WARNING, "", "collider-plane",
			"/%s/%lu: a plane without an end is cut to %.0f units: give it sizeX and sizeZ", r->place.array,
			(unsigned long)r->place.index, PLANE_SIDE);
	r->solid->first = r->walk->scene->mesh_count;
	if (!import_solid_rectangle(context, sizes[0], sizes[1], &solid))
	{
		import_faces_free(context, &solid.faces);
		return import_no_memory(context);
	}
	r->solid->shape = KILNCOOK_SHAPE_MESH;
	r->solid->count = 1;
	const import_vertices vertices = import_vertices_of(solid.positions, solid.vertex_count);
	return gltf_mesh_add(r->walk, &vertices, &solid.faces);
}

/// Reads the mesh that a shape of OMI_physics_shape names.
static kilncook_status read_mesh(shape_reader *r)
{
	static const char *const known[] = {"mesh", NULL};
	const gltf_meshes *meshes = r->walk->meshes;
	gltf_place place = r->place;
	uint32_t mesh = KILN_NONE;
	judge_members(r, known);
	place.inside = r->type;
	kilncook_status status = gltf_index(r->walk->reader, place, r->values, "mesh", meshes->mesh_count, &mesh);
	if (status == KILNCOOK_OK && mesh == KILN_NONE)
		status = size_fault(r, "mesh", "missing");
	if (status != KILNCOOK_OK)
		return status;
	r->solid->shape = strcmp(r->type, "convex") == 0 ? KILNCOOK_SHAPE_HULL : KILNCOOK_SHAPE_MESH;
	r->solid->first = meshes->first[mesh];
	r->solid->count = meshes->first[mesh + 1] - meshes->first[mesh];
	return r->solid->count ? status : size_fault(r, "mesh", "a mesh without primitives");
}

static const struct
{
	const char *type;
	kilncook_status (*read)(shape_reader *r);
	uint32_t families; ///< bits
} types[] = {
	{"sphere", read_sphere, 3},
	{"box", read_box, 3},
	{"capsule", read_capsule, 3},
	{"cylinder", read_cylinder, 3},
	{"plane", read_plane, 1u << ART_EXTENSION_KHR},
	{"convex", read_mesh, 1u << ART_EXTENSION_OMI},
	{"trimesh", read_mesh, 1u << ART_EXTENSION_OMI},
};

#define TYPES (sizeof types / sizeof *types)

static kilncook_status read_shape(shape_reader *r, json_t *shape, uint32_t family)
{
	const gltf_reader *reader = r->walk->reader;
	json_t *type = json_object_get(shape, "type");
	if (!json_is_object(shape))
		return gltf_broken(reader, r->place, "", "not an object");
	if (!json_is_string(type))
		return gltf_broken(reader, r->place, "type", type ? "not a string" : "missing");
	size_t found = TYPES;
	for (size_t i = 0; i < TYPES; ++i)
	{
		if (!(types[i].families >> family & 1))
			continue;
		if (strcmp(types[i].type, json_string_value(type)) == 0)
			found = i;
		else if (json_object_get(shape, types[i].type))
			return gltf_broken(reader, r->place, types[i].type, "sizes of another type of shape");
	}
	if (found == TYPES)
		return gltf_broken(reader, r->place, "type", "a type of shape that is not read");
	r->type = types[found].type;
	kilncook_status status = gltf_child(reader, r->place, shape, r->type, JSON_OBJECT, &r->values);
	return status == KILNCOOK_OK ? types[found].read(r) : status;
}

kilncook_status gltf_shape_read(gltf_walk *walk, art_extension family, uint32_t index, const gltf_solid **solid)
{
	gltf_family_data *data = &walk->physics.families[family];
	if (!data->solids)
		data->solids = cook_alloc_zero(walk->reader->context, data->shape_count, sizeof *data->solids);
	if (!data->solids)
		return import_no_memory(walk->reader->context);
	*solid = &data->solids[index];
	if (data->solids[index].known)
		return KILNCOOK_OK;
	shape_reader r = {.walk = walk,
		.family = &gltf_families[family],
		.place = {gltf_families[family].shape_place, index, NULL},
		.solid = &data->solids[index]};
	kilncook_status status = read_shape(&r, json_array_get(data->shapes, index), family);
	data->solids[index].known = status == KILNCOOK_OK;
	return status;
}
