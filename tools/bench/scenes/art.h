// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_ART_H
#define KILN_BENCH_ART_H

#include "scene.h"

/// Art of one mesh, as an importer gives it, for measurements that clean a mesh again and again.
typedef struct bench_art
{
	char name[8];
	char *names[1];
	uint32_t *first; ///< of malloc
	art_mesh mesh;
	art_scene scene;
} bench_art;

/// Makes art of a cleaned mesh, whose vertices and triangles must outlive the art. `art` points into itself: never copy it.
void bench_art_make(bench_art *art, const clean_mesh *mesh);
void bench_art_free(bench_art *art);

/// Cleans the only mesh of the art. False with a message.
bool bench_art_clean(const kilncook_context *context, const bench_art *art, clean_mesh *mesh);

#endif
