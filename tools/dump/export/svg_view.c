// SPDX-License-Identifier: MIT
#include "svg_view.h"

#include "math/ieee.h"

#include <math.h>
#include <string.h>

/// Visible edges may lie behind the pixels around them by so much, since pixels are seen at their middle.
#define NEAR 2.0
/// Shorter edges inside the surface are not drawn.
#define SHORT 3.0

typedef struct edge_pass
{
	const svg_view *view;
	FILE *out;
	int class;
} edge_pass;

static void project(const svg_view *view, const double at[3], double seen[3])
{
	seen[0] = SVG_PANE / 2.0 + view->right_sign * view->scale * (at[view->right] - view->center[view->right]);
	seen[1] = SVG_PANE / 2.0 - view->up_sign * view->scale * (at[view->up] - view->center[view->up]);
	seen[2] = view->scale * (at[view->toward] - view->center[view->toward]);
}

// The shade of a triangle by its normal in the picture; a normal without length counts as facing the eye.
static uint8_t shade_of(const double p[3][3], bool solid)
{
	static const double light[3] = {-0.35, 0.55, 0.76};
	double a[3], b[3], n[3];
	for (int i = 0; i < 3; ++i)
	{
		// The picture's second axis runs down.
		const double sign = i == 1 ? -1 : 1;
		a[i] = sign * (p[1][i] - p[0][i]);
		b[i] = sign * (p[2][i] - p[0][i]);
	}
	for (int i = 0; i < 3; ++i)
	{
		const int j = (i + 1) % 3, k = (i + 2) % 3;
		n[i] = a[j] * b[k] - a[k] * b[j];
	}
	const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
	const bool back = n[2] < 0;
	double bright = length > 0 ? (n[0] * light[0] + n[1] * light[1] + n[2] * light[2]) / length : 1;
	bright = (back ? -bright : bright) * 0.5 + 0.5;
	const int level = (int)(bright * (SVG_LEVELS - 1) + 0.5);
	const int first = solid ? 2 * SVG_LEVELS : back ? SVG_LEVELS : 0;
	return (uint8_t)(first + (level < 0 ? 0 : level >= SVG_LEVELS ? SVG_LEVELS - 1 : level));
}

static int clamp(double at)
{
	return at < 0 ? 0 : at > SVG_PANE - 1 ? SVG_PANE - 1 : (int)at;
}

static double side_of(const double a[3], const double b[3], double x, double y)
{
	return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
}

static void fill_triangle(void *user, const surface_triangle *triangle)
{
	svg_view *view = user;
	double p[3][3], low[2], high[2];
	for (int k = 0; k < 3; ++k)
		project(view, triangle->at[k], p[k]);
	for (int i = 0; i < 2; ++i)
	{
		low[i] = fmin(p[0][i], fmin(p[1][i], p[2][i]));
		high[i] = fmax(p[0][i], fmax(p[1][i], p[2][i]));
	}
	const double area = side_of(p[0], p[1], p[2][0], p[2][1]);
	if (!(area < 0 || area > 0))
		return;
	const uint8_t shade = shade_of((const double(*)[3])p, triangle->solid);
	for (int row = clamp(low[1]); row <= clamp(high[1]); ++row)
	{
		for (int column = clamp(low[0]); column <= clamp(high[0]); ++column)
		{
			const double x = column + 0.5, y = row + 0.5;
			const double u = side_of(p[1], p[2], x, y) / area, v = side_of(p[2], p[0], x, y) / area;
			const double w = side_of(p[0], p[1], x, y) / area;
			const float depth = (float)(u * p[0][2] + v * p[1][2] + w * p[2][2]);
			const int at = row * SVG_PANE + column;
			if (u >= 0 && v >= 0 && w >= 0 && depth > view->depth[at])
			{
				view->depth[at] = depth;
				view->shade[at] = shade;
			}
		}
	}
}

bool svg_view_fill(svg_view *view, const kiln_asset *asset)
{
	for (int i = 0; i < SVG_PANE * SVG_PANE; ++i)
		view->depth[i] = -INFINITY;
	memset(view->shade, SVG_SHADES, sizeof view->shade);
	return surface_each(asset, fill_triangle, view);
}

void svg_view_shades(FILE *out, const svg_view *view)
{
	for (int shade = 0; shade < SVG_SHADES; ++shade)
	{
		bool any = false;
		for (int i = 0; i < SVG_PANE * SVG_PANE; ++i)
		{
			if (view->shade[i] != shade || (i % SVG_PANE > 0 && view->shade[i - 1] == shade))
				continue;
			int end = i + 1;
			while (end % SVG_PANE != 0 && view->shade[end] == shade)
				++end;
			if (!any)
				fprintf(out, "<path class=\"s%d\" d=\"", shade);
			fprintf(out, "M%d %d.5h%d", i % SVG_PANE, i / SVG_PANE, end - i);
			any = true;
		}
		if (any)
			fputs("\"/>\n", out);
	}
}

// Whether nothing is nearer than a point, but for what is about as near.
static bool is_visible(const svg_view *view, const double at[3])
{
	const int x = clamp(at[0]), y = clamp(at[1]);
	for (int row = y > 0 ? y - 1 : 0; row <= y + 1 && row < SVG_PANE; ++row)
	{
		for (int column = x > 0 ? x - 1 : 0; column <= x + 1 && column < SVG_PANE; ++column)
			if ((double)view->depth[row * SVG_PANE + column] <= at[2] + NEAR)
				return true;
	}
	return false;
}

static void between(const double a[3], const double b[3], double share, double at[3])
{
	for (int i = 0; i < 3; ++i)
		at[i] = a[i] + share * (b[i] - a[i]);
}

static double seen_length(const double a[3], const double b[3])
{
	return sqrt((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]));
}

// Writes the visible parts of a line: those between visible points, a pixel apart.
static void draw_line(const edge_pass *pass, const double a[3], const double b[3])
{
	const double length = seen_length(a, b);
	const int steps = length < 4 * SVG_PANE ? (int)length + 1 : 4 * SVG_PANE;
	bool drawn = false;
	for (int i = 0; i <= steps; ++i)
	{
		double at[3];
		between(a, b, (double)i / steps, at);
		const bool visible = is_visible(pass->view, at), last = i == steps;
		if (visible && !drawn)
			fprintf(pass->out, "M%.1f %.1f", at[0], at[1]);
		if (drawn && (!visible || last))
			fprintf(pass->out, "L%.1f %.1f", at[0], at[1]);
		drawn = visible;
	}
}

static void draw_edges(void *user, const surface_triangle *triangle)
{
	const edge_pass *pass = user;
	double p[3][3];
	for (int k = 0; k < 3; ++k)
		project(pass->view, triangle->at[k], p[k]);
	for (uint32_t side = 0; side < 3; ++side)
	{
		const double *a = p[side], *b = p[(side + 1) % 3];
		const uint32_t kind = kiln_format_edge_kind(triangle->edges, side);
		const int class = kind == KILN_EDGE_BOUNDARY ? 1 : kind == KILN_EDGE_NONMANIFOLD ? 2 : 0;
		const bool small = class == 0 && seen_length(a, b) < SHORT;
		if (kind != KILN_EDGE_FLAT && class == pass->class && !small)
			draw_line(pass, a, b);
	}
}

bool svg_view_edges(FILE *out, const svg_view *view, const kiln_asset *asset, int class)
{
	edge_pass pass = {view, out, class};
	return surface_each(asset, draw_edges, &pass);
}

static void cut(void *user, const surface_triangle *triangle)
{
	const edge_pass *pass = user;
	double p[3][3], at[3], points[2][2] = {{0}};
	int count = 0;
	for (int k = 0; k < 3; ++k)
		project(pass->view, triangle->at[k], p[k]);
	for (int k = 0; k < 3; ++k)
	{
		const double *a = p[k], *b = p[(k + 1) % 3];
		if ((a[2] < 0) != (b[2] < 0) && count < 2)
		{
			between(a, b, a[2] / (a[2] - b[2]), at);
			memcpy(points[count++], at, sizeof *points);
		}
	}
	if (count == 2)
		fprintf(pass->out, "M%.1f %.1fL%.1f %.1f", points[0][0], points[0][1], points[1][0], points[1][1]);
}

bool svg_view_section(FILE *out, const svg_view *view, const kiln_asset *asset)
{
	edge_pass pass = {view, out, 0};
	return surface_each(asset, cut, &pass);
}
