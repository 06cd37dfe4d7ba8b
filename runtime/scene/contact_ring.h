// SPDX-License-Identifier: MIT
#ifndef KILN_SCENE_CONTACT_RING_H
#define KILN_SCENE_CONTACT_RING_H

#include "placed.h"

/// Whether a contact's normal holds at a triangle of a mesh, given the triangles around it: see kiln/convex/mesh.h.

/// A triangle in the form that contacts need.
typedef struct kiln_contact_triangle
{
	kiln_d3 seen[3];	 ///< corners relative to the object's center
	kiln_vec3 stored[3]; ///< corners in the mesh's own coordinates, to the bit
	kiln_d3 normal;		 ///< unit, on the side of the object; zero for a triangle without area
	uint32_t edges;		 ///< kinds, see kiln_triangle_edges
	bool turned;		 ///< the object is behind: convex edges count as concave, and concave ones as convex
} kiln_contact_triangle;

/// A neighbour may rise above the plane perpendicular to a normal by this sine: normals in float32, and normals of
/// bodies that nearly touch, are no more accurate.
#define KILN_CONTACT_RISE 0x1p-10

/// The feature of a triangle that is farthest along a normal.
typedef struct kiln_contact_feature
{
	uint32_t count;		 ///< 1: a vertex; 2: an edge; 3: the face; 0: not known
	uint32_t corners[3]; ///< the first `count` are used
} kiln_contact_feature;

/// The input of the rule.
typedef struct kiln_contact_ring
{
	const kiln_placed *placed;
	kiln_d3 center; ///< of the object
	bool one_sided; ///< triangles that have the center behind them make no normal hold
	bool similar;	///< the node's map keeps angles: flat edges are flat
	double flat;	///< largest sine between a normal and a face normal that count as equal
	double tangent; ///< of the angle within which an edge counts as perpendicular to a normal
} kiln_contact_ring;

/// The verdict on a normal.
typedef enum kiln_contact_verdict
{
	KILN_CONTACT_STANDS,
	KILN_CONTACT_OF_FACE, ///< it is the face normal, within the angle that does not count
	KILN_CONTACT_FALLS,
} kiln_contact_verdict;

/// Judges a unit normal from the triangle to the object. `feature` gets the feature that touches, which is known where
/// the normal is not that of the face.
kiln_contact_verdict kilni_contact_judge(const kiln_contact_ring *ring, const kiln_contact_triangle *triangle,
	kiln_d3 normal, kiln_contact_feature *feature);

/// Whether a triangle has the center behind it, and so makes no normal hold: `seen` are its corners relative to the
/// center.
static inline bool kiln_contact_is_behind(const kiln_d3 seen[3], bool mirrored)
{
	kiln_d3 up = kiln_d3_cross(kiln_d3_sub(seen[1], seen[0]), kiln_d3_sub(seen[2], seen[0]));
	double below = kiln_d3_dot(up, seen[0]);
	return mirrored ? below < 0 : below > 0;
}

/// Whether the placed map keeps angles, to 2^-10.
bool kilni_contact_keeps_angles(const kiln_placed *placed);

#endif
