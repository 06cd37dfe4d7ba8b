// SPDX-License-Identifier: MIT
#include "job.h"

const char *kilncook_stage_name(kilncook_stage stage)
{
	static const char *const names[KILNCOOK_STAGE_END] = {
		"read", "import", "clean", "survey", "bound", "tree", "prove", "write"};
	return (unsigned)stage < KILNCOOK_STAGE_END ? names[stage] : "";
}

const char *kilncook_shape_name(kilncook_shape shape)
{
	static const char *const names[KILNCOOK_SHAPE_END] = {
		"default", "mesh", "hull", "sphere", "capsule", "box", "cylinder", "parts", "none", "auto"};
	return (unsigned)shape < KILNCOOK_SHAPE_END ? names[shape] : "";
}

const char *kilncook_repair_name(kilncook_repair_step step)
{
	static const char *const words[KILNCOOK_REPAIR_END] = {"opposite", "cracks", "t-junctions", "orient", "holes",
		"non-manifold", "inner", "slivers", "self-intersections"};
	return step < KILNCOOK_REPAIR_END ? words[step] : "";
}

const char *cook_tree_name(uint32_t kind)
{
	static const char *const names[] = {"aabb", "obb", "kdop14", "kdop18", "kdop26", "sphere", "rss", "auto"};
	return kind < sizeof names / sizeof names[0] ? names[kind] : "";
}

const char *cook_extension_name(art_extension extension)
{
	static const char *const names[ART_EXTENSION_END] = {"KHR_physics_rigid_bodies", "OMI_physics_body"};
	return (unsigned)extension < ART_EXTENSION_END ? names[extension] : "";
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

const char *kilncook_fault_name(kilncook_fault_kind kind)
{
	static const char *const names[] = {"crack", "t-junction", "gap", "hole", "sliver", "duplicate", "opposite",
		"nonmanifold-edge", "nonmanifold-vertex", "winding", "inverted", "inner", "crossing", "coplanar", "touching",
		"overlapping"};
	static_assert(sizeof names / sizeof names[0] == KILNCOOK_FAULT_KIND_END, "a name for each kind");
	return kind < KILNCOOK_FAULT_KIND_END ? names[kind] : "";
}

const char *kilncook_parts_quality_name(kilncook_parts_quality quality)
{
	static const char *const words[KILNCOOK_PARTS_QUALITY_END] = {"good", "fast", "best"};
	return quality < KILNCOOK_PARTS_QUALITY_END ? words[quality] : "";
}

const char *kilncook_parts_mass_name(kilncook_parts_mass mass)
{
	static const char *const words[KILNCOOK_PARTS_MASS_END] = {"none", "art", "union", "sum"};
	return mass < KILNCOOK_PARTS_MASS_END ? words[mass] : "";
}

const char *kilncook_simplify_side_name(kilncook_simplify_side side)
{
	static const char *const words[KILNCOOK_SIMPLIFY_SIDE_END] = {"both", "outer", "inner"};
	return side < KILNCOOK_SIMPLIFY_SIDE_END ? words[side] : "";
}

const char *kilncook_hole_reason_name(kilncook_hole_reason reason)
{
	static const char *const words[] = {"", "no loop", "too large", "too many edges", "wound two ways",
		"a triangle on its own", "no triangles fill it", "would cross others", "would share an edge with two",
		"would make the surface worse", "limit of work"};
	static_assert(sizeof words / sizeof words[0] == KILNCOOK_HOLE_REASON_END, "words for each reason");
	return reason < KILNCOOK_HOLE_REASON_END ? words[reason] : "";
}

const char *kilncook_repair_reason_name(const kilncook_repair_row *row, uint32_t index)
{
	static const char *const lost[] = {"not closed", "not manifold", "not orientable", "not consistently wound"};
	for (kilncook_fault_kind kind = 0; kind < KILNCOOK_FAULT_KIND_END; ++kind)
		if (row->worse >> kind & 1 && index-- == 0)
			return kilncook_fault_name(kind);
	for (uint32_t i = 0; i < sizeof lost / sizeof *lost; ++i)
		if (row->lost >> i & 1 && index-- == 0)
			return lost[i];
	return NULL;
}
