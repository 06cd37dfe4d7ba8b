// SPDX-License-Identifier: MIT
#ifndef KILN_HEIGHTFIELD_H
#define KILN_HEIGHTFIELD_H

#include "bounds.h"
#include "closest.h"
#include "convex/cast.h"
#include "convex/mesh.h"
#include "kiln_heightfield_format.h"
#include "overlap.h"
#include "pack.h"
#include "ray.h"
#include "surface.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A height field is a grid of heights: terrain in about 2 bytes a sample, against 18 or more as triangles of a mesh.
/// kilncook/heightfield.h makes fields, format/HEIGHTFIELD.md describes their bytes. A field is a file or a range of
/// memory of its own, with functions of its own: a program without fields links nothing of them.
///
/// Columns of samples follow each other along x. Rows follow each other along z where y is up, along y where z is up.
/// Sample (column, row) lies, in float32, at origin + column * spacing, and at origin + step * height: each coordinate is
/// one product and one sum, so that all blocks, and all who compute it so, get the same bits.
///
/// Between four samples lies a cell: cell row * (columns - 1) + column. Where the cell is no hole, it has two triangles,
/// numbers 2 * cell and 2 * cell + 1, with their fronts up. The first has the corner (column + 1, row). The diagonal
/// between both leads from (column, row) to (column + 1, row + 1); where the cell is turned, it joins the two other
/// corners.

/// An opened height field. A kiln_heightfield owns nothing but the mapping that kiln_heightfield_map made; copy it freely. The fields are read-only, except `budget`, which
/// a caller may set in a copy. A zeroed kiln_heightfield counts as NULL: queries find nothing.
typedef struct kiln_heightfield
{
	const uint8_t *data;
	uint64_t size;
	const kiln_format_heightfield_header *header;
	const kiln_format_heightfield_block *blocks; ///< row by row
	const kiln_format_heightfield_range *ranges; ///< level by level, each row by row
	const uint8_t *samples;						 ///< the blocks' data
	uint32_t columns, rows;						 ///< of samples
	uint32_t block_columns, block_rows;
	uint32_t level_count; ///< levels of ranges; the last one has one range
	uint32_t level_first[KILN_HEIGHTFIELD_LEVELS_MAX];
	uint32_t level_columns[KILN_HEIGHTFIELD_LEVELS_MAX], level_rows[KILN_HEIGHTFIELD_LEVELS_MAX];
	kiln_vec3 min, max; ///< the box of all samples
	/// Limits the work of queries, by the rules of kiln_asset.budget; a unit is a cell whose triangles are tested. NULL: no
	/// limit.
	kiln_budget *budget;
	void *mapping; ///< not NULL where kiln_heightfield_map made the mapping
	uint64_t mapping_size;
} kiln_heightfield;

/// Opens a height field in memory. `data` is aligned to KILN_FORMAT_ALIGNMENT, does not change and outlives `field`. One
/// pass proves all bytes: every block and array lies inside, no height leaves the range of its block, ranges hold those
/// below, and blocks agree on the samples that they share. `size` is the exact size of the field. On failure `field` is
/// unchanged.
KILN_API kiln_result kiln_heightfield_open(kiln_heightfield *field, const void *data, size_t size);

/// Maps a file read-only and opens the height field in it. kiln_heightfield_unmap ends the mapping. The file must not change
/// while it is mapped, as for kiln_map.
KILN_API kiln_result kiln_heightfield_map(kiln_heightfield *field, const char *path);

/// Ends a mapping, if kiln_heightfield_map made one, and clears `field`.
KILN_API void kiln_heightfield_unmap(kiln_heightfield *field);

/// Opens the height field of a name in place, by the rules of kiln_asset_from_pack (kiln/pack.h). The pack must outlive the
/// field.
KILN_API kiln_result kiln_heightfield_from_pack(kiln_heightfield *field, const kiln_pack *pack, const char *name);

/// A rectangle of samples, and the cells between them, with their new contents.
typedef struct kiln_heightfield_region
{
	uint32_t column, row;	///< the first sample
	uint32_t columns, rows; ///< samples on a side, 1 or more; of one column or row, only heights change
	/// Heights of the samples, row by row, in the coordinates of the field, as kiln_heightfield_sample stores them. NULL: the
	/// heights stay.
	const float *heights;
	/// Of the cells, row by row, (columns - 1) * (rows - 1) bytes each. NULL: they stay.
	const uint8_t *holes;	  ///< not 0: a hole, which keeps neither diagonal nor material; 0: no hole
	const uint8_t *diagonals; ///< not 0: the diagonal joins (column + 1, row) and (column, row + 1); not of holes
	const uint8_t *materials; ///< not of holes
} kiln_heightfield_region;

/// Changes a region of a height field in the caller's memory: `data` is field->data, which must be writable, such as a copy
/// of a file. The field must have room for edits (kiln-cook --edits, kilncook_heightfield.editable); any height from
/// `origin` to 65535 steps above can be stored then, and higher ones where no block of 16 x 16 cells gets more than 65535
/// steps. Afterwards the bytes are those of a field made of the changed grid, but for `error`, which grows to the greatest
/// difference between a height of any edit and its stored value, and `material_count`, which grows with the materials:
/// kiln_heightfield_open accepts the bytes, and all queries answer as for such a field. A stored height differs by half a
/// step from its source, and by what float32 rounds.
///
/// Takes time for the blocks that the region touches, each as a whole, and for the ranges above them; no memory. `field`
/// gets its new box; other copies of the kiln_heightfield must be copied from it, and worlds must move their members to
/// the poses that they have. No query may run at the same time.
///
/// KILN_E_ARGUMENT: a pointer is NULL or not that of the field, or the region leads outside. KILN_E_FEATURE: the field has no
/// room for edits. KILN_E_NUMBER: a height is NaN or infinite. KILN_E_RANGE: a height cannot be stored. With the last two,
/// `offset` is the index of the height, or of the first one in the block that gets too many steps. After a refusal nothing
/// has changed.
KILN_API kiln_result kiln_heightfield_edit(kiln_heightfield *field, void *data, const kiln_heightfield_region *region);

/// Stores the place of a sample. Returns false out of range. Samples at holes have places, too.
KILN_API bool kiln_heightfield_sample(const kiln_heightfield *field, uint32_t column, uint32_t row, kiln_vec3 *point);

/// Stores the corners of a triangle. Returns false out of range and for the triangles of a hole.
KILN_API bool kiln_heightfield_triangle(const kiln_heightfield *field, uint32_t triangle, kiln_vec3 corners[3]);

/// Returns the material of a cell: 0 to 255. Returns KILN_NONE out of range and for a hole.
KILN_API uint32_t kiln_heightfield_material(const kiln_heightfield *field, uint32_t cell);

/// The queries below follow the rules of the same queries of a mesh (kiln_mesh_ray_closest and its like), in the
/// coordinates of the field: the same triangles as a mesh have the same answers, `t`, `u`, `v`, point, normal and distance
/// bit for bit. Ties go to the lowest triangle number. In answers `triangle` is the number in the field, `source_face`
/// the cell, `material` the material of the cell; `mesh`, `node`, `source_mesh`, `shape` and `face` are KILN_NONE, `tag`
/// is 0. Holes are not there.

/// Finds the first triangle that a ray meets; watertight also across blocks. The walk goes from block to block and from
/// cell to cell along the ray, in doubles, and skips ranges, blocks and cells that the ray passes above or below (after
/// Amanatides and Woo 1987, on the levels of a pyramid).
KILN_API kiln_hit kiln_heightfield_ray_closest(const kiln_heightfield *field, const kiln_ray *ray);

/// Reports whether a ray meets a triangle.
KILN_API bool kiln_heightfield_ray_any(const kiln_heightfield *field, const kiln_ray *ray);

/// Finds every triangle that a ray meets, by increasing t, then triangle. Returns the number of hits; `hits` holds the first
/// `capacity` of them.
KILN_API uint32_t kiln_heightfield_ray_all(
	const kiln_heightfield *field, const kiln_ray *ray, kiln_hit *hits, uint32_t capacity);

/// Calls `visit` for each hit that the function above finds, until `visit` ends the query.
KILN_API void kiln_heightfield_ray_all_visit(
	const kiln_heightfield *field, const kiln_ray *ray, kiln_visit_hit *visit, void *user);

/// Finds the first triangle that a moving shape touches, by the rules of kiln/cast.h. The walk follows the shape as that of
/// a ray does, and skips ranges, blocks and cells that the shape's box passes above or below.
KILN_API kiln_hit kiln_heightfield_cast_sphere(
	const kiln_heightfield *field, const kiln_sphere *sphere, const kiln_motion *motion);
KILN_API kiln_hit kiln_heightfield_cast_box(
	const kiln_heightfield *field, const kiln_box *box, const kiln_motion *motion);
KILN_API kiln_hit kiln_heightfield_cast_capsule(
	const kiln_heightfield *field, const kiln_capsule *capsule, const kiln_motion *motion);

/// Finds the first triangle that a moving convex object touches, by the rules of kiln_scene_cast_convex.
KILN_API kiln_hit kiln_heightfield_cast_convex(
	const kiln_heightfield *field, const kiln_convex_object *object, const kiln_motion *motion);

/// Finds every triangle that a moving convex object touches, each at its first contact, by increasing t, then triangle.
/// Returns the number of hits; `hits` holds the first `capacity` of them.
KILN_API uint32_t kiln_heightfield_cast_convex_all(const kiln_heightfield *field, const kiln_convex_object *object,
	const kiln_motion *motion, kiln_hit *hits, uint32_t capacity);

/// Calls `visit` for each hit that the function above finds, until `visit` ends the query.
KILN_API void kiln_heightfield_cast_convex_all_visit(const kiln_heightfield *field, const kiln_convex_object *object,
	const kiln_motion *motion, kiln_visit_hit *visit, void *user);

/// Finds the first triangle that comes within `tolerance` of a convex shape that moves and turns, by the rules of
/// kiln_scene_cast_sweep.
KILN_API kiln_hit kiln_heightfield_cast_sweep(
	const kiln_heightfield *field, const kiln_convex_shape *shape, const kiln_sweep *sweep, float tolerance);

/// Finds the closest point of the field.
KILN_API kiln_closest kiln_heightfield_closest_point(const kiln_heightfield *field, const kiln_point_query *query);

/// Finds the triangles that a shape touches, by increasing number. Only cells below and above the shape's box are
/// visited. Returns the number of triangles; `overlaps` holds the first `capacity` of them, with `node` KILN_NONE. A
/// field is a surface: a shape wholly below it touches nothing.
KILN_API uint32_t kiln_heightfield_overlap_sphere(
	const kiln_heightfield *field, const kiln_sphere *sphere, kiln_overlap *overlaps, uint32_t capacity);
KILN_API uint32_t kiln_heightfield_overlap_box(
	const kiln_heightfield *field, const kiln_box *box, kiln_overlap *overlaps, uint32_t capacity);
KILN_API uint32_t kiln_heightfield_overlap_capsule(
	const kiln_heightfield *field, const kiln_capsule *capsule, kiln_overlap *overlaps, uint32_t capacity);

/// Finds the triangles that a convex object touches, by the rules of kiln_scene_overlap_convex.
KILN_API uint32_t kiln_heightfield_overlap_convex(
	const kiln_heightfield *field, const kiln_convex_object *object, kiln_overlap *overlaps, uint32_t capacity);

/// Finds the contacts of a convex object with the field, sorted by triangle, by the rules of kiln_mesh_manifolds: edges
/// inside the surface, also between blocks and around holes, add no contacts. Edges are flat as with the cooker's usual
/// option. A field with a list of borders (kiln/convex/border.h) continues in the fields and assets beside it.
KILN_API kiln_status kiln_heightfield_manifolds(const kiln_heightfield *field, const kiln_convex_object *object,
	const kiln_mesh_contact_options *options, kiln_mesh_manifold *manifolds, uint32_t capacity, uint32_t *count);

/// Makes a surface of a field: for a world (kiln_member.surface), for pair queries with assets (kiln_object_from_surface) and for
/// lists of borders. No surface for NULL. The field must stay at its address.
KILN_API kiln_surface kiln_heightfield_surface(const kiln_heightfield *field);

/// A triangle of a field.
typedef struct kiln_heightfield_face
{
	uint32_t triangle;
	uint32_t material;
	kiln_vec3 corners[3];
} kiln_heightfield_face;

/// Receives a triangle, which is valid until the function returns. Returns false to end the visit.
typedef bool kiln_visit_heightfield_triangle(void *user, const kiln_heightfield_face *face);

/// Visits the triangles whose own boxes touch a box, by increasing number: for tests of shapes that fields have no query
/// for, such as kiln_moving_capsule_triangle (kiln/primitive/moving.h). Only cells below and above the box are read.
/// A box with NaN, or with min above max, visits nothing; infinite sides are allowed.
KILN_API void kiln_heightfield_triangles_visit(
	const kiln_heightfield *field, const kiln_aabb *box, kiln_visit_heightfield_triangle *visit, void *user);

#ifdef __cplusplus
}
#endif

#endif
