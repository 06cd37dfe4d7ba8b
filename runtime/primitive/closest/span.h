// SPDX-License-Identifier: MIT
#ifndef KILN_PRIMITIVE_CLOSEST_SPAN_H
#define KILN_PRIMITIVE_CLOSEST_SPAN_H

#include "primitive/triangle/pair_signs.h"
#include "shape/near.h"

/// The common form of lines, rays and segments: the points point + t direction, low <= t <= high. 0 is in that range.
typedef struct kiln_span
{
	kiln_d3 point, direction; ///< of a segment: may be zero, and is the difference of its ends rounded to double
	double low, high;		  ///< infinite where the span has no end
	bool turned;			  ///< the span of a segment runs from b to a
} kiln_span;

static inline kiln_span kiln_span_of_line(const kiln_line *line)
{
	return (kiln_span){kiln_d3_from(line->point), kiln_d3_from(line->direction), -HUGE_VAL, HUGE_VAL, false};
}

static inline kiln_span kiln_span_of_ray(const kiln_ray *ray)
{
	double end = ray->t_max > 0 ? (double)ray->t_max : HUGE_VAL;
	return (kiln_span){kiln_d3_from(ray->origin), kiln_d3_from(ray->direction), 0, end, false};
}

/// The span begins at the end that comes first in lexical order, so that the other order of the ends gives the same
/// numbers.
static inline kiln_span kiln_span_of_segment(const kiln_segment *segment)
{
	kiln_d3 a = kiln_d3_from(segment->a), b = kiln_d3_from(segment->b);
	bool turned = kilni_lexically_less(&b, &a);
	kiln_d3 first = turned ? b : a, last = turned ? a : b;
	return (kiln_span){first, kiln_d3_sub(last, first), 0, 1, turned};
}

/// The place in the parameters of the line, ray or segment.
static inline float kiln_span_place(const kiln_span *span, double t)
{
	return kiln_near_float(span->turned ? 1 - t : t);
}

static inline kiln_d3 kiln_span_at(const kiln_span *span, double t)
{
	return kiln_d3_along(span->point, t, span->direction);
}

static inline double kiln_span_clamp(const kiln_span *span, double t)
{
	return kiln_double_max(span->low, kiln_double_min(t, span->high));
}

/// The place of the span's point nearest to `point` (Ericson 2005, 5.1.2); 0 on a segment without length.
static inline double kiln_span_foot(const kiln_span *span, kiln_d3 point)
{
	double length2 = kiln_d3_length2(span->direction);
	double along = kiln_d3_dot(kiln_d3_sub(point, span->point), span->direction);
	return length2 > 0 ? kiln_span_clamp(span, along / length2) : 0;
}

/// Nearest points of two spans.
typedef struct kiln_near_spans
{
	double distance; ///< 0: touching, as KILN_NEAR_TOUCHES defines it
	double at_a, at_b;
} kiln_near_spans;

/// b has as many ends as a or more. Parallel spans give one of their nearest pairs.
kiln_near_spans kilni_nearest_on_spans(const kiln_span *a, const kiln_span *b);

#endif
