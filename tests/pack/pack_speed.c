// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "pack_case.h"

#include "platform/platform.h"
#include "support/asset_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Measures packs: opening one with many names from a file in the page cache, and finding names in random order.
///   pack_speed [NAMES]

#define RUNS 21

static int by_value(const void *left, const void *right)
{
	const double *a = left, *b = right;
	return *a < *b ? -1 : *a > *b;
}

static double median(double values[RUNS])
{
	qsort(values, RUNS, sizeof *values, by_value);
	return values[RUNS / 2];
}

static pack_bytes make_pack(uint32_t count, const char **names, char (*room)[64])
{
	uint64_t *sizes = malloc(count * sizeof *sizes);
	pack_bytes made = {0};
	for (uint32_t i = 0; sizes && i < count; ++i)
	{
		(void)snprintf(room[i], sizeof room[i], "level%02u/props/asset_%06u.kiln", i % 40, i);
		names[i] = room[i];
		sizes[i] = 64;
	}
	if (sizes)
		made = pack_case_make(&(pack_recipe){.names = names, .name_count = count, .sizes = sizes, .blob_count = count});
	free(sizes);
	return made;
}

/// The names stand in memory in the order of the queries: a caller has its name at hand.
static bool measure(const char *path, char (*names)[64], uint32_t count)
{
	double opened[RUNS], found[RUNS];
	uint32_t missed = 0;
	for (int run = 0; run < RUNS; ++run)
	{
		kiln_pack pack;
		const double start = platform_seconds();
		if (kiln_pack_map(&pack, path).status != KILN_OK)
			return false;
		const double middle = platform_seconds();
		for (uint32_t i = 0; i < count; ++i)
			missed += kiln_pack_find(&pack, names[i]) == KILN_NONE;
		opened[run] = 1e3 * (middle - start);
		found[run] = 1e9 * (platform_seconds() - middle) / count;
		kiln_pack_unmap(&pack);
	}
	printf("%u names: map and prove %.2f ms, find %.0f ns (medians of %d), %u missed\n", count, median(opened),
		median(found), RUNS, missed);
	return missed == 0;
}

static void shuffle(char (*names)[64], uint32_t count)
{
	uint64_t random = 1;
	for (uint32_t i = count; i > 1; --i)
	{
		const uint64_t other = fixture_random(&random) % i;
		char swapped[64];
		memcpy(swapped, names[i - 1], sizeof swapped);
		memcpy(names[i - 1], names[other], sizeof swapped);
		memcpy(names[other], swapped, sizeof swapped);
	}
}

int main(int argc, char **argv)
{
	const uint32_t count = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 100000;
	const char **names = calloc(count + (size_t)1, sizeof *names);
	char(*room)[64] = calloc(count + (size_t)1, sizeof *room);
	char path[] = "/tmp/kiln-pack-speed-XXXXXX";
	const int file = mkstemp(path);
	pack_bytes bytes = {0};
	if (names && room && file >= 0 && count > 0)
		bytes = make_pack(count, names, room);
	FILE *out = file >= 0 ? fdopen(file, "wb") : NULL;
	bool good = bytes.data && out && fwrite(bytes.data, 1, bytes.size, out) == bytes.size;
	if (out && fclose(out) != 0)
		good = false;
	if (good)
		shuffle(room, count);
	good = good && measure(path, room, count);
	(void)unlink(path);
	free(bytes.data);
	free(room);
	free((void *)names);
	return good ? 0 : 1;
}
