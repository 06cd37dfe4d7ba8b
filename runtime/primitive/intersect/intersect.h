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
	kiln_d3 direction; ///< zero for a segment that is a point
	kiln_d3 end;	   ///< of a segment: exact, while its direction is rounded
	double low, high;  ///< infinite where the path has no end
	bool segment;
	bool usable;
	bool begins;	 ///< the path begins at time 0: it is not a line
	kiln_vec3 begin; ///< position at time 0
} kiln_path;

kiln_path kilni_path_of_line(const kiln_line *line);
kiln_path kilni_path_of_ray(const kiln_ray *ray);
kiln_path kilni_path_of_segment(const kiln_segment *segment);

/// The path's position at time t; at a segment's end exactly that end.
kiln_d3 kilni_path_at(const kiln_path *path, double t);

static inline bool kiln_path_is_point(const kiln_path *path)
{
	return path->direction.x == 0 && path->direction.y == 0 && path->direction.z == 0;
}

/// Where the whole line of a path enters or leaves a convex solid.
typedef struct kiln_chord_end
{
	double t;
	kiln_d3 normal; ///< outward, of any length; zero where no normal exists, as on a sphere without radius
	uint32_t face;	///< of an AABB, OBB or k-DOP: 2 i for the low side of its axis i, 2 i + 1 for the high one; else 0
} kiln_chord_end;

typedef struct kiln_chord
{
	kiln_chord_end enter, leave; ///< enter.t <= leave.t
	double least, most;			 ///< the same times, widened by the possible rounding
} kiln_chord;

/// Solids are widened by this share of the sizes that enter. This is a little more than the thickness that
/// kiln_point_in_* gives them (KILN_NEAR_TOUCHES), so that a path that begins in a solid hits it.
#define KILN_PATH_SLACK 0x1.2p-46

/// The chords of solids, for usable paths that are not points and usable shapes. Returns false if the line misses by
/// more than KILN_PATH_SLACK of the solid's size and of its distance from the path's origin. A line that misses by no
/// more than that hits the solid at one point. Intermediate numbers are as large as the solid, and not as the way to
/// it, because the line is first moved near the solid (Haines, Guenther, Akenine-Moller 2019, "Precision Improvements
/// for Ray/Sphere Intersection").
bool kilni_chord_aabb(const kiln_path *path, const kiln_aabb *aabb, kiln_chord *chord);
bool kilni_chord_obb(const kiln_path *path, const kiln_obb *obb, kiln_chord *chord);
bool kilni_chord_kdop(const kiln_path *path, const kiln_kdop *kdop, uint32_t k, kiln_chord *chord);
bool kilni_chord_sphere(const kiln_path *path, const kiln_sphere *sphere, kiln_chord *chord);
bool kilni_chord_ellipsoid(const kiln_path *path, const kiln_ellipsoid *ellipsoid, kiln_chord *chord);
bool kilni_chord_cylinder(const kiln_path *path, const kiln_cylinder *cylinder, kiln_chord *chord);
bool kilni_chord_cone(const kiln_path *path, const kiln_cone *cone, kiln_chord *chord);
bool kilni_chord_capsule(const kiln_path *path, const kiln_capsule *capsule, kiln_chord *chord);
bool kilni_chord_rss(const kiln_path *path, const kiln_rss *rss, kiln_chord *chord);

/// The sum of the magnitudes of a vector's components.
static inline double kiln_path_size(kiln_d3 v)
{
	return fabs(v.x) + fabs(v.y) + fabs(v.z);
}

/// The time at which a line that begins at `seen` is nearest to the origin.
static inline double kiln_path_nearest(const kiln_path *path, kiln_d3 seen)
{
	return -kiln_d3_dot(seen, path->direction) / kiln_d3_length2(path->direction);
}

/// The speed of a path along a unit vector; 0 if it is only rounding, which within the chord of a solid moves the path
/// by less than the slack.
static inline double kiln_path_rate(const kiln_path *path, kiln_d3 unit)
{
	double rate = kiln_d3_dot(path->direction, unit);
	return fabs(rate) > 0x1p-50 * kiln_path_size(path->direction) ? rate : 0;
}

/// The vectors whose dot products with a point give its coordinates along axes. They are the axes themselves where
/// those are exactly unit and perpendicular, else the normals of the planes that the other two axes span.
void kilni_path_frame(const kiln_vec3 axes[3], kiln_d3 normals[3]);

/// The chord of a ball, widened by `slack`. The path begins at `seen`, relative to the ball's center.
bool kilni_chord_ball(const kiln_path *path, kiln_d3 seen, double radius, double slack, kiln_chord *chord);

/// The unbounded chord: from -infinity to infinity.
kiln_chord kilni_chord_whole(void);

/// Narrows a chord to the times at which low <= at + t speed <= high. `at` is right to `slack` at all times of the
/// solid (Kay and Kajiya 1986; Ericson 2005, 5.3.3). `normal` leads to the high side; `face` is the low side's number,
/// face + 1 the high one's. Returns false if nothing is left, by more than rounding.
bool kilni_chord_clip(
	kiln_chord *chord, kiln_d3 normal, double low, double high, double at, double speed, double slack, uint32_t face);

/// Orders times that rounding may have swapped, and shifts all times by `shift`.
void kilni_chord_tidy(kiln_chord *chord, double shift);

/// The answer for a solid and its chord. `begins`: the path begins in the solid.
kiln_intersection kilni_path_meets_chord(const kiln_path *path, const kiln_chord *chord, bool begins);

/// The answer for a path that is a point: only whether the point is in the solid.
kiln_intersection kilni_path_meets_point(const kiln_path *path, bool begins);

/// Whether a chord reaches a path's beginning. Only then the caller must test whether the path begins in the solid.
static inline bool kilni_chord_has_begin(const kiln_path *path, const kiln_chord *chord)
{
	return path->begins && chord->least <= 0 && chord->most >= 0;
}

/// `v` as a float unit vector; the direction against the path where `v` is zero.
kiln_vec3 kilni_path_normal(const kiln_path *path, kiln_d3 v);

/// Defines three functions of a shape from one for a path.
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

/// Defines meet_... of a convex solid from its chord and the test whether a point is in it.
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
