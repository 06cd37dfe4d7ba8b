// SPDX-License-Identifier: MIT
#include "batch.h"

#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The file of the records: lines of text, each a letter, a blank and its value. A record begins with its asset and ends with a
// line of its own, so that a record that was cut counts as none. The last record of an asset counts.
#define MEMO "memo"

/// A record in the text of the file.
typedef struct memo_entry
{
	char *asset;
	char *lines; ///< behind the asset's
	size_t order;
} memo_entry;

typedef struct memo_text
{
	char *text;
	memo_entry *entries;
	size_t count;
	size_t capacity;
} memo_text;

static int by_asset(const void *left, const void *right)
{
	const memo_entry *a = left, *b = right;
	const int order = strcmp(a->asset, b->asset);
	return order ? order : (a->order > b->order) - (a->order < b->order);
}

void batch_record_free(batch_record *record)
{
	for (size_t i = 0; i < record->file_count; ++i)
		free(record->files[i].path);
	free(record->files);
	free(record->codes.items);
	*record = (batch_record){.valid = false};
}

/// Reads a file as text; empty where there is no file.
static char *read_text(batch *b, const char *path)
{
	uint64_t size = 0;
	FILE *file = platform_input_open(path, &size, NULL);
	char *text = size < SIZE_MAX - 1 ? malloc((size_t)size + 1) : NULL;
	b->out_of_memory = b->out_of_memory || !text;
	if (text)
		text[file ? fread(text, 1, (size_t)size, file) : 0] = 0;
	if (file)
		fclose(file);
	return text;
}

static bool add_entry(memo_text *memo, char *asset, char *lines)
{
	if (memo->count == memo->capacity)
	{
		const size_t capacity = memo->capacity ? memo->capacity * 2 : 256;
		memo_entry *entries = realloc(memo->entries, capacity * sizeof *entries);
		if (!entries)
			return false;
		memo->entries = entries;
		memo->capacity = capacity;
	}
	memo->entries[memo->count] = (memo_entry){asset, lines, memo->count};
	++memo->count;
	return true;
}

/// Cuts the text into lines and finds the records that are whole. The last of each asset stays.
static bool find_entries(memo_text *memo)
{
	char *asset = NULL, *lines = NULL;
	for (char *line = memo->text, *next; *line; line = next)
	{
		const size_t size = strcspn(line, "\n");
		next = line + size + (line[size] != 0);
		line[size] = 0;
		if (line[0] == 'A' && line[1] == ' ')
		{
			asset = line + 2;
			lines = next;
		}
		else if (strcmp(line, ".") == 0 && asset && line + size < next)
		{
			if (!add_entry(memo, asset, lines))
				return false;
			asset = NULL;
		}
	}
	if (memo->count > 0)
		qsort(memo->entries, memo->count, sizeof *memo->entries, by_asset);
	size_t kept = 0;
	for (size_t i = 0; i < memo->count; ++i)
		if (i + 1 == memo->count || strcmp(memo->entries[i].asset, memo->entries[i + 1].asset) != 0)
			memo->entries[kept++] = memo->entries[i];
	memo->count = kept;
	return true;
}

static int digit(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/// Takes a blank and the number behind it.
static bool take_number(const char **text, int base, uint64_t *number)
{
	char *end;
	if (**text != ' ' || digit((*text)[1]) < 0)
		return false;
	errno = 0;
	*number = strtoull(*text + 1, &end, base);
	const bool good = errno == 0 && end > *text + 1;
	*text = end;
	return good;
}

/// Takes a blank and a time behind it, which is finite and no less than 0.
static bool take_time(const char **text, double *ms)
{
	char *end;
	if (**text != ' ' || digit((*text)[1]) < 0)
		return false;
	*ms = strtod(*text + 1, &end);
	*text = end;
	return *ms >= 0 && *ms <= DBL_MAX;
}

/// Reads a record's own line, behind its letter.
static bool parse_numbers(const char *text, batch_record *record)
{
	uint64_t cached = 0;
	record->valid = take_number(&text, 16, &record->token) && take_number(&text, 16, &record->program) &&
					take_number(&text, 16, &record->asset_stamp) && take_number(&text, 10, &cached) &&
					take_time(&text, &record->ms) && take_number(&text, 10, &record->bytes) &&
					take_number(&text, 10, &record->triangles) && take_number(&text, 10, &record->warnings) && !*text;
	record->cached = cached != 0;
	return record->valid;
}

/// Reads ` name count`.
static bool parse_code(const char *text, batch_codes *codes)
{
	uint64_t count = 0;
	const char *name = text + (*text == ' '), *end = name + strcspn(name, " ");
	const size_t size = (size_t)(end - name);
	if (size == 0 || size >= BATCH_CODE_SIZE || !take_number(&end, 10, &count) || *end)
		return false;
	batch_count_code(codes, name, size, count);
	return true;
}

/// Reads ` stamp hash path`.
static bool parse_file(batch *b, const char *text, batch_file *file)
{
	if (!take_number(&text, 16, &file->stamp) || *text != ' ')
		return false;
	++text;
	for (size_t i = 0; i < sizeof file->hash.bytes; ++i, text += 2)
	{
		if (digit(text[0]) < 0 || digit(text[1]) < 0)
			return false;
		file->hash.bytes[i] = (uint8_t)(digit(text[0]) << 4 | digit(text[1]));
	}
	file->path = text[0] == ' ' && text[1] ? batch_text(b, "%s", text + 1) : NULL;
	return file->path != NULL;
}

static bool add_file(batch *b, batch_record *record, const char *text)
{
	batch_file *files = realloc(record->files, (record->file_count + 1) * sizeof *files);
	b->out_of_memory = b->out_of_memory || !files;
	if (!files)
		return false;
	record->files = files;
	if (!parse_file(b, text, &files[record->file_count]))
		return false;
	++record->file_count;
	return true;
}

/// Reads one line of a record. False ends the record as invalid.
static bool parse_line(batch *b, batch_record *record, const char *line)
{
	switch (line[0])
	{
	case 'R':
		return !record->valid && parse_numbers(line + 1, record);
	case 'C':
		return parse_code(line + 1, &record->codes);
	case 'F':
		return add_file(b, record, line + 1);
	default:
		return false;
	}
}

static void parse_record(batch *b, const char *lines, batch_record *record)
{
	bool good = true;
	for (; good && strcmp(lines, ".") != 0; lines += strlen(lines) + 1)
		good = parse_line(b, record, lines);
	if (!good || !record->valid)
		batch_record_free(record);
}

static int find_asset(const void *key, const void *entry)
{
	return strcmp(key, ((const memo_entry *)entry)->asset);
}

static void print_record(FILE *out, const char *asset, const batch_record *record)
{
	fprintf(out, "A %s\n", asset);
	if (!record->valid)
		fputs("X\n", out); // the asset may be there, of an earlier cook
	if (record->valid)
	{
		fprintf(out, "R %" PRIx64 " %" PRIx64 " %" PRIx64 " %d %.17g %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
			record->token, record->program, record->asset_stamp, record->cached, record->ms, record->bytes,
			record->triangles, record->warnings);
	}
	for (size_t i = 0; i < record->codes.count && record->valid; ++i)
		fprintf(out, "C %s %" PRIu64 "\n", record->codes.items[i].name, record->codes.items[i].count);
	for (size_t i = 0; i < record->file_count && record->valid; ++i)
	{
		const batch_file *file = &record->files[i];
		fprintf(out, "F %" PRIx64 " ", file->stamp);
		for (size_t k = 0; k < sizeof file->hash.bytes; ++k)
			fprintf(out, "%02x", file->hash.bytes[k]);
		fprintf(out, " %s\n", file->path);
	}
	fputs(".\n", out);
}

static int by_text(const void *left, const void *right)
{
	return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/// Whether a record names an asset below the output folder: the file of the records may be damaged.
static bool is_asset(const char *name)
{
	static const char ending[] = ".kiln";
	const size_t size = strlen(name);
	return size >= sizeof ending && strcmp(name + size + 1 - sizeof ending, ending) == 0 && batch_is_inside(name);
}

/// Removes the assets of records whose art is gone.
static void remove_others(batch *b, const memo_text *memo)
{
	const char **assets = malloc((b->count + 1) * sizeof *assets);
	b->out_of_memory = b->out_of_memory || !assets;
	for (size_t i = 0; i < b->count && assets; ++i)
		assets[i] = b->jobs[i].name;
	if (assets && b->count > 0)
		qsort(assets, b->count, sizeof *assets, by_text);
	for (size_t i = 0; i < memo->count && assets; ++i)
	{
		const char *name = memo->entries[i].asset;
		const size_t size = strlen(name);
		if (memo->entries[i].lines[0] == '.' || !is_asset(name) ||
			bsearch(&name, assets, b->count, sizeof *assets, by_text))
			continue;
		char *asset = batch_text(b, "%s/%s", b->output, name);
		char *report = batch_text(b, "%s/%.*s.json", b->state, (int)(size + 1 - sizeof ".kiln"), name);
		if (asset && report)
		{
			platform_file_remove(asset);
			platform_file_remove(report);
			++b->removed;
		}
		free(report);
		free(asset);
		if (b->memo || batch_memo_begin(b) == TOOL_DONE)
			fprintf(b->memo, "A %s\n.\n", name);
	}
	free(assets);
}

void batch_memo_take(batch *b, char *text, bool remove)
{
	memo_text memo = {.text = text};
	if (!find_entries(&memo))
		b->out_of_memory = true;
	b->old_records = memo.count;
	for (size_t i = 0; i < b->count && memo.count > 0 && !b->out_of_memory; ++i)
	{
		const memo_entry *entry = bsearch(b->jobs[i].name, memo.entries, memo.count, sizeof *memo.entries, find_asset);
		if (entry)
			parse_record(b, entry->lines, &b->jobs[i].record);
	}
	if (remove && !b->out_of_memory)
		remove_others(b, &memo);
	free(memo.entries);
}

int batch_remember(batch *b, bool remove)
{
	char *path = batch_text(b, "%s/" MEMO, b->state), *text = path ? read_text(b, path) : NULL;
	free(path);
	if (text)
		batch_memo_take(b, text, remove);
	free(text);
	return b->out_of_memory ? TOOL_INTERNAL : TOOL_DONE;
}

int batch_memo_begin(batch *b)
{
	char *path = batch_text(b, "%s/" MEMO, b->state);
	if (path && !b->memo)
		b->memo = fopen(path, "ab");
	if (path && !b->memo)
		tool_message(path, "error", "io", "cannot write");
	free(path);
	// A record that was cut ends here.
	return b->memo && fputs("\n", b->memo) >= 0 ? TOOL_DONE : TOOL_IO;
}

void batch_note(batch *b, const batch_job *job)
{
	if (b->memo)
	{
		print_record(b->memo, job->name, &job->record);
		fflush(b->memo);
	}
}

/// Writes all records into a new file.
static void rewrite(batch *b, const char *path)
{
	char reason[PLATFORM_REASON] = "";
	platform_output output;
	if (!platform_output_open(&output, path, reason))
		return;
	output.unflushed = true;
	for (size_t i = 0; i < b->count; ++i)
		print_record(output.file, b->jobs[i].name, &b->jobs[i].record);
	if (platform_output_write(&output, "", 0, reason))
	{
		platform_output_commit(&output, reason);
		return;
	}
	platform_output_discard(&output);
}

void batch_memo_end(batch *b)
{
	if (!b->memo)
		return;
	const long size = ftell(b->memo);
	size_t files = 0;
	for (size_t i = 0; i < b->count; ++i)
		files += b->jobs[i].record.file_count;
	const bool wrong = ferror(b->memo) != 0;
	if (fclose(b->memo) != 0 || wrong)
		tool_message(b->state, "warning", "io", "the records of this batch could not be written");
	b->memo = NULL;
	// A record takes some 300 bytes, and each file some 100.
	char *path = batch_text(b, "%s/" MEMO, b->state);
	if (path && size > 65536 && (size_t)size > 3 * (300 * b->count + 100 * files))
		rewrite(b, path);
	free(path);
}
