// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "school/broadphase/marks.h"
#include "support/asset_fixture.h"

/// Compares each kind of marks with an array of bool that is cleared explicitly.

typedef struct marks
{
	kiln_flags flags;
	kiln_stamps stamps;
	kiln_ring_stamps ring;
	bool *truth;
	uint32_t capacity;
	void *memory;
	size_t size;
} marks;

static void place(marks *all, kiln_room *room)
{
	kiln_flags_place(&all->flags, room, all->capacity);
	kiln_stamps_place(&all->stamps, room, all->capacity);
	kiln_ring_stamps_place(&all->ring, room, all->capacity);
}

static marks marks_make(uint32_t capacity)
{
	marks all = {.capacity = capacity};
	kiln_room room = {0};
	place(&all, &room);
	all.size = room.used;
	all.memory = fixture_memory(all.size);
	memset(all.memory, 0, all.size);
	room = (kiln_room){.base = all.memory};
	place(&all, &room);
	assert_int_equal(room.used, all.size);
	all.truth = calloc(capacity, sizeof *all.truth);
	assert_non_null(all.truth);
	return all;
}

static void marks_free(marks *all)
{
	free(all->truth);
	free(all->memory);
}

static void next(marks *all)
{
	kiln_flags_clear(&all->flags);
	kiln_stamps_next(&all->stamps);
	kiln_ring_stamps_next(&all->ring);
	memset(all->truth, 0, all->capacity * sizeof *all->truth);
}

static void mark(marks *all, uint32_t index)
{
	bool first = !all->truth[index];
	all->truth[index] = true;
	assert_int_equal(kiln_flags_mark(&all->flags, index), first);
	assert_int_equal(kiln_stamps_mark(&all->stamps, index), first);
	assert_int_equal(kiln_ring_stamps_mark(&all->ring, index), first);
}

static void check(const marks *all)
{
	for (uint32_t i = 0; i < all->capacity; i++)
	{
		assert_int_equal(kiln_flags_has(&all->flags, i), all->truth[i]);
		assert_int_equal(kiln_stamps_has(&all->stamps, i), all->truth[i]);
		assert_int_equal(kiln_ring_stamps_has(&all->ring, i), all->truth[i]);
	}
}

static void marks_are_those_of_this_round_only(void **state)
{
	(void)state;
	static const uint32_t capacities[] = {1, 2, 63, 64, 65, 253, 254, 255, 256, 508, 509, 1000};
	for (size_t c = 0; c < sizeof capacities / sizeof *capacities; c++)
	{
		marks all = marks_make(capacities[c]);
		uint64_t seed = 7 + c;
		for (uint32_t round = 0; round < 1200; round++)
		{
			next(&all);
			uint32_t count = (uint32_t)(fixture_random(&seed) % 5);
			for (uint32_t i = 0; i < count; i++)
				mark(&all, (uint32_t)(fixture_random(&seed) % all.capacity));
			check(&all);
		}
		marks_free(&all);
	}
}

// Marks of one round; a byte's number is reused every 255 rounds, so each mark must have been cleared by then.
static void stamps_of_a_byte_are_gone_before_their_number_comes_again(void **state)
{
	(void)state;
	for (uint32_t first = 0; first < 300; first += 7)
	{
		marks all = marks_make(600);
		for (uint32_t i = 0; i < first; i++)
			next(&all);
		next(&all);
		for (uint32_t i = 0; i < all.capacity; i++)
			mark(&all, i);
		for (uint32_t i = 0; i < 600; i++)
		{
			next(&all);
			check(&all);
		}
		marks_free(&all);
	}
}

static void stamps_that_run_out_restart(void **state)
{
	(void)state;
	marks all = marks_make(10);
	next(&all);
	mark(&all, 3); // with number 1
	all.stamps.now = UINT32_MAX - 1;
	next(&all);
	mark(&all, 4);
	check(&all);
	next(&all); // number 1 again
	check(&all);
	mark(&all, 3);
	check(&all);
	marks_free(&all);
}

static void clearing_flags_costs_as_many_as_were_marked(void **state)
{
	(void)state;
	marks all = marks_make(1000);
	next(&all);
	for (uint32_t i = 999; i > 990; i--)
	{
		mark(&all, i);
		mark(&all, i);
	}
	assert_int_equal(all.flags.marked_count, 9);
	assert_int_equal(all.flags.marked[0], 999);
	kiln_flags_clear(&all.flags);
	assert_int_equal(all.flags.marked_count, 0);
	for (uint32_t i = 0; i < 1000; i++)
		assert_false(kiln_flags_has(&all.flags, i));
	marks_free(&all);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(marks_are_those_of_this_round_only),
		cmocka_unit_test(stamps_of_a_byte_are_gone_before_their_number_comes_again),
		cmocka_unit_test(stamps_that_run_out_restart),
		cmocka_unit_test(clearing_flags_costs_as_many_as_were_marked),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
