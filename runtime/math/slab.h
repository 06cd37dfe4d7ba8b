// SPDX-License-Identifier: MIT
#ifndef KILN_MATH_SLAB_H
#define KILN_MATH_SLAB_H

#include "double3.h"

/// A ray or mover that begins farther away than this many sizes of its target is first brought near, in double. float32
/// has 24 bits, and 16 of them must remain for the place where the ray passes the target.
#define KILN_FAR_SIZES 256.0f

/// A span of time, narrowed axis by axis (Kay and Kajiya 1986; Ericson 2005, 5.3.3).
typedef struct kiln_span
{
	double enter, leave;
} kiln_span;

/// Narrows the span to the times at which a point lies in low .. high. The point is at 0 at time 0 and moves at
/// `speed`. Rounding only widens the span. Returns false when nothing is left.
static inline bool kiln_span_clip(kiln_span *span, double low, double high, double speed)
{
	if (speed == 0)
		return low <= 0 && high >= 0;
	double first = (speed > 0 ? low : high) / speed, last = (speed > 0 ? high : low) / speed;
	span->enter = kiln_double_max(span->enter, first - 0x1p-50 * kiln_double_abs(first));
	span->leave = kiln_double_min(span->leave, last + 0x1p-50 * kiln_double_abs(last));
	return span->enter <= span->leave;
}

/// kiln_span_clip for a box, on all three axes.
static inline bool kiln_span_clip_box(kiln_span *span, kiln_d3 low, kiln_d3 high, kiln_d3 speed)
{
	return kiln_span_clip(span, low.x, high.x, speed.x) && kiln_span_clip(span, low.y, high.y, speed.y) &&
		   kiln_span_clip(span, low.z, high.z, speed.z);
}

#endif
