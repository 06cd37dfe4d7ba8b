// SPDX-License-Identifier: MIT
#ifndef KILN_MOVER_MOVER_H
#define KILN_MOVER_MOVER_H

#include "kiln/mover.h"
#include "math/double3.h"

/// A move in progress, in a scene or world.

/// Most surfaces that one place of the body sees.
#define KILN_MOVER_ROOM 64

/// Most surfaces that stopped casts of one slide and that the body remembers where it does not see all surfaces.
#define KILN_MOVER_HITS 8

/// Shortest displacement that moves the body, as a share of the padding.
#define KILN_MOVER_LEAST 0x1p-20

/// Places of one move whose contacts are kept: a step that fails returns to two of them.
#define KILN_MOVER_PLACES 6

/// A scene or world.
typedef struct kiln_mover_space
{
	kiln_status (*manifolds)(const struct kiln_mover_space *space, const kiln_convex_object *object,
		const kiln_mesh_contact_options *options, kiln_mesh_manifold *manifolds, uint32_t *members, uint32_t capacity,
		uint32_t *count);
	/// Visits all hits of a moving object; of a scene with member KILN_NONE.
	void (*cast)(const struct kiln_mover_space *space, const kiln_convex_object *object, const kiln_motion *motion,
		kiln_visit_world_hit *visit, void *user);
	const kiln_asset *asset;
	const kiln_world *world;
	const kiln_world_query_options *query;
	const kiln_budget *budget; ///< of the queries, or NULL
} kiln_mover_space;

typedef struct kiln_mover_run
{
	const kiln_mover_space *space;
	const kiln_mover_options *options;
	kiln_convex_object body; ///< where it is now
	kiln_d3 up;				 ///< unit
	double padding, scale;
	double asked, size; ///< the padding of the options, and the largest half extent of the body's box
	kiln_d3 middle;		///< of that box, from the body's place
	double steepest;	///< least cosine between up and the normal of ground
	double reachable;	///< greatest height of a step's edge that is ground: from the foot of the body at the start
	kiln_status status;

	// What surrounds the body, as kilni_mover_collect found it.
	kiln_mover_contact contacts[KILN_MOVER_ROOM];
	uint32_t count;
	double nearest; ///< least gap; infinite without contacts
	double clear;	///< least gap of those above zero; infinite without any
	bool crowded;	///< more surfaces are near than the room holds

	kiln_mover_cache places[KILN_MOVER_PLACES]; ///< the last ones, as a ring
	uint32_t next_place;

	// What stopped casts since the slide began, where the body does not see all surfaces.
	kiln_mover_contact hits[KILN_MOVER_HITS];
	uint32_t hit_count;

	kiln_mover_result *result;
	kiln_mesh_manifold manifolds[KILN_MOVER_ROOM];
	uint32_t members[KILN_MOVER_ROOM];
} kiln_mover_run;

/// Sets the padding of the body's place, and finds the contacts within twice the padding.
void kilni_mover_collect(kiln_mover_run *run);

/// Height of the body's lowest point.
double kilni_mover_foot(const kiln_mover_run *run);

/// Takes over the cache of the options, and returns what the next move needs.
void kilni_mover_load(kiln_mover_run *run);
void kilni_mover_save(const kiln_mover_run *run);

/// Solves the planes of the contacts. `share` is the part of the surfaces' own displacements that is still to come; `out`
/// pushes the body out of the padding, too. Adds contacts that stop the body to the result.
kiln_d3 kilni_mover_solve(kiln_mover_run *run, kiln_d3 wanted, double share, bool out);

/// Moves the body by a displacement as far as nothing stops it, with room to spare; returns the share of the way.
/// kilni_mover_collect must have seen the body's place. A body that overlaps something passes what it overlaps.
double kilni_mover_follow(kiln_mover_run *run, kiln_d3 way);

/// Moves the body by a whole displacement of any length, where nothing is near the way; else does nothing and returns false.
bool kilni_mover_fly(kiln_mover_run *run, kiln_d3 way);

/// Whether ground is straight below a contact at an edge, just behind the edge.
bool kilni_mover_probe(kiln_mover_run *run, const kiln_mover_contact *contact);

/// Moves and recovers in a space.
kiln_status kilni_mover_run(const kiln_mover_space *space, const kiln_convex_object *body, kiln_vec3 displacement,
	const kiln_mover_options *options, bool recover, kiln_mover_result *result);

#endif
