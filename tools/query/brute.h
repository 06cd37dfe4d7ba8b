// SPDX-License-Identifier: MIT
#ifndef KILN_QUERY_BRUTE_H
#define KILN_QUERY_BRUTE_H

#include "answer.h"

/// Answers without any tree: every triangle and solid of an asset, transformed by its nodes, is tested one by one as a
/// convex object. The answers of trees, leaves and kernels are compared with these.

/// A triangle or solid in asset coordinates.
typedef struct brute_piece
{
	uint32_t node;	   ///< KILN_NONE: of a mesh or shape alone
	uint32_t triangle; ///< in the asset; KILN_NONE for solids
	kiln_convex_shape convex;
	kiln_aabb box;
	uint64_t layers, collides; ///< masks by kiln/filter.h
} brute_piece;

typedef struct brute_pieces
{
	brute_piece *pieces; ///< by node, then triangle
	size_t count;
	kiln_vec3 *corners; ///< of hulls and boxes
	kiln_aabb *posed;	///< boxes at the pose of the last brute_meet
	float size;			///< largest coordinate
	bool whole;			///< false: some solids have no shape here: round ones under nonuniform scale
} brute_pieces;

/// Makes all pieces of an asset, or of one shape in its own coordinates (KILN_NONE: the asset), without those that the
/// masks and flags of the asset's filter leave out. False when out of memory, with nothing to free.
bool brute_make(brute_pieces *pieces, const kiln_asset *asset, uint32_t shape);
void brute_free(brute_pieces *pieces);

/// Finds a piece; NULL if no piece matches.
const brute_piece *brute_find(const brute_pieces *pieces, uint32_t node, uint32_t triangle);

/// The result of a comparison.
typedef enum brute_verdict
{
	BRUTE_SAME,		///< equal up to rounding
	BRUTE_DOUBTFUL, ///< different, but rounding may explain the difference
	BRUTE_DIFFERENT,
	BRUTE_NOT_ASKED, ///< not compared: invalid arguments, solids without a shape here, or too many pairs
} brute_verdict;

/// Compare answers with those of all pieces. An answer to arguments that the headers call invalid is BRUTE_DIFFERENT.
brute_verdict brute_ray(const brute_pieces *pieces, const kiln_ray *ray, const kiln_hit *hit);
brute_verdict brute_ray_any(const brute_pieces *pieces, const kiln_ray *ray, bool any);
brute_verdict brute_ray_all(const brute_pieces *pieces, const kiln_ray *ray, const kiln_hit *hits, uint32_t count);
brute_verdict brute_closest(const brute_pieces *pieces, const kiln_point_query *query, const kiln_closest *closest);
/// Uses the sum of solid angles (Van Oosterom and Strackee 1983) of each mesh, and the distance of solids.
brute_verdict brute_inside(const brute_pieces *pieces, const kiln_asset *asset, kiln_vec3 point, kiln_inside inside);
brute_verdict brute_overlap(
	const brute_pieces *pieces, const kiln_convex_object *object, const kiln_overlap *overlaps, uint32_t count);
brute_verdict brute_cast(
	const brute_pieces *pieces, const kiln_convex_object *object, const kiln_motion *motion, const kiln_hit *hit);

/// Most pairs of pieces whose boxes are compared.
#define BRUTE_PAIRS_MAX 4000000000u

/// The brute-force result for two assets at their poses.
typedef struct brute_meeting
{
	double distance;   ///< smallest distance
	double depth;	   ///< greatest depth; 0 if nothing touches
	uint64_t touching; ///< pairs of pieces that touch
	uint64_t doubtful; ///< pairs whose verdict may depend on rounding
	double rounding;   ///< a length: bound of the rounding error at these poses
} brute_meeting;

/// Returns whether the masks of a filter (or NULL) let two pieces be a pair.
bool brute_pairs(const kiln_pair_filter *filter, const brute_piece *a, const brute_piece *b);

/// Returns false for more pairs than BRUTE_PAIRS_MAX and for invalid poses. `filter` may be NULL; masks count.
bool brute_meet(brute_pieces *a, const kiln_pose *pose_a, brute_pieces *b, const kiln_pose *pose_b,
	const kiln_pair_filter *filter, bool with_depth, brute_meeting *meeting);

/// Returns whether a point is in an object, or outside it by at most `rounding`.
bool brute_near(const kiln_convex_object *object, kiln_vec3 point, double rounding);

/// Returns whether the normal is a unit vector, and a, moved by this depth along it, no longer overlaps b.
bool brute_parts(
	const kiln_convex_object *a, const kiln_convex_object *b, kiln_vec3 normal, double depth, double rounding);

/// Returns whether a contact's points lie on a and b, and the depth along the normal leads from one point to the other.
bool brute_joins(const kiln_convex_object *a, const kiln_convex_object *b, const kiln_contact *contact,
	kiln_vec3 normal, double rounding);

/// Returns a bound of the rounding error of positions in a query with such coordinates, as a length.
float brute_rounding(const brute_pieces *pieces, float largest);

/// Returns the distance of two separate objects, or the negative depth of touching ones. NaN for invalid objects.
double brute_gap(const kiln_convex_object *a, const kiln_convex_object *b);

#endif
