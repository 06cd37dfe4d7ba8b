// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_INTERSECT_INTERNAL_H
#define KILN_PRIMITIVE_INTERSECT_INTERNAL_H

#include "kiln/primitive/intersect.h"
#include "math/double3.h"

#include <math.h>

/// A line, ray or segment: the points origin + t direction, low <= t <= high.
typedef struct kiln_path
{
	kiln_d3 origin;
	kiln_d3 direction; ///< zero: a segment that is a point
	kiln_d3 end;	   ///< of a segment; its direction is rounded, its end is not
	double low, high;  ///< infinite where it has no end
	bool segment;
	bool usable;
	bool begins;	 ///< at time 0: it is no line
	kiln_vec3 begin; ///< where it is at time 0
} kiln_path;

kiln_path kilni_path_of_line(const kiln_line *line);
kiln_path kilni_path_of_ray(const kiln_ray *ray);
kiln_path kilni_path_of_segment(const kiln_segment *segment);

/// Where a path is at time t; at a segment's end exactly there.
kiln_d3 kilni_path_at(const kiln_path *path, double t);

static inline bool kiln_path_is_point(const kiln_path *path)
{
	return path->direction.x == 0 && path->direction.y == 0 && path->direction.z == 0;
}

/// Where the whole line of a path enters or leaves a convex solid.
typedef struct kiln_chord_end
{
	double t;
	kiln_d3 normal; ///< outward, of any length; zero where there is none, as on a sphere without radius
	uint32_t face;	///< of an AABB, OBB or k-DOP: 2 i for the low side of its axis i, 2 i + 1 for the high one; else 0
} kiln_chord_end;

typedef struct kiln_chord
{
	kiln_chord_end enter, leave; ///< enter.t <= leave.t
	double least, most;			 ///< the same times, widened by what rounding may have moved them
} kiln_chord;

/// Solids are as thick as kiln_point_in_* takes them to be (KILN_NEAR_TOUCHES), and a little thicker, so that a path
/// that begins in one meets it: by this share of the sizes that entered.
#define KILN_PATH_SLACK 0x1.2p-46

/// The solids' chords, of paths that are usable and no points, and of usable shapes. False: the line misses, by more than
/// KILN_PATH_SLACK of the solid's size and its distance from the path's origin. A solid that is missed by no more than
/// that is met at one point. What is computed is as large as the solid and not as the way to it: the line is met near the
/// solid first (Haines, Guenther, Akenine-Moller 2019, "Precision Improvements for Ray/Sphere Intersection").
bool kilni_chord_aabb(const kiln_path *path, const kiln_aabb *aabb, kiln_chord *chord);
bool kilni_chord_obb(const kiln_path *path, const kiln_obb *obb, kiln_chord *chord);
bool kilni_chord_kdop(const kiln_path *path, const kiln_kdop *kdop, uint32_t k, kiln_chord *chord);
bool kilni_chord_sphere(const kiln_path *path, const kiln_sphere *sphere, kiln_chord *chord);
bool kilni_chord_ellipsoid(const kiln_path *path, const kiln_ellipsoid *ellipsoid, kiln_chord *chord);
bool kilni_chord_cylinder(const kiln_path *path, const kiln_cylinder *cylinder, kiln_chord *chord);
bool kilni_chord_cone(const kiln_path *path, const kiln_cone *cone, kiln_chord *chord);
bool kilni_chord_capsule(const kiln_path *path, const kiln_capsule *capsule, kiln_chord *chord);
bool kilni_chord_rss(const kiln_path *path, const kiln_rss *rss, kiln_chord *chord);

/// Sum of a vector's sizes.
static inline double kiln_path_size(kiln_d3 v)
{
	return fabs(v.x) + fabs(v.y) + fabs(v.z);
}

/// When a line that begins at `seen` is nearest to the origin.
static inline double kiln_path_nearest(const kiln_path *path, kiln_d3 seen)
{
	return -kiln_d3_dot(seen, path->direction) / kiln_d3_length2(path->direction);
}

/// How fast a path moves along a unit vector; 0 where that is no more than rounding, which within the chord of a solid
/// moves it by less than the slack.
static inline double kiln_path_rate(const kiln_path *path, kiln_d3 unit)
{
	double rate = kiln_d3_dot(path->direction, unit);
	return fabs(rate) > 0x1p-50 * kiln_path_size(path->direction) ? rate : 0;
}

/// The vectors whose dot products give a point's coordinates along axes: they are the axes themselves where those
/// are unit and at right angles exactly, and the normals of the planes that the other two axes span.
void kilni_path_frame(const kiln_vec3 axes[3], kiln_d3 normals[3]);

/// Of a ball, seen from which the path begins at `seen`, thick by `slack`.
bool kilni_chord_ball(const kiln_path *path, kiln_d3 seen, double radius, double slack, kiln_chord *chord);

/// No bounds yet: from -infinity to infinity.
kiln_chord kilni_chord_whole(void);

/// Narrows a chord to the times at which low <= at + t speed <= high, where `at` is right to `slack` for all times of the
/// solid (Kay and Kajiya 1986; Ericson 2005, 5.3.3). `normal` leads to the high side; `face` is the low side's number,
/// face + 1 the high one's. False: nothing is left, by more than rounding.
bool kilni_chord_clip(
	kiln_chord *chord, kiln_d3 normal, double low, double high, double at, double speed, double slack, uint32_t face);

/// Puts in order what rounding may have turned round, and moves all times by `shift`.
void kilni_chord_tidy(kiln_chord *chord, double shift);

/// The answer for a solid and its chord. `begins` says whether the path begins in it.
kiln_intersection kilni_path_meets_chord(const kiln_path *path, const kiln_chord *chord, bool begins);

/// The answer for a path that is a point: whether that is in the solid is all there is to say.
kiln_intersection kilni_path_meets_point(const kiln_path *path, bool begins);

/// Whether a chord reaches a path's beginning, so that only then need be asked whether the path begins in the solid.
static inline bool kilni_chord_has_begin(const kiln_path *path, const kiln_chord *chord)
{
	return path->begins && chord->least <= 0 && chord->most >= 0;
}

/// `v` as a float unit vector; where it is zero the one against the path.
kiln_vec3 kilni_path_normal(const kiln_path *path, kiln_d3 v);

/// Three functions of a shape, by one for a path.
#define KILN_INTERSECT(shape, type)                                                                                    \
	kiln_intersection kiln_intersect_line_##shape(const kiln_line *a, const type *b)                                   \
	{                                                                                                                  \
		kiln_path path = kilni_path_of_line(a);                                                                        \
		return meet_##shape(&path, b);                                                                                 \
	}                                                                                                                  \
	kiln_intersection kiln_intersect_ray_##shape(const kiln_ray *a, const type *b)                                     \
	{                                                                                                                  \
		kiln_path path = kilni_path_of_ray(a);                                                                         \
		return meet_##shape(&path, b);                                                                                 \
	}                                                                                                                  \
	kiln_intersection kiln_intersect_segment_##shape(const kiln_segment *a, const type *b)                             \
	{                                                                                                                  \
		kiln_path path = kilni_path_of_segment(a);                                                                     \
		return meet_##shape(&path, b);                                                                                 \
	}

/// meet_... of a convex solid, by its chord and the test whether a point is in it.
#define KILN_MEET_SOLID(shape)                                                                                         \
	static kiln_intersection meet_##shape(const kiln_path *path, const kiln_##shape *b)                                \
	{                                                                                                                  \
		kiln_chord chord;                                                                                              \
		if (!path->usable || !kilni_usable_##shape(b))                                                                 \
			return (kiln_intersection){0};                                                                             \
		if (kiln_path_is_point(path))                                                                                  \
			return kilni_path_meets_point(path, kiln_point_in_##shape(&path->begin, b));                               \
		if (!kilni_chord_##shape(path, b, &chord))                                                                     \
			return (kiln_intersection){0};                                                                             \
		bool begins = kilni_chord_has_begin(path, &chord) && kiln_point_in_##shape(&path->begin, b);                   \
		return kilni_path_meets_chord(path, &chord, begins);                                                           \
	}

#endif
