// SPDX-License-Identifier: MIT
#include "bounds/outward.h"
#include "cast_rounded.h"
#include "convex/distance/penetration_feature.h"
#include "convex/method.h"
#include "kiln/convex/cast.h"
#include "kiln/convex/penetration.h"

#include <math.h>

/// Two objects and a motion, prepared.
typedef struct cast_pair
{
	kiln_d3 eye; ///< on or near b: the origin of both objects' coordinates
	kiln_convex a[KILN_CONVEX_TERMS_MAX], b[KILN_CONVEX_TERMS_MAX];
	kiln_d3 direction; ///< scaled by a power of two so that its largest component lies in [1, 2)
	double unit;	   ///< time = t * unit
	double limit;	   ///< of time
} cast_pair;

static bool set_motion(cast_pair *pair, const kiln_motion *motion)
{
	if (!motion || !(motion->t_max >= 0) || !kiln_float_finite(motion->direction.x) ||
		!kiln_float_finite(motion->direction.y) || !kiln_float_finite(motion->direction.z))
		return false;
	kiln_d3 direction = kiln_d3_from(motion->direction);
	double unit = kiln_power_below(kiln_d3_largest(direction));
	pair->unit = unit > 0 ? unit : 1;
	pair->direction = kiln_d3_scale(direction, 1 / pair->unit);
	float t_max = motion->t_max > 0 && motion->t_max <= FLT_MAX ? motion->t_max : FLT_MAX;
	pair->limit = unit > 0 ? (double)t_max * pair->unit : 0;
	return true;
}

/// `away` leads from b's anchor to a's.
static bool find(const cast_pair *pair, kiln_d3 away, const kiln_cast_method *method, kiln_meeting *meeting)
{
	kiln_cast_way *way = method ? method->way : kilni_cast_quickest;
	return kilni_cast_from(way, pair->a, (kiln_d3){0, 0, 0}, away, pair->direction, pair->limit, pair->b, meeting);
}

static kiln_status answer_inside(const kiln_convex_object *a, const kiln_convex_object *b, kiln_convex_impact *impact)
{
	kiln_convex_depth found;
	kiln_status status = kiln_convex_penetration(a, b, NULL, NULL, &found);
	if (status != KILN_OK)
		return status;
	impact->hit = impact->inside = true;
	impact->normal = found.normal;
	impact->point = found.on_b;
	impact->feature_a = found.feature_a;
	impact->feature_b = found.feature_b;
	return KILN_OK;
}

/// Computes the contact at the reported time, which is a little earlier than the one found.
static void answer_contact(const kiln_convex_object *a, const kiln_convex_object *b, const cast_pair *pair,
	const kiln_meeting *meeting, kiln_convex_impact *impact)
{
	const double margin = pair->a[0].margin + pair->b[0].margin;
	float t = kiln_tight_down(meeting->time / pair->unit);
	kiln_simplex simplex = {.count = 0};
	kiln_gap gap;
	kilni_gjk(pair->a, kiln_d3_scale(pair->direction, (double)t * pair->unit), pair->b,
		(kiln_enough){0, HUGE_VAL, 0, 0}, &simplex, &gap);
	impact->hit = true;
	impact->t = t;
	impact->gap = kiln_float_up(kiln_double_max(gap.upper - margin, 0) + gap.rounding);
	impact->normal = kiln_d3_to(meeting->normal);
	impact->point = kiln_d3_to(kiln_d3_add(pair->eye, meeting->point));
	const kiln_convex_pair seen = {.eye = pair->eye, .axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
	impact->feature_a = kilni_penetration_feature(a, pair->a, &seen, simplex.a, simplex.number_a, simplex.count);
	impact->feature_b = kilni_penetration_feature(b, pair->b, &seen, simplex.b, simplex.number_b, simplex.count);
}

kiln_status kiln_convex_cast(const kiln_convex_object *a, const kiln_motion *motion, const kiln_convex_object *b,
	const kiln_cast_method *method, kiln_convex_impact *impact)
{
	cast_pair pair;
	if (!impact)
		return KILN_E_ARGUMENT;
	memset(impact, 0, sizeof *impact);
	if (!set_motion(&pair, motion))
		return KILN_E_ARGUMENT;
	if (!method && kilni_cast_rounded(a, motion, b, impact))
		return KILN_OK;
	if (!kilni_convex_object_usable(a) || !kilni_convex_object_usable(b))
		return KILN_E_ARGUMENT;
	pair.eye = kilni_convex_object_anchor(b);
	kilni_convex_of_object(a, pair.eye, pair.a);
	kilni_convex_of_object(b, pair.eye, pair.b);
	kiln_meeting meeting;
	if (!find(&pair, kiln_d3_sub(kilni_convex_object_anchor(a), pair.eye), method, &meeting))
		return KILN_OK;
	if (meeting.from_start)
		return answer_inside(a, b, impact);
	if (meeting.time / pair.unit <= (double)FLT_MAX)
		answer_contact(a, b, &pair, &meeting, impact);
	return KILN_OK;
}
