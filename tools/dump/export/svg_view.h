// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_SVG_VIEW_H
#define KILN_DUMP_SVG_VIEW_H

#include "surface.h"

#include <stdio.h>

/// Pixels of a view, each way.
#define SVG_PANE 480

/// A view along an axis, without perspective, of all triangles that an asset places: pixels with depth and shade.
typedef struct svg_view
{
	int right, up, toward;			  ///< axes of the picture: 0, 1, 2 for x, y, z
	double right_sign, up_sign;		  ///< -1 where the picture's axis runs against the asset's
	double scale;					  ///< pixels for each unit
	double center[3];				  ///< of the asset, in the middle of the picture
	float depth[SVG_PANE * SVG_PANE]; ///< of what is nearest, in pixels towards the eye; -INFINITY where nothing is
	uint8_t shade[SVG_PANE * SVG_PANE];
} svg_view;

/// Shades: fronts of meshes, then their backs, then solids, each from dark to light.
#define SVG_LEVELS 8
#define SVG_SHADES (3 * SVG_LEVELS)

/// Fills the pixels of a view. False when out of memory.
bool svg_view_fill(svg_view *view, const kiln_asset *asset);

/// Writes the pixels as one path of runs for each shade.
void svg_view_shades(FILE *out, const svg_view *view);

/// Writes the visible parts of edges of one class, as lines of a path: 0 creases, 1 edges of one triangle, 2 edges of three
/// triangles or more. False when out of memory.
bool svg_view_edges(FILE *out, const svg_view *view, const kiln_asset *asset, int class);

/// Writes where the surface crosses the plane through the center that faces the eye, as lines of a path. False when out of
/// memory.
bool svg_view_section(FILE *out, const svg_view *view, const kiln_asset *asset);

#endif
