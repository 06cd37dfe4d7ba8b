// SPDX-License-Identifier: MIT
#include "blob_seeds.h"
#include "fuzz.h"
#include "mutate.h"
#include "pair_trial.h"
#include "query_trial.h"
#include "support/asset_fixture.h"

#include <stdlib.h>
#include <string.h>

/// Fuzz target: two blobs. The input is one of them; the other is one of the builtin seeds or a mutant of one, chosen
/// by a hash of the input. If the proof accepts both, runs the queries between two objects, times of impact included,
/// on every instruction set.

const char *fuzz_verdict = "";

#define MOST_SEEDS 64

/// The builtin seeds, made once: they are the same for every input.
typedef struct builtin
{
	mutate_seed seeds[MOST_SEEDS];
	size_t count;
} builtin;

static const builtin *builtin_seeds(void)
{
	static builtin made;
	fixture_blob blob;
	while (made.count < MOST_SEEDS && blob_seed_make(made.count, &blob))
		trial_check(mutate_seed_make(&made.seeds[made.count++], blob.data, blob.size));
	return &made;
}

/// Returns a builtin seed, unchanged in one of four cases.
static uint8_t *make_other(uint64_t random, size_t *size)
{
	const builtin *from = builtin_seeds();
	const mutate_seed *seed = &from->seeds[fixture_random(&random) % from->count];
	size_t capacity = mutate_capacity(seed, 1);
	uint8_t *room = fixture_memory(capacity);
	trial_check(room != NULL);
	*size = seed->size;
	memcpy(room, seed->data, seed->size);
	if (fixture_random(&random) % 4)
		*size = mutate(seed, 1, fixture_random(&random), room, capacity);
	return room;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	kiln_asset assets[2];
	uint8_t *copy = fixture_memory(size);
	trial_check(copy != NULL);
	memcpy(copy, data, size);
	kiln_result result = kiln_open(&assets[0], copy, size, NULL);
	fuzz_verdict = kiln_status_name(result.status);
	if (result.status == KILN_OK)
	{
		uint64_t random = blob_seed_hash(data, size);
		size_t other_size = 0;
		uint8_t *other = make_other(random, &other_size);
		result = kiln_open(&assets[1], other, other_size, NULL);
		fuzz_verdict = result.status == KILN_OK ? "both" : "one";
		if (result.status == KILN_OK)
		{
			bool swap = fixture_random(&random) % 2;
			pair_trial(&assets[swap], &assets[!swap], &random);
			impact_trial(&assets[!swap], &assets[swap], &random);
		}
		free(other);
	}
	free(copy);
	return 0;
}

uint8_t *fuzz_builtin_seed(size_t i, size_t *size)
{
	fixture_blob blob = {0};
	bool made = blob_seed_make(i, &blob);
	*size = made ? blob.size : 0;
	return made ? blob.data : NULL;
}
