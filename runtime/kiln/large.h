// SPDX-License-Identifier: MIT
#ifndef KILN_LARGE_H
#define KILN_LARGE_H

#include "asset.h"
#include "bounds.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Large worlds: coordinates in float32 about an origin in double. At 10^9 m float32 has steps of 64 m, and double has
/// steps of 10^-7 m. So every number that a query computes with is a difference: from an origin near the query to a body.
/// The subtraction is in double, and the difference is rounded once. Answers are then as exact as near the origin of the
/// world.
///
/// Worlds take origins of members and of queries (kiln/world.h). All other functions take poses in float32: place both
/// bodies about the same origin, for example the translation of one of them, by kiln_large_pose_about.

/// Largest coordinate of an origin. Integers up to this number are exact in double.
#define KILN_ORIGIN_MAX 9007199254740992.0 /* 2^53 */

/// Place of an origin. `{0}` is the origin of the coordinates.
typedef struct kiln_origin
{
	double x, y, z;
} kiln_origin;

/// Place of a body in a large world: a kiln_pose whose translation is in double. `{0}` is the identity.
typedef struct kiln_large_pose
{
	kiln_quat rotation; ///< all zero: none
	kiln_origin translation;
	float scale; ///< > 0; 0 stands for 1
} kiln_large_pose;

/// Computes the pose of a body about an origin: the translation is the difference, in double, rounded once. Returns false,
/// with `*about` zero, for numbers that are not finite, coordinates beyond KILN_ORIGIN_MAX, and a difference beyond
/// KILN_COORDINATE_MAX.
KILN_API bool kiln_large_pose_about(const kiln_large_pose *pose, const kiln_origin *origin, kiln_pose *about);

/// Gets the origin of an asset's coordinates (kiln-cook --origin): a point of the asset, in asset coordinates, lies at the
/// origin plus the point. Zero for an asset that was cooked without an origin. Give it to the member of a world as
/// kiln_member.origin, with the pose `{0}`, and tiles of one landscape lie where they were in the art. On failure
/// `*origin` is zero: KILN_E_NUMBER for a blob with a number that is not finite or out of range, KILN_E_ARGUMENT for NULL.
KILN_API kiln_result kiln_asset_origin(const kiln_asset *asset, kiln_origin *origin);

#ifdef __cplusplus
}
#endif

#endif
