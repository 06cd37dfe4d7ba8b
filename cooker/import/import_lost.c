// SPDX-License-Identifier: MIT
#include "import_lost.h"

#include "common/import_build.h"
#include "common/import_words.h"
#include "import_xml.h"
#include "kiln_format.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

/// Upper limit for counts, because prototypes can be used many times.
#define COUNT_MOST ((uint64_t)1 << 62)

static uint64_t add(uint64_t a, uint64_t b)
{
	return a + b < COUNT_MOST ? a + b : COUNT_MOST;
}

static bool has_surface(const art_mesh *mesh)
{
	for (uint32_t i = 0; i < mesh->face_count; ++i)
		if (mesh->face_first[i + 1] - mesh->face_first[i] > 2)
			return true;
	return false;
}

/// Warns of meshes that no node places, and counts the placed meshes that have surfaces, once for each node that places
/// them.
static kilncook_status check_placed(const kilncook_context *context, const art_scene *scene, uint64_t *surfaces)
{
	uint64_t unplaced = 0, faces = 0;
	uint32_t first = KILN_NONE, *placed = cook_alloc_zero(context, scene->mesh_count, sizeof *placed);
	if (!placed)
		return import_no_memory(context);
	for (uint32_t n = 0; n < scene->node_count; ++n)
		for (uint32_t i = 0; i < scene->nodes[n].mesh_count; ++i)
			placed[scene->nodes[n].meshes[i]] += placed[scene->nodes[n].meshes[i]] < UINT32_MAX;
	*surfaces = 0;
	for (uint32_t i = 0; i < scene->mesh_count; ++i)
	{
		bool lost = placed[i] == 0 && scene->meshes[i].face_count > 0;
		*surfaces += has_surface(&scene->meshes[i]) ? placed[i] : 0;
		unplaced += lost;
		faces += lost ? scene->meshes[i].face_count : 0;
		first = lost && first == KILN_NONE ? i : first;
	}
	cook_free(context, placed, scene->mesh_count, sizeof *placed);
	if (unplaced)
		cook_message(context, KILNCOOK_WARNING, scene->meshes[first].name, "import-lost",
			"the importer places %llu of %u meshes nowhere; their %llu faces are left out",
			(unsigned long long)unplaced, scene->mesh_count, (unsigned long long)faces);
	return KILNCOOK_OK;
}

/// AMF: assimp 5.2 reads one volume of an object.
static void check_amf(const kilncook_context *context, import_xml *xml, const art_scene *scene)
{
	uint64_t declared = 0, arrived = 0;
	while (import_xml_next(xml))
		declared += xml->tag.starts && strcmp(xml->tag.name, "triangle") == 0;
	for (uint32_t i = 0; i < scene->mesh_count; ++i)
		arrived += scene->meshes[i].face_count;
	if (arrived < declared)
		cook_message(context, KILNCOOK_WARNING, "", "import-lost",
			"the file has %llu triangles, and %llu arrived: the importer reads one volume of an object",
			(unsigned long long)declared, (unsigned long long)arrived);
}

/// An open element of X3D.
typedef struct x3d_element
{
	uint64_t surfaces; ///< surfaces placed in it so far
	uint64_t children;
	uint64_t choice; ///< of a Switch, the child that is chosen; UINT64_MAX: all children
	uint32_t def;	 ///< index of its DEF name; KILN_NONE without one
	bool group;
} x3d_element;

typedef struct x3d_walk
{
	const kilncook_context *context;
	import_xml *xml;
	import_names names;
	uint64_t *counts; ///< for each DEF name, the surfaces in its element
	size_t count_capacity;
	x3d_element *stack;
	size_t depth;
	size_t capacity;
	uint64_t surfaces;
	uint64_t confused; ///< line of the first group after which assimp confuses groups; 0 without such a group
} x3d_walk;

static bool is_one_of(const char *name, const char *const *list, size_t count)
{
	for (size_t i = 0; i < count; ++i)
		if (strcmp(name, list[i]) == 0)
			return true;
	return false;
}

static const char *const x3d_surfaces[] = {"Box", "Cone", "Cylinder", "Sphere", "ElevationGrid", "Extrusion",
	"IndexedFaceSet", "IndexedTriangleFanSet", "IndexedTriangleSet", "IndexedTriangleStripSet", "TriangleFanSet",
	"TriangleSet", "TriangleStripSet", "IndexedQuadSet", "QuadSet", "Disk2D", "Rectangle2D", "TriangleSet2D",
	"NurbsPatchSurface", "NurbsTrimmedSurface"};
static const char *const x3d_groups[] = {"Group", "StaticGroup", "Switch", "Transform"};

/// Gets the index of the element's DEF name; KILN_NONE without one. False when out of memory.
static bool define(x3d_walk *walk, uint32_t *def)
{
	size_t length = 0;
	const char *name = import_xml_attribute(&walk->xml->tag, "DEF", &length);
	*def = KILN_NONE;
	if (!name)
		return true;
	uint32_t count = walk->names.count;
	if (!import_grow(walk->context, &walk->counts, &walk->count_capacity, (uint64_t)count + 1, sizeof *walk->counts) ||
		!import_names_add(walk->context, &walk->names, name, length))
		return false;
	walk->counts[count] = 0;
	*def = count;
	return true;
}

/// Returns the surfaces that the element adds: itself, or those of the element that it uses again.
static uint64_t surfaces_of(const x3d_walk *walk)
{
	const import_xml_tag *tag = &walk->xml->tag;
	size_t length = 0;
	if (is_one_of(tag->name, x3d_surfaces, sizeof x3d_surfaces / sizeof *x3d_surfaces))
		return 1;
	const char *use = import_xml_attribute(tag, "USE", &length);
	uint32_t found = use ? import_names_find(&walk->names, use, length) : KILN_NONE;
	return found == KILN_NONE ? 0 : walk->counts[found];
}

static bool open_element(x3d_walk *walk)
{
	const import_xml_tag *tag = &walk->xml->tag;
	x3d_element made = {.surfaces = surfaces_of(walk), .choice = UINT64_MAX};
	made.group = is_one_of(tag->name, x3d_groups, sizeof x3d_groups / sizeof *x3d_groups);
	if (strcmp(tag->name, "Switch") == 0)
	{
		size_t length = 0;
		const char *choice = import_xml_attribute(tag, "whichChoice", &length);
		made.choice = UINT64_MAX - 1;
		if (choice && length > 0 && *choice >= '0' && *choice <= '9')
			made.choice = strtoull(choice, NULL, 10);
	}
	if (!define(walk, &made.def) ||
		!import_grow(walk->context, &walk->stack, &walk->capacity, walk->depth + 1, sizeof *walk->stack))
		return false;
	walk->stack[walk->depth++] = made;
	return true;
}

static void close_element(x3d_walk *walk)
{
	if (walk->depth == 0)
		return;
	const x3d_element *closed = &walk->stack[--walk->depth];
	x3d_element *parent = walk->depth ? &walk->stack[walk->depth - 1] : NULL;
	if (closed->def != KILN_NONE)
		walk->counts[closed->def] = closed->surfaces;
	if (closed->group && closed->children == 0 && !walk->confused)
		walk->confused = walk->xml->tag.line;
	bool counts = !parent || parent->choice == UINT64_MAX || parent->choice == parent->children;
	uint64_t *sum = parent ? &parent->surfaces : &walk->surfaces;
	*sum = counts ? add(*sum, closed->surfaces) : *sum;
	if (parent)
		++parent->children;
}

/// X3D: assimp 5.2 leaves out the children of groups such as LOD and Anchor. After a group without children, or one
/// that refers to another by USE, assimp closes the enclosing group, so the elements that follow get the wrong
/// transforms.
static kilncook_status check_x3d(const kilncook_context *context, import_xml *xml, uint64_t arrived)
{
	x3d_walk walk = {.context = context, .xml = xml};
	bool done = true;
	while (done && import_xml_next(xml))
	{
		done = !xml->tag.starts || open_element(&walk);
		if (done && xml->tag.ends)
			close_element(&walk);
	}
	import_names_free(context, &walk.names);
	cook_free(context, walk.counts, walk.count_capacity, sizeof *walk.counts);
	cook_free(context, walk.stack, walk.capacity, sizeof *walk.stack);
	if (!done)
		return import_no_memory(context);
	if (walk.confused)
	{
		char line[IMPORT_LINE];
		cook_message(context, KILNCOOK_ERROR, import_line(line, walk.confused), "import-lost",
			"a group without children of its own, behind which the importer confuses groups; export to another format");
		return KILNCOOK_REFUSED;
	}
	if (arrived < walk.surfaces)
		cook_message(context, KILNCOOK_WARNING, "", "import-lost",
			"the file places %llu surfaces, and %llu arrived: the importer reads Group, StaticGroup, Switch and "
			"Transform",
			(unsigned long long)walk.surfaces, (unsigned long long)arrived);
	return KILNCOOK_OK;
}

kilncook_status import_lost(const kilncook_context *context, const char *path, const art_scene *scene)
{
	uint64_t surfaces = 0;
	kilncook_status status = check_placed(context, scene, &surfaces);
	import_xml *xml = status == KILNCOOK_OK ? import_xml_begin(context, path) : NULL;
	if (xml && import_xml_next(xml) && xml->tag.starts)
	{
		if (strcmp(xml->tag.name, "amf") == 0)
			check_amf(context, xml, scene);
		else if (strcmp(xml->tag.name, "X3D") == 0)
			status = check_x3d(context, xml, surfaces);
	}
	import_xml_end(context, xml);
	return status;
}
