// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_VERIFY_ART_H
#define KILN_DUMP_VERIFY_ART_H

#include "kiln.h"
#include "kilncook.h"

/// What is proved besides containment.
typedef struct art_limits
{
	double clear;		  ///< radius of a ball whose space solids leave; 0: none
	kilncook_points from; ///< where the ball starts, in the coordinates of each mesh; without points: outside
	double error;		  ///< how far hulls and boxes may stick out; 0: not proved
} art_limits;

/// What an asset of solids was proved to contain.
typedef struct art_proof
{
	art_limits limits;
	kiln_result result;
	uint64_t triangles; ///< of the art that are in the solids, counted once for each node
	uint64_t nodes;		///< of the art that solids stand for
	uint64_t round;		///< solids that this proof leaves out: those that are round
	double depth;		///< by which solids enter the space of the ball at most, certainly
} art_proof;

/// Proves by exact signs that the solids of an asset contain another asset, which the same art was cooked into as meshes:
/// for each node with a mesh, every triangle lies in the union of the hulls and primitives of the nodes that were made from
/// the same node of the art. Of a turned box, a sphere, a capsule or a cylinder, only triangles count that it has as a
/// whole. A node that is a mesh in both assets is left out. KILN_E_NUMBER names the first node with a gap; KILN_E_VALUE a
/// node that nothing stands for, or that is placed otherwise. With a radius `clear`, also proves that no solid enters the
/// space that a ball of this radius reaches from `from` among the triangles of its mesh deeper than kiln-cook's
/// --parts-clear allows: KILN_E_NUMBER for one that does, and for a ball that is too small for the mesh. With a length
/// `error`, also proves that hulls and boxes stick out of the mesh by no more (verify_error.h): KILN_E_NUMBER for one that
/// does, and where the counted work does not suffice. Other solids are counted. `memory` becomes true when memory ran out.
art_proof verify_art(const kiln_asset *asset, const kiln_asset *art, const art_limits *limits, bool *memory);

#endif
