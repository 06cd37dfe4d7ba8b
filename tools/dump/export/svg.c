// SPDX-License-Identifier: MIT
#include "export.h"
#include "svg_view.h"

#include "math/ieee.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define GAP 24
#define HEAD 56
#define FOOT 44
#define WIDTH (2 * SVG_PANE + 3 * GAP)
#define HEIGHT (HEAD + 2 * (SVG_PANE + GAP) + FOOT)
/// Pixels that stay free around what is seen.
#define FREE 24

typedef struct svg_direction
{
	const char *title;
	int right, up, toward;
	double right_sign, up_sign;
} svg_direction;

static const svg_direction directions[] = {
	{"front: x right, y up", 0, 1, 2, 1, 1},
	{"right: z left, y up", 2, 1, 0, -1, 1},
	{"top: x right, z down", 0, 2, 1, 1, -1},
};

// Writes text between tags: names may hold anything.
static void write_text(FILE *out, const char *text)
{
	for (; *text != '\0'; ++text)
	{
		const unsigned char c = (unsigned char)*text;
		if (c < ' ' || c == '<' || c == '>' || c == '&' || c == 0x7f)
			fprintf(out, c < ' ' || c == 0x7f ? "?" : "&#%u;", (unsigned)c);
		else
			putc(c, out);
	}
}

static void write_styles(FILE *out)
{
	// Fronts are grey, backs blue, solids green.
	static const int dark[3][3] = {{96, 94, 90}, {58, 88, 140}, {70, 104, 76}};
	static const int light[3][3] = {{244, 242, 238}, {172, 202, 244}, {206, 236, 206}};
	fputs("<style>text{font:14px sans-serif;fill:#333}.e{fill:none;stroke:#222;stroke-width:.6;stroke-linecap:round}"
		  ".e1{stroke:#d11;stroke-width:1.8}.e2{stroke:#b0c;stroke-width:1.8}.cut{fill:none;stroke:#111}"
		  ".pane{fill:#fff;stroke:#ccc}",
		out);
	for (int shade = 0; shade < SVG_SHADES; ++shade)
	{
		const int *from = dark[shade / SVG_LEVELS], *to = light[shade / SVG_LEVELS], level = shade % SVG_LEVELS;
		fprintf(out, ".s%d{stroke:#", shade);
		for (int i = 0; i < 3; ++i)
			fprintf(out, "%02x", (unsigned)(from[i] + (to[i] - from[i]) * level / (SVG_LEVELS - 1)));
		fputs("}", out);
	}
	fputs("</style>\n", out);
}

// Returns the greatest 1, 2 or 5 times a power of ten that is at most `length`, which is positive.
static double round_length(double length)
{
	double unit = 1;
	while (unit > length)
		unit /= 10;
	while (unit * 10 <= length)
		unit *= 10;
	return 5 * unit <= length ? 5 * unit : 2 * unit <= length ? 2 * unit : unit;
}

static void open_pane(FILE *out, int column, int row, const char *title)
{
	const int x = GAP + column * (SVG_PANE + GAP), y = HEAD + row * (SVG_PANE + GAP);
	fprintf(out, "<text x=\"%d\" y=\"%d\">%s</text>\n", x, y - 6, title);
	fprintf(out,
		"<svg x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"><rect class=\"pane\" width=\"%d\" height=\"%d\"/>\n", x, y,
		SVG_PANE, SVG_PANE, SVG_PANE, SVG_PANE);
}

static bool write_view(FILE *out, svg_view *view, const kiln_asset *asset, int number)
{
	const svg_direction *d = &directions[number];
	view->right = d->right;
	view->up = d->up;
	view->toward = d->toward;
	view->right_sign = d->right_sign;
	view->up_sign = d->up_sign;
	bool done = svg_view_fill(view, asset);
	open_pane(out, number % 2, number / 2, d->title);
	fputs("<g shape-rendering=\"crispEdges\">\n", out);
	svg_view_shades(out, view);
	fputs("</g>\n", out);
	for (int class = 0; done && class < 3; ++class)
	{
		fprintf(out, "<path class=\"e e%d\" d=\"", class);
		done = svg_view_edges(out, view, asset, class);
		fputs("\"/>\n", out);
	}
	fputs("</svg>\n", out);
	return done;
}

static bool write_section(FILE *out, svg_view *view, const kiln_asset *asset)
{
	view->right = 0;
	view->up = 1;
	view->toward = 2;
	view->right_sign = view->up_sign = 1;
	open_pane(out, 1, 1, "section through the middle, from the front");
	fputs("<path class=\"cut\" d=\"", out);
	const bool done = svg_view_section(out, view, asset);
	fputs("\"/>\n</svg>\n", out);
	return done;
}

static void write_head(FILE *out, const kiln_asset *asset)
{
	const kiln_format_scene *scene = asset->scene;
	fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\">\n", WIDTH,
		HEIGHT, WIDTH, HEIGHT);
	write_styles(out);
	fprintf(out, "<rect width=\"%d\" height=\"%d\" fill=\"#f6f6f4\"/>\n<text x=\"%d\" y=\"26\">", WIDTH, HEIGHT, GAP);
	write_text(out, kiln_name(asset, asset->provenance->source_name));
	fprintf(out, ": %.6g x %.6g x %.6g units, %lu nodes, %llu triangles</text>\n",
		(double)scene->bounds_max[0] - (double)scene->bounds_min[0],
		(double)scene->bounds_max[1] - (double)scene->bounds_min[1],
		(double)scene->bounds_max[2] - (double)scene->bounds_min[2], (unsigned long)asset->node_count,
		(unsigned long long)asset->triangle_count);
}

// A bar of a round length, and what the colours mean.
static void write_foot(FILE *out, const kiln_asset *asset, double extent, double scale)
{
	const double metres = (double)asset->header->metres_per_unit;
	const double length = round_length(0.35 * extent * metres);
	const int y = HEIGHT - FOOT + 12;
	fprintf(out, "<path d=\"M%d %dv8h%.1fv-8\" fill=\"none\" stroke=\"#333\"/><text x=\"%d\" y=\"%d\">%.6g m</text>\n",
		GAP, y, length / metres * scale, GAP, y + 26, length);
	fprintf(out,
		"<text x=\"%d\" y=\"%d\" fill=\"#333\">grey: front; blue: back; green: solid; <tspan fill=\"#d11\">red: edge "
		"of one "
		"triangle</tspan>; <tspan fill=\"#b0c\">violet: of three or more</tspan></text>\n</svg>\n",
		GAP + SVG_PANE / 2, y + 10);
}

bool export_svg(FILE *out, const kiln_asset *asset)
{
	svg_view *view = malloc(sizeof *view);
	if (view == NULL)
		return false;
	double extent = 0;
	for (int i = 0; i < 3; ++i)
	{
		const double low = (double)asset->scene->bounds_min[i], high = (double)asset->scene->bounds_max[i];
		extent = fmax(extent, high - low);
		view->center[i] = low + (high - low) / 2;
	}
	// A point has no size: any scale shows it.
	extent = extent > 0 ? extent : 1;
	view->scale = (SVG_PANE - 2 * FREE) / extent;
	write_head(out, asset);
	bool done = true;
	for (int i = 0; done && i < 3; ++i)
		done = write_view(out, view, asset, i);
	done = done && write_section(out, view, asset);
	write_foot(out, asset, extent, view->scale);
	free(view);
	return done;
}
