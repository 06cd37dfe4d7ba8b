// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <ftw.h>
#include <math.h>
#include <stdio.h>
#include <strings.h>

#include "import_case.h"
#include "kiln_format.h"

/// Compares our readers with assimp's, on every file of assimp's collection in formats that both read: the same faces
/// at the same places, corner by corner in the order of the scene graph, to assimp's single precision.

#define CORPUS "/usr/share/assimp/models"

/// Files on which the two differ, and the reason.
static const struct
{
	const char *path;
	const char *why;
} known[] = {
	{"OBJ/box_UTF16BE.obj", "assimp reads no UTF-16 in OBJ"},
	{"OBJ/point_cloud.obj", "no face"},
	{"invalid/malformed.obj", "an index of 0: assimp refuses the file, we its face"},
	{"PLY/issue623.ply", "cut off in its faces"},
	{"PLY/points.ply", "no face"},
	{"PLY/pond.0.ply", "two bytes short, and no face"},
	{"glTF2/cameras/Cameras.gltf", "its quaternion is not of unit length, which makes assimp's rotation shear"},
	{"glTF2/draco/2CylinderEngine.gltf", "compressed; assimp without Draco places vertices at random"},
	{"glTF2/IndexOutOfRange/IndexOutOfRange.gltf", "cleaning drops the face and says so"},
	{"glTF2/IndexOutOfRange/AllIndicesOutOfRange.gltf", "cleaning drops the faces and says so"},
	{"glTF2/issue_3269/texcoord_crash.gltf", "only texture coordinates are wrong"},
	{"glTF2/wrongTypes/badExtension.gltf", "only a material is wrong"},
	{"glTF2/wrongTypes/badNumber.gltf", "only a material is wrong"},
	{"glTF2/wrongTypes/badObject.gltf", "only a material is wrong"},
	{"glTF2/wrongTypes/badString.gltf", "only a scene's name is wrong"},
	{"glTF2/wrongTypes/badUint.gltf", "only a material is wrong"},
};

/// Faces placed by the nodes, one after the other.
typedef struct placed_faces
{
	double (*corners)[3];
	uint32_t *sizes;
	size_t corner_count;
	size_t face_count;
	double reach; ///< largest finite coordinate
} placed_faces;

static struct
{
	import_case test;
	char paths[128][256];
	size_t path_count;
} corpus;

static size_t count_faces(const art_scene *scene, size_t *corners)
{
	size_t faces = 0;
	*corners = 0;
	for (uint32_t n = 0; n < scene->node_count; ++n)
		for (uint32_t i = 0; i < scene->nodes[n].mesh_count; ++i)
		{
			const art_mesh *mesh = &scene->meshes[scene->nodes[n].meshes[i]];
			faces += mesh->face_count;
			*corners += mesh->face_first[mesh->face_count];
		}
	return faces;
}

static void place_mesh(placed_faces *placed, const art_mesh *mesh, const double *m)
{
	for (uint32_t f = 0; f < mesh->face_count; ++f)
	{
		uint32_t size = mesh->face_first[f + 1] - mesh->face_first[f];
		placed->sizes[placed->face_count++] = size;
		for (uint32_t c = 0; c < size; ++c)
		{
			float p[3];
			double *out = placed->corners[placed->corner_count++];
			import_case_corner(mesh, f, c, p);
			for (int k = 0; k < 3; ++k, m += 4)
			{
				out[k] = m[0] * (double)p[0] + m[1] * (double)p[1] + m[2] * (double)p[2] + m[3];
				placed->reach = fabs(out[k]) > placed->reach && isfinite(out[k]) ? fabs(out[k]) : placed->reach;
			}
			m -= 12;
		}
	}
}

static placed_faces place(const art_scene *scene)
{
	placed_faces placed = {0};
	size_t corners, faces = count_faces(scene, &corners);
	placed.corners = malloc((corners + 1) * sizeof *placed.corners);
	placed.sizes = malloc((faces + 1) * sizeof *placed.sizes);
	assert_true(placed.corners && placed.sizes);
	for (uint32_t n = 0; n < scene->node_count; ++n)
		for (uint32_t i = 0; i < scene->nodes[n].mesh_count; ++i)
			place_mesh(&placed, &scene->meshes[scene->nodes[n].meshes[i]], scene->nodes[n].to_root);
	return placed;
}

static void free_placed(placed_faces *placed)
{
	free(placed->corners);
	free(placed->sizes);
}

static bool near(const double *a, const double *b, double reach)
{
	for (int k = 0; k < 3; ++k)
		if (isfinite(a[k]) != isfinite(b[k]) || (isfinite(a[k]) && fabs(a[k] - b[k]) > 2e-6 * reach))
			return false;
	return true;
}

/// Whether two polygons are equal, whichever corner comes first.
static bool same_face(const double (*a)[3], const double (*b)[3], uint32_t size, double reach)
{
	for (uint32_t shift = 0; shift < size; ++shift)
	{
		uint32_t i = 0;
		while (i < size && near(a[i], b[(i + shift) % size], reach))
			++i;
		if (i == size)
			return true;
	}
	return size == 0;
}

/// Returns the first difference, or NULL.
static const char *compare(const placed_faces *ours, const placed_faces *theirs)
{
	if (ours->face_count != theirs->face_count || ours->corner_count != theirs->corner_count)
		return "counts";
	size_t corner = 0;
	for (size_t i = 0; i < ours->face_count; corner += ours->sizes[i++])
		if (ours->sizes[i] != theirs->sizes[i] ||
			!same_face((const double(*)[3])ours->corners + corner, (const double(*)[3])theirs->corners + corner,
				ours->sizes[i], ours->reach))
			return "faces";
	return NULL;
}

static const char *known_reason(const char *path)
{
	for (size_t i = 0; i < sizeof known / sizeof *known; ++i)
		if (strcmp(path + sizeof CORPUS, known[i].path) == 0)
			return known[i].why;
	return NULL;
}

/// Whether a file gives the same result with both readers, or both refuse it.
static bool same(import_case *test, const char *path)
{
	placed_faces ours = {0}, theirs = {0};
	kilncook_status own = import_case_path(test, path, NULL);
	bool ours_read = own == KILNCOOK_OK;
	if (ours_read)
	{
		// assimp reads glTF 1.0.
		if (strncmp(test->scene.importer, "assimp", 6) == 0)
			return true;
		assert_memory_equal(test->scene.importer, "kiln ", 5);
		ours = place(&test->scene);
	}
	bool theirs_read = import_case_path(test, path, &import_reader_assimp) == KILNCOOK_OK;
	if (theirs_read)
		theirs = place(&test->scene);
	const char *difference = ours_read != theirs_read ? "refused by one" : compare(&ours, &theirs);
	if (difference && !known_reason(path))
		print_error("%s: %s\n", path, difference);
	free_placed(&ours);
	free_placed(&theirs);
	return !difference;
}

static int take_path(const char *path, const struct stat *status, int kind, struct FTW *place_of)
{
	static const char *const endings[] = {".obj", ".ply", ".stl", ".gltf", ".glb"};
	(void)status, (void)place_of;
	const char *dot = strrchr(path, '.');
	for (size_t i = 0; kind == FTW_F && dot && i < sizeof endings / sizeof *endings; ++i)
		if (strcasecmp(dot, endings[i]) == 0 && corpus.path_count < 128)
			(void)snprintf(corpus.paths[corpus.path_count++], sizeof *corpus.paths, "%s", path);
	return 0;
}

static void faces_are_where_assimp_has_them_or_it_is_known_why_not(void **state)
{
	(void)state;
	if (nftw(CORPUS, take_path, 16, FTW_PHYS) != 0)
		skip();
	size_t wrong = 0, found = 0;
	for (size_t i = 0; i < corpus.path_count; ++i)
	{
		bool is_same = same(&corpus.test, corpus.paths[i]), is_known = known_reason(corpus.paths[i]) != NULL;
		found += is_known;
		wrong += is_same == is_known;
		if (is_same && is_known)
			print_error("%s: the same by now\n", corpus.paths[i]);
	}
	assert_int_equal(wrong, 0);
	assert_int_equal(found, sizeof known / sizeof *known);
	assert_true(corpus.path_count > 80);
}

static int begin(void **state)
{
	(void)state;
	return import_case_begin(&corpus.test) ? 0 : -1;
}

static int end(void **state)
{
	(void)state;
	import_case_end(&corpus.test);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(faces_are_where_assimp_has_them_or_it_is_known_why_not),
	};
	return cmocka_run_group_tests(tests, begin, end);
}
