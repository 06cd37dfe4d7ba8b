// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_PLOT_H
#define KILN_BENCH_PLOT_H

#include <stdbool.h>
#include <stdint.h>

/// Curves of positive numbers over positive numbers, with logarithmic scales on both axes, as one SVG file.

#define PLOT_POINTS_MAX 16
#define PLOT_CURVES_MAX 40

typedef struct plot_curve
{
	const char *name;
	bool bold; ///< the main curve of the picture
	bool thin; ///< one of many curves in the background
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

/// Returns the curve of that name, and begins it if it does not exist; NULL when PLOT_CURVES_MAX other curves exist.
plot_curve *plot_curve_of(plot *it, const char *name);

/// Appends a point, unless the curve has PLOT_POINTS_MAX points or a number is not above 0.
void plot_add(plot_curve *curve, double x, double y);

/// Writes the file by a temporary name. False, with errno, on failure. The same curves give the same bytes.
bool plot_write(const plot *it, const char *path);

#endif
