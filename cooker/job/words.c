// SPDX-License-Identifier: MIT
#include "job.h"

const char *kilncook_stage_name(kilncook_stage stage)
{
	static const char *const names[KILNCOOK_STAGE_END] = {"read", "import", "clean", "bound", "tree", "prove", "write"};
	return (unsigned)stage < KILNCOOK_STAGE_END ? names[stage] : "";
}

const char *kilncook_shape_name(kilncook_shape shape)
{
	static const char *const names[KILNCOOK_SHAPE_END] = {
		"default", "mesh", "hull", "sphere", "capsule", "box", "cylinder", "parts", "none"};
	return (unsigned)shape < KILNCOOK_SHAPE_END ? names[shape] : "";
}

const char *cook_tree_name(uint32_t kind)
{
	static const char *const names[] = {"aabb", "obb", "kdop14", "kdop18", "kdop26", "sphere", "rss", "auto"};
	return kind < sizeof names / sizeof names[0] ? names[kind] : "";
}

const char *kilncook_mark_name(kilncook_mark_kind kind)
{
	static const char *const names[KILNCOOK_MARK_KIND_END] = {
		[KILNCOOK_MARK_LAYER] = "layer",
		[KILNCOOK_MARK_COLLIDES] = "collides",
		[KILNCOOK_MARK_TRIGGER] = "trigger",
		[KILNCOOK_MARK_USER] = "user",
		[KILNCOOK_MARK_MATERIAL_LAYER] = "material-layer",
		[KILNCOOK_MARK_MATERIAL_COLLIDES] = "material-collides",
		[KILNCOOK_MARK_MATERIAL_USER] = "material-user",
		[KILNCOOK_MARK_FRICTION] = "friction",
		[KILNCOOK_MARK_RESTITUTION] = "restitution",
	};
	return kind < KILNCOOK_MARK_KIND_END ? names[kind] : "";
}
