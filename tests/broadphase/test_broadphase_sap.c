// SPDX-License-Identifier: MIT
#include "broadphase_crowd.h"
#include "fuzz/broadphase_trial.h"
#include "school/broadphase/sap/sap_arrays.h"
#include "school/broadphase/sap/sap_segmented.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void try_method(const kiln_broadphase_method *method)
{
	const kiln_broadphase_options options = {.method = method};
	broadphase_trials(&options, 20000);
}

static void linked_lists_answer_as_brute_force_does(void **state)
{
	(void)state;
	try_method(&kiln_broadphase_sap_linked);
}

static void sorted_arrays_answer_as_brute_force_does(void **state)
{
	(void)state;
	try_method(&kiln_broadphase_sap_array);
}

static void batches_answer_as_brute_force_does(void **state)
{
	(void)state;
	try_method(&kiln_broadphase_sap_batch);
}

static void segmented_lists_answer_as_brute_force_does(void **state)
{
	(void)state;
	try_method(&kiln_broadphase_sap_segmented);
}

// --- Ends -------------------------------------------------------------------------------------------------------------

static void keys_are_ordered_as_floats_are(void **state)
{
	(void)state;
	const float numbers[] = {
		-INFINITY, -3.4e38f, -1e9f, -1, -1e-38f, -1e-45f, 0, 1e-45f, 1e-38f, 0.5f, 1, 1.0000001f, 3.4e38f, INFINITY};
	for (size_t i = 0; i + 1 < sizeof numbers / sizeof *numbers; i++)
		assert_true(kiln_sap_key(numbers[i]) < kiln_sap_key(numbers[i + 1]));
	assert_true(kiln_sap_key(-0.0f) == kiln_sap_key(0.0f));
}

static void lower_ends_come_before_upper_ends_where_boxes_touch(void **state)
{
	(void)state;
	const kiln_aabb below = {{0, 0, 0}, {1, 1, 1}}, above = {{1, 1, 1}, {2, 2, 2}};
	for (uint32_t axis = 0; axis < 3; axis++)
	{
		assert_true(kiln_sap_lower(&above, axis, 7) < kiln_sap_upper(&below, axis, 3));
		assert_true(kiln_sap_lower(&above, axis, 3) < kiln_sap_upper(&below, axis, 7));
		assert_true(kiln_sap_lower(&above, axis, 3) < kiln_sap_lower(&above, axis, 7));
	}
}

static int compare_ends(const void *a, const void *b)
{
	const kiln_sap_end x = *(const kiln_sap_end *)a, y = *(const kiln_sap_end *)b;
	return (x > y) - (x < y);
}

/// Makes ends with many equal keys; no two ends are equal.
static void random_ends(kiln_sap_end *ends, uint32_t count, uint32_t first, uint64_t *random)
{
	for (uint32_t i = 0; i < count; i++)
	{
		const uint32_t upper = trial_random(random) % 2 ? KILN_SAP_UPPER : 0;
		ends[i] = (uint64_t)kiln_sap_key((float)(trial_random(random) % 50)) << 32 | upper | (first + i);
	}
}

#define ENDS 600

static void batches_are_sorted_merged_and_taken_out_as_by_sorting_all(void **state)
{
	(void)state;
	uint64_t random = 5;
	for (uint32_t round = 0; round < 300; round++)
	{
		kiln_sap_end ends[2 * ENDS], batch[ENDS], spare[ENDS], expected[2 * ENDS];
		const uint32_t count = trial_random(&random) % ENDS, more = trial_random(&random) % (round % 2 ? ENDS : 20);
		random_ends(ends, count, 0, &random);
		random_ends(batch, more, ENDS, &random);
		memcpy(expected, ends, count * sizeof *ends);
		memcpy(expected + count, batch, more * sizeof *batch);
		qsort(expected, count + more, sizeof *expected, compare_ends);
		kilni_sap_sort(ends, count, spare);
		kilni_sap_sort(batch, more, spare);
		memcpy(spare, ends, count * sizeof *ends);
		kilni_sap_merge_in(ends, count, batch, more);
		assert_memory_equal(ends, expected, (count + more) * sizeof *ends);
		kilni_sap_take_out(ends, count + more, batch, more);
		assert_memory_equal(ends, spare, count * sizeof *ends);
	}
}

// --- Chunks -----------------------------------------------------------------------------------------------------------

static void check_chunks(const kiln_sap_chunks *list, uint32_t expected)
{
	uint32_t count = 0;
	kiln_sap_end last = 0;
	for (uint32_t i = 0; i < list->count; i++)
	{
		const kiln_sap_end *ends = kiln_sap_chunk(list, i);
		assert_in_range(kiln_sap_chunk_count(list, i), 1, list->size);
		assert_true(list->heads[i] == ends[0]);
		for (uint32_t j = 0; j < kiln_sap_chunk_count(list, i); j++)
		{
			assert_true(count == 0 || last < ends[j]);
			last = ends[j];
			count++;
		}
	}
	assert_int_equal(count, expected);
	assert_int_equal(list->count + list->unused_count, list->limit);
}

static void full_chunks_are_split_and_emptied_ones_merged(void **state)
{
	(void)state;
	const uint32_t capacity = 400;
	kiln_sap_chunks list = {0};
	kiln_room room = {0};
	kilni_sap_chunks_place(&list, &room, capacity);
	void *memory = aligned_alloc(64, room.used);
	assert_non_null(memory);
	room = (kiln_room){.base = memory};
	kilni_sap_chunks_place(&list, &room, capacity);
	kilni_sap_chunks_fill(&list, NULL, 0);
	uint64_t random = 11;
	kiln_sap_end ends[800];
	random_ends(ends, 800, 0, &random);
	for (uint32_t i = 0; i < list.size; i++)
		assert_true(kilni_sap_chunks_insert(&list, ends[i]));
	assert_int_equal(list.count, 1);
	assert_true(kilni_sap_chunks_insert(&list, ends[list.size]));
	assert_int_equal(list.count, 2);
	assert_int_equal(kiln_sap_chunk_count(&list, 0) + kiln_sap_chunk_count(&list, 1), list.size + 1);
	uint32_t held = list.size + 1;
	for (; held < 800 && kilni_sap_chunks_insert(&list, ends[held]); held++)
		check_chunks(&list, held + 1);
	assert_true(held > 400);
	while (held > 0)
	{
		kilni_sap_chunks_erase(&list, ends[--held]);
		check_chunks(&list, held);
		for (uint32_t i = 0; i + 1 < list.count; i++)
			assert_true(kiln_sap_chunk_count(&list, i) + kiln_sap_chunk_count(&list, i + 1) >= list.size / 2);
	}
	assert_int_equal(list.count, 0);
	free(memory);
}

// --- Larger scenes ----------------------------------------------------------------------------------------------------

typedef struct sap_crowd
{
	kiln_broadphase *broadphase;
	void *memory;
	uint32_t capacity, count;
	kiln_aabb *boxes;
	kiln_proxy *proxies;
	uint64_t random;
	float edge, size;
} sap_crowd;

static kiln_aabb box_in(sap_crowd *crowd)
{
	const kiln_vec3 at = {trial_unit(&crowd->random) * crowd->edge, trial_unit(&crowd->random) * crowd->edge,
		trial_unit(&crowd->random) * crowd->edge};
	const float size = trial_random(&crowd->random) % 50 == 0 ? 20 * crowd->size : crowd->size;
	return (kiln_aabb){at, {at.x + size, at.y + size, at.z + size}};
}

static void add_some(sap_crowd *crowd, uint32_t count)
{
	for (uint32_t i = 0; i < count && crowd->count < crowd->capacity; i++)
	{
		crowd->boxes[crowd->count] = box_in(crowd);
		const kiln_status status =
			kiln_broadphase_add(crowd->broadphase, &crowd->boxes[crowd->count], NULL, &crowd->proxies[crowd->count]);
		// Indices of removed boxes become free after an update.
		if (status == KILN_E_CAPACITY)
			return;
		assert_int_equal(status, KILN_OK);
		crowd->count++;
	}
}

static sap_crowd crowd_of(const kiln_broadphase_method *method, uint32_t capacity, uint32_t count)
{
	sap_crowd crowd = {.capacity = capacity, .random = 3, .edge = 50, .size = 2};
	const kiln_broadphase_options options = {.method = method, .capacity = capacity, .pair_capacity = 200000};
	const size_t size = kiln_broadphase_size(&options);
	crowd.memory = aligned_alloc(64, (size + 63) & ~(size_t)63);
	crowd.boxes = calloc(capacity, sizeof *crowd.boxes);
	crowd.proxies = calloc(capacity, sizeof *crowd.proxies);
	assert_true(crowd.memory && crowd.boxes && crowd.proxies);
	assert_int_equal(kiln_broadphase_create(&crowd.broadphase, crowd.memory, size, &options), KILN_OK);
	add_some(&crowd, count);
	return crowd;
}

static void end_crowd(sap_crowd *crowd)
{
	kiln_broadphase_destroy(crowd->broadphase);
	free(crowd->memory);
	free(crowd->boxes);
	free(crowd->proxies);
}

static void remove_some(sap_crowd *crowd, uint32_t count)
{
	for (uint32_t i = 0; i < count && crowd->count > 0; i++)
	{
		const uint32_t which = trial_random(&crowd->random) % crowd->count;
		assert_int_equal(kiln_broadphase_remove(crowd->broadphase, crowd->proxies[which]), KILN_OK);
		crowd->count--;
		crowd->boxes[which] = crowd->boxes[crowd->count];
		crowd->proxies[which] = crowd->proxies[crowd->count];
	}
}

static void move_some(sap_crowd *crowd, uint32_t count, float by)
{
	for (uint32_t i = 0; i < count; i++)
	{
		const uint32_t which = count >= crowd->count ? i : trial_random(&crowd->random) % crowd->count;
		if (which >= crowd->count)
			return;
		kiln_aabb *box = &crowd->boxes[which];
		const float way = by * (trial_unit(&crowd->random) - 0.5f);
		*box = by > crowd->edge ? box_in(crowd)
								: (kiln_aabb){{box->min.x + way, box->min.y - way, box->min.z + way},
									  {box->max.x + way, box->max.y - way, box->max.z + way}};
		assert_int_equal(kiln_broadphase_move(crowd->broadphase, crowd->proxies[which], box), KILN_OK);
	}
}

static void check_pairs(sap_crowd *crowd)
{
	kiln_broadphase_pairs pairs;
	assert_int_equal(kiln_broadphase_update(crowd->broadphase, &pairs), KILN_OK);
	size_t count = 0;
	for (uint32_t i = 0; i < crowd->count; i++)
		for (uint32_t j = 0; j < i; j++)
			count += kiln_boxes_overlap(&crowd->boxes[i], &crowd->boxes[j]);
	assert_int_equal(pairs.count, count);
	for (size_t i = 0; i < pairs.count; i++)
	{
		kiln_aabb a, b;
		const kiln_proxy_pair pair = pairs.pairs[i];
		kiln_broadphase_bounds(crowd->broadphase, kiln_broadphase_proxy(crowd->broadphase, pair.a), &a);
		kiln_broadphase_bounds(crowd->broadphase, kiln_broadphase_proxy(crowd->broadphase, pair.b), &b);
		assert_true(kiln_boxes_overlap(&a, &b));
	}
}

static void check_queries(sap_crowd *crowd)
{
	for (uint32_t query = 0; query < 20; query++)
	{
		const kiln_aabb box = box_in(crowd);
		uint32_t expected = 0;
		for (uint32_t i = 0; i < crowd->count; i++)
			expected += kiln_boxes_overlap(&crowd->boxes[i], &box);
		assert_int_equal(kiln_broadphase_overlap_aabb(crowd->broadphase, &box, NULL, 0), expected);
	}
}

/// Compares the continuation list of each chunk with all boxes.
static void check_continued(const kiln_broadphase *broadphase)
{
	const kiln_sap_segmented *segmented = broadphase->state;
	const kiln_sap_continued *continued = &segmented->continued;
	const kiln_sap_chunks *list = &segmented->lists[continued->axis];
	for (uint32_t i = 0; i < list->count; i++)
	{
		uint32_t expected = 0;
		const kiln_sap_end border = i + 1 < list->count ? list->heads[i + 1] : UINT64_MAX;
		for (uint32_t j = 0; j < broadphase->live_count; j++)
		{
			const uint32_t index = broadphase->live[j];
			const kiln_aabb *box = &broadphase->boxes[index];
			expected += kiln_sap_lower(box, continued->axis, index) < border &&
						kiln_sap_upper(box, continued->axis, index) >= border && continued->place[index] == 0;
		}
		const uint32_t chunk = list->order[i];
		assert_int_equal(continued->counts[chunk], expected);
		uint32_t block = continued->first[chunk];
		for (uint32_t j = 0; j < expected; j++)
		{
			const uint32_t index = continued->blocks[block].items[j % KILN_SAP_BLOCK];
			const kiln_aabb *box = &broadphase->boxes[index];
			assert_true(kiln_sap_lower(box, continued->axis, index) < border);
			assert_true(kiln_sap_upper(box, continued->axis, index) >= border);
			block = j % KILN_SAP_BLOCK == KILN_SAP_BLOCK - 1 ? continued->blocks[block].next : block;
		}
	}
}

/// Makes one update of some kind: adds, removes or moves few or many boxes, slightly or far, or all of these at once.
static void change(sap_crowd *crowd, uint32_t kind)
{
	const uint32_t count = crowd->count;
	switch (kind)
	{
	case 0:
		add_some(crowd, 3);
		break;
	case 1:
		add_some(crowd, crowd->capacity);
		break;
	case 2:
		remove_some(crowd, 3);
		break;
	case 3:
		remove_some(crowd, count / 2);
		break;
	case 4:
		move_some(crowd, 5, 0.5f);
		break;
	case 5:
		move_some(crowd, count, 0.5f);
		break;
	case 6:
		move_some(crowd, 5, INFINITY);
		break;
	case 7:
		move_some(crowd, count, INFINITY);
		break;
	case 8:
		move_some(crowd, count, 0.1f);
		move_some(crowd, 20, INFINITY);
		break;
	default:
		move_some(crowd, count / 3, 10);
		remove_some(crowd, count / 20);
		add_some(crowd, count / 20);
		break;
	}
}

static void crowds_of_every_method_keep_their_pairs_through_changes_of_every_size(void **state)
{
	(void)state;
	const kiln_broadphase_method *methods[] = {&kiln_broadphase_sap_linked, &kiln_broadphase_sap_array,
		&kiln_broadphase_sap_batch, &kiln_broadphase_sap_segmented};
	for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
	{
		sap_crowd crowd = crowd_of(methods[i], 1500, 700);
		check_pairs(&crowd);
		for (uint32_t round = 0; round < 40; round++)
		{
			change(&crowd, round < 10 ? round : trial_random(&crowd.random) % 10);
			check_pairs(&crowd);
			check_queries(&crowd);
			if (methods[i] == &kiln_broadphase_sap_segmented)
				check_continued(crowd.broadphase);
		}
		end_crowd(&crowd);
	}
}

static void boxes_that_go_far_in_a_batch_are_searched_for_and_the_rest_swapped(void **state)
{
	(void)state;
	sap_crowd crowd = crowd_of(&kiln_broadphase_sap_batch, 4000, 4000);
	const kiln_sap_arrays *arrays = crowd.broadphase->state;
	assert_int_equal(kiln_broadphase_update(crowd.broadphase, NULL), KILN_OK);
	move_some(&crowd, 10, INFINITY);
	assert_int_equal(kiln_broadphase_update(crowd.broadphase, NULL), KILN_OK);
	assert_in_range(arrays->sap.apart_count, 1, 10);
	assert_false(arrays->sap.lost);
	move_some(&crowd, crowd.count, 0.001f);
	assert_int_equal(kiln_broadphase_update(crowd.broadphase, NULL), KILN_OK);
	assert_int_equal(arrays->sap.apart_count, 0);
	assert_false(arrays->sap.lost);
	end_crowd(&crowd);
}

static void many_swaps_in_a_batch_are_foreseen_and_all_is_sorted_instead(void **state)
{
	(void)state;
	sap_crowd crowd = crowd_of(&kiln_broadphase_sap_batch, 3000, 3000);
	const kiln_sap_arrays *arrays = crowd.broadphase->state;
	assert_int_equal(kiln_broadphase_update(crowd.broadphase, NULL), KILN_OK);
	move_some(&crowd, crowd.count, INFINITY);
	check_pairs(&crowd);
	assert_true(arrays->sap.lost);
	end_crowd(&crowd);
}

static void few_long_boxes_do_not_lengthen_queries_for_all(void **state)
{
	(void)state;
	sap_crowd crowd = crowd_of(&kiln_broadphase_sap_array, 3000, 3000);
	const kiln_sap_arrays *arrays = crowd.broadphase->state;
	check_pairs(&crowd);
	for (uint32_t axis = 0; axis < 3; axis++)
	{
		// One box in fifty is 40 long, the others are 2 long, in a space of 50.
		assert_true(arrays->reaches.axes[axis].longest < 2.1);
		assert_in_range(arrays->reaches.axes[axis].wide_count, 1, 200);
	}
	end_crowd(&crowd);
}

static void boxes_over_many_chunks_are_in_no_continuation_list(void **state)
{
	(void)state;
	sap_crowd crowd = crowd_of(&kiln_broadphase_sap_segmented, 2000, 0);
	// More pairs than the capacity; the structure must still be up to date.
	crowd.size = 40;
	add_some(&crowd, 600);
	kiln_broadphase_update(crowd.broadphase, NULL);
	crowd.capacity = 700;
	const kiln_sap_segmented *segmented = crowd.broadphase->state;
	for (uint32_t round = 0; round < 10; round++)
	{
		change(&crowd, round);
		kiln_broadphase_update(crowd.broadphase, NULL);
		check_queries(&crowd);
		check_continued(crowd.broadphase);
	}
	crowd.capacity = 2000;
	add_some(&crowd, 2000);
	kiln_broadphase_update(crowd.broadphase, NULL);
	check_continued(crowd.broadphase);
	assert_true(segmented->continued.wide_count > 0);
	check_queries(&crowd);
	end_crowd(&crowd);
}

/// First with too many pairs to keep, then with few.
static void move_heap(const kiln_broadphase_method *method, uint32_t count)
{
	const kiln_aabb here = {{0, 0, 0}, {1, 1, 1}}, there = {{0.5f, 0.5f, 0.5f}, {1.5f, 1.5f, 1.5f}};
	sap_crowd crowd = crowd_of(method, count, 0);
	for (uint32_t j = 0; j < count; j++)
		kiln_broadphase_add(crowd.broadphase, &here, NULL, &crowd.proxies[j]);
	assert_int_equal(kiln_broadphase_update(crowd.broadphase, NULL), KILN_E_CAPACITY);
	for (uint32_t j = 0; j < count; j += 2)
		kiln_broadphase_move(crowd.broadphase, crowd.proxies[j], &there);
	assert_int_equal(kiln_broadphase_update(crowd.broadphase, NULL), KILN_E_CAPACITY);
	const kiln_aabb above = {{1.2f, 1.2f, 1.2f}, {2, 2, 2}};
	assert_int_equal(kiln_broadphase_overlap_aabb(crowd.broadphase, &above, NULL, 0), count / 2);
	for (uint32_t j = 20; j < count; j++)
		kiln_broadphase_remove(crowd.broadphase, crowd.proxies[j]);
	kiln_broadphase_pairs pairs;
	assert_int_equal(kiln_broadphase_update(crowd.broadphase, &pairs), KILN_OK);
	assert_int_equal(pairs.count, 190);
	end_crowd(&crowd);
}

static void a_heap_of_identical_boxes_moves_in_bounded_time(void **state)
{
	(void)state;
	const kiln_broadphase_method *methods[] = {&kiln_broadphase_sap_linked, &kiln_broadphase_sap_array,
		&kiln_broadphase_sap_batch, &kiln_broadphase_sap_segmented};
	for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
		crowd_check_growth(move_heap, methods[i], 4000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(linked_lists_answer_as_brute_force_does),
		cmocka_unit_test(sorted_arrays_answer_as_brute_force_does),
		cmocka_unit_test(batches_answer_as_brute_force_does),
		cmocka_unit_test(segmented_lists_answer_as_brute_force_does),
		cmocka_unit_test(keys_are_ordered_as_floats_are),
		cmocka_unit_test(lower_ends_come_before_upper_ends_where_boxes_touch),
		cmocka_unit_test(batches_are_sorted_merged_and_taken_out_as_by_sorting_all),
		cmocka_unit_test(full_chunks_are_split_and_emptied_ones_merged),
		cmocka_unit_test(crowds_of_every_method_keep_their_pairs_through_changes_of_every_size),
		cmocka_unit_test(boxes_that_go_far_in_a_batch_are_searched_for_and_the_rest_swapped),
		cmocka_unit_test(many_swaps_in_a_batch_are_foreseen_and_all_is_sorted_instead),
		cmocka_unit_test(few_long_boxes_do_not_lengthen_queries_for_all),
		cmocka_unit_test(boxes_over_many_chunks_are_in_no_continuation_list),
		cmocka_unit_test(a_heap_of_identical_boxes_moves_in_bounded_time),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
