// SPDX-License-Identifier: MIT
#include "kiln/school.h"
#include "math/ieee.h"

const kiln_simplex_solver *kiln_school_simplex(uint32_t number)
{
	static const kiln_simplex_solver *const methods[KILN_SCHOOL_SIMPLICES] = {
		NULL, &kiln_simplex_johnson, &kiln_simplex_brute};
	return number < KILN_SCHOOL_SIMPLICES ? methods[number] : NULL;
}

const kiln_distance_method *kiln_school_distance(uint32_t number)
{
	static const kiln_distance_method *const methods[KILN_SCHOOL_DISTANCES] = {
		NULL, &kiln_distance_vclip, &kiln_distance_qp};
	return number < KILN_SCHOOL_DISTANCES ? methods[number] : NULL;
}

const kiln_collide_method *kiln_school_collide(uint32_t number)
{
	static const kiln_collide_method *const methods[KILN_SCHOOL_COLLIDES] = {
		NULL, &kiln_collide_mpr, &kiln_collide_chung_wang, &kiln_collide_seidel, &kiln_collide_sat};
	return number < KILN_SCHOOL_COLLIDES ? methods[number] : NULL;
}

const kiln_penetration_method *kiln_school_penetration(uint32_t number)
{
	static const kiln_penetration_method *const methods[KILN_SCHOOL_PENETRATIONS] = {
		NULL, &kiln_penetration_sat, &kiln_penetration_sat_brute, &kiln_penetration_mpr};
	return number < KILN_SCHOOL_PENETRATIONS ? methods[number] : NULL;
}

const kiln_cast_method *kiln_school_cast(uint32_t number)
{
	static const kiln_cast_method *const methods[KILN_SCHOOL_CASTS] = {
		NULL, &kiln_cast_gjk_ray, &kiln_cast_conservative};
	return number < KILN_SCHOOL_CASTS ? methods[number] : NULL;
}

const kiln_time_of_impact_method *kiln_school_time_of_impact(uint32_t number)
{
	static const kiln_time_of_impact_method *const methods[KILN_SCHOOL_TIMES_OF_IMPACT] = {
		NULL, &kiln_time_of_impact_conservative};
	return number < KILN_SCHOOL_TIMES_OF_IMPACT ? methods[number] : NULL;
}
