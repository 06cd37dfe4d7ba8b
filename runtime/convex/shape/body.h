// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_BODY_H
#define KILN_CONVEX_BODY_H

#include "kiln/hull.h"
#include "math/double3.h"

/// A convex solid in its own coordinates, prepared from a shape of the blob, and the affine map that places it.

typedef struct kiln_body
{
	kiln_shape_kind kind; ///< all but KILN_SHAPE_MESH
	kiln_d3 center;		  ///< of a primitive
	kiln_d3 axis;		  ///< capsule, cylinder: the axis runs from center - axis to center + axis
	kiln_d3 along;		  ///< capsule, cylinder: unit vector along the axis; zero for a capsule without length
	double length;		  ///< of `axis`
	double radius;
	kiln_d3 half;	 ///< box: half extents
	kiln_d3 side[3]; ///< box: its unit axes
	kiln_hull hull;
} kiln_body;

/// A hull or primitive of a proved asset; the shape is not a mesh.
kiln_body kilni_body_of(const kiln_asset *asset, const kiln_format_shape *shape);

/// A node's placement of a body: p' = columns . p + origin, and its inverse. The inverse is computed here in double, so
/// that both directions agree within its rounding.
typedef struct kiln_place
{
	bool moved; ///< false: exactly the identity
	bool flat;	///< the map has no inverse; only a blob that no cooker wrote holds such a node
	kiln_d3 column[3];
	kiln_d3 origin;
	kiln_d3 inverse[3]; ///< rows
} kiln_place;

kiln_place kilni_place_of(const kiln_format_node *node);

static inline kiln_d3 kiln_place_vector(const kiln_place *place, kiln_d3 v)
{
	if (!place->moved)
		return v;
	kiln_d3 moved = kiln_d3_scale(place->column[0], v.x);
	return kiln_d3_along(kiln_d3_along(moved, v.y, place->column[1]), v.z, place->column[2]);
}

static inline kiln_d3 kiln_place_point(const kiln_place *place, kiln_d3 p)
{
	return place->moved ? kiln_d3_add(kiln_place_vector(place, p), place->origin) : p;
}

/// Transforms a vector to the body's coordinates.
static inline kiln_d3 kiln_place_vector_back(const kiln_place *place, kiln_d3 v)
{
	if (!place->moved)
		return v;
	return (kiln_d3){
		kiln_d3_dot(place->inverse[0], v), kiln_d3_dot(place->inverse[1], v), kiln_d3_dot(place->inverse[2], v)};
}

static inline kiln_d3 kiln_place_point_back(const kiln_place *place, kiln_d3 p)
{
	return place->moved ? kiln_place_vector_back(place, kiln_d3_sub(p, place->origin)) : p;
}

/// Transforms an outward normal of the body, of any length, to the placed body, by the transposed inverse. This keeps
/// it outward whether or not the map mirrors.
static inline kiln_d3 kiln_place_normal(const kiln_place *place, kiln_d3 n)
{
	if (!place->moved)
		return n;
	kiln_d3 normal = kiln_d3_scale(place->inverse[0], n.x);
	return kiln_d3_along(kiln_d3_along(normal, n.y, place->inverse[1]), n.z, place->inverse[2]);
}

/// Whether a point in the body's coordinates lies in the body, including its surface. Uses exact signs for hulls with
/// volume, and for other hulls where the point is a float32 point; else double.
bool kilni_body_contains(const kiln_body *body, kiln_d3 point);

/// Where a line enters or leaves a body.
typedef struct kiln_crossing
{
	double t;
	kiln_d3 point;	///< the crossing, on the body's surface to 2^-48 of the coordinates
	kiln_d3 normal; ///< outward, of any length; zero where no normal exists, such as on a sphere without radius
	uint32_t face;	///< of a hull; KILN_NONE for primitives
} kiln_crossing;

/// Where the line origin + t direction, -inf < t < inf, crosses a body, both in the body's coordinates. `cross` gets
/// the entry and the exit, which may be one point: touching counts. Returns false when the line misses, and for a
/// direction without length. Intermediate numbers are as large as the body, and not as the way to it, because the line
/// is first moved near the body (Haines, Guenther, Akenine-Moller 2019, "Precision Improvements for Ray/Sphere
/// Intersection"). Boxes and hulls are clipped by their planes (Cyrus and Beck 1978; Ericson 2005, 5.3.3 and 5.3.8),
/// cylinders by their caps and their side (Ericson 2005, 5.3.7); a capsule is crossed where its cylinder or either of
/// its spheres is. A flat hull is crossed as a polygon; a hull that is a segment or a point is always missed.
bool kilni_body_cross(const kiln_body *body, kiln_d3 origin, kiln_d3 direction, kiln_crossing cross[2]);

/// The point of a hull's face that is closest to a point near the face. A hull's planes are stored rounded outwards;
/// its corners are exact.
kiln_d3 kilni_body_face_point(const kiln_hull *hull, uint32_t face, kiln_d3 near);

/// The surface near a point that lies in a body.
typedef struct kiln_body_foot
{
	kiln_d3 point;	///< on the surface, in the placed body's coordinates
	kiln_d3 normal; ///< outward, unit
	uint32_t face;	///< of a hull; KILN_NONE for primitives
} kiln_body_foot;

/// The nearest surface of a placed body to a point in the body, or to any point. For a hull: the nearest face. For a box: the
/// side whose plane is nearest. For a cylinder: a cap or the side. For spheres and capsules: the point straight out from the
/// center or axis. Under a map that is not a similarity, curved surfaces are chosen in the body's own coordinates.
kiln_body_foot kilni_body_nearest(const kiln_body *body, const kiln_place *place, kiln_d3 point);

#endif
