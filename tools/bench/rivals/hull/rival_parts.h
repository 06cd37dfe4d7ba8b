// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_RIVAL_PARTS_H
#define KILN_BENCH_RIVAL_PARTS_H

#include "../rivals.h"
#include "hull/hull.h"

/// Programs of others that decompose a mesh into convex hulls.

typedef enum rival_parts_kind
{
	/// TestVHACD of V-HACD 4.1, which takes a number of hulls: `PROGRAM art.obj -h N -r 400000 -g false`, and writes decomp.obj.
	RIVAL_PARTS_VHACD,
	/// main of CoACD 1.0.11, which takes a threshold of concavity: `PROGRAM -i art.obj -o hulls.obj -ro remesh.obj -t T -s 1`.
	RIVAL_PARTS_COACD,
} rival_parts_kind;

/// What to run.
typedef struct rival_parts_order
{
	rival_parts_kind kind;
	const char *program; ///< its path
	double wanted;		 ///< hulls of V-HACD, threshold of CoACD
} rival_parts_order;

typedef struct rival_parts
{
	convex_hull *hulls; ///< of the vertices of each object that the program wrote
	uint32_t count;
	double seconds; ///< processor time of the program, all threads, with reading and writing
} rival_parts;

/// Runs the program in an empty folder with the mesh as an OBJ file, and reads its hulls. False with a message where the
/// program cannot be run; no hulls where it ends with an error or without a result that can be read.
bool rival_parts_run(const rival_parts_order *order, const rival_mesh *mesh, rival_parts *out);

void rival_parts_free(rival_parts *parts);

#endif
