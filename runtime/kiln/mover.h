// SPDX-License-Identifier: MIT
#ifndef KILN_MOVER_H
#define KILN_MOVER_H

#include "convex/mesh.h"
#include "planes.h"
#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Character movement: a convex body that collides with a scene or world and slides along its surfaces. Any convex shape
/// moves: a capsule, box, cylinder or hull. The body never turns.
///
/// A move keeps the body a small distance, the padding, away from every surface. Contacts within twice the padding
/// become planes, which kiln_plane_solve solves together, so that creases and corners of any angle hold. The body then
/// follows the solution by a cast of the body, thickened by half of its smallest distance, up to a hit. So a body that
/// touches nothing never passes a surface, at any speed, and touches nothing afterwards. Surfaces of meshes hold from
/// both sides. Edges inside a surface do not stop the body (kiln/convex/mesh.h).
///
/// A move depends on its arguments alone. A cache only saves time. Where nothing is wanted and nothing pushes, the position keeps its bits as soon
/// as the body is free: a distance above 3/4 of the padding counts as free.

/// Most contacts that a result reports.
#define KILN_MOVER_CONTACTS_MAX 8

/// A surface near the body.
typedef struct kiln_mover_contact
{
	kiln_vec3 normal; ///< unit, from the surface to the body
	kiln_vec3 point;  ///< on the surface
	float gap;		  ///< distance of body and surface; negative: depth; 0 for the hit of a cast
	uint32_t member;  ///< of the world; KILN_NONE in a scene
	uint32_t node;	  ///< numbers as in kiln_mesh_manifold
	uint32_t triangle;
	uint32_t material;
	uint32_t tag;
	bool walkable;			///< ground: not steeper than the limit, or the edge of a step
	kiln_vec3 displacement; ///< of the surface during the move: zero, or set by the visitor; pushes the body
	float pushed; ///< in results: length of the wanted displacement into the surface, where it stopped the body
} kiln_mover_contact;

/// Judges a surface near the body; may set `displacement`. Returns whether the surface stops the body. The answer must
/// depend on the contact only, such as a platform that is solid from above only.
typedef bool kiln_visit_mover_contact(void *user, kiln_mover_contact *contact);

/// Most contacts that a cache keeps; where there are more, the cache stays empty.
#define KILN_MOVER_CACHE_MAX 16

/// Contacts of the place where the last move ended, which the next move then does not search again. `{0}` at first. The
/// results are the same, bit for bit, as long as nothing near the body changed: set `count` to 0 where a surface near
/// the body moved, and where the shape of the body, the asset or world, its filter or the borders change. A move from
/// another place ignores the cache.
typedef struct kiln_mover_cache
{
	uint32_t count; ///< one more than the number of contacts; 0: nothing is known
	float skin;		///< distance within which the contacts were searched
	kiln_pose pose; ///< of the body
	kiln_mover_contact contacts[KILN_MOVER_CACHE_MAX];
	kiln_origin origin; ///< of the queries; zero in a scene
} kiln_mover_cache;

/// Options of a mover. `{0}` is valid: no steps, no snapping to the ground.
typedef struct kiln_mover_options
{
	kiln_vec3 up; ///< of any length; zero: y
	/// Distance that the body keeps from surfaces. 0: 2^-6 of the largest half extent of the body's box. At least 2^-17
	/// of the largest coordinate of the body.
	float padding;
	float slope;	 ///< tangent of the steepest slope that is ground; 0: 1, which is 45 degrees
	float step_up;	 ///< >= 0: highest step that a walking body climbs
	float step_down; ///< >= 0: greatest height by which a walking body is lowered to the ground
	/// Surfaces that continue each other, such as tiles that were cooked apart (kiln/convex/border.h); or NULL. Edges
	/// between them do not stop the body either. In a world the list has poses in the world.
	const kiln_borders *borders;
	kiln_visit_mover_contact *accepts; ///< or NULL: every surface stops the body
	void *user;
	kiln_mover_cache *cache; ///< of this body, or NULL; the move reads and writes it
} kiln_mover_options;

/// What carries the body.
typedef uint32_t kiln_mover_ground;
enum kiln_mover_ground_values
{
	KILN_MOVER_FALLS = 0,  ///< nothing below within twice the padding
	KILN_MOVER_SLIDES = 1, ///< slopes steeper than the limit only
	KILN_MOVER_STANDS = 2, ///< ground
};

/// Result of a move.
typedef struct kiln_mover_result
{
	kiln_vec3 position; ///< the new translation of the body's pose
	float gap;			///< least distance from a surface, at most twice the padding; negative: depth of an overlap
	kiln_mover_ground ground;
	kiln_mover_contact floor; ///< what carries the body, the least steep; {0} where it falls
	kiln_vec3 left;			  ///< wanted displacement for which the steps of the move did not suffice; mostly zero
	uint32_t count;			  ///< number of contacts
	kiln_mover_contact contacts[KILN_MOVER_CONTACTS_MAX]; ///< surfaces that stopped the body, for pushing objects
} kiln_mover_result;

/// Moves a body through a scene by collide and slide. The pose of `body` is the start.
///
///   1. An overlap, or a gap below 3/4 of the padding, is removed as by kiln_scene_recover.
///   2. A body that stands, and is not to rise, walks: it moves by the horizontal part of `displacement`, as fast on
///      ground that rises. Steps up to `step_up` that end on ground are climbed, and the body is lowered to ground up to
///      `step_down` below. Where no ground is near, the body falls by the rest of the displacement. A step may move the
///      body forward by up to two paddings more than wanted.
///   3. Any other body moves by `displacement`, sliding.
///
/// Slopes steeper than the limit are walls for horizontal movement, so that pushing against one lifts no body. A contact
/// at an edge no higher than `step_up` above the lowest point of the body at the start is ground where the surface behind
/// the edge is. A body that overlaps something, and cannot be freed, does not move; `gap` is then negative.
///
/// A surface that moves (`displacement`) and is within twice the padding pushes the body ahead. Surfaces that move by
/// more than the padding in one move may overlap the body afterwards; the next move frees it. Displacements below 2^-20
/// of the padding move no body.
///
/// KILN_E_ARGUMENT, with `result` zero, for a body, displacement or option that is not usable, and a displacement that
/// leads beyond KILN_COORDINATE_MAX. KILN_E_BUDGET where the budget ended the move: the position is one that the body
/// reached.
KILN_API kiln_status kiln_scene_mover_move(const kiln_asset *asset, const kiln_convex_object *body,
	kiln_vec3 displacement, const kiln_mover_options *options, kiln_mover_result *result);

/// Moves a body through a world, by the same rules. `query` selects members; a mover that is a member must leave itself
/// out by it. Body and result are about the query's origin.
KILN_API kiln_status kiln_world_mover_move(const kiln_world *world, const kiln_convex_object *body,
	kiln_vec3 displacement, const kiln_world_query_options *query, const kiln_mover_options *options,
	kiln_mover_result *result);

/// Frees a body that overlaps something or is nearer than 3/4 of the padding: moves it along the way that satisfies all
/// contacts together, at most 16 times. The way stops before surfaces that the body does not overlap already. Each step
/// must increase the least gap by 1/16 of the padding, so that recovery always ends, and a body that cannot be freed
/// keeps its place. Results and errors are those of a move of length zero, without snapping to the ground.
KILN_API kiln_status kiln_scene_recover(const kiln_asset *asset, const kiln_convex_object *body,
	const kiln_mover_options *options, kiln_mover_result *result);
KILN_API kiln_status kiln_world_recover(const kiln_world *world, const kiln_convex_object *body,
	const kiln_world_query_options *query, const kiln_mover_options *options, kiln_mover_result *result);

/// Computes the displacement of a point that a platform carries while its pose changes. Zero for poses that are not
/// valid.
KILN_API kiln_vec3 kiln_mover_carry(const kiln_pose *from, const kiln_pose *to, kiln_vec3 point);

#ifdef __cplusplus
}
#endif

#endif
