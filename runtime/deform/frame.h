// SPDX-License-Identifier: MIT
#ifndef KILN_DEFORM_FRAME_H
#define KILN_DEFORM_FRAME_H

#include "tree/layout.h"

/// Quantizes intervals to 256 planes that are exact in float32, as the cooker does.

/// Planes at origin + step * scale, steps 0 .. 255.
typedef struct kiln_frame
{
	float origin;
	uint8_t exponent; ///< 1 .. 254, of the scale: 2^(exponent - 127)
} kiln_frame;

/// 2^(exponent - 127), exactly; its inverse is the scale of 254 - exponent.
static inline double kiln_frame_scale(int exponent)
{
	uint64_t bits = (uint64_t)(exponent - 127 + 1023) << 52;
	double scale;
	memcpy(&scale, &bits, sizeof scale);
	return scale;
}

static inline double kiln_frame_plane(kiln_frame frame, int step)
{
	return (double)frame.origin + step * kiln_frame_scale(frame.exponent);
}

static inline int kiln_float_exponent(float x)
{
	uint32_t bits;
	memcpy(&bits, &x, sizeof bits);
	return (int)(bits >> 23 & 255u);
}

/// The largest integer that is at most `x`, for |x| < 2^62.
static inline int64_t kiln_whole_below(double x)
{
	int64_t whole = (int64_t)x;
	return whole - ((double)whole > x);
}

/// The tightest frame that reaches from min to max, |min|, |max| < 2^60.
static inline kiln_frame kiln_frame_choose(float min, float max)
{
	// Tries scales from about a 256th of the extent upwards. Planes are multiples of the scale by less than 2^24, so no
	// exponent below that of the larger end less 24 fits.
	int extent = kiln_float_exponent(max - min) - 9;
	int low = kiln_float_exponent(min), high = kiln_float_exponent(max);
	int far = (low > high ? low : high) - 24;
	int exponent = extent > far ? extent : far;
	exponent = exponent < 1 ? 1 : exponent;
	for (;; ++exponent)
	{
		double inverse = kiln_frame_scale(254 - exponent);
		int64_t first = kiln_whole_below((double)min * inverse);
		int64_t last = -kiln_whole_below(-((double)max * inverse));
		if (last - first <= 255 && first >= -16777216 && first + 255 <= 16777216)
			return (kiln_frame){(float)((double)first * kiln_frame_scale(exponent)), (uint8_t)exponent};
	}
}

/// The last plane that is at most `min`.
static inline uint8_t kiln_frame_below(kiln_frame frame, float min)
{
	double inverse = kiln_frame_scale(254 - frame.exponent);
	int64_t step = kiln_whole_below(((double)min - (double)frame.origin) * inverse);
	int lo = step < 0 ? 0 : step > 255 ? 255 : (int)step;
	// The difference rounds where the operands are far apart; planes are exact, so comparing them decides.
	while (lo > 0 && kiln_frame_plane(frame, lo) > (double)min)
		--lo;
	return (uint8_t)lo;
}

/// The first plane that is at least `max`.
static inline uint8_t kiln_frame_above(kiln_frame frame, float max)
{
	double inverse = kiln_frame_scale(254 - frame.exponent);
	int64_t step = -kiln_whole_below(-(((double)max - (double)frame.origin) * inverse));
	int hi = step < 0 ? 0 : step > 255 ? 255 : (int)step;
	while (hi < 255 && kiln_frame_plane(frame, hi) < (double)max)
		++hi;
	return (uint8_t)hi;
}

#endif
