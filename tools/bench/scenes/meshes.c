// SPDX-License-Identifier: MIT
#include "meshes.h"

#include "bench/figures/timing.h"
#include "clean/clean.h"
#include "common/message.h"
#include "generate.h"
#include "house.h"
#include "import/import.h"
#include "memory.h"
#include "platform/platform.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_generated(mesh_list *list, const char *name, mesh_shape shape, uint32_t size)
{
	mesh_spec *spec = &list->specs[list->count++];
	*spec = (mesh_spec){.shape = shape, .size = size};
	snprintf(spec->name, sizeof spec->name, "%s", name);
}

static void add_file(mesh_list *list, const char *name, const char *models, const char *file)
{
	mesh_spec *spec = &list->specs[list->count];
	*spec = (mesh_spec){.shape = MESH_FILE};
	snprintf(spec->name, sizeof spec->name, "%s", name);
	int length = snprintf(spec->path, sizeof spec->path, "%s/%s", models, file);
	if (length < 0 || (size_t)length >= sizeof spec->path)
		return;
	if (platform_file_kind(spec->path, NULL, NULL) == PLATFORM_REGULAR)
		++list->count;
}

static mesh_list all_meshes(const char *models, bool quick)
{
	mesh_list list = {.count = 0};
	add_generated(&list, "sphere 6k", MESH_SPHERE, 40);
	if (quick)
	{
		add_generated(&list, "terrain 20k", MESH_TERRAIN, 100);
		add_generated(&list, "soup 5k", MESH_SOUP, 5000);
		return list;
	}
	add_generated(&list, "sphere 70k", MESH_SPHERE, 132);
	add_generated(&list, "sphere 270k", MESH_SPHERE, 260);
	add_generated(&list, "sphere 900k", MESH_SPHERE, 475);
	add_generated(&list, "terrain 70k", MESH_TERRAIN, 187);
	add_generated(&list, "terrain 900k", MESH_TERRAIN, 671);
	add_generated(&list, "soup 50k", MESH_SOUP, 50000);
	add_file(&list, "dragon 11k", models, "dragon_vrip_res4.ply");
	add_file(&list, "dragon 48k", models, "dragon_vrip_res3.ply");
	add_file(&list, "dragon 203k", models, "dragon_vrip_res2.ply");
	add_file(&list, "dragon 871k", models, "dragon_vrip.ply");
	return list;
}

mesh_list mesh_list_make(const char *models, const char *only, bool quick)
{
	mesh_list all = all_meshes(models, quick), list = {.count = 0};
	for (uint32_t i = 0; i < all.count; ++i)
		if (!only || strstr(all.specs[i].name, only))
			list.specs[list.count++] = all.specs[i];
	return list;
}

static void print_message(void *user, kilncook_severity severity, const char *where, const char *code, const char *text)
{
	(void)where;
	if (severity == KILNCOOK_ERROR)
		tool_message(user, "error", code, "%s", text);
}

static kilncook_context context_for(const char *name)
{
	return (kilncook_context){.log = {print_message, (void *)(uintptr_t)name}};
}

kilncook_context bench_context(void)
{
	return context_for("kiln-bench");
}

/// Imports an art file and cleans its first mesh.
static bool load_file(bench_mesh *mesh, const char *path)
{
	kilncook_context context = context_for(path);
	art_scene scene = {0};
	kilncook_status status = art_import(&context, path, NULL, &scene);
	if (status != KILNCOOK_OK)
		return false;
	static const uint32_t first = 0;
	clean_options options = {0};
	status = clean_build(&context, &scene, &first, 1, NULL, &options, &mesh->clean);
	art_scene_free(&context, &scene);
	if (status != KILNCOOK_OK)
		return false;
	// Bullet and Embree read the last vertex as four floats.
	float(*padded)[3] = bench_memory((size_t)mesh->clean.vertex_count + 2, sizeof *padded);
	memcpy(padded, mesh->clean.vertices, mesh->clean.vertex_count * sizeof *padded);
	cook_free(&context, mesh->clean.vertices, mesh->clean.vertex_count, sizeof *mesh->clean.vertices);
	mesh->clean.vertices = padded;
	return true;
}

static void bound(bench_mesh *mesh)
{
	const clean_mesh *clean = &mesh->clean;
	double square = 0;
	for (uint32_t axis = 0; axis < 3; ++axis)
	{
		float min = clean->vertices[0][axis], max = min;
		for (uint32_t i = 1; i < clean->vertex_count; ++i)
		{
			min = clean->vertices[i][axis] < min ? clean->vertices[i][axis] : min;
			max = clean->vertices[i][axis] > max ? clean->vertices[i][axis] : max;
		}
		double half = ((double)max - (double)min) / 2;
		mesh->center[axis] = (float)((double)min + half);
		square += half * half;
	}
	mesh->radius = (float)sqrt(square);
}

/// Exact, except for numbers too small to matter.
static void scale(bench_mesh *mesh)
{
	int exponent;
	frexpf(mesh->radius, &exponent);
	float factor = mesh->scale = ldexpf(1, 7 - exponent);
	for (uint32_t i = 0; i < mesh->clean.vertex_count; ++i)
		for (uint32_t axis = 0; axis < 3; ++axis)
			mesh->clean.vertices[i][axis] *= factor;
}

bool bench_mesh_make(bench_mesh *mesh, const mesh_spec *spec, uint64_t seed)
{
	*mesh = (bench_mesh){0};
	memcpy(mesh->name, spec->name, sizeof mesh->name);
	switch (spec->shape)
	{
	case MESH_FILE:
		if (!load_file(mesh, spec->path))
			return false;
		break;
	case MESH_SPHERE:
		generate_sphere(&mesh->clean, spec->size, seed);
		break;
	case MESH_TERRAIN:
		generate_terrain(&mesh->clean, spec->size, seed);
		break;
	case MESH_SOUP:
		generate_soup(&mesh->clean, spec->size, seed);
		break;
	case MESH_BALL:
		generate_ball(&mesh->clean, spec->size);
		break;
	case MESH_CUBE:
		generate_cube(&mesh->clean);
		break;
	case MESH_HOUSE:
		generate_house(&mesh->clean);
		break;
	}
	if (mesh->clean.triangle_count == 0)
	{
		tool_message(spec->path, "error", "mesh-empty", "no triangle left");
		bench_mesh_free(mesh);
		return false;
	}
	bound(mesh);
	scale(mesh);
	bound(mesh);
	return true;
}

void bench_mesh_free(bench_mesh *mesh)
{
	// bench_context has no allocator, which means malloc and free.
	kilncook_context context = bench_context();
	clean_mesh_free(&context, &mesh->clean);
	*mesh = (bench_mesh){0};
}

rival_mesh bench_mesh_rival(const bench_mesh *mesh)
{
	return (rival_mesh){&mesh->clean.vertices[0][0], mesh->clean.vertex_count, &mesh->clean.triangles[0][0],
		mesh->clean.triangle_count};
}

bool bench_mesh_cook(const bench_mesh *mesh, const kilncook_options *options, kilncook_blob *blob)
{
	kilncook_context context = context_for(mesh->name);
	kilncook_mesh given = {
		.name = mesh->name,
		.positions = &mesh->clean.vertices[0][0],
		.vertex_count = mesh->clean.vertex_count,
		.indices = mesh->clean.triangles,
		.index_count = 3 * (uint64_t)mesh->clean.triangle_count,
	};
	kilncook_scene scene = {.name = mesh->name, .meshes = &given, .mesh_count = 1};
	return kilncook_cook_memory(&context, &scene, options, blob, NULL) == KILNCOOK_OK;
}

bool bench_blob_open(const kilncook_blob *blob, kiln_isa isa, kiln_asset *asset)
{
	kiln_open_options options = {.trust = true, .isa = isa};
	kiln_result result = kiln_open(asset, blob->data, blob->size, &options);
	if (result.status == KILN_OK)
		return true;
	tool_message("kiln-bench", "error", kiln_status_name(result.status), "offset %llu of a cooked blob: %s",
		(unsigned long long)result.offset, result.reason);
	return false;
}

bench_random bench_random_make(uint64_t seed)
{
	// The finaliser of splitmix64 (Steele, Lea, Flood 2014) makes neighbouring seeds unrelated.
	uint64_t z = seed + 0x9e3779b97f4a7c15u;
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	z ^= z >> 31;
	return (bench_random){z ? z : 1};
}

double bench_random_unit(bench_random *random)
{
	uint64_t x = random->state;
	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	random->state = x;
	return (double)(x >> 11) / 9007199254740992.0;
}

void bench_random_ball(bench_random *random, double point[3])
{
	double square;
	do
	{
		square = 0;
		for (uint32_t axis = 0; axis < 3; ++axis)
		{
			point[axis] = 2 * bench_random_unit(random) - 1;
			square += point[axis] * point[axis];
		}
	} while (square > 1 || square < 1e-6);
}
