// SPDX-License-Identifier: MIT
#ifndef KILN_SDF_H
#define KILN_SDF_H

#include "asset.h"
#include "cast.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Signed distance fields: how far a point is from the surface of a closed mesh or a hull, negative inside, in a few nanoseconds.
///
/// kiln-cook --sdf stores samples of the distance in blocks of 8 x 8 x 8, finer where the surface needs it, and proves for each
/// block how far the interpolated distance may be from the exact one: each answer has this error. The exact answer
/// for a mesh is kiln_mesh_closest_point's, with the sign of kiln_mesh_point_inside; for a hull, the distance from the nearest face. All
/// queries are in the coordinates of the shape: a game transforms points by kiln_format_node.to_mesh. The field is that of the shape as it
/// was cooked; filters have no effect. Primitives have no fields: kiln/primitive/closest.h has their distances, in closed form.

/// A field of a proved blob. A kiln_sdf owns nothing; copy a kiln_sdf freely. The fields are read-only. `{0}` is no field: its queries
/// answer as for NULL.
typedef struct kiln_sdf
{
	const kiln_format_sdf *head;
	const uint32_t *cells;				 ///< of this field
	const kiln_format_sdf_block *blocks; ///< of this field
	kiln_vec3 origin;					 ///< least corner of the grid
	kiln_vec3 end;						 ///< greatest corner
	float inverse_edge;					 ///< root cells a unit of length
} kiln_sdf;

/// A signed distance. The exact distance is from distance - error to distance + error.
typedef struct kiln_sdf_sample
{
	float distance; ///< negative inside
	float error;	///< >= 0; where it is below the magnitude of `distance`, the sign is certain
} kiln_sdf_sample;

/// Opens the field of a shape, and proves it: one pass over the field. `shape` is an index in the asset's shapes; that of a mesh is the
/// mesh's own number, that of hull i mesh_count + i. kiln_open alone proves no more of fields than the sizes of
/// their sections, so that programs without fields carry nothing of them. `asset` must outlive `sdf`, its blob too. On failure `sdf`
/// is unchanged. KILN_E_ARGUMENT for NULL, a shape out of range, and a shape without a field; else the status of the broken rule, with its
/// place in the blob (FORMAT.md).
KILN_API kiln_result kiln_sdf_open(kiln_sdf *sdf, const kiln_asset *asset, uint32_t shape);

/// Returns the signed distance of a point. Outside the grid, the distance follows from that of the nearest point of the grid, with an
/// error that grows with the way to it. NaN, infinity and NULL give a distance and an error of INFINITY.
KILN_API kiln_sdf_sample kiln_sdf_distance(const kiln_sdf *sdf, kiln_vec3 point);

/// Answers `count` points, as for particles and cloth. Each answer is that of the single call.
KILN_API void kiln_sdf_distance_batch(
	const kiln_sdf *sdf, const kiln_vec3 *points, uint32_t count, kiln_sdf_sample *samples);

/// Returns the signed distance and the gradient of the interpolation, which points away from the surface outside and towards it inside.
/// Its length is near 1 except near edges and the middle of the solid, and is not normalised; nothing is certain about it. Outside the
/// grid, the gradient leads from the nearest point of the grid. Zero for unusable points.
KILN_API kiln_sdf_sample kiln_sdf_gradient(const kiln_sdf *sdf, kiln_vec3 point, kiln_vec3 *gradient);

/// Returns the signed distance and a guess at the closest point of the surface: the point, moved by the distance along the gradient.
/// kiln_mesh_closest_point has the exact one. Where the gradient vanishes, the guess is the point itself.
KILN_API kiln_sdf_sample kiln_sdf_closest_point(const kiln_sdf *sdf, kiln_vec3 point, kiln_vec3 *closest);

/// How a cast through a field ended.
typedef struct kiln_sdf_hit
{
	bool hit;			///< false: the shape certainly touches nothing on its way; the other fields are 0
	float t;			///< until here the shape certainly touches nothing
	float distance;		///< of the shape from the surface at t, as the field has it
	float error;		///< of `distance`
	kiln_vec3 gradient; ///< of the field at the nearest point of the shape's axis
} kiln_sdf_hit;

/// Moves a sphere or capsule until the field cannot exclude a contact: sphere tracing (Hart 1996), by the distance less its error, so
/// that no shape passes a surface. `t` is never later than the exact contact. `t` may be earlier, and there may be no contact at all,
/// where the shape comes nearer to the surface than twice the sum of the error that the hit reports and that of the field's head, or a
/// capsule nearer than a thousandth of its length, or after KILN_SDF_STEPS steps. kiln_sdf_cast_sphere_exact answers exactly.
///
/// A shape that touches the surface at the start, or of which a part of the axis is inside, has t = 0. Direction, t_max and bad
/// arguments are as for kiln_mesh_cast_sphere: no hit.
KILN_API kiln_sdf_hit kiln_sdf_cast_sphere(const kiln_sdf *sdf, const kiln_sphere *sphere, const kiln_motion *motion);
KILN_API kiln_sdf_hit kiln_sdf_cast_capsule(
	const kiln_sdf *sdf, const kiln_capsule *capsule, const kiln_motion *motion);

/// Most steps of a cast.
#define KILN_SDF_STEPS 256

/// Returns the field's answer where its error is at most `max_error`, else the exact answer of the shape, to rounding: for a mesh by
/// kiln_mesh_closest_point and kiln_mesh_point_inside, with a filter and a budget of `asset`, the asset of the field; for a hull by its
/// vertices outside (Gilbert, Johnson, Keerthi 1988), by its faces inside. Where a mesh's queries find nothing, and beyond
/// KILN_COORDINATE_MAX, the field's answer.
KILN_API kiln_sdf_sample kiln_sdf_distance_exact(
	const kiln_sdf *sdf, const kiln_asset *asset, kiln_vec3 point, float max_error);

/// Casts against the mesh or hull itself where the field cannot exclude a contact: the answer of kiln_mesh_cast_sphere or
/// kiln_mesh_cast_capsule, or by the same rules that of the solid hull, to rounding, for a shape that starts outside, in less time where
/// most casts miss.
KILN_API kiln_hit kiln_sdf_cast_sphere_exact(
	const kiln_sdf *sdf, const kiln_asset *asset, const kiln_sphere *sphere, const kiln_motion *motion);
KILN_API kiln_hit kiln_sdf_cast_capsule_exact(
	const kiln_sdf *sdf, const kiln_asset *asset, const kiln_capsule *capsule, const kiln_motion *motion);

#ifdef __cplusplus
}
#endif

#endif
