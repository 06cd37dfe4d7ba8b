// SPDX-License-Identifier: MIT
#ifndef KILN_MATH_SLAB_H
#define KILN_MATH_SLAB_H

#include "double3.h"

/// A ray or mover that begins farther away than this many sizes of what it may meet is brought near first, in double:
/// float32 has 24 bits, and 16 of them are to be left for where it passes.
#define KILN_FAR_SIZES 256.0f

/// A span of time, narrowed axis by axis (Kay and Kajiya 1986; Ericson 2005, 5.3.3).
typedef struct kiln_span
{
	double enter, leave;
} kiln_span;

/// Narrows the span to the times at which a point that is at 0 at time 0 and moves at `speed` lies in low .. high, and
/// by no more than that: rounding widens it. False when nothing is left.
static inline bool kiln_span_clip(kiln_span *span, double low, double high, double speed)
{
	if (speed == 0)
		return low <= 0 && high >= 0;
	double first = (speed > 0 ? low : high) / speed, last = (speed > 0 ? high : low) / speed;
	span->enter = kiln_double_max(span->enter, first - 0x1p-50 * kiln_double_abs(first));
	span->leave = kiln_double_min(span->leave, last + 0x1p-50 * kiln_double_abs(last));
	return span->enter <= span->leave;
}

/// The same for a box and all three axes.
static inline bool kiln_span_clip_box(kiln_span *span, kiln_d3 low, kiln_d3 high, kiln_d3 speed)
{
	return kiln_span_clip(span, low.x, high.x, speed.x) && kiln_span_clip(span, low.y, high.y, speed.y) &&
		   kiln_span_clip(span, low.z, high.z, speed.z);
}

#endif
