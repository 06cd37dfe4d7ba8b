// SPDX-License-Identifier: MIT
// mkdtemp is no part of C17.
#if defined(__linux__)
#define _GNU_SOURCE
#endif

/// The cache gives back what was stored, for the same files only, and never what was damaged.

#include "cache/internal.h"
#include "memory.h"
#include "support/clean_memory.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define PART 1000

typedef struct cache_case
{
	char folder[64];
	char store[80];
	char side[2][80];
	char *read[2];
	char *missing[1];
	char absent[80];
	uint8_t data[CACHE_PARTS][PART];
	cache_bytes parts[CACHE_PARTS];
	cache_files files;
	kilncook_context context;
	cook_cache cache;
} cache_case;

static void write_text(const char *path, const char *text)
{
	FILE *file = fopen(path, "wb");
	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
	assert_int_equal(fclose(file), 0);
}

static void begin(cache_case *c, uint64_t seed)
{
	memset(c, 0, sizeof *c);
	snprintf(c->folder, sizeof c->folder, "/tmp/kiln-cache-XXXXXX");
	assert_non_null(mkdtemp(c->folder));
	snprintf(c->store, sizeof c->store, "%s/below/cache", c->folder);
	snprintf(c->absent, sizeof c->absent, "%s/absent", c->folder);
	for (int i = 0; i < 2; ++i)
	{
		snprintf(c->side[i], sizeof c->side[i], "%s/side%d", c->folder, i);
		write_text(c->side[i], i ? "one" : "zero");
		c->read[i] = c->side[i];
	}
	c->missing[0] = c->absent;
	for (size_t i = 0; i < CACHE_PARTS; ++i)
	{
		for (size_t k = 0; k < PART; ++k)
			c->data[i][k] = (uint8_t)((seed = seed * 6364136223846793005u + 1442695040888963407u) >> 56);
		c->parts[i] = (cache_bytes){c->data[i], PART - i * 100};
	}
	// A part may be empty.
	c->parts[CACHE_TEXT].size = 0;
	c->files = (cache_files){c->read, 2, c->missing, 1};
	c->cache = (cook_cache){&c->context, c->store, 0, false};
}

static void end(cache_case *c)
{
	char command[128];
	snprintf(command, sizeof command, "rm -rf '%s'", c->folder);
	assert_int_equal(system(command), 0);
}

static const cache_key key = {{1, 2, 3}}, other_key = {{1, 2, 4}};

static bool always(const void *user)
{
	(void)user;
	return true;
}

static const cache_check unchanged = {always, NULL};

static void store(cache_case *c, const cache_key *name)
{
	char reason[PLATFORM_REASON] = "";
	if (!cache_store(&c->cache, name, &c->files, &unchanged, c->parts, reason))
		fail_msg("%s", reason);
}

/// Takes, and compares a hit with what was stored.
static cache_answer take(cache_case *c, const cache_key *name)
{
	cache_entry entry;
	cache_answer answer = cache_take(&c->cache, name, &entry);
	if (answer == CACHE_HIT)
	{
		for (int i = 0; i < CACHE_PARTS; ++i)
		{
			assert_int_equal(entry.parts[i].size, c->parts[i].size);
			assert_memory_equal(entry.parts[i].data, c->parts[i].data, c->parts[i].size);
		}
		assert_int_equal(entry.files.read_count, c->files.read_count);
		assert_int_equal(entry.files.missing_count, c->files.missing_count);
		for (uint32_t i = 0; i < entry.files.read_count; ++i)
			assert_string_equal(entry.files.read[i], c->files.read[i]);
		for (uint32_t i = 0; i < entry.files.missing_count; ++i)
			assert_string_equal(entry.files.missing[i], c->files.missing[i]);
	}
	else
		assert_null(entry.block);
	cache_entry_free(&c->context, &entry);
	return answer;
}

static void a_stored_cook_comes_back(void **state)
{
	(void)state;
	cache_case c;
	begin(&c, 1);
	assert_int_equal(take(&c, &key), CACHE_MISS);
	store(&c, &key);
	assert_int_equal(take(&c, &key), CACHE_HIT);
	assert_int_equal(take(&c, &other_key), CACHE_MISS);
	c.files = (cache_files){0};
	store(&c, &other_key);
	assert_int_equal(take(&c, &other_key), CACHE_HIT);
	cache_counts counts = cache_count(&c.cache);
	assert_int_equal(counts.entries, 2);
	assert_int_equal(counts.hits, 2);
	assert_int_equal(counts.misses, 2);
	assert_true(counts.bytes > 2 * 2 * PART);
	end(&c);
}

static void contents_of_side_files_decide(void **state)
{
	(void)state;
	cache_case c;
	begin(&c, 2);
	store(&c, &key);
	write_text(c.side[1], "two");
	assert_int_equal(take(&c, &key), CACHE_MISS);
	c.data[0][0] ^= 1;
	store(&c, &key);
	assert_int_equal(take(&c, &key), CACHE_HIT);
	// Both states of the file have an entry now.
	write_text(c.side[1], "one");
	c.data[0][0] ^= 1;
	assert_int_equal(take(&c, &key), CACHE_HIT);
	assert_int_equal(cache_count(&c.cache).entries, 2);
	// A file that was looked for in vain is there now.
	write_text(c.absent, "");
	assert_int_equal(take(&c, &key), CACHE_MISS);
	assert_int_equal(unlink(c.absent), 0);
	assert_int_equal(take(&c, &key), CACHE_HIT);
	assert_int_equal(unlink(c.side[0]), 0);
	assert_int_equal(take(&c, &key), CACHE_MISS);
	char reason[PLATFORM_REASON];
	assert_false(cache_store(&c.cache, &key, &c.files, &unchanged, c.parts, reason));
	end(&c);
}

/// Changes a file when the store looks whether files have changed, and notices the change.
static bool write_while_checked(const void *user)
{
	write_text(user, "two");
	return false;
}

static void a_file_that_changes_while_it_is_stored_is_not_stored(void **state)
{
	(void)state;
	cache_case c;
	char reason[PLATFORM_REASON] = "";
	begin(&c, 11);
	const cache_check check = {write_while_checked, c.side[0]};
	assert_false(cache_store(&c.cache, &key, &c.files, &check, c.parts, reason));
	assert_string_equal(reason, "a file that was read has changed since");
	assert_int_equal(cache_count(&c.cache).entries, 0);
	assert_int_equal(take(&c, &key), CACHE_MISS);
	write_text(c.side[0], "zero");
	assert_int_equal(take(&c, &key), CACHE_MISS);
	store(&c, &key);
	assert_int_equal(take(&c, &key), CACHE_HIT);
	end(&c);
}

/// Whatever the art names: an index keeps lists of several sets of files, the newest of them.
static void an_index_keeps_the_newest_lists(void **state)
{
	(void)state;
	cache_case c;
	begin(&c, 3);
	char names[CACHE_LISTS + 2][80];
	for (int i = 0; i < CACHE_LISTS + 2; ++i)
	{
		snprintf(names[i], sizeof names[i], "%s/absent%d", c.folder, i);
		c.missing[0] = names[i];
		store(&c, &key);
		store(&c, &key);
	}
	assert_int_equal(take(&c, &key), CACHE_HIT);
	for (int i = 0; i < CACHE_LISTS + 2; ++i)
	{
		// Only this list matches.
		for (int k = 0; k < CACHE_LISTS + 2; ++k)
			if (k != i)
				write_text(names[k], "");
		unlink(names[i]);
		c.missing[0] = names[i];
		assert_int_equal(take(&c, &key), i >= 2 ? CACHE_HIT : CACHE_MISS);
	}
	end(&c);
}

/// The path of the only index, or the only entry.
static void find(cache_case *c, const char *kind, char path[CACHE_PATH])
{
	cache_key name = key;
	if (strcmp(kind, CACHE_ENTRY) == 0)
	{
		cache_list lists[CACHE_LISTS];
		uint32_t count;
		uint8_t *data;
		size_t size;
		assert_true(cache_path(&c->cache, &key, CACHE_INDEX, path));
		assert_true(cache_read(&c->context, path, &data, &size));
		assert_true(cache_index_parse(data, size, lists, &count));
		assert_true(cache_derive(&c->context, &key, &lists[0], &name));
		cook_free(&c->context, data, size, 1);
	}
	assert_true(cache_path(&c->cache, &name, kind, path));
}

static void damage_is_found_and_replaced(void **state)
{
	(void)state;
	static const char *const kinds[] = {CACHE_INDEX, CACHE_ENTRY};
	cache_case c;
	begin(&c, 4);
	for (int kind = 0; kind < 2; ++kind)
	{
		char path[CACHE_PATH], reason[PLATFORM_REASON];
		uint8_t *data;
		size_t size;
		store(&c, &key);
		find(&c, kinds[kind], path);
		assert_true(cache_read(&c.context, path, &data, &size));
		for (size_t at = 0; at < size; at += at < 128 ? 1 : 37)
		{
			const uint8_t was = data[at];
			data[at] ^= (uint8_t)(1u << at % 8);
			assert_true(cache_write(path, data, size, reason));
			assert_int_equal(take(&c, &key), CACHE_DAMAGED);
			assert_int_equal(platform_file_kind(path, NULL, NULL), PLATFORM_MISSING);
			data[at] = was;
			assert_true(cache_write(path, data, at, reason));
			assert_int_equal(take(&c, &key), CACHE_DAMAGED);
			assert_int_equal(platform_file_kind(path, NULL, NULL), PLATFORM_MISSING);
		}
		cook_free(&c.context, data, size, 1);
		assert_int_equal(take(&c, &key), CACHE_MISS);
		store(&c, &key);
		assert_int_equal(take(&c, &key), CACHE_HIT);
	}
	// The entry of another key under this key's name.
	char path[CACHE_PATH], from[CACHE_PATH], command[3 * CACHE_PATH];
	find(&c, CACHE_ENTRY, from);
	assert_true(cache_path(&c.cache, &other_key, CACHE_ENTRY, path));
	write_text(c.side[0], "three");
	store(&c, &key);
	find(&c, CACHE_ENTRY, path);
	snprintf(command, sizeof command, "cp '%s' '%s'", from, path);
	assert_int_equal(system(command), 0);
	assert_int_equal(take(&c, &key), CACHE_DAMAGED);
	end(&c);
}

/// Gives a file a time, in seconds before now.
static void age(const char *path, long seconds)
{
	struct timespec times[2];
	clock_gettime(CLOCK_REALTIME, &times[0]);
	times[0].tv_sec -= seconds;
	times[1] = times[0];
	assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

#define KEYS 12

/// Stores entries that lie in one part of the folder, each a second newer than the one before; returns the bytes of one.
static uint64_t fill_part(cache_case *c, cache_key keys[KEYS], cache_key names[KEYS])
{
	char path[CACHE_PATH];
	uint64_t size = 0;
	c->files = (cache_files){0};
	uint32_t count = 0;
	for (uint32_t i = 0; count < KEYS; ++i)
	{
		const cache_list none = {.names = ""};
		keys[count] = (cache_key){{0xf0, (uint8_t)i, (uint8_t)(i >> 8)}};
		assert_true(cache_derive(&c->context, &keys[count], &none, &names[count]));
		count += names[count].bytes[0] >> 4 == 7;
	}
	for (uint32_t i = 0; i < KEYS; ++i)
	{
		store(c, &keys[i]);
		assert_true(cache_path(&c->cache, &names[i], CACHE_ENTRY, path));
		age(path, 1000 - (long)i);
	}
	assert_int_equal(platform_file_kind(path, &size, NULL), PLATFORM_REGULAR);
	return size;
}

static void the_limit_removes_what_was_used_longest_ago(void **state)
{
	(void)state;
	cache_case c;
	cache_key keys[KEYS], names[KEYS];
	begin(&c, 5);
	const uint64_t size = fill_part(&c, keys, names);
	// Key 0 is used again, so that key 1 is the oldest.
	assert_int_equal(take(&c, &keys[0]), CACHE_HIT);
	c.cache.limit = CACHE_SHARDS * (6 * size + size / 2);
	store(&c, &keys[0]);
	uint32_t kept = 0;
	for (uint32_t i = 0; i < KEYS; ++i)
	{
		const bool hit = take(&c, &keys[i]) == CACHE_HIT;
		assert_int_equal(hit, i == 0 || i >= KEYS - 4);
		kept += hit;
	}
	assert_int_equal(kept, 5);
	// An entry larger than a part of the folder is not kept.
	c.cache.limit = CACHE_SHARDS * (size - 1);
	store(&c, &other_key);
	assert_int_equal(take(&c, &other_key), CACHE_MISS);
	end(&c);
}

/// A clock that was wrong: the entry of then counts as the newest, and the limit holds.
static void the_limit_holds_beside_an_entry_of_the_future(void **state)
{
	(void)state;
	cache_case c;
	cache_key keys[KEYS], names[KEYS];
	char path[CACHE_PATH];
	begin(&c, 6);
	const uint64_t size = fill_part(&c, keys, names);
	assert_true(cache_path(&c.cache, &names[3], CACHE_ENTRY, path));
	age(path, -100000000);
	c.cache.limit = CACHE_SHARDS * (6 * size + size / 2);
	store(&c, &keys[KEYS - 1]);
	for (uint32_t i = 0; i < KEYS; ++i)
		assert_int_equal(take(&c, &keys[i]) == CACHE_HIT, i == 3 || i >= KEYS - 4);
	end(&c);
}

static void a_folder_that_cannot_be_used_is_a_miss_with_a_reason(void **state)
{
	(void)state;
	cache_case c;
	char reason[PLATFORM_REASON] = "";
	begin(&c, 6);
	snprintf(c.store, sizeof c.store, "%s/side0/cache", c.folder);
	assert_int_equal(take(&c, &key), CACHE_MISS);
	assert_false(cache_store(&c.cache, &key, &c.files, &unchanged, c.parts, reason));
	assert_true(*reason);
	char path[CACHE_PATH + 10];
	memset(path, 'a', sizeof path - 1);
	path[sizeof path - 1] = 0;
	c.cache.folder = path;
	assert_int_equal(take(&c, &key), CACHE_MISS);
	assert_false(cache_store(&c.cache, &key, &c.files, &unchanged, c.parts, reason));
	assert_string_equal(reason, "its path is too long");
	end(&c);
}

static void memory_may_run_out_at_every_request(void **state)
{
	(void)state;
	cache_case c;
	begin(&c, 7);
	counted_memory memory = {0};
	for (int storing = 0; storing < 2; ++storing)
		for (size_t at = 1;; ++at)
		{
			char reason[PLATFORM_REASON] = "";
			cache_entry entry = {0};
			c.context = (kilncook_context){.allocator = {counted_resize, &memory}};
			if (!storing)
			{
				memory.fail_at = 0;
				store(&c, &key);
			}
			memory.calls = 0;
			memory.fail_at = at;
			const bool good = storing ? cache_store(&c.cache, &key, &c.files, &unchanged, c.parts, reason)
									  : cache_take(&c.cache, &key, &entry) == CACHE_HIT;
			const bool ended = memory.calls < at;
			cache_entry_free(&c.context, &entry);
			assert_int_equal(memory.live, 0);
			assert_int_equal(memory.wrong_size, 0);
			if (ended)
			{
				assert_true(good);
				break;
			}
			assert_true(!good || storing);
		}
	c.context = (kilncook_context){.log = {0}};
	assert_int_equal(take(&c, &key), CACHE_HIT);
	end(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_stored_cook_comes_back),
		cmocka_unit_test(contents_of_side_files_decide),
		cmocka_unit_test(a_file_that_changes_while_it_is_stored_is_not_stored),
		cmocka_unit_test(an_index_keeps_the_newest_lists),
		cmocka_unit_test(damage_is_found_and_replaced),
		cmocka_unit_test(the_limit_removes_what_was_used_longest_ago),
		cmocka_unit_test(the_limit_holds_beside_an_entry_of_the_future),
		cmocka_unit_test(a_folder_that_cannot_be_used_is_a_miss_with_a_reason),
		cmocka_unit_test(memory_may_run_out_at_every_request),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
