// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_TERRAIN_H
#define KILN_COOKER_TERRAIN_H

#include "heightfield/heightfield.h"
#include "image/image.h"
#include "kilncook.h"

/// Height fields of files: a file becomes a grid, the grid a field.

/// A grid in the making. The structure owns its arrays.
typedef struct terrain
{
	const kilncook_context *context;
	const kilncook_options *options;
	const kilncook_heightfield_options *how;
	const char *path;
	art_import_limits limits;
	kilncook_heightfield grid; ///< its arrays are the ones below
	float *heights;			   ///< by sample; NULL where `levels` is not
	uint16_t *levels;
	uint8_t *unknown; ///< by sample, not 0: it has no height of its own; NULL: all have
	uint8_t *holes;	  ///< by cell, like the next two; NULL: no cell
	uint8_t *turned;
	uint8_t *materials;
	char **material_names; ///< of a mesh
	uint32_t material_name_count;
	char **side_files; ///< that the art names, and the maps
	uint32_t side_file_count;
	uint64_t side_file_stamp;
	double rounding; ///< no height differs more from the file's before it is counted in steps
} terrain;

static inline size_t terrain_samples(const terrain *it)
{
	return (size_t)it->grid.columns * it->grid.rows;
}

static inline size_t terrain_cells(const terrain *it)
{
	return (size_t)(it->grid.columns - 1) * (it->grid.rows - 1);
}

/// A sample's height above the origin, in double.
static inline double terrain_height(const terrain *it, size_t sample)
{
	return it->levels ? (double)it->grid.level_height * it->levels[sample] : (double)it->heights[sample];
}

/// Stores a height, and keeps how far float32 rounds it.
void terrain_set_height(terrain *it, size_t sample, double height);

/// Adds a copy of a text to a list that art_files_free frees. KILNCOOK_INTERNAL after a message.
kilncook_status terrain_add_text(const terrain *it, char ***texts, uint32_t *count, const char *text);

/// Adds a file that was read, and its stamp. KILNCOOK_INTERNAL after a message.
kilncook_status terrain_add_file(terrain *it, const char *path);

/// KILNCOOK_INTERNAL with a message.
kilncook_status terrain_no_memory(const terrain *it);

/// Allocates `*cells` where it is NULL, cleared. KILNCOOK_INTERNAL after a message.
kilncook_status terrain_need_cells(const terrain *it, uint8_t **cells);

/// Each fills the grid: image.c and mesh.c.
kilncook_status terrain_from_image(terrain *it);
kilncook_status terrain_from_mesh(terrain *it);

/// Reads the maps of materials and of holes: maps.c.
kilncook_status terrain_read_maps(terrain *it);

/// Makes cells at unknown samples holes, and gives these samples the height of a neighbour, which costs the fewest bits: fill.c.
kilncook_status terrain_fill(terrain *it);

/// Chooses the diagonals that the options ask for: diagonal.c.
kilncook_status terrain_choose_diagonals(terrain *it);

/// Returns the number of tiles along an axis of `cells` cells; 0 where the grid is not cut. tile.c.
uint32_t terrain_tiles(const kilncook_heightfield_options *how, uint32_t cells);

/// Copies the wanted tile out of a grid and of its steps. The caller frees `tile` (terrain_free) and `tile_steps->steps` in every case. tile.c.
kilncook_status terrain_cut(
	const terrain *whole, const heightfield_steps *steps, terrain *tile, heightfield_steps *tile_steps);

void terrain_free(terrain *it);

#endif
