// SPDX-License-Identifier: MIT
#include "contact_tiles.h"

#include "support/asset_fixture.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
	HALVES = 2 * TILES_SIDE * TILES_CELLS, ///< half cells along the terrain's side
};

// --- The surface ------------------------------------------------------------------------------------------------------

/// Vertices at all half cells, in steps of 2^-12, so that the middle of two neighbours is a float32.
typedef struct lattice
{
	double at[HALVES + 1][HALVES + 1][3];
} lattice;

static double step(double x)
{
	return floor(x * 2048 + 0.5) / 2048;
}

/// Whether a tile has vertices at half cells.
static bool is_fine(const tiles *t, uint32_t tile)
{
	return t->options.fine && tile % 2 == 1;
}

static void make_lattice(lattice *l, const tiles_options *options)
{
	uint64_t random = options->seed;
	const double middle = HALVES / 2.0, seam = TILES_CELLS;
	for (int y = 0; y <= HALVES; ++y)
		for (int x = 0; x <= HALVES; ++x)
		{
			double *v = l->at[y][x], cx = (x - middle) / 2, cy = (y - middle) / 2;
			double dx = (double)ground_random(&random, -options->jitter, options->jitter);
			double dy = (double)ground_random(&random, -options->jitter, options->jitter);
			double dz = (double)ground_random(&random, -options->bump, options->bump);
			// The seams are at half a tile on either side of the middle.
			double wx = fabs(fabs(cx) - seam / 2), wy = fabs(fabs(cy) - seam / 2);
			// Vertices at half cells stay nearer, so that no triangle turns over.
			double share = (x | y) & 1 ? 0.5 : 1;
			v[0] = options->shift + step(cx + share * dx);
			v[1] = options->shift + step(cy + share * dy);
			v[2] = step(dz * share - options->ridge[0] * wx - options->ridge[1] * wy);
		}
	// Half cells at a seam lie in the middle of the edge of the coarse tile.
	const int every = 2 * TILES_CELLS;
	for (int y = 0; y <= HALVES; ++y)
		for (int x = 0; x <= HALVES; ++x)
			for (int k = 0; k < 3; ++k)
			{
				if (x % every == 0 && y % 2 == 1)
					l->at[y][x][k] = (l->at[y - 1][x][k] + l->at[y + 1][x][k]) / 2;
				if (y % every == 0 && x % 2 == 1)
					l->at[y][x][k] = (l->at[y][x - 1][k] + l->at[y][x + 1][k]) / 2;
			}
}

static void put(tiles *t, uint32_t tile, const double *a, const double *b, const double *c)
{
	assert_true(t->counts[tile] < TILES_TRIANGLES);
	double(*corners)[3] = t->triangles[tile][t->counts[tile]++];
	memcpy(corners[0], a, sizeof corners[0]);
	memcpy(corners[1], b, sizeof corners[1]);
	memcpy(corners[2], c, sizeof corners[2]);
}

static void make_triangles(tiles *t, const lattice *l)
{
	uint64_t random = t->options.seed + 1;
	for (uint32_t tile = 0; tile < TILES_COUNT; ++tile)
	{
		uint32_t by = is_fine(t, tile) ? 1 : 2, side = 2 * TILES_CELLS;
		uint32_t x0 = tile % TILES_SIDE * side, y0 = tile / TILES_SIDE * side;
		for (uint32_t y = y0; y < y0 + side; y += by)
			for (uint32_t x = x0; x < x0 + side; x += by)
			{
				const double *a = l->at[y][x], *b = l->at[y][x + by], *c = l->at[y + by][x], *d = l->at[y + by][x + by];
				bool either = fixture_random(&random) & 1;
				put(t, tile, a, b, either ? c : d);
				put(t, tile, either ? b : a, d, c);
			}
	}
}

static void add(ground *g, const double *a, const double *b, const double *c)
{
	uint32_t i = ground_vertex(g, a[0], a[1], a[2]);
	ground_vertex(g, b[0], b[1], b[2]);
	ground_vertex(g, c[0], c[1], c[2]);
	ground_triangle(g, i, i + 1, i + 2);
}

/// The middle of an edge where a vertex of a fine tile lies; NULL where there is none.
static const double *middle_of(const tiles *t, uint32_t tile, const double *a, const double *b, double m[3])
{
	for (int k = 0; k < 3; ++k)
		m[k] = (a[k] + b[k]) / 2;
	for (uint32_t other = 0; other < TILES_COUNT; ++other)
		for (uint32_t i = 0; is_fine(t, other) && !is_fine(t, tile) && i < t->counts[other]; ++i)
			for (int k = 0; k < 3; ++k)
				if (memcmp(t->triangles[other][i][k], m, 3 * sizeof *m) == 0)
					return m;
	return NULL;
}

/// Splits a triangle at the vertices of fine tiles on its edges.
static void add_split(const tiles *t, ground *g, uint32_t tile, const double *a, const double *b, const double *c)
{
	double m[3];
	for (int k = 0; k < 3; ++k)
	{
		if (middle_of(t, tile, a, b, m))
		{
			add_split(t, g, tile, a, m, c);
			add_split(t, g, tile, m, b, c);
			return;
		}
		const double *first = a;
		a = b;
		b = c;
		c = first;
	}
	add(g, a, b, c);
}

// --- Tiles ------------------------------------------------------------------------------------------------------------

/// The place of a tile: world = axes * local + origin.
typedef struct place
{
	double axes[3][3], origin[3];
	bool mirrored;
	kiln_pose pose;
} place;

/// Rows of the matrix of a quaternion.
static void rows_of(kiln_quat q, double rows[3][3])
{
	double x = (double)q.x, y = (double)q.y, z = (double)q.z, w = (double)q.w, s = 2 / (x * x + y * y + z * z + w * w);
	const double m[3][3] = {{1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)},
		{s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)},
		{s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)}};
	memcpy(rows, m, sizeof m);
}

static place place_of(const tiles *t, uint32_t tile)
{
	const tiles_kind kind = t->options.kind;
	const double side = TILES_CELLS, angle = kind == TILES_NODES_TURNED ? 1.5707963267948966 * tile : 0.7 + 1.1 * tile;
	const bool turned = kind != TILES_NODES && kind != TILES_ASSETS && kind != TILES_ONE_MESH;
	const bool apart = kind != TILES_NODES && kind != TILES_ONE_MESH;
	kiln_quat q = {0, 0, 0, 1};
	place p = {.mirrored = turned && kind != TILES_ASSETS_TURNED && tile % 2 == 0};
	if (turned)
		q = kind == TILES_NODES_TURNED ? ground_turned(0, 0, 1, angle) : ground_turned(0.36, 0.48, 0.8, angle);
	rows_of(q, p.axes);
	for (int r = 0; r < 3; ++r)
		for (int c = 0; c < 3; ++c)
		{
			if (kind == TILES_NODES_TURNED)
				p.axes[r][c] = round(p.axes[r][c]);
			if (c == 0 && p.mirrored)
				p.axes[r][c] = -p.axes[r][c];
		}
	p.origin[0] = apart ? t->options.shift + side * (tile % TILES_SIDE) - 1.5 * side : 0;
	p.origin[1] = apart ? t->options.shift + side * (tile / TILES_SIDE) - 1.5 * side : 0;
	p.pose = (kiln_pose){q, {(float)p.origin[0], (float)p.origin[1], (float)p.origin[2]}, 1};
	return p;
}

/// A tile's mesh in its own coordinates.
static void make_mesh(const tiles *t, uint32_t tile, const place *p, ground *g)
{
	for (uint32_t i = 0; i < t->counts[tile]; ++i)
	{
		double local[3][3];
		for (int k = 0; k < 3; ++k)
			for (int c = 0; c < 3; ++c)
			{
				local[k][c] = 0;
				for (int r = 0; r < 3; ++r)
					local[k][c] += p->axes[r][c] * (t->triangles[tile][i][k][r] - p->origin[r]);
			}
		add(g, local[0], local[p->mirrored ? 2 : 1], local[p->mirrored ? 1 : 2]);
	}
}

static kilncook_mesh mesh_of(const ground *g)
{
	return (kilncook_mesh){.positions = g->vertices[0],
		.vertex_count = g->vertex_count,
		.indices = g->triangles,
		.index_count = 3ull * g->triangle_count};
}

static void cook(tiles *t, const kilncook_scene *scene, const kiln_pose *pose)
{
	const kilncook_options options = {.threads = 1};
	const uint32_t at = t->asset_count++;
	kilncook_context context = {0};
	assert_int_equal(kilncook_cook_memory(&context, scene, &options, &t->blobs[at], NULL), KILNCOOK_OK);
	assert_int_equal(kiln_open(&t->assets[at], t->blobs[at].data, t->blobs[at].size, NULL).status, KILN_OK);
	t->list[at].asset = &t->assets[at];
	if (pose)
		t->list[at].pose = *pose;
}

static void cook_tiles(tiles *t)
{
	const tiles_kind kind = t->options.kind;
	const bool apart = kind == TILES_ASSETS || kind == TILES_ASSETS_TURNED;
	ground *grounds[TILES_COUNT];
	kilncook_mesh meshes[TILES_COUNT];
	kilncook_node nodes[TILES_COUNT];
	double maps[TILES_COUNT][12];
	uint32_t numbers[TILES_COUNT], count = 0;
	for (uint32_t tile = 0; tile < TILES_COUNT; ++tile)
	{
		const place p = place_of(t, tile);
		if (kind != TILES_ONE_MESH || tile == 0)
			grounds[count++] = ground_begin();
		make_mesh(t, tile, &p, grounds[count - 1]);
		meshes[count - 1] = mesh_of(grounds[count - 1]);
		const kilncook_scene scene = {.meshes = &meshes[tile % count], .mesh_count = 1};
		if (apart)
			cook(t, &scene, &p.pose);
		numbers[tile] = tile;
		for (int r = 0; r < 3; ++r)
		{
			memcpy(maps[tile] + 4 * r, p.axes[r], sizeof p.axes[r]);
			maps[tile][4 * r + 3] = p.origin[r];
		}
		nodes[tile] = (kilncook_node){.to_asset = maps[tile], .meshes = &numbers[tile], .mesh_count = 1};
	}
	const kilncook_scene scene = {.meshes = meshes, .mesh_count = count, .nodes = nodes, .node_count = count};
	if (!apart)
		cook(t, &scene, NULL);
	for (uint32_t i = 0; i < count; ++i)
		ground_end(grounds[i]);
}

tiles *tiles_begin(const tiles_options *options)
{
	tiles *t = calloc(1, sizeof *t);
	lattice *l = malloc(sizeof *l);
	assert_true(t && l);
	t->options = *options;
	make_lattice(l, options);
	make_triangles(t, l);
	free(l);
	t->whole = ground_begin();
	for (uint32_t tile = 0; tile < TILES_COUNT; ++tile)
		for (uint32_t i = 0; i < t->counts[tile]; ++i)
		{
			double(*c)[3] = t->triangles[tile][i];
			add_split(t, t->whole, tile, c[0], c[1], c[2]);
		}
	ground_cook(t->whole, NULL, 0);
	cook_tiles(t);
	assert_int_equal(kiln_borders_init(&t->borders, t->list, t->asset_count, 0), KILN_OK);
	return t;
}

void tiles_end(tiles *t)
{
	kilncook_context context = {0};
	for (uint32_t i = 0; i < t->asset_count; ++i)
		kilncook_blob_free(&context, &t->blobs[i]);
	ground_end(t->whole);
	free(t);
}

// --- Contacts ---------------------------------------------------------------------------------------------------------

/// Adds the contacts of manifolds in the coordinates of a pose.
static uint32_t gather(
	const kiln_mesh_manifold *manifolds, uint32_t count, const kiln_pose *pose, tiles_contact *contacts, uint32_t at)
{
	const kiln_vec3 t = pose->translation;
	double rows[3][3];
	rows_of(pose->rotation, rows);
	for (uint32_t i = 0; i < count; ++i)
		for (uint32_t k = 0; k < manifolds[i].manifold.count; ++k)
		{
			const kiln_vec3 n = manifolds[i].manifold.normal, p = manifolds[i].manifold.contacts[k].on_a;
			const double origin[3] = {(double)t.x, (double)t.y, (double)t.z};
			tiles_contact *c = &contacts[at++];
			assert_true(at < GROUND_MOST);
			for (int r = 0; r < 3; ++r)
			{
				c->normal[r] = rows[r][0] * (double)n.x + rows[r][1] * (double)n.y + rows[r][2] * (double)n.z;
				c->place[r] =
					rows[r][0] * (double)p.x + rows[r][1] * (double)p.y + rows[r][2] * (double)p.z + origin[r];
			}
			c->depth = (double)manifolds[i].manifold.contacts[k].depth;
			c->beside = manifolds[i].beside;
		}
	return at;
}

uint32_t tiles_find_whole(
	const tiles *t, const kiln_convex_object *object, const kiln_mesh_contact_options *options, tiles_contact *contacts)
{
	static kiln_mesh_manifold manifolds[GROUND_MOST];
	const kiln_pose here = {.rotation = {0, 0, 0, 1}};
	uint32_t count = ground_find(&t->whole->asset, object, options, manifolds);
	return gather(manifolds, count, &here, contacts, 0);
}

/// A pose in the coordinates of another one.
static kiln_pose pose_in(const kiln_pose *frame, const kiln_pose *pose)
{
	double rows[3][3];
	rows_of(frame->rotation, rows);
	const kiln_quat f = frame->rotation, q = pose->rotation;
	const kiln_vec3 s = frame->translation, t = pose->translation;
	const double way[3] = {(double)t.x - (double)s.x, (double)t.y - (double)s.y, (double)t.z - (double)s.z};
	float local[3];
	for (int c = 0; c < 3; ++c)
		local[c] = (float)(rows[0][c] * way[0] + rows[1][c] * way[1] + rows[2][c] * way[2]);
	return (kiln_pose){
		.rotation = {f.w * q.x - f.x * q.w - f.y * q.z + f.z * q.y, f.w * q.y - f.y * q.w - f.z * q.x + f.x * q.z,
			f.w * q.z - f.z * q.w - f.x * q.y + f.y * q.x, f.w * q.w + f.x * q.x + f.y * q.y + f.z * q.z},
		.translation = {local[0], local[1], local[2]},
		.scale = 1};
}

uint32_t tiles_find(const tiles *t, const kiln_convex_object *object, const kiln_mesh_contact_options *options,
	const kiln_borders *borders, tiles_contact *contacts)
{
	static kiln_mesh_manifold manifolds[GROUND_MOST];
	uint32_t at = 0;
	for (uint32_t i = 0; i < t->asset_count; ++i)
	{
		kiln_borders here = borders ? *borders : t->borders;
		kiln_mesh_contact_options own = options ? *options : (kiln_mesh_contact_options){.skin = 0};
		kiln_pose pose = t->list[i].pose;
		const bool placed = t->asset_count > 1;
		if (!placed)
			pose.rotation.w = 1;
		else
			here.pose = pose;
		own.borders = &here;
		const kiln_convex_object local = {
			.shape = object->shape, .pose = placed ? pose_in(&pose, &object->pose) : object->pose};
		uint32_t count = ground_find(&t->assets[i], &local, &own, manifolds);
		at = gather(manifolds, count, &pose, contacts, at);
	}
	return at;
}
