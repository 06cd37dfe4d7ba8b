// SPDX-License-Identifier: MIT
#include "option.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static kilncook_status set_weld(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	double weld = 0;
	kilncook_status status = option_number(from, name, value, 0, KILNCOOK_WELD_MAX, &weld);
	if (status == KILNCOOK_OK && weld > 0 && weld < KILNCOOK_WELD_MIN)
		return option_complain(from, "%s takes 0 or at least %g, not '%s'", name, KILNCOOK_WELD_MIN, value);
	s->cook.weld = weld;
	return status;
}

static kilncook_status set_origin(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	static const double zero[3] = {0, 0, 0};
	double numbers[3] = {0, 0, 0};
	const bool automatic = strcmp(value, "auto") == 0;
	if (!automatic && option_numbers(value, ',', 3, KILNCOOK_ORIGIN_MAX, numbers) != 3)
		return option_complain(from, "%s takes X,Y,Z, each within 2^53, or auto, not '%s'", name, value);
	memcpy(s->cook.origin_at, numbers, sizeof numbers);
	s->cook.origin = automatic									  ? KILNCOOK_ORIGIN_AUTO
					 : memcmp(numbers, zero, sizeof numbers) == 0 ? KILNCOOK_ORIGIN_ZERO
																  : KILNCOOK_ORIGIN_GIVEN;
	return KILNCOOK_OK;
}

static kilncook_status set_snap(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	double snap = 0;
	kilncook_status status = KILNCOOK_OK;
	if (strcmp(value, "no") != 0)
		status = option_metres(from, name, value, KILNCOOK_SNAP_MIN, KILNCOOK_SNAP_MAX, &snap);
	s->cook.snap = snap;
	return status;
}

static kilncook_status set_drop_slivers(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	return option_number(from, name, value, 0, KILNCOOK_SLIVERS_MAX, &s->cook.drop_slivers);
}

static kilncook_status set_merge(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	double merge = 0;
	kilncook_status status = KILNCOOK_OK;
	if (!value || strcmp(value, "exact") == 0 || strcmp(value, "yes") == 0)
		merge = KILNCOOK_MERGE_EXACT;
	else if (strcmp(value, "no") != 0)
		status = option_number(from, name, value, KILNCOOK_MERGE_MIN, KILNCOOK_MERGE_MAX, &merge);
	s->cook.merge = merge;
	return status;
}

/// The metres of a unit; 0 for an unknown word.
static double metres_of(const char *word)
{
	static const struct
	{
		const char *word;
		double metres;
	} units[] = {{"mm", 0.001}, {"cm", 0.01}, {"m", 1}, {"in", 0.0254}, {"ft", 0.3048}};
	for (size_t i = 0; i < sizeof units / sizeof *units; ++i)
		if (strcmp(word, units[i].word) == 0)
			return units[i].metres;
	return 0;
}

kilncook_status option_metres(
	const option_source *from, const char *name, const char *value, double least, double most, double *length)
{
	char *end;
	double number = strtod(value, &end), metres = end == value ? 0 : *end ? metres_of(end) : 1;
	double size = number * metres;
	if (!(metres > 0) || !(size >= least && size <= most))
		return option_complain(from,
			"%s takes a length in metres, or with mm, cm, m, in or ft, from %g to %g, not '%s'", name, least, most,
			value);
	*length = size;
	return KILNCOOK_OK;
}

kilncook_status option_length(const option_source *from, const char *name, const char *value, double *length)
{
	char *end;
	double number = strtod(value, &end), metres = end == value ? 0 : metres_of(end);
	double size = metres > 0 ? number * metres : number;
	if (end == value || (*end && !(metres > 0)) || !(size >= KILNCOOK_WRAP_MIN && size <= KILNCOOK_WRAP_MAX))
		return option_complain(from,
			"%s takes a share of the diagonal, or a length with mm, cm, m, in or ft, from %g to %g, not '%s'", name,
			KILNCOOK_WRAP_MIN, KILNCOOK_WRAP_MAX, value);
	*length = metres > 0 ? -size : size;
	return KILNCOOK_OK;
}

static kilncook_status set_wrap(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	double wrap = KILNCOOK_WRAP_DEFAULT;
	kilncook_status status = KILNCOOK_OK;
	if (value && strcmp(value, "no") == 0)
		wrap = 0;
	else if (value && strcmp(value, "yes") != 0)
		status = option_length(from, name, value, &wrap);
	s->cook.wrap = wrap;
	return status;
}

static kilncook_status set_wrap_offset(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	if (strcmp(value, "auto") != 0)
		return option_length(from, name, value, &s->cook.wrap_offset);
	s->cook.wrap_offset = 0;
	return KILNCOOK_OK;
}

static kilncook_status set_sdf(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	if (strcmp(value, "no") != 0)
		return option_length(from, name, value, &s->cook.sdf);
	s->cook.sdf = 0;
	return KILNCOOK_OK;
}

/// Reads exact, compact, or compact= and a number of bits or a length.
static kilncook_status set_layout(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	s->cook.layout = 0;
	if (strcmp(value, "exact") == 0)
		return KILNCOOK_OK;
	s->cook.layout = KILNCOOK_LAYOUT_BITS_MIN;
	if (strcmp(value, "compact") == 0)
		return KILNCOOK_OK;
	if (strncmp(value, "compact=", 8) != 0)
		return option_complain(from, "%s takes exact or compact, not '%s'", name, value);
	value += 8;
	const size_t digits = strspn(value, "0123456789");
	if (value[digits] == '\0' && strtod(value, NULL) >= 1)
		return option_number(from, name, value, KILNCOOK_LAYOUT_BITS_MIN, KILNCOOK_LAYOUT_BITS_MAX, &s->cook.layout);
	return option_length(from, name, value, &s->cook.layout);
}

static kilncook_status set_exact_if_possible(
	cli_settings *s, const option_source *from, const char *name, const char *value)
{
	(void)from;
	(void)name;
	s->cook.exact_if_possible = option_is_yes(value);
	return KILNCOOK_OK;
}

static kilncook_status set_sdf_blocks(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	kilncook_status status = option_whole(from, name, value, KILNCOOK_SDF_BLOCKS_MAX, &s->cook.sdf_blocks);
	if (status == KILNCOOK_OK && s->cook.sdf_blocks < KILNCOOK_SDF_BLOCKS_MIN)
		return option_complain(from, "%s takes a number from %d, not '%s'", name, KILNCOOK_SDF_BLOCKS_MIN, value);
	return status;
}

/// Reads an error, which is below 1, or a number of triangles, which is whole; or no.
static kilncook_status set_simplify(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	double simplify = 0;
	kilncook_status status = KILNCOOK_OK;
	if (strcmp(value, "no") != 0)
		status =
			option_number(from, name, value, KILNCOOK_SIMPLIFY_ERROR_MIN, KILNCOOK_SIMPLIFY_TRIANGLES_MAX, &simplify);
	s->cook.simplify = simplify;
	return status;
}

/// Reads errors and numbers of triangles between commas, or no.
static kilncook_status set_levels(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	double levels[KILNCOOK_LEVELS_MAX] = {0};
	uint32_t count = 0;
	kilncook_status status = KILNCOOK_OK;
	for (const char *at = strcmp(value, "no") == 0 ? NULL : value; at && status == KILNCOOK_OK;)
	{
		char word[32];
		size_t length = strcspn(at, ",");
		snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word - 1 ? length : sizeof word - 1), at);
		if (count == KILNCOOK_LEVELS_MAX)
			return option_complain(from, "%s takes at most %d numbers", name, KILNCOOK_LEVELS_MAX);
		status = option_number(
			from, name, word, KILNCOOK_SIMPLIFY_ERROR_MIN, KILNCOOK_SIMPLIFY_TRIANGLES_MAX, &levels[count++]);
		at = at[length] ? at + length + 1 : NULL;
	}
	memcpy(s->cook.levels, levels, sizeof levels);
	return status;
}

static kilncook_status set_simplify_side(
	cli_settings *s, const option_source *from, const char *name, const char *value)
{
	const char *words[KILNCOOK_SIMPLIFY_SIDE_END];
	int chosen = 0;
	for (kilncook_simplify_side i = 0; i < KILNCOOK_SIMPLIFY_SIDE_END; ++i)
		words[i] = kilncook_simplify_side_name(i);
	kilncook_status status = option_word(
		from, name, value, words, KILNCOOK_SIMPLIFY_SIDE_END, (1u << KILNCOOK_SIMPLIFY_SIDE_END) - 1, &chosen);
	s->cook.simplify_side = (kilncook_simplify_side)chosen;
	return status;
}

/// Reads steps between commas, or all, safe, none.
static kilncook_status set_repair(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	const char *words[KILNCOOK_REPAIR_END + 3];
	enum
	{
		ALL = KILNCOOK_REPAIR_END,
		SAFE,
		NONE,
	};
	for (kilncook_repair_step step = 0; step < KILNCOOK_REPAIR_END; ++step)
		words[step] = kilncook_repair_name(step);
	words[ALL] = "all";
	words[SAFE] = "safe";
	words[NONE] = "none";
	uint32_t set = 0;
	kilncook_status status = option_words(from, name, value, words, NONE + 1, (1u << (NONE + 1)) - 1, &set);
	if (status == KILNCOOK_OK)
		s->cook.repair = (set & ((1u << KILNCOOK_REPAIR_END) - 1)) | (set & 1u << ALL ? KILNCOOK_REPAIR_ALL : 0) |
						 (set & 1u << SAFE ? KILNCOOK_REPAIR_SAFE : 0);
	return status;
}

static kilncook_status set_unit(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	char *end = NULL;
	double named = metres_of(value), metres = named > 0 ? named : strtod(value, &end);
	if (named > 0)
	{
		s->cook.unit = metres;
		return KILNCOOK_OK;
	}
	if (end == value || *end || !(metres >= KILNCOOK_FACTOR_MIN && metres <= KILNCOOK_FACTOR_MAX))
		return option_complain(from, "%s takes mm, cm, m, in, ft or a number of metres from %g to %g, not '%s'", name,
			KILNCOOK_FACTOR_MIN, KILNCOOK_FACTOR_MAX, value);
	s->cook.unit = metres;
	return KILNCOOK_OK;
}

static kilncook_status set_scale(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	return option_number(from, name, value, KILNCOOK_FACTOR_MIN, KILNCOOK_FACTOR_MAX, &s->cook.scale);
}

static kilncook_status take_axis(const option_source *from, const char *name, const char *value, kilncook_axis *axis)
{
	static const char *const words[] = {"x", "y", "z"};
	int chosen = 0;
	kilncook_status status = option_word(from, name, value, words, 3, 7, &chosen);
	*axis = (kilncook_axis)(chosen + 1);
	return status;
}

static kilncook_status set_up(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	return take_axis(from, name, value, &s->cook.up);
}

static kilncook_status set_art_up(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	return take_axis(from, name, value, &s->cook.art_up);
}

static kilncook_status set_flip(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	(void)from, (void)name;
	s->cook.flip = option_is_yes(value);
	return KILNCOOK_OK;
}

static kilncook_status set_flat_edge(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	double sine = 0;
	kilncook_status status = option_number(from, name, value, 0, KILNCOOK_FLAT_EDGE_MAX, &sine);
	s->cook.flat_edge = sine > 0 ? sine : KILNCOOK_FLAT_EDGE_EXACT;
	return status;
}

static kilncook_status set_simplify_borders(
	cli_settings *s, const option_source *from, const char *name, const char *value)
{
	(void)from, (void)name;
	s->cook.simplify_borders = option_is_yes(value);
	return KILNCOOK_OK;
}

static kilncook_status set_deformable(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	(void)from, (void)name;
	s->cook.deformable = option_is_yes(value);
	return KILNCOOK_OK;
}

static kilncook_status set_metadata(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	(void)from, (void)name;
	s->cook.metadata = option_is_yes(value);
	return KILNCOOK_OK;
}

static kilncook_status set_adjacency(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	(void)from, (void)name;
	s->cook.adjacency = option_is_yes(value);
	return KILNCOOK_OK;
}

static kilncook_status set_keep_survey(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	(void)from, (void)name;
	s->cook.keep_survey = option_is_yes(value);
	return KILNCOOK_OK;
}

static kilncook_status set_hole_size(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	return option_number(from, name, value, 0, 1, &s->cook.hole_size);
}

static kilncook_status set_tag(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	return option_whole(from, name, value, UINT32_MAX, &s->cook.tag);
}

static kilncook_status set_material(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	if (!*value)
		return option_complain(from, "%s takes a name", name);
	s->cook.material = value;
	return KILNCOOK_OK;
}

/// Reads a comma-separated list of conventions; auto and none cannot be combined.
static kilncook_status set_names(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	static const char *const words[] = {"unreal", "godot", "lod", "custom", "none", "auto"};
	const uint32_t automatic = 1u << 5;
	uint32_t set = 0;
	kilncook_status status = option_words(from, name, value, words, 6, 63, &set);
	if (status != KILNCOOK_OK)
		return status;
	if (set & (KILNCOOK_NAMES_NONE | automatic) && strchr(value, ','))
		return option_complain(
			from, "%s %s cannot be combined with other words", name, set & KILNCOOK_NAMES_NONE ? "none" : "auto");
	s->cook.names = set & automatic ? KILNCOOK_NAMES_AUTO : set;
	return KILNCOOK_OK;
}

static kilncook_status set_names_win(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	(void)from, (void)name;
	s->cook.names_win = option_is_yes(value);
	return KILNCOOK_OK;
}

static kilncook_status set_colliders(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	static const char *const words[KILNCOOK_COLLIDERS_END] = {"only", "also", "none"};
	int chosen = 0;
	kilncook_status status = option_word(from, name, value, words, KILNCOOK_COLLIDERS_END, ~0u, &chosen);
	s->cook.colliders = (kilncook_colliders)chosen;
	return status;
}

static kilncook_status set_lod(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	if (strcmp(value, "last") == 0 || strcmp(value, "all") == 0)
	{
		s->cook.lod = value[0] == 'l' ? KILNCOOK_LOD_LAST : KILNCOOK_LOD_ALL;
		return KILNCOOK_OK;
	}
	if (value[0] < '0' || value[0] > '9')
		return option_complain(
			from, "%s takes a number from 0 to %u, last or all, not '%s'", name, KILNCOOK_LOD_MAX, value);
	return option_whole(from, name, value, KILNCOOK_LOD_MAX, &s->cook.lod);
}

static kilncook_status set_no_sidecars(cli_settings *s, const option_source *from, const char *name, const char *value)
{
	(void)from, (void)name, (void)value;
	s->no_sidecars = true;
	return KILNCOOK_OK;
}

#define ASSET OPTION_OF_ASSET, KILNCOOK_KEY_END, false
#define NODE(key) OPTION_OF_NODE, KILNCOOK_KEY_##key, false

static const option art_options[] = {
	{{"--art-up x|y|z", "the art's up axis, where the art does not state one or is wrong"}, set_art_up, ASSET},
	{{"--up x|y|z", "turns the asset so that this axis points up"}, set_up, ASSET},
	{{"--unit mm|cm|m|in|ft|METRES", "the length of the art's unit, where the art does not state one or is wrong; a "
									 "warning reports that the art states another unit"},
		set_unit, ASSET},
	{{"--scale S", "multiplies all lengths by S"}, set_scale, ASSET},
	{{"--origin X,Y,Z|auto",
		 "the place in a large world where the asset's coordinates begin (0,0,0): it is subtracted in "
		 "double, and stored. auto takes the middle of art that is far from zero"},
		set_origin, ASSET},
	{{"--snap LENGTH",
		 "moves vertices to a grid of the large world, so that tiles that are cooked apart meet exactly: to "
		 "multiples of the largest power of two that is at most LENGTH, such as 1mm. no, the default, moves none"},
		set_snap, ASSET},
	{{"--flip", "reverses the winding of all triangles"}, set_flip, NODE(FLIP)},
	{{"--weld REL",
		 "merges vertices that are closer than REL times the mesh's diagonal; the default, 0, merges equal vertices"},
		set_weld, NODE(WELD)},
	{{"--drop-slivers REL", "drops triangles whose height is at most REL times their longest edge; a warning says "
							"where that opens a closed "
							"surface. The default, 0, keeps them"},
		set_drop_slivers, NODE(DROP_SLIVERS)},
	{{"--repair STEP[,...]",
		 "repairs meshes. The steps are opposite, cracks, t-junctions, orient, holes, self-intersections, "
		 "non-manifold, inner "
		 "and slivers; all stands for all but self-intersections, "
		 "safe "
		 "for those that move no vertex, none, the default, for none. --tolerance limits how far a repair moves the "
		 "surface"},
		set_repair, NODE(REPAIR)},
	{{"--hole-size REL",
		 "the largest hole that a repair closes: the diagonal of its box, as a share of the mesh's diagonal (0.1)"},
		set_hole_size, ASSET},
	{{"--merge[=REL]", "merges coplanar triangles of a mesh into polygons with the fewest triangles: exactly coplanar "
					   "ones, or as long as "
					   "the surface moves by at most REL times the mesh's diagonal"},
		set_merge, NODE(MERGE)},
	{{"--wrap[=DETAIL]", "replaces meshes by closed surfaces around them, with openings narrower than DETAIL closed: a "
						 "share of the mesh's "
						 "diagonal (0.05), or a length such as 20cm"},
		set_wrap, NODE(WRAP)},
	{{"--wrap-offset LENGTH", "the largest distance of a wrap's vertices from the mesh: a share of the diagonal, or a "
							  "length; the default, auto, is "
							  "a tenth of DETAIL"},
		set_wrap_offset, NODE(WRAP_OFFSET)},
	{{"--simplify ERROR|TRIANGLES",
		 "simplifies meshes: to the fewest triangles whose surface is within ERROR times the "
		 "mesh's diagonal of the art's, "
		 "which is below 1; or to the least error at so many TRIANGLES. no, the default, "
		 "keeps them"},
		set_simplify, NODE(SIMPLIFY)},
	{{"--levels ERROR|TRIANGLES[,...]",
		 "keeps coarser meshes beside each mesh, one for each number, as --simplify takes it; games choose "
		 "between them by their certain distance (kiln/level.h). no, the default, keeps none"},
		set_levels, NODE(LEVELS)},
	{{"--simplify-side both|outer|inner",
		 "keeps simplified closed meshes and levels outside or inside of the art, which is "
		 "proved; both, the default, allows either"},
		set_simplify_side, NODE(SIMPLIFY_SIDE)},
	{{"--simplify-borders",
		 "lets the borders of simplified meshes and levels move along themselves; other meshes may then no longer fit"},
		set_simplify_borders, NODE(SIMPLIFY_BORDERS)},
	{{"--sdf ERROR",
		 "makes a signed distance field of each mesh and hull, with a proved error of at most ERROR at the surface: a "
		 "share of the mesh's diagonal, or a length such as 1cm (kiln/sdf.h). Meshes are closed and consistently "
		 "wound. "
		 "no, the default, makes none"},
		set_sdf, NODE(SDF)},
	{{"--sdf-blocks N", "makes at most N blocks of a field, of 1040 bytes each (32768)"}, set_sdf_blocks,
		NODE(SDF_BLOCKS)},
	{{"--layout exact|compact[=BITS|=ERROR]", "stores meshes in half the memory: compact moves their vertices to a "
											  "grid, of BITS bits along a mesh's longest axis "
											  "(16, up to 21), or so that none moves by more than ERROR: a share of "
											  "the mesh's diagonal, or a length such as 1mm, "
											  "which gives all meshes one grid. exact is the default"},
		set_layout, NODE(LAYOUT)},
	{{"--exact-if-possible",
		 "takes a finer grid of a compact layout, up to 21 bits, where all vertices lie on it, so that none moves"},
		set_exact_if_possible, NODE(EXACT_IF_POSSIBLE)},
	{{"--deformable", "keeps the vertices of the art, for meshes that deform"}, set_deformable, NODE(DEFORMABLE)},
	{{"--flat-edge SINE",
		 "calls an edge flat when the sine of the angle between its triangles is at most SINE (0.025)"},
		set_flat_edge, ASSET},
	{{"--metadata", "keeps metadata: the values that the art gives to its scene, nodes, materials and meshes, such as "
					"`extras` of glTF. Games read these by kiln/metadata.h"},
		set_metadata, ASSET},
	{{"--adjacency", "keeps the triangle at the other side of each edge, for kiln_triangle_twin: 12 bytes a triangle; "
					 "and T-junctions, "
					 "for kiln/junction.h"},
		set_adjacency, ASSET},
	{{"--keep-survey",
		 "keeps the survey of each mesh in the asset, for kiln/survey.h and kiln-dump: its connected parts and the "
		 "faults of its surface, as many as --listed says; with --survey-pairs, pairs of triangles, too"},
		set_keep_survey, ASSET},
};

const command_section option_art_section = {.title = "Art", COMMAND_ROWS(art_options)};

static const option node_options[] = {
	{{"--names auto|none|unreal|godot|lod|custom[,...]", "conventions of names that nodes follow (auto): UCX_ and "
														 "similar, -col and similar, _LOD1, those of recipes"},
		set_names, ASSET},
	{{"--names-win", "lets names and colliders of the file beat rules; without it, rules beat them"}, set_names_win,
		ASSET},
	{{"--colliders only|also|none",
		 "what counts in glTF with colliders (only): only these, also nodes without one, or none "
		 "of what the file says of collision"},
		set_colliders, ASSET},
	{{"--lod N|last|all", "the level of detail that is cooked of NAME_LOD0, NAME_LOD1 and so on (0), or the next one"},
		set_lod, ASSET},
	{{"--tag N", "the tag that queries return for nodes (0)"}, set_tag, NODE(TAG)},
	{{"--material NAME", "the material of nodes, instead of the art's"}, set_material, NODE(MATERIAL)},
	{{"--no-sidecars", "does not look for recipes beside the art"}, set_no_sidecars, OPTION_OF_CALL, KILNCOOK_KEY_END,
		true},
};

const command_section option_node_section = {.title = "Nodes", COMMAND_ROWS(node_options)};
