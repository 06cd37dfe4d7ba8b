// SPDX-License-Identifier: MIT
#ifndef KILN_JUNCTION_RULES_H
#define KILN_JUNCTION_RULES_H

#include "kiln/asset.h"

// clang-format off
/// The rules of the format that kiln_junctions_open proves: RULE(name, status of a refusal, meaning of the refusal's offset,
/// reason). FORMAT.md has the same table.
#define KILN_JUNCTION_RULES(RULE) \
	RULE(JUNCTION_ADJACENCY, RANGE, "JUNCTIONS", "there are T-junctions without ADJACENCY") \
	RULE(JUNCTION_MESH, RANGE, "junction.mesh", "the mesh of a T-junction is out of range") \
	RULE(JUNCTION_ORDER, VALUE, "the junction", "T-junctions do not increase by their meshes and sides") \
	RULE(JUNCTION_SIDE, RANGE, "junction.side", "a side of a T-junction is out of range, or both are of one triangle") \
	RULE(JUNCTION_TWIN, VALUE, "junction.side", "a side of a T-junction has a twin") \
	RULE(JUNCTION_DISTANCE, NUMBER, "junction.distance", "the distance of a T-junction is negative or not finite") \
	RULE(JUNCTION_MIRROR, VALUE, "the junction", "a T-junction is not listed for its other side, with the same distance")

#define KILN_JUNCTION_RULE(name, status, where, reason) KILN_RULE_OF_##name,
// clang-format on

typedef enum kiln_junction_rule
{
	KILN_JUNCTION_RULES(KILN_JUNCTION_RULE) KILN_JUNCTION_RULE_COUNT
} kiln_junction_rule;

#endif
