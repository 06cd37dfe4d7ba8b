// SPDX-License-Identifier: MIT
#include "rounded.h"

#include "bounds/core.h"
#include "convex/shape/rounded.h"
#include "search.h"
#include "shape/near.h"

#include <math.h>

/// Directions whose squared sine is below this, or whose angle is below twice the tolerance, are nearly parallel.
#define PARALLEL 0x1p-18

/// Segments nearer than this share of their sizes have no sure direction.
#define CLOSE 0x1p-20

/// A gap this near to the skin, as a share of the sizes, may equal the skin.
#define DECIDED 0x1p-40

/// A place this near to an end, as a share of half the segment, may have the end's name. Names change at
/// KILN_CLIP_NEAR of the smaller segment.
#define NEAR_END (4 * KILN_CLIP_NEAR)

/// The places where the segments are closest; returns false for segments that are nearly parallel.
static bool find_places(const kiln_rounded *a, const kiln_rounded *b, double tangent, double *s, double *t)
{
	const kiln_d3 r = kiln_rounded_between(a, b);
	const double dd = a->half2, ee = b->half2, dr = kiln_d3_dot(a->half, r), er = kiln_d3_dot(b->half, r);
	*s = *t = 0;
	if (dd == 0 || ee == 0)
	{
		if (dd > 0)
			*s = kiln_double_clamp(-dr / dd, 1);
		if (ee > 0)
			*t = kiln_double_clamp(er / ee, 1);
		return true;
	}
	const double de = kiln_d3_dot(a->half, b->half), determinant = dd * ee - de * de;
	if (!(determinant > kiln_double_max(PARALLEL, 4 * tangent * tangent) * dd * ee))
		return false;
	*s = kiln_double_clamp((de * er - dr * ee) / determinant, 1);
	*t = kiln_double_clamp((de * *s + er) / ee, 1);
	*s = kiln_double_clamp((de * *t - dr) / dd, 1);
	return true;
}

/// Whether the whole segment may belong to the contact: the segment is perpendicular to the normal within the tolerance.
static bool lies_flat(const kiln_rounded *of, kiln_d3 normal, double tangent)
{
	const double slope = kiln_d3_dot(of->half, normal);
	// Twice the tolerance leaves all that is in doubt to the search.
	return of->half2 > 0 && slope * slope <= 4 * tangent * tangent * of->half2;
}

static kiln_contact contact_of(const kiln_rounded *a, const kiln_rounded *b, const kiln_rounded_foot *on_a,
	const kiln_rounded_foot *on_b, kiln_d3 normal, double gap)
{
	return (kiln_contact){
		.on_a = kiln_near_vec3(kiln_d3_along(on_a->point, -a->margin, normal)),
		.on_b = kiln_near_vec3(kiln_d3_along(on_b->point, b->margin, normal)),
		.depth = kiln_near_float(a->margin + b->margin - gap),
		.feature_a = on_a->feature,
		.feature_b = on_b->feature,
	};
}

bool kilni_contact_rounded(const kiln_convex_object *a, const kiln_convex_object *b,
	const kiln_manifold_options *options, kiln_manifold *manifold)
{
	kiln_rounded first, second;
	kiln_rounded_foot on_a, on_b;
	double s, t;
	if (!kilni_rounded_of_object(a, &first) || !kilni_rounded_of_object(b, &second) ||
		!kilni_contact_options_usable(options))
		return false;
	const double tangent = kilni_contact_options_tangent(options), skin = options ? (double)options->skin : 0;
	if (!find_places(&first, &second, tangent, &s, &t) || !kilni_rounded_foot(&first, s, NEAR_END, &on_a) ||
		!kilni_rounded_foot(&second, t, NEAR_END, &on_b))
		return false;
	const kiln_d3 middles = kiln_rounded_between(&first, &second);
	const kiln_d3 between = kiln_d3_along(kiln_d3_along(middles, s, first.half), -t, second.half);
	const double gap2 = kiln_d3_length2(between), gap = sqrt(gap2), reach = first.margin + second.margin + skin;
	const double size2 = kiln_d3_length2(middles) + first.half2 + second.half2;
	// Squares of the smallest numbers lose their digits.
	if (!(gap2 > CLOSE * CLOSE * size2) || !(gap2 > 0x1p-900) ||
		!(kiln_double_abs(gap - reach) > DECIDED * (gap + reach + sqrt(size2))))
		return false;
	const kiln_d3 normal = kiln_d3_scale(between, 1 / gap);
	const bool inside = on_a.feature.kind == KILN_FEATURE_EDGE && on_b.feature.kind == KILN_FEATURE_EDGE;
	if (!inside && lies_flat(&first, normal, tangent) && lies_flat(&second, normal, tangent))
		return false;
	*manifold = (kiln_manifold){.count = 0};
	if (gap > reach)
		return true;
	manifold->count = 1;
	manifold->normal = kiln_d3_to(normal);
	manifold->contacts[0] = contact_of(&first, &second, &on_a, &on_b, normal, gap);
	return true;
}
