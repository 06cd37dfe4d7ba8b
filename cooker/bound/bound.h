// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_BOUND_H
#define KILN_COOKER_BOUND_H

#include "kiln/shape.h"

#include "hull/hull.h"

/// Bounding volumes around points: many fits, one interface, so that they can be compared, exchanged and dropped.
/// Every fit ends in bound_enclose, so that the volume contains every point in exact arithmetic over the stored float32
/// numbers. bound_prove checks this and knows nothing of the fit.

typedef enum bound_kind
{
	BOUND_AABB,
	BOUND_SPHERE,
	BOUND_OBB,
	BOUND_KDOP,
	BOUND_CAPSULE,
	BOUND_RSS,
	BOUND_CYLINDER,
	BOUND_CONE,
	BOUND_ELLIPSOID,
	BOUND_KIND_COUNT,
} bound_kind;

/// A volume of any kind, in float32 as it is stored. kiln/bounds.h defines the set of points of each kind.
typedef struct bound_volume
{
	bound_kind kind;
	uint32_t k; ///< of a k-DOP: 6, 8, 12, 14, 18, 20, 24 or 26; 0 for other kinds
	union
	{
		kiln_aabb aabb;
		kiln_sphere sphere;
		kiln_obb obb;
		kiln_kdop kdop;
		kiln_capsule capsule;
		kiln_rss rss;
		kiln_cylinder cylinder;
		kiln_cone cone;
		kiln_ellipsoid ellipsoid;
	};
} bound_volume;

/// The input of a fit. At least one point, all finite, |coordinate| <= KILN_COORDINATE_MAX.
typedef struct bound_input
{
	const float (*points)[3]; ///< every point that must be inside
	uint32_t count;
	/// The points' convex hull. Every fit may use the hull: only its vertices matter.
	const convex_hull *hull;
} bound_input;

struct obb_cloud;

/// One way to fit one kind, by one of two functions; bound_fit calls it.
typedef struct bound_method
{
	const char *name;	///< a name that does not change, such as `sphere-ritter`
	const char *source; ///< author and year, or the book's section
	bound_kind kind;
	uint32_t k;
	/// Fits to the input's points.
	kilncook_status (*fit)(const kilncook_context *context, const bound_input *input, bound_volume *volume);
	/// Fits to the vertices of the points' hull; bound_fit builds the hull when the input has none.
	kilncook_status (*fit_cloud)(const kilncook_context *context, struct obb_cloud *cloud, bound_volume *volume);
} bound_method;

/// Fits a volume that contains all points exactly. A single point and flat input give a volume of zero size along the
/// missing directions. KILNCOOK_INTERNAL when out of memory.
kilncook_status bound_fit(
	const kilncook_context *context, const bound_method *method, const bound_input *input, bound_volume *volume);

/// Returns all methods for one kind, `*count` of them, the simplest first.
const bound_method *const *bound_methods(bound_kind kind, uint32_t *count);

/// The method with this name, or NULL.
const bound_method *bound_method_named(const char *name);

/// Sets the sizes of a volume whose place and directions are chosen (AABB, k-DOP: everything; sphere: the radius; OBB:
/// half extents; capsule, RSS, cylinder: the radius, with the segment or rectangle given; cone: the radius of the base;
/// ellipsoid: one common factor on the radii) to the least float32 numbers with which the volume contains all points
/// exactly. False when no numbers in float32's range do, for example when a point lies beyond the caps of a cylinder.
bool bound_enclose(const bound_input *input, bound_volume *volume);

/// Whether every point lies in the volume, decided in exact arithmetic on the stored numbers after an interval filter.
/// `*where` (may be NULL) gets the first point outside. The check does not use the method that made the volume.
bool bound_prove(const bound_volume *volume, const float (*points)[3], uint32_t count, uint32_t *where);

/// Returns volume and surface of the body, in double.
double bound_volume_of(const bound_volume *volume);
double bound_area_of(const bound_volume *volume);

/// Returns the name of a kind, such as `obb`. Names do not change from version to version.
const char *bound_kind_name(bound_kind kind);

/// Which volumes are wanted, and how good.
typedef struct bound_wish
{
	uint32_t kinds; ///< bits 1 << bound_kind of those to fit; 0: all. The others come out empty
	bool fast;		///< no search for the best box, capsule and RSS: a small one along axes that are found at once
	/// Bounds the work of the search, counted and not timed, so that every machine chooses the same: about how many point
	/// projections the exact search for the best OBB may cost, and how far the RSS is searched for; 0 takes the defaults.
	uint64_t effort;
} bound_wish;

/// Fits and proves the volumes that a cooked shape carries. The best OBB is within 1/2000 of the least where its effort
/// suffices, as for most hulls of few vertices. KILNCOOK_INTERNAL with `bound-proof` when a volume fails its proof.
kilncook_status bound_fit_set(
	const kilncook_context *context, const bound_input *input, const bound_wish *wish, kiln_volumes *set);

#endif
