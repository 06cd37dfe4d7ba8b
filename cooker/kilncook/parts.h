// SPDX-License-Identifier: MIT
#ifndef KILNCOOK_PARTS_H
#define KILNCOOK_PARTS_H

#include "sdf.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How long a convex decomposition searches.
typedef uint32_t kilncook_parts_quality;
enum kilncook_parts_quality_values
{
	KILNCOOK_PARTS_GOOD = 0,
	KILNCOOK_PARTS_FAST = 1, ///< few planes, and no cuts beyond the number of parts
	KILNCOOK_PARTS_BEST = 2, ///< the best of four searches with fewer and more planes, of which one is that of GOOD
	KILNCOOK_PARTS_QUALITY_END = 3,
};

/// A stable word for a quality, such as `good`.
KILNCOOK_API const char *kilncook_parts_quality_name(kilncook_parts_quality quality);

/// What the mass of convex parts was integrated over.
typedef uint32_t kilncook_parts_mass;
enum kilncook_parts_mass_values
{
	KILNCOOK_PARTS_MASS_NONE = 0,  ///< flat parts
	KILNCOOK_PARTS_MASS_ART = 1,   ///< the art, which is closed and consistently wound
	KILNCOOK_PARTS_MASS_UNION = 2, ///< the union of the hulls: a point in several hulls counts once
	/// Each hull by itself: hulls that overlap so often that the counted work does not suffice count common points several times.
	KILNCOOK_PARTS_MASS_SUM = 3,
	KILNCOOK_PARTS_MASS_END = 4,
};

/// A stable word for what a mass was integrated over, such as `union`.
KILNCOOK_API const char *kilncook_parts_mass_name(kilncook_parts_mass mass);

#define KILNCOOK_PARTS_DEFAULT 64
#define KILNCOOK_PARTS_MAX 4096
#define KILNCOOK_PARTS_ERROR_DEFAULT 0.01

/// A shape that KILNCOOK_SHAPE_AUTO weighed.
typedef struct kilncook_shape_candidate
{
	double cost; ///< of queries, counted: cooker/README.md says how; 0: the shape was not tried
	/// No point of the shape's surface outside of the solid is farther from the mesh, certainly; in the mesh's own units. Infinity:
	/// more than the error that was asked for, or not known. A mesh has 0.
	double error;
} kilncook_shape_candidate;

/// A convex part, or the primitive in its place.
typedef struct kilncook_part_row
{
	uint32_t shape;	   ///< kilncook_shape: KILNCOOK_SHAPE_HULL or a primitive
	uint32_t vertices; ///< of the part's hull before `--hull-*`, as all figures here but `error`
	uint32_t faces;
	double volume;
	double cost;		  ///< of queries, as in kilncook_shape_candidate
	double error;		  ///< no point of its surface outside of the solid is farther from the art, certainly
	kilncook_sdf_row sdf; ///< of the hull that is stored
	bool shared;		  ///< equal to an earlier shape: both are stored once, and their field, too
} kilncook_part_row;

/// Figures of a convex decomposition. Lengths and volumes are in the mesh's own units.
typedef struct kilncook_parts_counts
{
	uint32_t parts;		 ///< 0: no decomposition was asked for
	uint32_t components; ///< connected surfaces that were decomposed on their own; 1: all together
	uint32_t cuts;
	uint32_t merges;		  ///< 0: the cuts alone were better
	double volume;			  ///< sum of the parts' volumes; where parts overlap, more than that of their union
	double art;				  ///< volume of the art, 0 where it is not closed and wound
	kilncook_parts_mass mass; ///< what the next three were integrated over, before `--hull-*`, of density 1
	double mass_volume;		  ///< 0 without mass
	double center[3];		  ///< of mass
	double inertia[6];		  ///< about that centre: xx, yy, zz, xy, xz, yz
	double
		error; ///< no point of a part's surface outside of the solid is farther from the art, certainly; infinity: not known
	double wanted; ///< the error that was asked for
	/// Radius of the ball whose space parts do not enter (kilncook_options.parts_clear); 0: none.
	double clear;
	/// No part enters that space deeper, certainly: a ball of the radius clear - depth passes the parts wherever one of the radius `clear`
	/// passes the art. More than a quarter of `clear`: the parts did not suffice.
	double depth;
	uint32_t clear_cubes; ///< into which that space was cut
	uint32_t
		undecided; ///< hulls for which the counted work did not suffice to know whether they keep the error: they count as if not
	bool open; ///< the art is open or not consistently wound: it has no inside
	/// Planes that the art is symmetric about, exactly: across x (1), y (2) and z (4), through the middle of its box.
	uint32_t art_mirrors;
	uint32_t mirrors; ///< of these, the planes across which the mirror image of each part is a part, in every bit
} kilncook_parts_counts;

#ifdef __cplusplus
}
#endif

#endif
