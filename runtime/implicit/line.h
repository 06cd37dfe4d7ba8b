// SPDX-License-Identifier: MIT
#ifndef KILN_IMPLICIT_LINE_H
#define KILN_IMPLICIT_LINE_H

#include "kiln/primitive/implicit.h"
#include "primitive/intersect/intersect.h"

/// Solids by sign functions, and trees of them: points, and parts of lines, in double.

/// The error of values that are computed from numbers of about `size`: 2^-47 of the size, some 60 roundings.
static inline double kiln_implicit_grain(double size)
{
	return 0x1p-47 * size;
}

/// A sign function. The value is within `error` of the exact one.
typedef struct kiln_sign
{
	double value, error;
	kiln_d3 normal;
	uint32_t leaf;
	kiln_where where;
} kiln_sign;

/// The sign function of a usable solid; stores `leaf` in the result.
kiln_sign kilni_implicit_sign(const kiln_implicit *solid, kiln_d3 point, uint32_t leaf);

/// The sign function of a torus: value, error and normal.
kiln_sign kilni_torus_sign(const kiln_torus *torus, kiln_d3 point);

/// Converts a sign function's value to the public answer.
kiln_implicit_sample kilni_sign_as_sample(const kiln_sign *sign);

/// Where a part of a line ends.
typedef struct kiln_part_end
{
	double t;
	double slack;	///< in t: how far rounding may have moved it
	kiln_d3 normal; ///< outward, of any length; zero where no normal exists
	uint32_t leaf;
	bool surface; ///< false: the solid goes on here, or the path is a point
} kiln_part_end;

/// A part of a line in a solid. Lists of parts are by increasing t, with gaps between them.
typedef struct kiln_part
{
	kiln_part_end enter, leave;
} kiln_part;

/// The parts of a path's whole line, from -infinity to infinity, in a usable solid: at most KILN_IMPLICIT_SPANS_MAX.
/// Returns their number. Stores `leaf` at their ends. The path is usable and not a point.
uint32_t kilni_implicit_parts(const kiln_implicit *solid, const kiln_path *path, uint32_t leaf, kiln_part *parts);

/// The parts of a path's whole line in a torus. Does not store a leaf.
uint32_t kilni_torus_parts(const kiln_torus *torus, const kiln_path *path, kiln_part *parts);

/// The one part of a path that is a point of the solid.
kiln_part kilni_part_of_point(void);

/// Cuts the parts at the path's ends and writes those between them as answers, at most `capacity`. Returns how many
/// there are.
uint32_t kilni_parts_as_spans(
	const kiln_path *path, const kiln_part *parts, uint32_t count, kiln_implicit_span *spans, uint32_t capacity);

/// Converts the first and last of the parts to one answer. `inside`: the path begins in the solid. `face` is set to the
/// leaf.
kiln_intersection kilni_parts_as_intersection(
	const kiln_path *path, const kiln_part *parts, uint32_t count, bool inside);

#endif
