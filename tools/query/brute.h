// SPDX-License-Identifier: MIT
#ifndef KILN_QUERY_BRUTE_H
#define KILN_QUERY_BRUTE_H

#include "answer.h"

/// Answers without any tree: every triangle and solid of an asset, put where its nodes put it, is asked one by one, as one convex
/// object with another. What the trees, leaves and kernels answered is compared with that.

/// A triangle or solid in asset coordinates.
typedef struct brute_piece
{
	uint32_t node;	   ///< KILN_NONE: of a mesh or shape by itself
	uint32_t triangle; ///< in the asset; KILN_NONE for solids
	kiln_convex_shape convex;
	kiln_aabb box;
} brute_piece;

typedef struct brute_pieces
{
	brute_piece *pieces; ///< by node, then triangle
	size_t count;
	kiln_vec3 *corners; ///< of hulls and boxes
	kiln_aabb *posed;	///< boxes where brute_meet has put the pieces last
	float size;			///< largest coordinate
	bool whole;			///< false: there are solids that this has no shape for, round ones under uneven scales
} brute_pieces;

/// All pieces of an asset, or of one shape in its own coordinates (KILN_NONE: the asset). False when out of memory, with nothing to free.
bool brute_make(brute_pieces *pieces, const kiln_asset *asset, uint32_t shape);
void brute_free(brute_pieces *pieces);

/// NULL for none of that name.
const brute_piece *brute_find(const brute_pieces *pieces, uint32_t node, uint32_t triangle);

/// What a comparison came to.
typedef enum brute_verdict
{
	BRUTE_SAME,		///< to rounding
	BRUTE_DOUBTFUL, ///< different, but by no more than what rounding may decide either way
	BRUTE_DIFFERENT,
	BRUTE_NOT_ASKED, ///< arguments that are refused, here or by the query, solids without a shape here, or too many pairs
} brute_verdict;

/// Compare answers with what all pieces say. Something in answer to what the headers refuse is BRUTE_DIFFERENT.
brute_verdict brute_ray(const brute_pieces *pieces, const kiln_ray *ray, const kiln_hit *hit);
brute_verdict brute_ray_any(const brute_pieces *pieces, const kiln_ray *ray, bool any);
brute_verdict brute_ray_all(const brute_pieces *pieces, const kiln_ray *ray, const kiln_hit *hits, uint32_t count);
brute_verdict brute_closest(const brute_pieces *pieces, const kiln_point_query *query, const kiln_closest *closest);
/// By the sum of solid angles (Van Oosterom and Strackee 1983) of each mesh, and the distance of solids.
brute_verdict brute_inside(const brute_pieces *pieces, const kiln_asset *asset, kiln_vec3 point, kiln_inside inside);
brute_verdict brute_overlap(
	const brute_pieces *pieces, const kiln_convex_object *object, const kiln_overlap *overlaps, uint32_t count);
brute_verdict brute_cast(
	const brute_pieces *pieces, const kiln_convex_object *object, const kiln_motion *motion, const kiln_hit *hit);

/// Most pairs of pieces whose boxes are looked at.
#define BRUTE_PAIRS_MAX 4000000000u

/// Two assets, each at its pose: what brute force says about their pieces.
typedef struct brute_meeting
{
	double distance;   ///< least
	double depth;	   ///< greatest; 0 where nothing touches
	uint64_t touching; ///< pairs of pieces that do
	uint64_t doubtful; ///< of all pairs, those whose verdict rounding may decide
	double rounding;   ///< a length: what rounding may make of these poses' coordinates
} brute_meeting;

/// False for more pairs than BRUTE_PAIRS_MAX and poses that are refused.
bool brute_meet(brute_pieces *a, const kiln_pose *pose_a, brute_pieces *b, const kiln_pose *pose_b, bool with_depth,
	brute_meeting *meeting);

/// Whether a point is in an object, or no farther from it than rounding.
bool brute_near(const kiln_convex_object *object, kiln_vec3 point, double rounding);

/// Whether the normal is unit, and a, moved by that depth along it, is in b no longer.
bool brute_parts(
	const kiln_convex_object *a, const kiln_convex_object *b, kiln_vec3 normal, double depth, double rounding);

/// Whether a contact's points are of a and b, and the depth along the normal leads from one to the other.
bool brute_joins(const kiln_convex_object *a, const kiln_convex_object *b, const kiln_contact *contact,
	kiln_vec3 normal, double rounding);

/// What rounding may make of positions, in the lengths of a query with such coordinates.
float brute_rounding(const brute_pieces *pieces, float largest);

/// Whether an object is one that convex queries answer.
bool brute_usable(const kiln_convex_object *object);

/// Distance of two objects where they are apart, the negative depth where they touch. NaN for what is refused.
double brute_gap(const kiln_convex_object *a, const kiln_convex_object *b);

#endif
