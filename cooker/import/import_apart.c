// SPDX-License-Identifier: MIT
#include "import_apart.h"

#include "import_wire.h"
#include "memory.h"
#include "messages/codes.h"
#include "platform/platform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Separators in a line sent between the processes.
#define FIELD '\x1f'
/// The exit value of the importing process when memory ran out.
#define CODE_MEMORY 100
#define LINE_BYTES 4096

/// An import, as seen by both processes.
typedef struct apart
{
	const kilncook_context *context;
	const char *path;
	const art_import_rules *rules;
	const import_task *task;
	platform_limits limits;
	bool grants; ///< opening a file raises the memory limit

	// Used by the importing process.
	platform_channel *channel;
	bool out_of_memory;

	// Used by the waiting process.
	import_sent *sent;
	kilncook_status meanwhile;	  ///< how the work of this process ended
	unsigned long long megabytes; ///< the memory limit that the importing process sent last
} apart;

// --- The importing side ---

/// Running out of memory is reported once, at the end.
static void send_message(void *user, kilncook_severity severity, const char *where, const char *code, const char *text)
{
	apart *a = user;
	char line[LINE_BYTES];
	if (severity == KILNCOOK_ERROR && (strcmp(code, "out-of-memory") == 0 || strstr(text, "bad_alloc")))
	{
		a->out_of_memory = true;
		return;
	}
	snprintf(line, sizeof line, "M%c%d%c%s%c%s%c%s", FIELD, (int)severity, FIELD, where, FIELD, code, FIELD, text);
	for (char *c = line; *c; ++c)
		if ((unsigned char)*c < 0x20 && *c != FIELD)
			*c = ' ';
	platform_channel_send(a->channel, line);
}

static void send_data(void *user, const void *bytes, size_t size)
{
	platform_channel_data(((apart *)user)->channel, bytes, size);
}

/// Raises the memory limit for a file, and sends the new limit.
static void grant_for(void *user, uint64_t size)
{
	apart *a = user;
	char line[64];
	uint64_t limit =
		platform_memory_grant(size < UINT64_MAX / IMPORT_MEMORY_FACTOR ? size * IMPORT_MEMORY_FACTOR : UINT64_MAX);
	snprintf(line, sizeof line, "L%c%llu", FIELD, (unsigned long long)(limit >> 20));
	platform_channel_send(a->channel, line);
}

/// Gives up what the import does not need, before it reads a byte of the art.
static void confine(void *user, char *const *folders, size_t count)
{
	apart *a = user;
	// What the system lacks is no message of the art, whose report is the same on every machine.
	(void)platform_sandbox_enter(a->path, folders, count);
}

static int work(void *user, platform_channel *channel)
{
	apart *a = user;
	// The caller's allocator and callbacks belong to the caller's process.
	const kilncook_context context = {.log = {send_message, a}};
	art_import_rules rules = a->rules ? *a->rules : (art_import_rules){0};
	uint64_t size = 0;
	a->channel = channel;
	rules.begun = confine;
	rules.meanwhile = NULL;
	rules.user = a;
	if (a->grants)
	{
		rules.opened = grant_for;
		if (platform_file_kind(a->path, &size, NULL) == PLATFORM_REGULAR)
			grant_for(a, size);
	}
	const kilncook_status status = a->task->run(a->task->user, &context, a->path, &rules, send_data, a);
	return status != KILNCOOK_OK && a->out_of_memory ? CODE_MEMORY : (int)status;
}

// --- The waiting side ---

static bool do_meanwhile(void *user)
{
	apart *a = user;
	a->meanwhile = a->rules->meanwhile(a->rules->meanwhile_user);
	return a->meanwhile == KILNCOOK_OK;
}

static void take_line(void *user, const char *line)
{
	apart *a = user;
	char copy[LINE_BYTES];
	char *fields[5] = {0};
	size_t count = 0;
	snprintf(copy, sizeof copy, "%s", line);
	fields[count++] = copy;
	for (char *c = copy; *c; ++c)
		if (*c == FIELD && count < 5)
		{
			*c = 0;
			fields[count++] = c + 1;
		}
	if (count == 2 && strcmp(copy, "L") == 0)
		a->megabytes = strtoull(fields[1], NULL, 10);
	bool severe = count == 5 && fields[1][0] >= '0' && fields[1][0] <= '2' && fields[1][1] == 0;
	// A damaged process may send any bytes.
	if (severe && strcmp(copy, "M") == 0 && code_find(fields[3]))
		cook_message(a->context, (kilncook_severity)(fields[1][0] - '0'), fields[2], fields[3], "%s", fields[4]);
}

static bool take_data(void *user, const void *bytes, size_t size)
{
	apart *a = user;
	import_sent *sent = a->sent;
	if (size > sent->capacity - sent->size)
	{
		uint64_t most = a->limits.memory_most > a->limits.memory ? a->limits.memory_most : a->limits.memory;
		size_t capacity = sent->capacity < SIZE_MAX / 4 ? sent->capacity * 2 + size : SIZE_MAX;
		if (most && capacity > most)
			capacity = (size_t)most;
		if (capacity < sent->size || capacity - sent->size < size)
			return false;
		uint8_t *larger = cook_resize(a->context, sent->bytes, sent->capacity, capacity, 1);
		a->out_of_memory = !larger;
		if (!larger)
			return false;
		sent->bytes = larger;
		sent->capacity = capacity;
	}
	memcpy(sent->bytes + sent->size, bytes, size);
	sent->size += size;
	return true;
}

static kilncook_status refuse(const apart *a, const char *code, const char *text)
{
	cook_message(a->context, KILNCOOK_ERROR, "", code, "%s", text);
	return KILNCOOK_REFUSED;
}

static kilncook_status no_memory(const kilncook_context *context)
{
	cook_message(context, KILNCOOK_ERROR, "", "out-of-memory", "no memory for the imported scene");
	return KILNCOOK_INTERNAL;
}

static kilncook_status refuse_memory(const apart *a)
{
	char text[64];
	snprintf(text, sizeof text, "memory limit of %llu MB reached (import)", a->megabytes);
	return refuse(a, "memory-limit", text);
}

static kilncook_status refuse_call(const apart *a, int number)
{
	const char *name = platform_call_name(number);
	char text[96];
	snprintf(
		text, sizeof text, "import made a system call that no import needs%s%s", name ? ": " : "", name ? name : "");
	return refuse(a, "import-forbidden", text);
}

/// Derives the status from how the import ended.
static kilncook_status judge(apart *a, platform_outcome outcome)
{
	char text[64];
	switch (outcome.end)
	{
	case PLATFORM_END_DONE:
		if (outcome.code == KILNCOOK_OK)
			return KILNCOOK_OK;
		if (outcome.code == CODE_MEMORY)
			return refuse_memory(a);
		if (outcome.code == KILNCOOK_REFUSED || outcome.code == KILNCOOK_USAGE || outcome.code == KILNCOOK_IO)
			return (kilncook_status)outcome.code;
		return refuse(a, "import-damaged", "the importer ended without a reason: the art damaged it");
	case PLATFORM_END_CRASHED:
		snprintf(
			text, sizeof text, outcome.code ? "import crashed (signal %d)" : "import ended the process", outcome.code);
		return refuse(a, "import-crashed", text);
	case PLATFORM_END_MEMORY:
		return refuse_memory(a);
	case PLATFORM_END_TIME:
		snprintf(text, sizeof text, "time limit of %g s reached (import)", a->limits.seconds);
		return refuse(a, "time-limit", text);
	case PLATFORM_END_PROCESSOR:
		snprintf(text, sizeof text, "limit of %g s of processor time reached (import)", a->limits.processor_seconds);
		return refuse(a, "time-limit", text);
	case PLATFORM_END_FORBIDDEN:
		return refuse_call(a, outcome.code);
	case PLATFORM_END_REJECTED:
		return a->out_of_memory ? no_memory(a->context) : refuse_memory(a);
	case PLATFORM_END_INTERRUPTED:
		cook_message(a->context, KILNCOOK_ERROR, "", "interrupted", "interrupted (signal %d)", outcome.code);
		return KILNCOOK_CANCELLED;
	case PLATFORM_END_FAILED:
		break;
	}
	cook_message(a->context, KILNCOOK_ERROR, "", "internal", "no process for the import could be started");
	return KILNCOOK_INTERNAL;
}

/// Limits are added to what the calling process uses, because a fork inherits it.
static platform_limits limits_of(const art_import_limits *limits)
{
	uint64_t held = platform_address_space(), spare = platform_physical_memory() / 4 * 3;
	uint64_t first = limits->memory ? limits->memory : IMPORT_MEMORY_BASE;
	uint64_t most = limits->memory ? limits->memory : spare > first ? spare : first;
	return (platform_limits){
		.memory = first < UINT64_MAX - held ? first + held : UINT64_MAX,
		.memory_most = most < UINT64_MAX - held ? most + held : UINT64_MAX,
		.seconds = limits->seconds < 1e9 ? limits->seconds : 0,
		.processor_seconds = limits->processor_seconds < 1e9 ? limits->processor_seconds : 0,
		.descriptors = IMPORT_DESCRIPTORS,
	};
}

kilncook_status import_run_apart(const kilncook_context *context, const char *path, const art_import_rules *rules,
	const art_import_limits *limits, const import_task *task, import_sent *sent)
{
	*sent = (import_sent){0};
	apart a = {.context = context,
		.path = path,
		.rules = rules,
		.task = task,
		.limits = limits_of(limits),
		.grants = !limits->memory,
		.sent = sent};
	a.megabytes = (limits->memory ? limits->memory : a.limits.memory) >> 20;
	const platform_job job = {.work = work,
		.line = take_line,
		.data = take_data,
		.meanwhile = rules && rules->meanwhile ? do_meanwhile : NULL,
		.user = &a,
		.limits = a.limits,
		.apart = true,
		.alone = true,
		.noise = true};
	const platform_outcome outcome = platform_isolate(&job);
	return a.meanwhile != KILNCOOK_OK ? a.meanwhile : judge(&a, outcome);
}

void import_sent_free(const kilncook_context *context, import_sent *sent)
{
	cook_free(context, sent->bytes, sent->capacity, 1);
	*sent = (import_sent){0};
}

kilncook_status import_sent_refuse(const kilncook_context *context)
{
	cook_message(
		context, KILNCOOK_ERROR, "", "import-damaged", "the importer handed over what is no scene: the art damaged it");
	return KILNCOOK_REFUSED;
}

static kilncook_status send_scene(const void *user, const kilncook_context *context, const char *path,
	const art_import_rules *rules, import_put *put, void *put_user)
{
	art_scene scene;
	(void)user;
	const kilncook_status status = art_import(context, path, rules, &scene);
	if (status == KILNCOOK_OK)
		import_wire_write(&scene, put, put_user);
	// The scene is not freed: this process ends now, and its heap may be damaged.
	return status;
}

kilncook_status art_import_apart(const kilncook_context *context, const char *path, const art_import_rules *rules,
	const art_import_limits *limits, art_scene *scene)
{
	if (!platform_can_isolate())
		return art_import(context, path, rules, scene);
	const import_task task = {send_scene, NULL};
	import_sent sent;
	kilncook_status status = import_run_apart(context, path, rules, limits, &task, &sent);
	if (status == KILNCOOK_OK)
	{
		status = import_wire_read(context, sent.bytes, sent.size, scene);
		if (status == KILNCOOK_REFUSED)
			import_sent_refuse(context);
		else if (status == KILNCOOK_INTERNAL)
			no_memory(context);
	}
	import_sent_free(context, &sent);
	return status;
}
