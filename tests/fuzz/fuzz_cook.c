// SPDX-License-Identifier: MIT
#include "fuzz.h"
#include "kilncook.h"
#include "mutate.h"
#include "query_trial.h"
#include "support/asset_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Fuzz target: cooks a scene that the input describes, in this process. The resulting blob must open, have the right
/// hash, and be the same when the scene is cooked again.

const char *fuzz_verdict = "";

#define MESHES 2
#define NODES 4
#define METADATA 3
#define VERTICES_MOST 48
#define INDICES_MOST 144

/// The input, byte by byte; zeros after its end.
typedef struct reader
{
	const uint8_t *data;
	size_t size, at;
} reader;

static uint8_t byte_of(reader *r)
{
	return r->at < r->size ? r->data[r->at++] : 0;
}

static float float_of(reader *r)
{
	float value;
	uint8_t bytes[4];
	for (int i = 0; i < 4; ++i)
		bytes[i] = byte_of(r);
	memcpy(&value, bytes, sizeof value);
	return value;
}

/// Returns a small multiple of a power of two, mostly between -8 and 8, or any float.
static float number_of(reader *r)
{
	uint8_t first = byte_of(r);
	if (first >= 240)
		return float_of(r);
	float value = ((float)(first % 16) - 8) / (float)(1 + first / 16 % 4);
	return first >= 224 ? ldexpf(value, (int8_t)byte_of(r)) : value;
}

typedef struct scene
{
	kilncook_scene scene;
	kilncook_mesh meshes[MESHES];
	kilncook_node nodes[NODES];
	kilncook_primitive primitives[NODES];
	double places[NODES][12];
	uint32_t numbers[NODES];
	float positions[MESHES][VERTICES_MOST][3];
	uint32_t indices[MESHES][INDICES_MOST];
	kilncook_metadata metadata[METADATA];
} scene;

static void read_mesh(reader *r, scene *s, uint32_t i)
{
	kilncook_mesh *mesh = &s->meshes[i];
	*mesh = (kilncook_mesh){.name = "mesh",
		.positions = s->positions[i][0],
		.vertex_count = 1 + byte_of(r) % VERTICES_MOST,
		.indices = s->indices[i],
		.index_count = 3u * (byte_of(r) % (INDICES_MOST / 3))};
	for (uint32_t v = 0; v < mesh->vertex_count; ++v)
		for (uint32_t axis = 0; axis < 3; ++axis)
			s->positions[i][v][axis] = number_of(r);
	for (uint32_t k = 0; k < mesh->index_count; ++k)
	{
		uint32_t index = byte_of(r);
		s->indices[i][k] = index == 255 ? KILN_NONE - byte_of(r) : index % mesh->vertex_count;
	}
}

/// What nodes of meshes become, by three bits.
static const kilncook_shape shapes[8] = {KILNCOOK_SHAPE_DEFAULT, KILNCOOK_SHAPE_HULL, KILNCOOK_SHAPE_SPHERE,
	KILNCOOK_SHAPE_CAPSULE, KILNCOOK_SHAPE_BOX, KILNCOOK_SHAPE_CYLINDER, KILNCOOK_SHAPE_PARTS, KILNCOOK_SHAPE_AUTO};

static void read_node(reader *r, scene *s, uint32_t i)
{
	kilncook_node *node = &s->nodes[i];
	uint8_t what = byte_of(r);
	s->numbers[i] = what / 16 % MESHES;
	*node = (kilncook_node){.name = "node", .tag = i, .to_asset = what % 2 ? s->places[i] : NULL};
	for (uint32_t k = 0; what % 2 && k < 12; ++k)
		s->places[i][k] = (k % 5 == 0 ? 1.0 : 0.0) + (byte_of(r) % 2 ? (double)number_of(r) : 0);
	if (what / 2 % 4)
	{
		node->meshes = &s->numbers[i];
		node->mesh_count = 1;
		node->shape = shapes[what / 32];
		return;
	}
	kilncook_primitive *primitive = &s->primitives[i];
	*primitive =
		(kilncook_primitive){.name = "solid", .shape = (kilncook_shape)(KILNCOOK_SHAPE_SPHERE + what / 32 % 4)};
	static const uint32_t counts[4] = {4, 7, 6, 7};
	for (uint32_t k = 0; k < counts[primitive->shape - KILNCOOK_SHAPE_SPHERE]; ++k)
		primitive->parameters[k] = number_of(r);
	node->primitive = primitive;
}

static kilncook_options read_options(reader *r)
{
	static const double welds[4] = {0, 0, 1e-6, 0.01}, layouts[8] = {0, 0, 0, 16, 18, 21, 0.01, -0.25};
	uint8_t a = byte_of(r), b = byte_of(r), c = byte_of(r);
	return (kilncook_options){.weld = welds[a % 4],
		.scale = a & 16 ? ldexp(1, b % 64 - 32) : 0,
		.flip = (a & 32) != 0,
		.up = (kilncook_axis)(a / 64),
		.shape = shapes[b % 8],
		.parts_max = 1 + b % 5u,
		.parts_error = 0.05 * (1 + a / 4 % 4),
		.parts_quality = (kilncook_parts_quality)(c % 2),
		.parts_clear = a & 8 ? 0.75 : 0,
		.parts_clear_from = {.count = c & 1u, .at = {{1, 0, b % 4}}},
		.hull_vertices = b & 128 ? 4 + c % 8u : 0,
		.trees = c & 128 ? c & 127u : 0,
		.split = (kilncook_split)(a / 4 % 4),
		.tree_width = 2 + b / 16 % 4u,
		.deformable = (c & 1) != 0,
		.metadata = (c & 2) != 0,
		.adjacency = (c & 4) != 0,
		.keep_survey = (c & 8) != 0,
		.layout = layouts[b / 16 % 8],
		.exact_if_possible = (b & 1) != 0,
		.levels = {c & 8 ? 0.05 : 0, c & 16 ? 8 : 0},
		.simplify_side = (kilncook_simplify_side)(c / 32 % 4 < 3 ? c / 32 % 4 : 0),
		.origin = (kilncook_origin)((a ^ b) % 8 < KILNCOOK_ORIGIN_END ? (a ^ b) % 8 : 0),
		.origin_at = {ldexp(a, b % 46), -ldexp(c, a % 46), 0.5 * b},
		.snap = (b ^ c) % 8 == 0 ? ldexp(1 + 0.3 * (a % 2), c % 40 - 20) : 0,
		.threads = 1};
}

/// Paths and strings are few, so that several entries have the same.
static kilncook_metadata read_metadata(reader *r, uint32_t nodes)
{
	static const char *const paths[] = {"/", "/a", "/a/b", "/~0\n", "/caf\xc3\xa9", "/a/\xf0\x9f\x8e\xb2"};
	const uint8_t what = byte_of(r);
	const uint32_t counts[KILNCOOK_METADATA_OWNER_END] = {1, nodes ? nodes : 1, 1, MESHES};
	kilncook_metadata made = {.owner = what % 4, .type = what / 4 % KILNCOOK_METADATA_TYPE_END};
	made.index = byte_of(r) % counts[made.owner];
	made.path = paths[byte_of(r) % 6];
	made.string = paths[what / 32 % 6] + 1;
	made.integer = (int64_t)what - 128;
	made.number = (double)number_of(r);
	return made;
}

static bool hash_is_right(const kilncook_blob *blob)
{
	uint8_t *copy = fixture_memory(blob->size);
	trial_check(copy != NULL);
	memcpy(copy, blob->data, blob->size);
	mutate_rehash(copy, blob->size);
	bool same = memcmp(copy, blob->data, blob->size) == 0;
	free(copy);
	return same;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	reader r = {data, size, 0};
	const kilncook_context context = {0};
	kilncook_blob blob = {0}, again = {0};
	scene *s = calloc(1, sizeof *s);
	trial_check(s != NULL);
	const kilncook_options options = read_options(&r);
	for (uint32_t i = 0; i < MESHES; ++i)
		read_mesh(&r, s, i);
	uint32_t nodes = byte_of(&r) % (NODES + 1);
	for (uint32_t i = 0; i < nodes; ++i)
		read_node(&r, s, i);
	s->scene = (kilncook_scene){
		.meshes = s->meshes, .mesh_count = MESHES, .nodes = nodes ? s->nodes : NULL, .node_count = nodes};
	for (uint32_t i = 0; i < METADATA; ++i)
		s->metadata[i] = read_metadata(&r, nodes);
	s->scene.metadata = s->metadata;
	s->scene.metadata_count = METADATA;
	kilncook_status status = kilncook_cook_memory(&context, &s->scene, &options, &blob, NULL);
	static const char *const names[] = {"cooked", "refused", "usage", "io", "internal"};
	trial_check((size_t)status < sizeof names / sizeof *names);
	fuzz_verdict = names[status];
	trial_check(status != KILNCOOK_IO && kilncook_cook_memory(&context, &s->scene, &options, &again, NULL) == status);
	trial_check(blob.size == again.size && (blob.size == 0 || memcmp(blob.data, again.data, blob.size) == 0));
	if (status == KILNCOOK_OK)
	{
		kiln_asset asset;
		trial_check(kiln_open(&asset, blob.data, blob.size, NULL).status == KILN_OK && hash_is_right(&blob));
	}
	kilncook_blob_free(&context, &blob);
	kilncook_blob_free(&context, &again);
	free(s);
	return 0;
}

uint8_t *fuzz_builtin_seed(size_t i, size_t *size)
{
	uint64_t random = i;
	*size = i < 24 ? 400 : 0;
	uint8_t *seed = *size ? fixture_memory(*size) : NULL;
	for (size_t k = 0; seed && k < *size; ++k)
		seed[k] = (uint8_t)(fixture_random(&random) % (i % 3 ? 224 : 256));
	return seed;
}
