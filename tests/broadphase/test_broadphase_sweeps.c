// SPDX-License-Identifier: MIT
#include "broadphase/core.h"
#include "fuzz/broadphase_trial.h"
#include "support/real256.h"
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

/// Compares the test of rays and moving boxes with slabs in numbers of 256 bits: trials of whole broadphases use this
/// test as their oracle.

/// A moving box, or a ray, whose box is a point.
typedef struct travel
{
	kiln_aabb box;
	kiln_vec3 way;
	float t_max; ///< 0: no limit except a float's range
} travel;

static float greatest(float most, float x)
{
	return isfinite(x) && fabsf(x) > most ? fabsf(x) : most;
}

/// Narrows enter .. leave to the times at which gap <= t way.
static void narrow(real gap, real way, real *enter, real *leave)
{
	if (real_sign(way) > 0)
		*enter = real_max(*enter, real_div(gap, way));
	else if (real_sign(way) < 0)
		*leave = real_min(*leave, real_div(gap, way));
	else if (real_sign(gap) > 0)
		*leave = real_from_int(-1);
}

/// Computes whether and when a box, extended on each axis by a share of its coordinates, is hit. Quotients are
/// monotone, so that boxes which touch at a single time are found.
static bool slabs_meet(const travel *trip, const kiln_aabb *box, double share, double *t)
{
	real enter = real_from_int(0), leave = real_from((double)(trip->t_max > 0 ? trip->t_max : FLT_MAX));
	for (uint32_t i = 0; i < 3; i++)
	{
		const float min = (&box->min.x)[i], max = (&box->max.x)[i];
		const float low = (&trip->box.min.x)[i], high = (&trip->box.max.x)[i];
		const float size = greatest(greatest(greatest(greatest(0, min), max), low), high);
		const real way = real_from((double)(&trip->way.x)[i]), add = real_from(share * (double)size);
		if (isfinite(min))
			narrow(real_sub(real_sub(real_from((double)min), real_from((double)high)), add), way, &enter, &leave);
		if (isfinite(max))
			narrow(
				real_sub(real_sub(real_from((double)low), real_from((double)max)), add), real_neg(way), &enter, &leave);
	}
	*t = real_to(enter);
	return real_compare(enter, leave) <= 0;
}

/// Counts of the possible outcomes.
typedef struct tally
{
	uint32_t at_start, later, missed;
} tally;

static void check_trip(
	const kiln_box_sweep *sweep, const travel *trip, const kiln_aabb *box, uint64_t *random, tally *seen)
{
	double t = -1, exact, earliest, sooner;
	bool meets = kilni_sweep_meets(sweep, box, &t), truth = slabs_meet(trip, box, 0, &exact);
	assert_true(meets || !truth);
	seen->missed += !truth;
	seen->at_start += truth && exact == 0;
	seen->later += truth && exact > 0;
	if (!meets)
		return;
	assert_true(slabs_meet(trip, box, 0x1p-40, &earliest));
	assert_true(t >= 0 && t <= sweep->t_max && t >= earliest * (1 - 0x1p-48));
	assert_true(!truth || t <= exact * (1 + 0x1p-48));
	// A box around this box is hit no later.
	kiln_aabb around = *box;
	for (uint32_t i = 0; i < 3; i++)
	{
		(&around.min.x)[i] -= trial_unit(random) * (float)(trial_random(random) % 2);
		(&around.max.x)[i] += trial_unit(random) * (float)(trial_random(random) % 2);
	}
	assert_true(kilni_sweep_meets(sweep, &around, &sooner) && sooner <= t);
}

static float way_part(uint64_t *random)
{
	return trial_random(random) % 3 ? trial_unit(random) - 0.5f : (float)(trial_random(random) % 3) - 1;
}

static kiln_vec3 any_way(uint64_t *random)
{
	return (kiln_vec3){way_part(random), way_part(random), way_part(random)};
}

static void a_ray_meets_a_box_when_its_slabs_do(void **state)
{
	(void)state;
	uint64_t random = 7;
	tally seen = {0};
	for (uint32_t trial = 0; trial < 40000; trial++)
	{
		kiln_aabb box = trial_box((trial_boxes)(trial % TRIAL_BOXES_COUNT), &random);
		kiln_aabb from = trial_box(trial % 3 ? TRIAL_LATTICE : TRIAL_MIXED, &random);
		kiln_ray ray = {.origin = {fmaxf(from.min.x, -50), from.max.y < 1e12f ? from.max.y : 0, fmaxf(from.min.z, -40)},
			.direction = any_way(&random)};
		ray.t_max = trial_random(&random) % 2 ? 0 : 20 * trial_unit(&random);
		travel trip = {{ray.origin, ray.origin}, ray.direction, ray.t_max};
		kiln_box_sweep sweep;
		if (kilni_sweep_of_ray(&sweep, &ray))
			check_trip(&sweep, &trip, &box, &random, &seen);
	}
	assert_true(seen.at_start > 500 && seen.later > 500 && seen.missed > 500);
}

// --- Moving boxes -----------------------------------------------------------------------------------------------------

/// Returns a coordinate of any size: from 2^-41 to 2^39.
static float any_size(uint64_t *random)
{
	return ldexpf(trial_random(random) % 2 ? -1 - trial_unit(random) : 1 + trial_unit(random),
		(int)(trial_random(random) % 80) - 41);
}

static kiln_aabb box_of_any_size(uint64_t *random)
{
	kiln_aabb box;
	for (uint32_t i = 0; i < 3; i++)
	{
		float a = any_size(random), b = any_size(random);
		(&box.min.x)[i] = fminf(a, b);
		(&box.max.x)[i] = fmaxf(a, b);
	}
	return box;
}

/// Moves a box's side to the other box's side on one axis, so that they touch there, or nearly. All coordinates stay
/// exact.
static void touch(const kiln_aabb *still, kiln_aabb *box, uint32_t axis, bool before, uint64_t *random)
{
	float *min = &box->min.x + axis, *max = &box->max.x + axis;
	float side = before ? (&still->min.x)[axis] : (&still->max.x)[axis];
	uint32_t off = trial_random(random) % 4;
	if (off == 1)
		side = nextafterf(side, before ? -FLT_MAX : FLT_MAX);
	if (off == 2)
		side += (before ? -1 : 1) * 0x1p-20f * fabsf(side);
	if (before)
		*max = side, *min = fminf(*min, side);
	else
		*min = side, *max = fmaxf(*max, side);
}

typedef enum trips
{
	TRIPS_ANY,
	TRIPS_LATTICE,	///< ends and sides at whole numbers: many touch at a single time
	TRIPS_FAR,		///< all around 1e9 or 1e12 away
	TRIPS_SIDES,	///< of all sizes, along a side, or starting at one
	TRIPS_STANDING, ///< no motion
	TRIPS_COUNT,
} trips;

static travel any_trip(trips kind, kiln_aabb *box, uint64_t *random)
{
	travel made = {.way = any_way(random), .t_max = trial_random(random) % 2 ? 0 : 20 * trial_unit(random)};
	const uint32_t axis = trial_random(random) % 3;
	*box = trial_box(TRIAL_MIXED, random);
	do
		made.box = trial_box(kind == TRIPS_LATTICE ? TRIAL_LATTICE
							 : kind == TRIPS_FAR   ? TRIAL_FAR
												   : TRIAL_MIXED,
			random);
	while (
		!isfinite(made.box.min.x + made.box.min.y + made.box.min.z + made.box.max.x + made.box.max.y + made.box.max.z));
	switch (kind)
	{
	case TRIPS_LATTICE:
		*box = trial_box(TRIAL_LATTICE, random);
		for (uint32_t i = 0; i < 3; i++)
			(&made.way.x)[i] = (float)(trial_random(random) % 7) - 3;
		made.t_max = (float)(trial_random(random) % 9) / 4;
		break;
	case TRIPS_FAR:
		*box = made.box;
		for (uint32_t i = 0; i < 3; i++)
		{
			float shift = 2000 * (trial_unit(random) - 0.5f);
			(&box->min.x)[i] += shift;
			(&box->max.x)[i] += shift;
		}
		made.t_max *= 100;
		// Also slow motions, which take long.
		for (uint32_t i = 0, power = made.t_max == 0 ? trial_random(random) % 70 : 0; i < 3; i++)
			(&made.way.x)[i] = ldexpf((&made.way.x)[i], -(int)power);
		break;
	case TRIPS_SIDES:
		made.box = *box = box_of_any_size(random);
		for (uint32_t i = 0; i < 3; i++)
			(&made.way.x)[i] = any_size(random);
		// Away from the box, or along it: they touch at the start, if at all.
		bool before = trial_random(random) % 2;
		touch(&made.box, box, axis, before, random);
		(&made.way.x)[axis] *= trial_random(random) % 2 ? 0 : (before ? 1 : -1) * copysignf(1, (&made.way.x)[axis]);
		break;
	case TRIPS_STANDING:
		made.way = (kiln_vec3){0, -0.0f, 0};
		touch(&made.box, box, axis, trial_random(random) % 2, random);
		break;
	case TRIPS_ANY:
		if (trial_random(random) % 2)
			made.way =
				(kiln_vec3){box->min.x - made.box.max.x, box->max.y - made.box.min.y, box->min.z - made.box.min.z};
		if (!isfinite(made.way.x + made.way.y + made.way.z))
			made.way = any_way(random);
		break;
	case TRIPS_COUNT:
		break;
	}
	return made;
}

static void a_moving_box_meets_a_box_when_its_slabs_do(void **state)
{
	(void)state;
	uint64_t random = 17;
	tally seen[TRIPS_COUNT] = {0};
	for (uint32_t trial = 0; trial < 60000; trial++)
	{
		const trips kind = (trips)(trial % TRIPS_COUNT);
		kiln_aabb box;
		travel trip = any_trip(kind, &box, &random);
		if (!kiln_box_usable(&box))
			continue;
		kiln_box_sweep sweep;
		assert_true(
			kilni_sweep_of_motion(&sweep, &trip.box, &(kiln_motion){.direction = trip.way, .t_max = trip.t_max}));
		check_trip(&sweep, &trip, &box, &random, &seen[kind]);
	}
	for (uint32_t kind = 0; kind < TRIPS_COUNT; kind++)
	{
		assert_true(seen[kind].at_start > 300 && seen[kind].missed > 300);
		assert_true(kind == TRIPS_STANDING || kind == TRIPS_SIDES || seen[kind].later > 300);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_ray_meets_a_box_when_its_slabs_do),
		cmocka_unit_test(a_moving_box_meets_a_box_when_its_slabs_do),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
