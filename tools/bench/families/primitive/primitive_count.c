// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "bench/scenes/primitives.h"

#include "bench/figures/timing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/// Counts instructions by callgrind: a copy of this program runs every test once under callgrind, and dumps the
/// counters after each test.

#define PAIRS 256

#ifdef KILN_BENCH_CALLGRIND

#include <valgrind/callgrind.h>

void primitive_counted(uint64_t seed)
{
	primitive_set set = primitive_set_make(seed, PAIRS);
	float *answers = bench_memory(PAIRS, sizeof *answers);
	for (primitive_rival l = 0; l < PRIMITIVE_LIBRARY_COUNT; ++l)
	{
		const primitive_library *library = primitive_library_of(l);
		void *prepared = library ? library->prepare(&set) : NULL;
		for (primitive_test test = 0; prepared && test < PRIMITIVE_TEST_COUNT; ++test)
		{
			primitive_run *run = library->find(test);
			if (!run)
				continue;
			char label[32];
			snprintf(label, sizeof label, "%d.%d", (int)l, (int)test);
			run(prepared, answers);
			CALLGRIND_START_INSTRUMENTATION;
			CALLGRIND_ZERO_STATS;
			run(prepared, answers);
			CALLGRIND_DUMP_STATS_AT(label);
			CALLGRIND_STOP_INSTRUMENTATION;
		}
		if (prepared)
			library->release(prepared);
	}
	free(answers);
	primitive_set_free(&set);
}

/// Runs valgrind on this program; false when valgrind is missing or failed.
static bool run_valgrind(const char *out, uint64_t seed)
{
	char file[96], number[32], self[512];
	ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
	if (length <= 0)
		return false;
	self[length] = '\0';
	snprintf(file, sizeof file, "--callgrind-out-file=%s/out", out);
	snprintf(number, sizeof number, "%llu", (unsigned long long)seed);
	pid_t child = fork();
	if (child == 0)
	{
		if (!freopen("/dev/null", "w", stderr) || !freopen("/dev/null", "w", stdout))
			_exit(127);
		execlp("valgrind", "valgrind", "--tool=callgrind", "--instr-atstart=no", file, self, PRIMITIVE_COUNTED, number,
			(char *)NULL);
		_exit(127);
	}
	int status = 1;
	return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

/// Reads one dump: its library, its test and its total.
static bool read_dump(const char *path, uint32_t *library, int *test, double *total)
{
	FILE *file = fopen(path, "r");
	char line[512];
	bool labelled = false, counted = false;
	while (file && fgets(line, sizeof line, file))
	{
		const char *label = strstr(line, "Client Request: ");
		if (label)
			labelled = sscanf(label, "Client Request: %u.%d", library, test) == 2;
		counted = counted || sscanf(line, "summary: %lf", total) == 1 || sscanf(line, "totals: %lf", total) == 1;
	}
	if (file)
		fclose(file);
	return labelled && counted;
}

bool primitive_count(uint64_t seed, double *counts)
{
	char folder[] = "/tmp/kiln-bench-XXXXXX", path[64];
	if (!mkdtemp(folder))
		return false;
	bool good = run_valgrind(folder, seed);
	for (uint32_t i = 1; good && i <= PRIMITIVE_LIBRARY_COUNT * PRIMITIVE_TEST_COUNT; ++i)
	{
		uint32_t library;
		int test;
		double total;
		snprintf(path, sizeof path, "%s/out.%u", folder, i);
		if (read_dump(path, &library, &test, &total) && library < PRIMITIVE_LIBRARY_COUNT &&
			test < PRIMITIVE_TEST_COUNT)
			counts[library * PRIMITIVE_TEST_COUNT + (uint32_t)test] = total / PAIRS;
		remove(path);
	}
	snprintf(path, sizeof path, "%s/out", folder);
	remove(path);
	rmdir(folder);
	return good;
}

#else

void primitive_counted(uint64_t seed)
{
	(void)seed;
}

bool primitive_count(uint64_t seed, double *counts)
{
	(void)seed;
	(void)counts;
	return false;
}

#endif
