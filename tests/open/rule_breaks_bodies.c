// SPDX-License-Identifier: MIT
#include "rule_breaks.h"

#include <math.h>

static kiln_format_surface *surface(const open_case *c, uint32_t i)
{
	return (kiln_format_surface *)case_section(c, KILN_SECTION_SURFACES) + i;
}

static kiln_format_body *body(const open_case *c, uint32_t i)
{
	return (kiln_format_body *)case_section(c, KILN_SECTION_BODIES) + i;
}

static const void *break_SURFACES_COUNT(open_case *c)
{
	rule_use(c, BODIES);
	case_resize(c, KILN_SECTION_SURFACES, sizeof(kiln_format_surface), 1);
	return surface(c, 0);
}

static const void *break_NODE_BODIES_COUNT(open_case *c)
{
	rule_use(c, BODIES);
	case_resize(c, KILN_SECTION_NODE_BODIES, sizeof(uint32_t), 1);
	return case_section(c, KILN_SECTION_NODE_BODIES);
}

static const void *break_NODE_BODY(open_case *c)
{
	rule_use(c, BODIES);
	uint32_t *bodies = (uint32_t *)case_section(c, KILN_SECTION_NODE_BODIES);
	bodies[1] = 2;
	return &bodies[1];
}

BREAK_FIELD(SURFACE_GIVEN, BODIES, kiln_format_surface, surface(c, 1), given, 2, given)
BREAK_FIELD(SURFACE_NUMBER, BODIES, kiln_format_surface, surface(c, 1), restitution, 1, static_friction)
BREAK_FIELD(SURFACE_COMBINE, BODIES, kiln_format_surface, surface(c, 1), restitution_combine, 1, friction_combine)
BREAK_FIELD(BODY_FLAGS, BODIES, kiln_format_body, body(c, 1), flags, 8, flags)
BREAK_FIELD(BODY_PLACE, BODIES, kiln_format_body, body(c, 1), to_asset[11], NAN, to_asset)
BREAK_FIELD(BODY_MASS, BODIES, kiln_format_body, body(c, 1), mass, 1, mass)
BREAK_FIELD(BODY_NUMBER, BODIES, kiln_format_body, body(c, 1), center[2], 1, gravity)
BREAK_FIELD(BODY_INERTIA, BODIES, kiln_format_body, body(c, 0), inertia[1], -1, inertia)
BREAK_FIELD(BODY_VELOCITY, BODIES, kiln_format_body, body(c, 1), angular_velocity[2], INFINITY, linear_velocity)
BREAK_FIELD(BODY_KIND, BODIES, kiln_format_body, body(c, 1), kind, KILN_BODY_KIND_END, kind)
BREAK_FIELD(BODY_NAME, BODIES, kiln_format_body, body(c, 1), name, NO_NAME, name)
BREAK_FIELD(BODY_RESERVED, BODIES, kiln_format_body, body(c, 1), reserved[1], 1, reserved)

rule_breaks rule_breaks_of_bodies(void)
{
	static const rule_break breaks[] = {KILN_RULES_BODIES(RULE_BREAK)};
	return (rule_breaks){breaks, sizeof breaks / sizeof *breaks};
}
