// SPDX-License-Identifier: MIT
#ifndef KILNCOOK_BASE_H
#define KILNCOOK_BASE_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Marks the names that libkilncook exports; all other names stay inside the library.
#if defined(__GNUC__) && !defined(_WIN32)
#define KILNCOOK_API __attribute__((visibility("default")))
#else
#define KILNCOOK_API
#endif

// As in kiln/base.h: a bool has one byte; a kind or a status is an integer of 32 bits.
static_assert(sizeof(bool) == 1, "a bool of kilncook's structures is one byte");

/// How a call ended. The values are fixed: they are also the exit codes of kiln-cook.
typedef uint32_t kilncook_status;
enum kilncook_status_values
{
	KILNCOOK_OK = 0,
	KILNCOOK_REFUSED = 1,	///< the input cannot be cooked; the log reports why and where
	KILNCOOK_USAGE = 2,		///< options contradict each other or are out of range
	KILNCOOK_IO = 3,		///< a file could not be read or written
	KILNCOOK_INTERNAL = 4,	///< out of memory, or the cooker failed to prove its own output
	KILNCOOK_CANCELLED = 5, ///< the progress callback ended the cook; kiln-cook never exits with this value
};

typedef uint32_t kilncook_severity;
enum kilncook_severity_values
{
	KILNCOOK_NOTE = 0,
	KILNCOOK_WARNING = 1,
	KILNCOOK_ERROR = 2,
};

/// The codes of all messages, by name: code `i`, or NULL from their number on. `severities`, unless NULL, gets the bits
/// 1 << kilncook_severity of those that it has. cooker/messages/README.md says what each means.
KILNCOOK_API const char *kilncook_code(uint32_t i, unsigned *severities);

/// Memory for the cooker. `resize` works like realloc: `resize(user, NULL, 0, n)` allocates, `resize(user, p, n, 0)` frees;
/// the cooker never calls it with two sizes of 0. `resize` returns NULL when memory runs out. Blocks are aligned for any
/// type.
typedef struct kilncook_allocator
{
	void *(*resize)(void *user, void *block, size_t old_size, size_t new_size);
	void *user;
} kilncook_allocator;

/// Receives every message. `where` names the node or mesh ("" for the file), `code` is a stable short word such as
/// `mesh-empty` (kilncook_code). `text` is one line without a newline.
typedef struct kilncook_log
{
	void (*message)(void *user, kilncook_severity severity, const char *where, const char *code, const char *text);
	void *user;
} kilncook_log;

/// Receives the progress of a cook before every stage and every mesh: `done` of `total` steps of the stage. `stage` is a
/// name that kilncook_stage_name returns. Returning false ends the cook with KILNCOOK_CANCELLED.
typedef struct kilncook_progress
{
	bool (*step)(void *user, const char *stage, uint64_t done, uint64_t total);
	void *user;
} kilncook_progress;

/// Memory, log and progress of a cook. `{0}` uses malloc and drops messages. Callbacks run only on the thread that called
/// the cooker, however many threads work.
typedef struct kilncook_context
{
	kilncook_allocator allocator;
	kilncook_log log;
	kilncook_progress progress;
} kilncook_context;

/// A cooked blob, or a report's text. `data` of a blob is aligned to 64 bytes.
typedef struct kilncook_blob
{
	uint8_t *data;
	size_t size;
	void *block; ///< the allocator's block, which contains `data`
	size_t block_size;
} kilncook_blob;

/// Frees a blob and clears the structure. Accepts an empty blob.
KILNCOOK_API void kilncook_blob_free(const kilncook_context *context, kilncook_blob *blob);

/// A coordinate axis. KILNCOOK_AXIS_DEFAULT leaves the choice to the art file, then to the cooker.
typedef uint32_t kilncook_axis;
enum kilncook_axis_values
{
	KILNCOOK_AXIS_DEFAULT = 0,
	KILNCOOK_AXIS_X = 1,
	KILNCOOK_AXIS_Y = 2,
	KILNCOOK_AXIS_Z = 3,
	KILNCOOK_AXIS_END = 4,
};

/// The shape that the meshes of a node are cooked into.
typedef uint32_t kilncook_shape;
enum kilncook_shape_values
{
	KILNCOOK_SHAPE_DEFAULT = 0,	 ///< in a node: the shape of the options; in the options: KILNCOOK_SHAPE_MESH
	KILNCOOK_SHAPE_MESH = 1,	 ///< the triangles of the meshes
	KILNCOOK_SHAPE_HULL = 2,	 ///< the convex hull of the meshes
	KILNCOOK_SHAPE_SPHERE = 3,	 ///< the smallest sphere around the meshes
	KILNCOOK_SHAPE_CAPSULE = 4,	 ///< a small capsule around the meshes
	KILNCOOK_SHAPE_BOX = 5,		 ///< the smallest oriented box that a search finds around the meshes
	KILNCOOK_SHAPE_CYLINDER = 6, ///< a small cylinder around the meshes
	KILNCOOK_SHAPE_PARTS = 7,	 ///< several convex hulls whose union contains the meshes
	KILNCOOK_SHAPE_NONE = 8,	 ///< nothing: the node is left out
	/// What is cheapest to query among a sphere, capsule, box, cylinder, hull or convex parts within kilncook_options.parts_error of the
	/// meshes, and the meshes themselves.
	KILNCOOK_SHAPE_AUTO = 9,
	KILNCOOK_SHAPE_END = 10,
};

/// Returns the name of a shape, such as `hull`. Names do not change from version to version.
KILNCOOK_API const char *kilncook_shape_name(kilncook_shape shape);

#ifdef __cplusplus
}
#endif

#endif
