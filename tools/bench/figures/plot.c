// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "plot.h"
#include "math/ieee.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define WIDTH 860
#define HEIGHT 480
#define LEFT 70
#define RIGHT 610
#define TOP 40
#define BOTTOM 430
#define LINE 13

/// The range of a logarithmic axis, in powers of ten.
typedef struct scale
{
	double low, high;
	double from, to; ///< range in the picture
} scale;

plot_curve *plot_curve_of(plot *it, const char *name)
{
	for (uint32_t i = 0; i < it->count; ++i)
		if (strcmp(it->curves[i].name, name) == 0)
			return &it->curves[i];
	if (it->count == PLOT_CURVES_MAX)
		return NULL;
	it->curves[it->count] = (plot_curve){.name = name};
	return &it->curves[it->count++];
}

void plot_add(plot_curve *curve, double x, double y)
{
	if (!curve || curve->count == PLOT_POINTS_MAX || !(x > 0) || !(y > 0))
		return;
	curve->x[curve->count] = x;
	curve->y[curve->count++] = y;
}

static double at(const scale *axis, double value)
{
	return axis->from + (axis->to - axis->from) * (log10(value) - axis->low) / (axis->high - axis->low);
}

static void widen(scale *axis, double value)
{
	axis->low = fmin(axis->low, log10(value));
	axis->high = fmax(axis->high, log10(value));
}

/// Widens the range to whole powers of ten, at least one power.
static void round_out(scale *axis)
{
	axis->low = floor(axis->low);
	axis->high = fmax(ceil(axis->high), axis->low + 1);
}

static const char *color_of(uint32_t index)
{
	static const char *const colors[] = {
		"#d62728", "#1f77b4", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22"};
	return colors[index % (sizeof colors / sizeof *colors)];
}

static const char *dash_of(uint32_t index)
{
	static const char *const dashes[] = {"", "6 3", "2 3", "8 3 2 3"};
	return dashes[index / 10 % (sizeof dashes / sizeof *dashes)];
}

static void draw_axes(const plot *it, const scale *x, const scale *y, FILE *out)
{
	for (double power = x->low; power <= x->high; ++power)
	{
		double place = at(x, pow(10, power));
		fprintf(out, "<path d=\"M%.1f %dV%d\" stroke=\"#ddd\"/>", place, TOP, BOTTOM);
		fprintf(
			out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%g</text>\n", place, BOTTOM + 16, pow(10, power));
	}
	for (double power = y->low; power <= y->high; ++power)
	{
		double place = at(y, pow(10, power));
		fprintf(out, "<path d=\"M%d %.1fH%d\" stroke=\"#ddd\"/>", LEFT, place, RIGHT);
		fprintf(out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n", LEFT - 6, place + 4, pow(10, power));
	}
	fprintf(out, "<text x=\"%d\" y=\"22\" font-size=\"15\">%s</text>\n", LEFT, it->title);
	fprintf(
		out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", (LEFT + RIGHT) / 2, BOTTOM + 36, it->x_name);
	fprintf(out, "<text x=\"18\" y=\"%d\" text-anchor=\"middle\" transform=\"rotate(-90 18 %d)\">%s</text>\n",
		(TOP + BOTTOM) / 2, (TOP + BOTTOM) / 2, it->y_name);
}

static void draw_curve(const plot_curve *curve, uint32_t index, const scale *x, const scale *y, FILE *out)
{
	const char *color = color_of(index);
	double width = curve->bold ? 3.5 : curve->thin ? 1 : 1.8;
	fprintf(out, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%g\" stroke-dasharray=\"%s\" d=\"", color, width,
		dash_of(index));
	for (uint32_t i = 0; i < curve->count; ++i)
		fprintf(out, "%s%.1f %.1f", i ? "L" : "M", at(x, curve->x[i]), at(y, curve->y[i]));
	fputs("\"/>\n", out);
	for (uint32_t i = 0; i < curve->count; ++i)
		fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%g\" fill=\"%s\"/>", at(x, curve->x[i]), at(y, curve->y[i]),
			1 + width, color);
	double line = TOP + 8 + LINE * (double)index;
	fprintf(out, "\n<path stroke=\"%s\" stroke-width=\"%g\" stroke-dasharray=\"%s\" d=\"M%d %.1fh26\"/>", color, width,
		dash_of(index), RIGHT + 14, line);
	fprintf(out, "<text x=\"%d\" y=\"%.1f\"%s>%s</text>\n", RIGHT + 46, line + 4,
		curve->bold ? " font-weight=\"bold\"" : "", curve->name);
}

static void draw(const plot *it, FILE *out)
{
	scale x = {HUGE_VAL, -HUGE_VAL, LEFT, RIGHT}, y = {HUGE_VAL, -HUGE_VAL, BOTTOM, TOP};
	for (uint32_t i = 0; i < it->count; ++i)
		for (uint32_t k = 0; k < it->curves[i].count; ++k)
		{
			widen(&x, it->curves[i].x[k]);
			widen(&y, it->curves[i].y[k]);
		}
	round_out(&x);
	round_out(&y);
	fprintf(out,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
		"font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n",
		WIDTH, HEIGHT, WIDTH, HEIGHT, WIDTH, HEIGHT);
	draw_axes(it, &x, &y, out);
	for (uint32_t i = 0; i < it->count; ++i)
		draw_curve(&it->curves[i], i, &x, &y, out);
	fputs("</svg>\n", out);
}

bool plot_write(const plot *it, const char *path)
{
	char temporary[4096];
	bool any = false;
	for (uint32_t i = 0; i < it->count; ++i)
		any |= it->curves[i].count > 0;
	if (!any)
		return true;
	if (snprintf(temporary, sizeof temporary, "%s.part", path) >= (int)sizeof temporary)
		return false;
	FILE *out = fopen(temporary, "wb");
	if (!out)
		return false;
	draw(it, out);
	bool written = fflush(out) == 0 && !ferror(out);
	written &= fclose(out) == 0;
	if (written && rename(temporary, path) == 0)
		return true;
	unlink(temporary);
	return false;
}
