// SPDX-License-Identifier: MIT
#include "batch.h"
#include "recipe/recipe.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Endings of files that a folder gives; a file that is named itself may have any.
static const char *const endings[] = {
	"3ds", "3mf", "amf", "blend", "dae", "fbx", "glb", "gltf", "lwo", "obj", "off", "ply", "stl", "x", "x3d"};

/// A folder that is walked.
typedef struct walk
{
	batch *b;
	const char *folder;
	const char *pattern; ///< of the paths, or NULL
	bool whole;			 ///< an asset has the whole path of its art below the output folder
	char *output;		 ///< the output folder, resolved; its files are no art. NULL when it does not exist
	int status;
} walk;

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static int compare_lower(const char *a, const char *b)
{
	while (*a && lower(*a) == lower(*b))
	{
		++a;
		++b;
	}
	return (unsigned char)lower(*a) - (unsigned char)lower(*b);
}

/// The dot of a name's ending, or its end.
static const char *ending_of(const char *path)
{
	const char *dot = strrchr(platform_base_name(path), '.');
	return dot && dot != platform_base_name(path) ? dot : path + strlen(path);
}

/// Whether a pattern says which ending files have.
static bool has_ending(const char *pattern)
{
	const char *dot = ending_of(pattern);
	return *dot && !batch_is_pattern(dot);
}

/// Whether a file has a recipe of its own beside it, which is how heights differ from other images. An asset may have a recipe's
/// name.
static bool has_recipe(const char *path)
{
	char recipe[BATCH_PATH];
	uint8_t head[RECIPE_HEAD];
	const int size = snprintf(recipe, sizeof recipe, "%s.kiln", path);
	if (size < 0 || size >= BATCH_PATH || platform_file_kind(recipe, NULL, NULL) != PLATFORM_REGULAR)
		return false;
	FILE *file = platform_input_open(recipe, NULL, NULL);
	const size_t read = file ? fread(head, 1, sizeof head, file) : 0;
	if (file)
		fclose(file);
	return file && !recipe_is_asset(head, read);
}

static bool is_art(const char *path)
{
	const char *dot = ending_of(path);
	for (size_t i = 0; *dot && i < sizeof endings / sizeof endings[0]; ++i)
		if (compare_lower(dot + 1, endings[i]) == 0)
			return true;
	return has_recipe(path);
}

bool batch_is_inside(const char *name)
{
	for (const char *part = name; *part;)
	{
		const size_t size = strcspn(part, "/");
		if (size == 0 || (size == 1 && part[0] == '.') || (size == 2 && part[0] == '.' && part[1] == '.'))
			return false;
		part += size + (part[size] == '/');
	}
	return *name && name[strlen(name) - 1] != '/';
}

/// Reports what is wrong with an input; behind the place in its manifest, so that editors can jump there.
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
static void
complain(const batch *b, const char *path, const char *code, const char *format, ...)
{
	char text[BATCH_PATH], place[BATCH_PATH];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	if (!b->manifest)
	{
		tool_message(path, "error", code, "%s", text);
		return;
	}
	snprintf(place, sizeof place, "%s:%u", b->manifest, b->line);
	tool_message(place, "error", code, "%s: %s", path, text);
}

static int refuse_outside(const batch *b, const char *art)
{
	complain(b, art, "name", "a line of a manifest is a path below the working directory, without '..'");
	return TOOL_USAGE;
}

/// Adds art; its asset is `name` below the output folder, with another ending.
static int add(batch *b, const char *art, const char *name)
{
	for (const char *c = art; *c; ++c)
	{
		if ((unsigned char)*c < 0x20)
		{
			complain(b, art, "name", "Ninja cannot read a name with a control character");
			return TOOL_REFUSED;
		}
	}
	if (!batch_is_inside(name))
		return refuse_outside(b, art);
	if (b->count == b->capacity)
	{
		const size_t capacity = b->capacity ? b->capacity * 2 : 256;
		batch_job *jobs = realloc(b->jobs, capacity * sizeof *jobs);
		if (!jobs)
		{
			b->out_of_memory = true;
			return TOOL_INTERNAL;
		}
		b->jobs = jobs;
		b->capacity = capacity;
	}
	const int stem = (int)(ending_of(name) - name);
	b->jobs[b->count++] = (batch_job){
		.art = batch_text(b, "%s", art),
		.asset = batch_text(b, "%s/%.*s.kiln", b->output, stem, name),
		.report = batch_text(b, "%s/%.*s.json", b->state, stem, name),
	};
	batch_job *job = &b->jobs[b->count - 1];
	job->name = job->asset ? job->asset + strlen(b->output) + 1 : NULL;
	return b->out_of_memory ? TOOL_INTERNAL : TOOL_DONE;
}

static bool visit(void *user, const char *path)
{
	walk *w = user;
	if (w->pattern ? !batch_matches(w->pattern, path) || (!has_ending(w->pattern) && !is_art(path)) : !is_art(path))
		return true;
	char *resolved = w->output ? platform_resolve(path, NULL) : NULL;
	const bool made = resolved && platform_is_within(w->output, resolved);
	free(resolved);
	if (made)
		return true;
	const char *name = w->whole ? path + (strncmp(path, "./", 2) == 0 ? 2 : 0) : path + strlen(w->folder);
	const int status = add(w->b, path, name + strspn(name, "/"));
	w->status = status > w->status ? status : w->status;
	return status != TOOL_INTERNAL;
}

static int walk_folder(walk *w, const char *folder)
{
	char reason[PLATFORM_REASON] = "";
	w->folder = folder;
	w->output = platform_resolve(w->b->output, NULL);
	if (!platform_folder_walk(folder, visit, w, reason))
	{
		tool_message(folder, "error", "io", "cannot read: %s", reason);
		w->status = TOOL_IO;
	}
	free(w->output);
	return w->status;
}

static int add_folder(batch *b, const char *folder)
{
	walk w = {.b = b};
	return walk_folder(&w, folder);
}

/// Adds the files whose paths match a pattern. Their assets have the paths behind the folder in front of the pattern, or
/// (`whole`) the whole paths.
static int add_pattern(batch *b, const char *pattern, bool whole)
{
	const size_t size = batch_pattern_folder(pattern), before = b->count;
	walk w = {.b = b, .whole = whole};
	// Paths of a walk begin with the folder.
	char *folder = size > 0 ? batch_text(b, "%.*s", (int)size, pattern) : batch_text(b, pattern[0] == '/' ? "/" : ".");
	char *full = size > 0 || pattern[0] == '/' ? batch_text(b, "%s", pattern) : batch_text(b, "./%s", pattern);
	w.pattern = full;
	const bool work = folder && full && platform_file_kind(folder, NULL, NULL) == PLATFORM_DIRECTORY;
	int status = work ? walk_folder(&w, folder) : TOOL_IO;
	if (status == TOOL_DONE && b->count == before)
		status = TOOL_IO;
	if (b->count == before)
		complain(b, pattern, "io", "no file has such a name");
	free(full);
	free(folder);
	return status;
}

/// Adds a file whose asset has the path of the file below the output folder (`below`), or its name only.
static int add_file(batch *b, const char *path, bool below)
{
	char reason[PLATFORM_REASON] = "";
	if (below && !batch_is_inside(path))
		return refuse_outside(b, path);
	const platform_kind kind = platform_file_kind(path, NULL, reason);
	if (kind == PLATFORM_MISSING && batch_is_pattern(path))
		return add_pattern(b, path, below);
	if (kind != PLATFORM_REGULAR)
	{
		complain(b, path, "io", "cannot read: %s", reason);
		return TOOL_IO;
	}
	return add(b, path, below ? path : platform_base_name(path));
}

/// Adds the art that a manifest lists, one path a line.
static int add_manifest(batch *b, const char *path)
{
	char reason[PLATFORM_REASON] = "", line[4096];
	FILE *file = platform_input_open(path, NULL, reason);
	if (!file)
	{
		tool_message(path, "error", "io", "cannot read: %s", reason);
		return TOOL_IO;
	}
	int worst = TOOL_DONE;
	b->manifest = path;
	for (b->line = 1; fgets(line, sizeof line, file); ++b->line)
	{
		const size_t size = strcspn(line, "\r\n");
		if (!line[size] && !feof(file))
		{
			char place[BATCH_PATH];
			snprintf(place, sizeof place, "%s:%u", path, b->line);
			tool_message(place, "error", "usage", "the line is longer than a path, or has a NUL");
			worst = TOOL_USAGE;
			break;
		}
		line[size] = 0;
		const int status = *line && *line != '#' ? add_file(b, line, true) : TOOL_DONE;
		worst = status > worst ? status : worst;
	}
	b->manifest = NULL;
	fclose(file);
	return worst;
}

static int by_asset(const void *left, const void *right)
{
	const batch_job *a = left, *b = right;
	const int order = compare_lower(a->asset, b->asset);
	return order ? order : strcmp(a->art, b->art);
}

static void free_job(batch_job *job)
{
	free(job->art);
	free(job->asset);
	free(job->report);
	batch_record_free(&job->record);
}

/// Sorts the jobs, drops art that was given twice, and refuses two that would have one asset. Names that differ by case
/// only are one name on other systems.
static int settle(batch *b)
{
	int worst = TOOL_DONE;
	size_t kept = 0;
	if (b->count > 0)
		qsort(b->jobs, b->count, sizeof *b->jobs, by_asset);
	for (size_t i = 0; i < b->count; ++i)
	{
		batch_job *before = kept > 0 ? &b->jobs[kept - 1] : NULL;
		if (!before || compare_lower(before->asset, b->jobs[i].asset) != 0)
		{
			b->jobs[kept++] = b->jobs[i];
			continue;
		}
		if (strcmp(before->art, b->jobs[i].art) != 0 && !platform_same_file(before->art, b->jobs[i].art))
		{
			tool_message(
				b->jobs[i].art, "error", "usage", "it and %s would both become %s", before->art, before->asset);
			worst = TOOL_USAGE;
		}
		free_job(&b->jobs[i]);
	}
	b->count = kept;
	return worst;
}

int batch_find(batch *b)
{
	int worst = TOOL_DONE;
	for (size_t i = 0; i < b->input_count && !b->out_of_memory; ++i)
	{
		const char *input = b->inputs[i];
		const bool folder = platform_file_kind(input, NULL, NULL) == PLATFORM_DIRECTORY;
		const int status = input[0] == '@' ? add_manifest(b, input + 1)
						   : folder		   ? add_folder(b, input)
										   : add_file(b, input, false);
		worst = status > worst ? status : worst;
	}
	const int settled = settle(b);
	return settled > worst ? settled : worst;
}

void batch_forget(batch *b)
{
	for (size_t i = 0; i < b->count; ++i)
		free_job(&b->jobs[i]);
	free(b->jobs);
	free(b->codes.items);
	b->codes = (batch_codes){.count = 0};
	b->jobs = NULL;
	b->count = b->capacity = 0;
	b->done = b->total = b->failed = b->taken = 0;
	b->removed = 0;
	b->program = 0;
}

void batch_free(batch *b)
{
	batch_forget(b);
	free(b->inputs);
	free(b->options);
	free(b->cook);
	free(b->state);
	*b = (batch){.count = 0};
}
