// SPDX-License-Identifier: MIT
#ifndef KILN_SCENE_CONTACT_RING_H
#define KILN_SCENE_CONTACT_RING_H

#include "placed.h"

/// Whether a contact's normal stands at a triangle of a mesh, by what is around it: see kiln/convex/mesh.h.

/// A triangle as a contact sees it.
typedef struct kiln_contact_triangle
{
	kiln_d3 seen[3];	 ///< corners, from the object's center
	kiln_vec3 stored[3]; ///< the same in the mesh's own coordinates, to the bit
	kiln_d3 normal;		 ///< unit, on the side of the object; zero where the triangle has no area
	uint32_t edges;		 ///< kinds, see kiln_triangle_edges
	bool turned;		 ///< the object is behind: convex edges are concave, and concave ones convex
} kiln_contact_triangle;

/// What the rule is judged by.
typedef struct kiln_contact_ring
{
	const kiln_placed *placed;
	kiln_d3 center; ///< of the object
	bool one_sided; ///< triangles that the center is behind hold nothing
	bool similar;	///< the node's map keeps angles: flat edges are flat
	double flat;	///< largest sine between a normal and a face's that count as the same
	double tangent; ///< of the angle within which an edge is across a normal
} kiln_contact_ring;

/// What becomes of a normal.
typedef enum kiln_contact_verdict
{
	KILN_CONTACT_STANDS,
	KILN_CONTACT_OF_FACE, ///< it is the face's, but for an angle that does not count
	KILN_CONTACT_FALLS,
} kiln_contact_verdict;

/// Judges a unit normal from the triangle to the object.
kiln_contact_verdict kilni_contact_judge(
	const kiln_contact_ring *ring, const kiln_contact_triangle *triangle, kiln_d3 normal);

/// Whether the placed map keeps angles, to 2^-10.
bool kilni_contact_keeps_angles(const kiln_placed *placed);

#endif
