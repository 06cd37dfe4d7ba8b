// SPDX-License-Identifier: MIT
// Signals and timers are no part of C17.
#define _DEFAULT_SOURCE

#include "fuzz.h"
#include "mutate.h"
#include "support/asset_fixture.h"
#include "support/trials.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/// Runs a fuzz target without a fuzzing engine:
///
///     fuzz_TARGET [SEED-FILE...] [--runs N] [--seed S] [--only RUN [--save FILE]] [--quiet]
///     fuzz_TARGET --write-seeds DIRECTORY
///
/// Runs every seed unchanged, then N mutants. Mutant RUN depends only on the seeds, S and RUN: `--seed S --only RUN`
/// repeats a failure. Exit code 0 when nothing failed. A crash, a sanitizer's finding or an input that takes more than
/// ten seconds of processor time ends the program.

#define SECONDS_PER_INPUT 10
#define MOST_SEEDS 64
#define MOST_VERDICTS 64

typedef struct driver
{
	mutate_seed seeds[MOST_SEEDS];
	size_t seed_count;
	uint64_t runs;
	uint64_t seed;
	uint64_t only;
	bool has_only;
	bool quiet;
	const char *save;
	const char *seed_directory;
	const char *verdicts[MOST_VERDICTS];
	uint64_t counts[MOST_VERDICTS];
} driver;

/// The current run, for handlers.
static volatile uint64_t current_run;
static uint64_t current_seed;

static void say_where(void)
{
	char text[128];
	int size = snprintf(text, sizeof text, "\nfuzz: repeat this with --seed %" PRIu64 " --only %" PRIu64 "\n",
		current_seed, (uint64_t)current_run);
	if (size > 0)
		(void)!write(STDERR_FILENO, text, (size_t)size);
}

static void on_signal(int number)
{
	static const char hang[] = "\nfuzz: an input took too long";
	if (number == SIGPROF)
		(void)!write(STDERR_FILENO, hang, sizeof hang - 1);
	say_where();
	_exit(1);
}

#if TRIALS_SANITIZED
void __sanitizer_set_death_callback(void (*callback)(void));
const char *__asan_default_options(void);

/// Every input is allocated and freed: a large quarantine would only use cache.
const char *__asan_default_options(void)
{
	return "quarantine_size_mb=8:malloc_context_size=4";
}
#endif

static void watch(void)
{
	static const int signals[] = {
		SIGPROF,
		SIGABRT,
		SIGFPE,
		SIGILL
#if !TRIALS_SANITIZED
		,
		SIGSEGV,
		SIGBUS
#endif
	};
#if TRIALS_SANITIZED
	__sanitizer_set_death_callback(say_where);
#endif
	for (size_t i = 0; i < sizeof signals / sizeof signals[0]; ++i)
		(void)signal(signals[i], on_signal);
}

/// On a busy machine an input may wait long, so processor time is measured.
static void watch_time(long seconds)
{
	const struct itimerval timer = {.it_value = {.tv_sec = seconds}};
	(void)setitimer(ITIMER_PROF, &timer, NULL);
}

static uint8_t *read_file(const char *path, size_t *size)
{
	FILE *file = fopen(path, "rb");
	uint8_t *data = NULL;
	long end = -1;
	if (file && fseek(file, 0, SEEK_END) == 0 && (end = ftell(file)) >= 0 && fseek(file, 0, SEEK_SET) == 0)
		data = fixture_memory((size_t)end);
	if (data && fread(data, 1, (size_t)end, file) != (size_t)end)
	{
		free(data);
		data = NULL;
	}
	if (file)
		(void)fclose(file);
	*size = data ? (size_t)end : 0;
	return data;
}

static bool add_seed(driver *d, uint8_t *data, size_t size)
{
	return data && d->seed_count < MOST_SEEDS && mutate_seed_make(&d->seeds[d->seed_count++], data, size);
}

static bool parse(driver *d, int count, char **words)
{
	for (int i = 1; i < count; ++i)
	{
		bool more = i + 1 < count;
		if (strcmp(words[i], "--runs") == 0 && more)
			d->runs = strtoull(words[++i], NULL, 10);
		else if (strcmp(words[i], "--seed") == 0 && more)
			d->seed = strtoull(words[++i], NULL, 10);
		else if (strcmp(words[i], "--only") == 0 && more)
		{
			d->only = strtoull(words[++i], NULL, 10);
			d->has_only = true;
		}
		else if (strcmp(words[i], "--save") == 0 && more)
			d->save = words[++i];
		else if (strcmp(words[i], "--write-seeds") == 0 && more)
			d->seed_directory = words[++i];
		else if (strcmp(words[i], "--quiet") == 0)
			d->quiet = true;
		else
		{
			size_t size;
			uint8_t *data = words[i][0] == '-' ? NULL : read_file(words[i], &size);
			if (!data || !add_seed(d, data, size))
			{
				(void)fprintf(stderr, "fuzz: %s: no option, or no file that can be read\n", words[i]);
				return false;
			}
		}
	}
	for (size_t i = 0, size; d->seed_count < MOST_SEEDS && i == d->seed_count; ++i)
	{
		uint8_t *data = fuzz_builtin_seed(i, &size);
		if (data && !add_seed(d, data, size))
			return false;
	}
	return d->seed_count > 0;
}

static void run_one(driver *d, const uint8_t *data, size_t size)
{
	watch_time(SECONDS_PER_INPUT);
	(void)LLVMFuzzerTestOneInput(data, size);
	size_t i = 0;
	while (i < MOST_VERDICTS - 1 && d->verdicts[i] && strcmp(d->verdicts[i], fuzz_verdict) != 0)
		++i;
	d->verdicts[i] = fuzz_verdict;
	++d->counts[i];
}

static bool write_file(const char *path, const uint8_t *data, size_t size)
{
	FILE *file = fopen(path, "wb");
	bool saved = file && fwrite(data, 1, size, file) == size;
	if (file && fclose(file) != 0)
		saved = false;
	if (!saved)
		(void)fprintf(stderr, "fuzz: %s: could not be written\n", path);
	return saved;
}

/// Makes the mutant of a run, in memory of exactly its size, so that the sanitizer finds reads beyond it.
static bool run_mutant(driver *d, uint64_t run, uint8_t *room, size_t capacity)
{
	uint64_t random = d->seed * 0x9e3779b97f4a7c15u + run;
	random = fixture_random(&random);
	size_t size = mutate(d->seeds, d->seed_count, random, room, capacity);
	current_run = run;
	if (d->save && d->has_only)
		(void)write_file(d->save, room, size);
	uint8_t *data = fixture_memory(size);
	if (!data)
		return false;
	memcpy(data, room, size);
	run_one(d, data, size);
	free(data);
	return true;
}

/// Writes the seeds to files, for an engine that reads them there.
static bool write_seeds(const driver *d)
{
	bool written = true;
	for (size_t i = 0; written && i < d->seed_count; ++i)
	{
		char path[4096];
		int length = snprintf(path, sizeof path, "%s/seed-%zu", d->seed_directory, i);
		written = length > 0 && (size_t)length < sizeof path && write_file(path, d->seeds[i].data, d->seeds[i].size);
	}
	return written;
}

static double seconds_now(void)
{
	struct timespec now;
	(void)timespec_get(&now, TIME_UTC);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void report(const driver *d, double seconds)
{
	uint64_t total = 0;
	for (size_t i = 0; i < MOST_VERDICTS && d->verdicts[i]; ++i)
	{
		total += d->counts[i];
		if (!d->quiet)
			printf("%12" PRIu64 " %s\n", d->counts[i], d->verdicts[i]);
	}
	printf("%12" PRIu64 " inputs, %zu seeds, %.1f s, %.0f a second\n", total, d->seed_count, seconds,
		seconds > 0 ? (double)total / seconds : 0);
}

int main(int count, char **words)
{
	static driver d = {.runs = 1000, .seed = 1};
	if (!parse(&d, count, words))
		return 2;
	size_t capacity = mutate_capacity(d.seeds, d.seed_count);
	uint8_t *room = fixture_memory(capacity);
	if (!room)
		return 1;
	current_seed = d.seed;
	watch();
	double start = seconds_now();
	bool done = true;
	if (d.seed_directory)
		done = write_seeds(&d);
	else if (d.has_only)
		done = run_mutant(&d, d.only, room, capacity);
	else
	{
		for (size_t i = 0; i < d.seed_count; ++i)
			run_one(&d, d.seeds[i].data, d.seeds[i].size);
		for (uint64_t run = 0; done && run < d.runs; ++run)
			done = run_mutant(&d, run, room, capacity);
	}
	watch_time(0);
	if (!d.seed_directory)
		report(&d, seconds_now() - start);
	for (size_t i = 0; i < d.seed_count; ++i)
	{
		free((void *)(uintptr_t)d.seeds[i].data);
		mutate_seed_free(&d.seeds[i]);
	}
	free(room);
	return done ? 0 : 1;
}
