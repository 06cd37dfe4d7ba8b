// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_SDF_INTERNAL_H
#define KILN_COOKER_SDF_INTERNAL_H

#include "hausdorff/nearest_group.h"
#include "sdf.h"

/// Samples of a block, and cells between them.
#define SDF_SAMPLE_COUNT (KILN_SDF_SAMPLES * KILN_SDF_SAMPLES * KILN_SDF_SAMPLES)

/// Half the diagonal of a cube whose edge is 2, rounded up.
#define SDF_DIAGONAL (1.7320508075688773 + 0x1p-40)

/// How far bounds look from a cube's centre beyond its distance, in radii; at least 2.
#define SDF_REACH 2.5

/// What the bounds of one task share.
typedef struct sdf_work
{
	nearest_tree near; ///< shared arrays, with the task's own count of visits
	double slack;	   ///< exceeds the rounding of all distances and planes
	double excess;	   ///< of sdf_distance over the true distance
} sdf_work;

/// A cube in which the error is bounded, and the interpolation there. Bit a of a corner's number is its side along axis a.
typedef struct sdf_cube
{
	double center[3];
	double half;   ///< of the edge
	double radius; ///< of the sphere through the corners
	double at[8];  ///< the interpolation at the corners, which is trilinear in between
	int side;	   ///< the sign at the centre; 0 where it is not known yet
	/// Has every triangle within the distance of the centre and SDF_REACH times the radius.
	const nearest_front *front;
} sdf_cube;

static inline void sdf_cube_corner(const sdf_cube *cube, uint32_t corner, double out[3])
{
	for (uint32_t k = 0; k < 3; ++k)
		out[k] = cube->center[k] + (corner >> k & 1 ? cube->half : -cube->half);
}

/// Returns an upper bound of the distance of a point from the surface, exact to rounding; `*triangle` is a guess, then the nearest.
/// The nearest is below the front.
double sdf_distance(sdf_work *work, const nearest_front *front, const double p[3], uint32_t *triangle);

/// Fills the front of a cube, by that of a cube around it. `distance` is sdf_distance of the centre.
void sdf_front(const sdf_work *work, const nearest_front *from, const double center[3], double half, double distance,
	nearest_front *front);

/// Returns -1 where the winding number of the surface around the point is not zero, else 1, by exact signs.
int sdf_sign(const sdf_work *work, const double p[3]);

/// Bounds how much the interpolation, times `sign`, exceeds the distance in the cube, where supporting planes prove that the surface
/// does not enter the sphere around the cube. Planes of boxes suffice where they show a bound of at most `target`. `distance` is
/// sdf_distance of the centre. The bound is at least `least`, below which bounds make no difference. False where the surface may be near,
/// where SDF_LOOKS_MAX are not enough, or, unless `whole`, where the bound exceeds the target.
bool sdf_bound_below(const sdf_work *work, const sdf_cube *cube, int sign, double distance, double least, double target,
	bool whole, double *bound);

/// Bounds how much the distance exceeds the interpolation, times `sign`, in the cube. `triangle` is the nearest to the centre.
/// `nearest` has those to the corners, or is NULL where they are not known.
double sdf_bound_above(
	sdf_work *work, const sdf_cube *cube, int sign, double target, uint32_t triangle, const uint32_t *nearest);

/// Bounds how much the interpolation, times `sign`, exceeds the distance in a cube with the distances `exact` at its corners. Looks at no
/// triangle. False where the corners are too near to the surface.
bool sdf_bound_far(const sdf_work *work, const sdf_cube *cube, int sign, const double exact[8], double *bound);

/// Bounds the error where the surface near the cube lies in a thin slab and separates inside from outside there. False elsewhere, or
/// where the slab is thicker than `target`.
bool sdf_bound_flat(
	const sdf_work *work, const sdf_cube *cube, double distance, uint32_t triangle, double target, double *bound);

/// The place of a block: the field's grid, and the block's level and place in the cells of its level.
typedef struct sdf_place
{
	uint32_t level;
	uint32_t at[3];
} sdf_place;

/// Fills a block and bounds its error. Where the bound exceeds the tolerance that `error` gives the block, the function returns false
/// if it `may_refuse`, and the block is of no use.
bool sdf_block_make(sdf_work *work, const kiln_format_sdf *grid, const sdf_place *place, double error, bool may_refuse,
	kiln_format_sdf_block *block);

/// Returns the least magnitude of what a block's samples stand for.
double sdf_least(const kiln_format_sdf_block *block);

/// Returns the tolerance of a block whose least magnitude of a sample is given.
static inline double sdf_tolerance(double error, double least)
{
	double far = (double)KILN_SDF_FAR * least;
	return error > far ? error : far;
}

#endif
