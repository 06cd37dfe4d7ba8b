// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700
#include "rival_parts.h"

#include "common/file.h"
#include "common/message.h"
#include "kiln_format.h"
#include "platform/platform.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define ART "art.obj"
#define PATH_ROOM 512

static bool write_art(const char *path, const rival_mesh *mesh)
{
	FILE *file = fopen(path, "w");
	if (!file)
		return false;
	for (uint32_t i = 0; i < mesh->vertex_count; ++i)
	{
		const float *v = mesh->vertices + 3 * (size_t)i;
		fprintf(file, "v %.9g %.9g %.9g\n", (double)v[0], (double)v[1], (double)v[2]);
	}
	for (uint32_t i = 0; i < mesh->triangle_count; ++i)
	{
		const uint32_t *t = mesh->triangles + 3 * (size_t)i;
		fprintf(file, "f %u %u %u\n", t[0] + 1, t[1] + 1, t[2] + 1);
	}
	bool good = !ferror(file);
	return fclose(file) == 0 && good;
}

/// Vertices in the order of the file.
typedef struct point_list
{
	float (*at)[3];
	uint32_t count, capacity;
} point_list;

static bool add_point(point_list *list, const char *numbers)
{
	if (list->count == list->capacity)
	{
		list->capacity = 2 * list->capacity + 64;
		float(*grown)[3] = realloc(list->at, list->capacity * sizeof *grown);
		if (!grown)
			return false;
		list->at = grown;
	}
	for (int k = 0; k < 3; ++k)
	{
		char *end;
		// A sum with zero makes zeros positive.
		float x = list->at[list->count][k] = strtof(numbers, &end) + 0.0f;
		if (end == numbers || !(fabsf(x) <= (float)KILN_COORDINATE_MAX))
			return false;
		numbers = end;
	}
	++list->count;
	return true;
}

/// Makes a hull of the points, and forgets these. Nothing of no points.
static bool end_hull(point_list *list, rival_parts *out)
{
	const kilncook_context context = {0};
	const hull_points points = {list->at ? list->at[0] : NULL, 0, list->count};
	if (list->count == 0)
		return true;
	list->count = 0;
	convex_hull *grown = realloc(out->hulls, (out->count + 1) * sizeof *grown);
	if (!grown)
		return false;
	out->hulls = grown;
	if (hull_build(&context, &points, &out->hulls[out->count]) != KILNCOOK_OK)
		return false;
	++out->count;
	return true;
}

/// Reads the hulls: the vertices of each object. Faces say nothing more.
static bool read_hulls(const char *path, rival_parts *out)
{
	file_bytes bytes;
	if (file_read(path, &bytes) != 0)
		return false;
	char *text = malloc(bytes.size + 1);
	point_list list = {0};
	bool good = text != NULL;
	if (good)
	{
		memcpy(text, bytes.data, bytes.size);
		text[bytes.size] = '\0';
	}
	for (char *line = text, *next; good && *line; line = next)
	{
		size_t length = strcspn(line, "\n");
		next = line + length + (line[length] == '\n');
		line[length] = '\0';
		if (line[0] == 'o' && line[1] == ' ')
			good = end_hull(&list, out);
		else if (line[0] == 'v' && line[1] == ' ')
			good = add_point(&list, line + 2);
	}
	good = good && end_hull(&list, out);
	free(list.at);
	free(text);
	file_free(&bytes);
	return good;
}

static double children_seconds(void)
{
	struct rusage usage;
	if (getrusage(RUSAGE_CHILDREN, &usage) != 0)
		return 0;
	return (double)usage.ru_utime.tv_sec + (double)usage.ru_stime.tv_sec +
		   1e-6 * ((double)usage.ru_utime.tv_usec + (double)usage.ru_stime.tv_usec);
}

/// Writes the command line; NULL without memory.
static char *command_of(const rival_parts_order *order, const char *folder, const char *program)
{
	char *where = platform_shell_word(folder), *word = platform_shell_word(program), *command = NULL;
	size_t size = 0;
	FILE *out = where && word ? open_memstream(&command, &size) : NULL;
	if (out)
	{
		fprintf(out, "cd %s && OMP_NUM_THREADS=1 %s ", where, word);
		if (order->kind == RIVAL_PARTS_VHACD)
			fprintf(out, ART " -h %.0f -r 400000 -g false", order->wanted);
		else
			fprintf(out, "-i " ART " -o hulls.obj -ro remesh.obj -t %.9g -s 1", order->wanted);
		fputs(" >log 2>&1 </dev/null", out);
		if (fclose(out) != 0)
		{
			free(command);
			command = NULL;
		}
	}
	free(where);
	free(word);
	return command;
}

static bool remove_file(void *user, const char *path)
{
	(void)user;
	(void)platform_file_remove(path);
	return true;
}

/// Runs the program in its folder.
static bool run_in(
	const rival_parts_order *order, const char *folder, const char *program, const rival_mesh *mesh, rival_parts *out)
{
	char path[PATH_ROOM];
	snprintf(path, sizeof path, "%s/" ART, folder);
	char *command = write_art(path, mesh) ? command_of(order, folder, program) : NULL;
	if (!command)
		return false;
	double start = children_seconds();
	int code = platform_shell(command, NULL, NULL);
	out->seconds = children_seconds() - start;
	free(command);
	snprintf(path, sizeof path, "%s/%s", folder, order->kind == RIVAL_PARTS_VHACD ? "decomp.obj" : "hulls.obj");
	if (code != 0 || !read_hulls(path, out))
		rival_parts_free(out);
	return true;
}

bool rival_parts_run(const rival_parts_order *order, const rival_mesh *mesh, rival_parts *out)
{
	char folder[] = "/tmp/kiln-bench-XXXXXX", reason[PLATFORM_REASON] = "";
	*out = (rival_parts){0};
	char *program = platform_resolve(order->program, reason);
	if (!program)
	{
		tool_message(order->program, "error", "read", "cannot be run: %s", reason);
		return false;
	}
	bool good = mkdtemp(folder) != NULL;
	if (good)
	{
		good = run_in(order, folder, program, mesh, out);
		(void)platform_folder_walk(folder, remove_file, NULL, reason);
		(void)rmdir(folder);
	}
	if (!good)
		tool_message(folder, "error", "write", "cannot be written: %s", strerror(errno));
	free(program);
	return good;
}

void rival_parts_free(rival_parts *parts)
{
	const kilncook_context context = {0};
	for (uint32_t i = 0; i < parts->count; ++i)
		hull_free(&context, &parts->hulls[i]);
	free(parts->hulls);
	*parts = (rival_parts){.seconds = parts->seconds};
}
