// SPDX-License-Identifier: MIT
#ifndef KILN_SCENE_SURFACE_H
#define KILN_SCENE_SURFACE_H

#include "kiln/closest.h"
#include "kiln/convex/cast.h"
#include "kiln/convex/mesh.h"
#include "kiln/surface.h"
#include "math/double3.h"
#include "overlap_convex.h"
#include "tree/layout.h"
#include "tree/pair_tree.h"

/// Receives a leaf of triangles, which is valid until the function returns. Each array of the leaf has eight entries that
/// can be read. Returns false to end the walk.
typedef bool kiln_visit_surface(void *user, const kiln_leaf *leaf);

/// The part of a surface that a pair query needs: triangles within `limit` of a box, in the surface's coordinates. The visitor may
/// lower the limit.
typedef struct kiln_surface_reach
{
	kiln_d3 low, high;
	double limit;
	bool nearest; ///< only the nearest triangles count: those no farther than some triangle is from all of the box
} kiln_surface_reach;

struct kiln_pair_part;
struct kiln_pair_side;

/// Receives a part of a surface as a mesh of a pair query, which is valid until the function returns. Returns false to end the walk.
typedef bool kiln_visit_part(void *user, const struct kiln_pair_part *patch);

/// A part of a surface as a mesh.
typedef struct kiln_surface_patch
{
	kiln_pair_tree
		tree; ///< AABBs, with leaves in the order of the triangles, which is that of their numbers in the surface
	uint32_t triangle_count;
	const uint32_t *numbers; ///< of the triangles, in the surface
} kiln_surface_patch;

/// Receives a patch, which is valid until the function returns. Returns false to end the walk.
typedef bool kiln_visit_patch(void *user, const kiln_surface_patch *patch);

/// The queries of a surface, in its own coordinates, by the rules of a mesh with the same triangles. `data` is that of the
/// surface. Budgets may be NULL.
struct kiln_surface_operations
{
	/// The box around all triangles. Returns false for a surface that is not usable.
	bool (*bounds)(const void *data, float min[3], float max[3]);
	kiln_hit (*ray_closest)(const void *data, kiln_budget *budget, const kiln_ray *ray);
	bool (*ray_any)(const void *data, kiln_budget *budget, const kiln_ray *ray);
	void (*ray_all)(const void *data, kiln_budget *budget, const kiln_ray *ray, kiln_visit_hit *visit, void *user);
	kiln_hit (*cast)(
		const void *data, kiln_budget *budget, const kiln_convex_object *object, const kiln_motion *motion);
	void (*cast_all)(const void *data, kiln_budget *budget, const kiln_convex_object *object, const kiln_motion *motion,
		kiln_visit_hit *visit, void *user);
	kiln_hit (*cast_sweep)(const void *data, kiln_budget *budget, const kiln_convex_shape *shape,
		const kiln_sweep *sweep, float tolerance);
	void (*overlap)(
		const void *data, kiln_budget *budget, const kiln_convex_object *object, kiln_visit_overlap *visit, void *user);
	kiln_closest (*closest_point)(const void *data, kiln_budget *budget, const kiln_point_query *query);
	kiln_status (*manifolds)(const void *data, kiln_budget *budget, const kiln_convex_object *object,
		const kiln_mesh_contact_options *options, kiln_mesh_manifold *manifolds, uint32_t capacity, uint32_t *count);

	// What contacts need.

	/// Visits the triangles whose boxes may meet a box, by increasing number.
	void (*walk_box)(const void *data, kiln_budget *budget, const float min[3], const float max[3],
		kiln_visit_surface *visit, void *user);
	/// The corners of a triangle that exists.
	void (*corners)(const void *data, uint32_t triangle, kiln_vec3 corners[3]);
	/// The kinds of the sides of a triangle that exists, as kiln_triangle_edges.
	uint32_t (*edges)(const void *data, uint32_t triangle);
	/// The numbers of a triangle that exists: material and source_face. The others stay.
	void (*identify)(const void *data, uint32_t triangle, uint32_t *material, uint32_t *source_face);
	/// Sine of the greatest angle of flat edges.
	double flat_edge;

	// What pairs need.

	/// Sets the only part of a side whose object is the surface. Returns false for a surface that is not usable.
	bool (*pair_side)(struct kiln_pair_side *side);
	/// Visits a part that is a surface as patches, those within `*limit` of the other part, in the query's lengths; the visitor may
	/// lower the limit. `nearest` is as in kiln_surface_reach. Returns false where the visitor or the budget ended the walk.
	bool (*pair_patches)(const struct kiln_pair_part *surface, const struct kiln_pair_part *other, const double *limit,
		bool nearest, kiln_budget *budget, kiln_visit_part *visit, void *user);
	/// Visits patches with every triangle that is not farther than `reach->limit` from the box, roughly nearest
	/// first, each triangle once. Returns false where the visitor or the budget ended the walk.
	bool (*walk_patches)(
		const void *data, kiln_budget *budget, kiln_surface_reach *reach, kiln_visit_patch *visit, void *user);
};

/// An asset without triangles that stands for a surface in the code that contacts of meshes and surfaces share.
typedef struct kiln_surface_asset
{
	kiln_asset asset;
	kiln_format_provenance provenance;
	kiln_format_scene scene;
} kiln_surface_asset;

/// Returns false for a surface that is not usable. `room` must stay in place.
bool kilni_surface_asset(const kiln_surface *surface, kiln_budget *budget, kiln_surface_asset *room);

/// Finds the manifolds of an object with all triangles of a surface, as kiln_mesh_manifolds.
kiln_status kilni_surface_manifolds(const kiln_surface *surface, kiln_budget *budget, const kiln_convex_object *object,
	const kiln_mesh_contact_options *options, kiln_mesh_manifold *manifolds, uint32_t capacity, uint32_t *count);

#endif
