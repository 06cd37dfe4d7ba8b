// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_PLOT_H
#define KILN_BENCH_PLOT_H

#include <stdbool.h>
#include <stdint.h>

/// Curves of positive figures over positive figures, both on logarithmic scales, as one SVG file.

#define PLOT_POINTS_MAX 16
#define PLOT_CURVES_MAX 40

typedef struct plot_curve
{
	const char *name;
	bool bold; ///< the one that the picture is about
	bool thin; ///< one of many in the background
	uint32_t count;
	double x[PLOT_POINTS_MAX], y[PLOT_POINTS_MAX];
} plot_curve;

typedef struct plot
{
	char title[96];
	const char *x_name, *y_name;
	plot_curve curves[PLOT_CURVES_MAX];
	uint32_t count;
} plot;

/// The curve of that name, which is begun where there is none yet; NULL when there are PLOT_CURVES_MAX of others.
plot_curve *plot_curve_of(plot *it, const char *name);

/// Adds a point behind the last one, unless there are PLOT_POINTS_MAX of them or one number is not above 0.
void plot_add(plot_curve *curve, double x, double y);

/// Writes the file by a temporary name. False, with errno, when that fails. The same curves give the same bytes.
bool plot_write(const plot *it, const char *path);

#endif
