// SPDX-License-Identifier: MIT
#include "import_wire.h"

#include "common/import_metadata.h"
#include "common/import_text.h"
#include "import.h"
#include "kiln_format.h"
#include "memory.h"

#include <float.h>
#include <string.h>

/// First and last word of a scene.
#define WIRE_BEGIN 0x4b57494eu
#define WIRE_END 0x454e4457u
/// Size of the pieces in which the scene is sent.
#define WIRE_PIECE 65536

// If a struct gets a new field, the field must also be sent here.
#if UINTPTR_MAX == UINT64_MAX
_Static_assert(sizeof(art_mesh) == 80 && sizeof(art_node) == 152 && sizeof(art_primitive) == 64 &&
				   sizeof(art_scene) == 232 && sizeof(art_physics) == 40 && sizeof(art_filter) == 16 &&
				   sizeof(art_surface) == 20,
	"every field travels");
#endif

// --- Writing ---

typedef struct wire_writer
{
	void (*put)(void *user, const void *bytes, size_t size);
	void *user;
	size_t used;
	uint8_t piece[WIRE_PIECE];
} wire_writer;

static void flush(wire_writer *writer)
{
	if (writer->used > 0)
		writer->put(writer->user, writer->piece, writer->used);
	writer->used = 0;
}

static void put_bytes(wire_writer *writer, const void *bytes, size_t size)
{
	if (size > WIRE_PIECE - writer->used)
		flush(writer);
	if (size > WIRE_PIECE)
		writer->put(writer->user, bytes, size);
	else if (size > 0)
	{
		memcpy(writer->piece + writer->used, bytes, size);
		writer->used += size;
	}
}

static void put_u32(wire_writer *writer, uint32_t number)
{
	put_bytes(writer, &number, sizeof number);
}

static void put_text(wire_writer *writer, const char *text)
{
	size_t length = strlen(text);
	if (length > UINT32_MAX)
		length = UINT32_MAX;
	put_u32(writer, (uint32_t)length);
	put_bytes(writer, text, length);
}

static void put_mesh(wire_writer *writer, const art_mesh *mesh)
{
	put_text(writer, mesh->name);
	put_u32(writer, mesh->material);
	put_u32(writer, mesh->metadata);
	put_u32(writer, mesh->vertex_count);
	put_bytes(writer, mesh->positions, mesh->vertex_count * sizeof *mesh->positions);
	put_u32(writer, mesh->exact != NULL);
	if (mesh->exact)
		put_bytes(writer, mesh->exact, mesh->vertex_count * sizeof *mesh->exact);
	put_u32(writer, mesh->face_count);
	put_bytes(writer, mesh->face_first, ((size_t)mesh->face_count + 1) * sizeof *mesh->face_first);
	put_bytes(writer, mesh->corners, (size_t)mesh->face_first[mesh->face_count] * sizeof *mesh->corners);
	put_u32(writer, mesh->hole_count);
	put_bytes(writer, mesh->holes, mesh->hole_count * sizeof *mesh->holes);
}

static void put_physics(wire_writer *writer, const art_physics *physics)
{
	put_u32(writer, physics != NULL);
	if (!physics)
		return;
	put_u32(writer, physics->extension);
	put_u32(writer, physics->shape);
	put_u32(writer, physics->trigger);
	put_u32(writer, physics->primitive);
	put_u32(writer, physics->filter);
	put_u32(writer, physics->surface);
	put_u32(writer, physics->render_count);
	put_bytes(writer, physics->render, physics->render_count * sizeof *physics->render);
}

/// Writes layers, filters, physics materials, bodies and metadata.
static void put_tables(wire_writer *writer, const art_scene *scene)
{
	put_u32(writer, scene->layer_count);
	for (uint32_t i = 0; i < scene->layer_count; ++i)
		put_text(writer, scene->layers[i]);
	put_u32(writer, scene->filter_count);
	put_bytes(writer, scene->filters, scene->filter_count * sizeof *scene->filters);
	put_u32(writer, scene->surface_count);
	put_bytes(writer, scene->surfaces, scene->surface_count * sizeof *scene->surfaces);
	put_u32(writer, scene->surface_first);
	put_u32(writer, scene->body_count);
	put_bytes(writer, scene->bodies, scene->body_count * sizeof *scene->bodies);
	put_u32(writer, scene->metadata_count);
	put_bytes(writer, scene->metadata, scene->metadata_count * sizeof *scene->metadata);
	put_u32(writer, scene->metadata_text_size);
	put_bytes(writer, scene->metadata_text, scene->metadata_text_size);
}

static void put_node(wire_writer *writer, const art_scene *scene, const art_node *node)
{
	put_text(writer, node->name);
	put_bytes(writer, node->to_root, sizeof node->to_root);
	put_u32(writer, node->parent);
	put_u32(writer, node->body);
	put_u32(writer, node->metadata);
	put_u32(writer, (uint32_t)node->shape);
	put_u32(writer, node->primitive ? (uint32_t)(node->primitive - scene->primitives) : KILN_NONE);
	put_u32(writer, node->mesh_count);
	put_bytes(writer, node->meshes, node->mesh_count * sizeof *node->meshes);
	put_physics(writer, node->physics);
}

void import_wire_write(const art_scene *scene, void (*put)(void *user, const void *bytes, size_t size), void *user)
{
	wire_writer writer;
	writer.put = put;
	writer.user = user;
	writer.used = 0;
	put_u32(&writer, WIRE_BEGIN);
	put_u32(&writer, scene->up_axis);
	put_bytes(&writer, &scene->unit, sizeof scene->unit);
	put_text(&writer, scene->importer);
	put_u32(&writer, scene->material_count);
	for (uint32_t i = 0; i < scene->material_count; ++i)
		put_text(&writer, scene->materials[i]);
	put_u32(&writer, scene->mesh_count);
	for (uint32_t i = 0; i < scene->mesh_count; ++i)
		put_mesh(&writer, &scene->meshes[i]);
	put_u32(&writer, scene->primitive_count);
	for (uint32_t i = 0; i < scene->primitive_count; ++i)
	{
		const art_primitive *primitive = &scene->primitives[i];
		put_text(&writer, primitive->name);
		put_u32(&writer, (uint32_t)primitive->shape);
		put_bytes(&writer, primitive->parameters, sizeof primitive->parameters);
		put_u32(&writer, primitive->material);
	}
	put_tables(&writer, scene);
	put_u32(&writer, scene->node_count);
	for (uint32_t i = 0; i < scene->node_count; ++i)
		put_node(&writer, scene, &scene->nodes[i]);
	put_u32(&writer, scene->file_count);
	for (uint32_t i = 0; i < scene->file_count; ++i)
		put_text(&writer, scene->files[i]);
	put_u32(&writer, scene->missing_count);
	for (uint32_t i = 0; i < scene->missing_count; ++i)
		put_text(&writer, scene->missing[i]);
	put_u32(&writer, (uint32_t)scene->file_stamp);
	put_u32(&writer, (uint32_t)(scene->file_stamp >> 32));
	put_u32(&writer, WIRE_END);
	flush(&writer);
}

// --- Reading ---

/// After `status` is no longer KILNCOOK_OK, no more data is read.
typedef struct wire_reader
{
	const kilncook_context *context;
	const uint8_t *at;
	size_t left;
	kilncook_status status;
} wire_reader;

static bool good(const wire_reader *reader)
{
	return reader->status == KILNCOOK_OK;
}

static void fail(wire_reader *reader, kilncook_status status)
{
	if (good(reader))
		reader->status = status;
}

static void expect(wire_reader *reader, bool holds)
{
	if (!holds)
		fail(reader, KILNCOOK_REFUSED);
}

/// Returns the next bytes; NULL when fewer are left.
static const uint8_t *take_bytes(wire_reader *reader, size_t size)
{
	expect(reader, size <= reader->left);
	if (!good(reader))
		return NULL;
	const uint8_t *bytes = reader->at;
	reader->at += size;
	reader->left -= size;
	return bytes;
}

static void take(wire_reader *reader, void *out, size_t size)
{
	const uint8_t *bytes = take_bytes(reader, size);
	if (bytes)
		memcpy(out, bytes, size);
	else
		memset(out, 0, size);
}

static uint32_t take_u32(wire_reader *reader)
{
	uint32_t number;
	take(reader, &number, sizeof number);
	return number;
}

/// Reads a count of items that take at least `least` bytes each. So the arrays stay in proportion to the bytes
/// received.
static uint32_t take_count(wire_reader *reader, size_t least)
{
	uint32_t count = take_u32(reader);
	expect(reader, count <= reader->left / least);
	return good(reader) ? count : 0;
}

/// Copies an array of `count` elements. NULL when the reader fails.
static void *take_array(wire_reader *reader, size_t count, size_t size)
{
	expect(reader, count <= reader->left / size);
	void *array = good(reader) ? cook_alloc_whole(reader->context, count, size) : NULL;
	if (array)
		take(reader, array, count * size);
	else
		fail(reader, KILNCOOK_INTERNAL);
	return array;
}

/// Allocates a cleared array. NULL when the reader fails.
static void *make_array(wire_reader *reader, size_t count, size_t size)
{
	void *array = good(reader) ? cook_alloc_zero(reader->context, count, size) : NULL;
	if (!array)
		fail(reader, KILNCOOK_INTERNAL);
	return array;
}

/// Reads text without a NUL in it. Names are made valid again; paths are not, because they need not be text. NULL when
/// the reader fails.
static char *take_text(wire_reader *reader, bool name)
{
	uint32_t length = take_count(reader, 1);
	const char *bytes = (const char *)take_bytes(reader, length);
	expect(reader, bytes && !memchr(bytes, 0, length));
	if (!good(reader))
		return NULL;
	char *text =
		name ? import_text(reader->context, bytes, length) : cook_alloc(reader->context, (size_t)length + 1, 1);
	if (!text)
	{
		fail(reader, KILNCOOK_INTERNAL);
		return NULL;
	}
	if (!name)
	{
		memcpy(text, bytes, length);
		text[length] = 0;
	}
	return text;
}

static char **take_texts(wire_reader *reader, uint32_t *count, bool names)
{
	uint32_t given = take_count(reader, sizeof(uint32_t));
	char **texts = make_array(reader, given, sizeof *texts);
	if (texts)
		*count = given;
	for (uint32_t i = 0; texts && i < given && good(reader); ++i)
		texts[i] = take_text(reader, names);
	return texts;
}

/// Checks that holes begin inside faces, in increasing order.
static void check_holes(wire_reader *reader, const art_mesh *mesh)
{
	uint32_t face = 0;
	for (uint32_t i = 0; i < mesh->hole_count && good(reader); ++i)
	{
		uint32_t at = mesh->holes[i];
		while (face < mesh->face_count && mesh->face_first[face + 1] <= at)
			++face;
		expect(reader, face < mesh->face_count && at > mesh->face_first[face] && (i == 0 || at > mesh->holes[i - 1]));
	}
}

static void take_mesh(wire_reader *reader, art_mesh *mesh, uint32_t material_count)
{
	mesh->name = take_text(reader, true);
	mesh->material = take_u32(reader);
	expect(reader, mesh->material < material_count);
	mesh->metadata = take_u32(reader);
	uint32_t vertex_count = take_count(reader, sizeof *mesh->positions);
	mesh->positions = take_array(reader, vertex_count, sizeof *mesh->positions);
	mesh->vertex_count = mesh->positions ? vertex_count : 0;
	const uint32_t exact = take_u32(reader);
	expect(reader, exact <= 1);
	if (exact == 1 && good(reader))
		mesh->exact = take_array(reader, vertex_count, sizeof *mesh->exact);
	uint32_t face_count = take_count(reader, sizeof *mesh->face_first);
	mesh->face_first = take_array(reader, (size_t)face_count + 1, sizeof *mesh->face_first);
	mesh->face_count = mesh->face_first ? face_count : 0;
	if (!good(reader))
		return;
	expect(reader, mesh->face_first[0] == 0);
	for (uint32_t i = 0; i < face_count; ++i)
		expect(reader, mesh->face_first[i] <= mesh->face_first[i + 1]);
	if (good(reader))
		mesh->corners = take_array(reader, mesh->face_first[face_count], sizeof *mesh->corners);
	uint32_t hole_count = take_count(reader, sizeof *mesh->holes);
	if (!good(reader) || hole_count == 0)
		return;
	mesh->holes = take_array(reader, hole_count, sizeof *mesh->holes);
	mesh->hole_count = mesh->holes ? hole_count : 0;
	check_holes(reader, mesh);
}

static void take_primitive(wire_reader *reader, art_primitive *primitive, uint32_t material_count)
{
	primitive->name = take_text(reader, true);
	uint32_t shape = take_u32(reader);
	expect(reader, shape >= KILNCOOK_SHAPE_SPHERE && shape <= KILNCOOK_SHAPE_CYLINDER);
	primitive->shape = good(reader) ? (kilncook_shape)shape : KILNCOOK_SHAPE_SPHERE;
	take(reader, primitive->parameters, sizeof primitive->parameters);
	primitive->material = take_u32(reader);
	expect(reader, primitive->material < material_count);
}

/// Returns whether node `i` may follow its predecessor in depth-first order: its parent must be this predecessor or one
/// of the predecessor's ancestors.
static bool follows(const art_node *nodes, uint32_t i, uint32_t last_above)
{
	if (i == 0)
		return nodes[0].parent == KILN_NONE;
	for (uint32_t above = last_above; above != KILN_NONE; above = nodes[above].parent)
		if (above == nodes[i].parent)
			return true;
	return false;
}

/// Reads an index below `count`, or KILN_NONE.
static uint32_t take_index(wire_reader *reader, uint32_t count)
{
	uint32_t index = take_u32(reader);
	expect(reader, index < count || index == KILN_NONE);
	return index;
}

/// Reads a list of mesh indices.
static uint32_t *take_meshes(wire_reader *reader, const art_scene *scene, uint32_t *count)
{
	uint32_t given = take_count(reader, sizeof(uint32_t));
	uint32_t *meshes = take_array(reader, given, sizeof *meshes);
	*count = meshes ? given : 0;
	for (uint32_t k = 0; k < *count; ++k)
		expect(reader, meshes[k] < scene->mesh_count);
	return meshes;
}

static void take_physics(wire_reader *reader, const art_scene *scene, art_node *node)
{
	if (!take_u32(reader) || !good(reader))
		return;
	art_physics *physics = node->physics = make_array(reader, 1, sizeof *physics);
	uint32_t extension = take_u32(reader), shape = take_u32(reader);
	expect(reader, extension < ART_EXTENSION_END && shape > KILNCOOK_SHAPE_DEFAULT && shape < KILNCOOK_SHAPE_END);
	if (!good(reader))
		return;
	physics->extension = (art_extension)extension;
	physics->shape = shape;
	physics->trigger = take_u32(reader) != 0;
	physics->primitive = take_index(reader, scene->primitive_count);
	physics->filter = take_index(reader, scene->filter_count);
	physics->surface = take_index(reader, scene->surface_count);
	physics->render = take_meshes(reader, scene, &physics->render_count);
	const art_primitive *own =
		physics->primitive < scene->primitive_count ? &scene->primitives[physics->primitive] : NULL;
	expect(reader, node->primitive == own && (!own || own->shape == shape));
}

static bool is_coefficient(float number)
{
	return number >= 0 && number <= FLT_MAX;
}

/// Whether numbers are finite, and 0 where they are not given.
static bool is_vector(const float *numbers, uint32_t count, bool given)
{
	for (uint32_t i = 0; i < count; ++i)
		if (!(numbers[i] >= (given ? -FLT_MAX : 0) && numbers[i] <= (given ? FLT_MAX : 0)))
			return false;
	return true;
}

static bool is_body(const kiln_format_body *b)
{
	bool inertia = b->flags & KILN_BODY_INERTIA;
	for (uint32_t k = 0; k < 4; ++k)
		if (!(b->axes[k] >= -1 && b->axes[k] <= 1) || (k < 3 && !is_coefficient(b->inertia[k])))
			return false;
	return b->kind < KILN_BODY_KIND_END && b->flags <= KILN_BODY_FLAGS_KNOWN && is_coefficient(b->mass) &&
		   is_vector(&b->mass, 1, b->flags & KILN_BODY_MASS) && is_vector(&b->gravity, 1, true) &&
		   is_vector(b->center, 3, b->flags & KILN_BODY_CENTER) && is_vector(b->inertia, 3, inertia) &&
		   is_vector(b->axes, 4, inertia) && is_vector(b->linear_velocity, 3, true) &&
		   is_vector(b->angular_velocity, 3, true);
}

static void take_bodies(wire_reader *reader, art_scene *scene)
{
	uint32_t count = take_count(reader, sizeof *scene->bodies);
	scene->bodies = take_array(reader, count, sizeof *scene->bodies);
	scene->body_count = scene->bodies ? count : 0;
	for (uint32_t i = 0; i < scene->body_count; ++i)
	{
		kiln_format_body *body = &scene->bodies[i];
		memset(body->to_asset, 0, sizeof body->to_asset);
		memset(body->reserved, 0, sizeof body->reserved);
		body->name = 0;
		expect(reader, is_body(body));
	}
}

static void take_metadata(wire_reader *reader, art_scene *scene)
{
	uint32_t count = take_count(reader, sizeof *scene->metadata);
	scene->metadata = take_array(reader, count, sizeof *scene->metadata);
	scene->metadata_count = scene->metadata ? count : 0;
	uint32_t size = take_count(reader, 1);
	scene->metadata_text = take_array(reader, size, 1);
	scene->metadata_text_size = scene->metadata_text ? size : 0;
	expect(reader, import_metadata_is_sound(scene));
}

static void take_tables(wire_reader *reader, art_scene *scene)
{
	scene->layers = take_texts(reader, &scene->layer_count, true);
	expect(reader, scene->layer_count < KILN_LAYERS_MAX);
	uint32_t count = take_count(reader, sizeof *scene->filters);
	scene->filters = take_array(reader, count, sizeof *scene->filters);
	scene->filter_count = scene->filters ? count : 0;
	count = take_count(reader, sizeof *scene->surfaces);
	scene->surfaces = take_array(reader, count, sizeof *scene->surfaces);
	scene->surface_count = scene->surfaces ? count : 0;
	scene->surface_first = take_u32(reader);
	expect(reader, count == 0 || (scene->surface_first <= scene->material_count &&
									 count <= scene->material_count - scene->surface_first));
	for (uint32_t i = 0; i < scene->surface_count; ++i)
	{
		const art_surface *s = &scene->surfaces[i];
		expect(reader, is_coefficient(s->static_friction) && is_coefficient(s->dynamic_friction) &&
						   is_coefficient(s->restitution) && (uint32_t)s->friction_combine < ART_COMBINE_END &&
						   (uint32_t)s->restitution_combine < ART_COMBINE_END);
	}
}

static void take_node(wire_reader *reader, art_scene *scene, uint32_t i)
{
	art_node *node = &scene->nodes[i];
	node->name = take_text(reader, true);
	take(reader, node->to_root, sizeof node->to_root);
	node->parent = take_u32(reader);
	expect(reader, follows(scene->nodes, i, i - 1));
	node->body = take_u32(reader);
	expect(reader, node->body <= scene->body_count);
	node->metadata = take_u32(reader);
	uint32_t shape = take_u32(reader);
	expect(reader, shape < KILNCOOK_SHAPE_END);
	node->shape = good(reader) ? (kilncook_shape)shape : KILNCOOK_SHAPE_DEFAULT;
	uint32_t primitive = take_u32(reader);
	expect(reader, primitive == KILN_NONE || primitive < scene->primitive_count);
	node->meshes = take_meshes(reader, scene, &node->mesh_count);
	expect(reader, primitive == KILN_NONE || node->mesh_count == 0);
	if (good(reader) && primitive != KILN_NONE)
		node->primitive = &scene->primitives[primitive];
	take_physics(reader, scene, node);
}

static void take_scene(wire_reader *reader, art_scene *scene)
{
	expect(reader, take_u32(reader) == WIRE_BEGIN);
	scene->up_axis = take_u32(reader);
	expect(reader, scene->up_axis <= 2 || scene->up_axis == KILN_NONE);
	take(reader, &scene->unit, sizeof scene->unit);
	expect(reader, scene->unit >= 0 && scene->unit <= DBL_MAX);
	char *importer = take_text(reader, true);
	expect(reader, importer && strlen(importer) < sizeof scene->importer);
	if (good(reader))
		memcpy(scene->importer, importer, strlen(importer) + 1);
	import_text_free(reader->context, importer);
	scene->materials = take_texts(reader, &scene->material_count, true);
	expect(reader, scene->material_count > 0);
	uint32_t mesh_count = take_count(reader, 6 * sizeof(uint32_t));
	scene->meshes = make_array(reader, mesh_count, sizeof *scene->meshes);
	scene->mesh_count = scene->meshes ? mesh_count : 0;
	for (uint32_t i = 0; i < scene->mesh_count && good(reader); ++i)
		take_mesh(reader, &scene->meshes[i], scene->material_count);
	uint32_t primitive_count = take_count(reader, 15 * sizeof(uint32_t));
	scene->primitives = make_array(reader, primitive_count, sizeof *scene->primitives);
	scene->primitive_count = scene->primitives ? primitive_count : 0;
	for (uint32_t i = 0; i < scene->primitive_count && good(reader); ++i)
		take_primitive(reader, &scene->primitives[i], scene->material_count);
	take_tables(reader, scene);
	take_bodies(reader, scene);
	take_metadata(reader, scene);
	uint32_t node_count = take_count(reader, 31 * sizeof(uint32_t));
	expect(reader, node_count > 0 && node_count <= ART_NODES_MAX);
	scene->nodes = make_array(reader, node_count, sizeof *scene->nodes);
	scene->node_count = scene->nodes ? node_count : 0;
	for (uint32_t i = 0; i < scene->node_count && good(reader); ++i)
		take_node(reader, scene, i);
	for (uint32_t i = 0; i < scene->body_count; ++i)
		expect(reader, scene->bodies[i].source_node < scene->node_count);
	scene->files = take_texts(reader, &scene->file_count, false);
	scene->missing = take_texts(reader, &scene->missing_count, false);
	scene->file_stamp = take_u32(reader);
	scene->file_stamp |= (uint64_t)take_u32(reader) << 32;
	expect(reader, take_u32(reader) == WIRE_END && reader->left == 0);
}

kilncook_status import_wire_read(const kilncook_context *context, const uint8_t *bytes, size_t size, art_scene *scene)
{
	wire_reader reader = {context, bytes, size, KILNCOOK_OK};
	art_scene made = {0};
	take_scene(&reader, &made);
	if (good(&reader))
		*scene = made;
	else
		art_scene_free(context, &made);
	return reader.status;
}
