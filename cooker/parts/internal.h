// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_PARTS_INTERNAL_H
#define KILN_COOKER_PARTS_INTERNAL_H

#include "clearance.h"
#include "hausdorff/nearest.h"
#include "parts.h"

#include <math.h>

/// Functions and types that the files of this room share.

/// A growing list of points.
typedef struct parts_points
{
	float (*at)[3];
	uint32_t count;
	uint32_t capacity;
} parts_points;

/// A connected surface, or all of the art: what is cut as one.
typedef struct parts_body
{
	parts_art art;
	bool closed;	   ///< and consistently wound: it has an inside
	nearest_tree tree; ///< of its triangles
	float low[3], high[3];
	double diagonal;
	uint32_t undecided;	  ///< hulls for which parts_error ran out of work
	uint32_t *stamps;	  ///< per vertex: the last list of points that it was appended to
	uint32_t stamp;		  ///< number of the last list
	float (*vertices)[3]; ///< own copies of a component's arrays, or NULL
	uint32_t (*triangles)[3];
} parts_body;

/// A box of space, and the art in it.
typedef struct parts_cell
{
	uint32_t body;
	float low[3], high[3];
	uint32_t *triangles; ///< of the body, that reach into the box; of those within a side, the box has its share
	uint32_t count;
	convex_hull hull; ///< of the art in the box, and of the solid in it
	double size;	  ///< parts_size of the hull
	double solid;	  ///< volume of the solid in the box
	double extra;	  ///< of it, outside of the art
	bool fits;		  ///< no cut is needed or possible
	uint32_t part;	  ///< that has it, after merging
} parts_cell;

/// A plane across an axis, and what becomes of the triangles that lie in it.
typedef struct parts_cut
{
	uint32_t axis;
	float at;
	int flat;	 ///< -1: they belong above, 1: below, 0: each on the side that it is the end of
	double size; ///< of both hulls; infinity: there is no cut
} parts_cut;

/// Planes across the axes that the art is symmetric about, and what they map to what.
typedef struct parts_symmetry
{
	uint32_t axes;		   ///< bits of the axes that the planes are across
	double sums[3];		   ///< per axis: of a coordinate and that of its mirror image
	uint32_t (*bodies)[3]; ///< per body and axis of `axes`: its mirror image
	uint32_t body_count;
	uint32_t (*cells)[3]; ///< the same of cells
	uint32_t cell_capacity;
} parts_symmetry;

/// One decomposition.
typedef struct parts_job
{
	const kilncook_context *context;
	const parts_art *art;
	const parts_options *options;
	kilncook_status (*step)(void *user, uint64_t done, uint64_t total);
	void *user;
	parts_body whole;
	parts_body *bodies; ///< the components, or one that has the whole's tree and stamps
	uint32_t body_count;
	parts_cell *cells;
	uint32_t cell_count;
	uint32_t cell_capacity;
	parts_points points;	  ///< scratch
	uint32_t steps;			  ///< planes of an axis that cuts choose from
	double flatness;		  ///< length by which a hull's area counts as volume
	uint32_t undecided;		  ///< hulls whose distance the counted work did not suffice for
	clearance space;		  ///< that parts do not enter; without cubes: none
	parts_symmetry *symmetry; ///< that cuts and merges keep; NULL: none
} parts_job;

/// Appends a point. False when out of memory.
bool parts_point(const kilncook_context *context, parts_points *points, const float at[3]);

/// Appends a vertex, unless the vertex is marked with the number of the list. False when out of memory.
bool parts_vertex(
	const kilncook_context *context, parts_body *body, uint32_t vertex, uint32_t list, parts_points *points);

/// Appends points whose hull, together with those corners of the triangle that are in the box, contains the part of the triangle in the box,
/// exactly; none where no part is. The points lie in the box.
bool parts_clip(const kilncook_context *context, const float corners[3][3], const float low[3], const float high[3],
	parts_points *points);

/// Whether a point is inside of a closed body. A point on the surface counts as moved by something smaller than all numbers along each axis,
/// which `towards` has the signs of; along x most, along z least.
bool parts_inside(const parts_body *body, const double point[3], const int towards[3]);

/// Volume of the solid in a box, but for rounding; what several windings hold counts several times.
double parts_inside_volume(const parts_body *body, const float low[3], const float high[3]);

/// Adds the corners of a cell's box that are inside of its body.
bool parts_corners(const kilncook_context *context, const parts_body *body, const float low[3], const float high[3],
	parts_points *points);

/// Appends the points of a cell to `points`: their hull contains the art and the solid in it.
bool parts_gather(const kilncook_context *context, parts_body *body, const parts_cell *cell, parts_points *points);

/// Volume of a hull.
double parts_volume(const convex_hull *h);

/// Volume of a hull and a little of its area, so that flat hulls can be compared.
double parts_size(const convex_hull *h, double flatness);

/// Builds the hull of points, with the status of hull_build. No points give an empty hull.
kilncook_status parts_hull(const kilncook_context *context, const parts_points *points, convex_hull *out);

/// Finds the best plane for a cell among about `steps` of each axis. One that is not ahead of `than`, the best so far, is left. `axes` are bits.
kilncook_status parts_sweep(
	const parts_job *job, const parts_cell *cell, uint32_t steps, uint32_t axes, parts_cut *best);

/// Cuts a cell in two, whose hulls are not made yet. False when out of memory, with nothing to free.
bool parts_divide(const parts_job *job, const parts_cell *cell, const parts_cut *cut, parts_cell sides[2]);

void parts_cell_free(const kilncook_context *context, parts_cell *cell);

/// Makes a cell of each body; frees all cells. On failure, the cells made so far remain.
kilncook_status parts_cells_begin(parts_job *job);
void parts_cells_free(parts_job *job);

/// Makes the bodies: a component each where there are at most options.most, and none is wound inside out, as cavities are; else one.
kilncook_status parts_bodies_begin(parts_job *job);
void parts_bodies_free(parts_job *job);

/// Makes both sides of a cut, with the hulls of the art and the solid in them. `weighed`: also the volume of the solid in each.
kilncook_status parts_cut_cell(
	parts_job *job, const parts_cell *cell, const parts_cut *cut, bool weighed, parts_cell sides[2]);

/// Makes room for so many cells. False when out of memory.
bool parts_cells_reserve(parts_job *job, uint32_t count);

/// Finds the planes across the axes through the middle of the art's box that the bodies are symmetric about. False when out of memory; call
/// parts_symmetry_free in any case.
bool parts_symmetry_find(const parts_job *job, parts_symmetry *out);
void parts_symmetry_free(const kilncook_context *context, parts_symmetry *s);

/// Returns the bits of those axes of the art's symmetry across which the parts are mirror images of parts, too, in every bit.
uint32_t parts_symmetry_of(const parts_set *set, const parts_symmetry *s);

/// The most mirror images of an item, itself included.
#define PARTS_IMAGES_MOST 8

/// Lists the mirror images of an item, itself first, each once. Returns how many.
uint32_t parts_symmetry_images(
	uint32_t axes, const uint32_t (*images)[3], uint32_t item, uint32_t list[PARTS_IMAGES_MOST]);

/// Maps each cell to its images, at the start: as its body.
bool parts_images_begin(parts_job *job);

/// Cuts a cell and its mirror images. A cell that is its own image is cut in the middle, or at the plane and its image. Adds the number of cuts.
kilncook_status parts_cut_images(parts_job *job, uint32_t number, const parts_cut *cut, uint32_t *cuts);

/// Cuts cells until all fit or there are `most`, with mirror images a few more. Adds the number of cuts.
kilncook_status parts_cut_down(parts_job *job, uint32_t most, uint32_t *cuts);

/// Bounds how far a hull sticks out of the art: the distance of points of its surface outside of the solid. The bound is at most `enough`, or
/// near the distance. With `decide`, the search ends as soon as the distance is known to be above `enough`, which gives infinity, as does
/// the end of the work, which the body counts. Without `decide`, a bound that is coarse enough for the work takes the place of a finer one.
double parts_error(parts_body *body, const convex_hull *h, double enough, bool decide);

/// Whether a hull enters the space of the ball deeper than it may.
bool parts_enters(const parts_job *job, const convex_hull *h);

/// Returns a distance that a hull certainly sticks out: at some of its points, so that parts_error may find more.
double parts_reach(parts_body *body, const convex_hull *h);

/// Makes parts of the cells, whose hulls move to the parts: merges pairs until there are at most `most`, and as long as parts fit. `gently`:
/// pairs that do not fit are merged after all that do. Sets the part of each cell. `set` has no parts yet.
kilncook_status parts_merge(parts_job *job, uint32_t most, bool gently, parts_set *set);

/// Bounds how far a hull sticks out: near the distance from `enough` on, unless the hull keeps `wanted` by less than that.
double parts_error_near(parts_body *body, const convex_hull *h, double enough, double wanted);

/// Proves that every cell's points lie in the hull of its part.
kilncook_status parts_prove(const parts_job *job, const parts_set *set);

/// Linear coordinates: coordinate k of a point is rows[k] . (point - origin).
typedef struct parts_frame
{
	double rows[3][3]; ///< unit
	double inverse[3][3];
	double origin[3];
	double shrink; ///< a length in the frame is at least this times the length
	bool mirrored;
} parts_frame;

#define PARTS_FRAMES_MOST 6

/// Chooses up to PARTS_FRAMES_MOST frames in which the faces at the reflex edges of a body lie across the axes: none for a body that is open, or
/// has more than 4096 triangles or 12 such directions, as curved art, or whose frame is that of the axes. False when out of memory.
bool parts_frames(const kilncook_context *context, const parts_body *body, parts_frame *frames, uint32_t *count);

/// Searches the parts of other art than the job's, with one search of the quality. counts.undecided is set.
kilncook_status parts_search_apart(
	const parts_job *job, const parts_art *art, const parts_options *options, parts_set *out);

/// Whether a set is better: one that stays out of the space of the ball; of those, one that keeps the error; of those that do, one of fewer
/// parts; else one of less volume.
bool parts_is_better(const parts_job *job, const parts_set *set, const parts_set *than);

/// Replaces a set by parts that planes of the art's own faces cut, if they are better.
kilncook_status parts_oblique(parts_job *job, parts_set *best);

#endif
