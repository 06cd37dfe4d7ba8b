// SPDX-License-Identifier: MIT
#ifndef KILN_BASE_H
#define KILN_BASE_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The library computes in the state of the floating-point unit that a program starts with: rounding to nearest, and
/// denormals as in IEEE 754. In another rounding mode, or with denormals flushed to zero, answers differ, and the
/// proofs that rounding errors are small do not hold. A thread in another state (after fesetround, or after the start
/// of a game or audio library) sets the state back before it calls the library.

/// Marks the functions and objects that the library exports. KILN_SHARED means that the library is a shared library.
/// KILN_BUILD means that the library itself is being compiled. A program that uses the shared library defines
/// KILN_SHARED on Windows; elsewhere the program need not define KILN_SHARED.
#ifndef KILN_API
#if !defined(KILN_SHARED)
#define KILN_API
#elif !defined(_WIN32)
#define KILN_API __attribute__((visibility("default")))
#elif defined(KILN_BUILD)
#define KILN_API __declspec(dllexport)
#else
#define KILN_API __declspec(dllimport)
#endif
#endif

/// Fields and arguments have the same size for every compiler and language. A kind or a status is a 32-bit integer,
/// whose values an enum beside its type names. A bool is one byte, 0 or 1.
static_assert(sizeof(bool) == 1, "a bool of kiln's structures is one byte");

#define KILN_VERSION_MAJOR 0
#define KILN_VERSION_MINOR 1
#define KILN_VERSION_PATCH 0

/// Returns the version of the linked library, "major.minor.patch", to compare with the macros above.
KILN_API const char *kiln_version(void);

/// Point or vector.
typedef struct kiln_vec3
{
	float x, y, z;
} kiln_vec3;

/// Unit quaternion. All zeros stand for the identity. A function that takes a quaternion normalises any other length.
typedef struct kiln_quat
{
	float x, y, z, w;
} kiln_quat;

/// Reason why the runtime refuses a blob or a call. The values are pinned.
typedef uint32_t kiln_status;
enum kiln_status_values
{
	KILN_OK = 0,
	KILN_E_ARGUMENT = 1,   ///< a NULL pointer or an option out of range
	KILN_E_IO = 2,		   ///< the file could not be opened, read or mapped
	KILN_E_ALIGNMENT = 3,  ///< the memory is not aligned to KILN_FORMAT_ALIGNMENT bytes
	KILN_E_CAPACITY = 4,   ///< more than there is room for; the room holds what it held before
	KILN_E_HANDLE = 5,	   ///< a handle that names nothing, or names something that was removed
	KILN_E_BUDGET = 6,	   ///< a query's work ran out, or its caller cancelled it, before its answer: see kiln/budget.h
	KILN_E_TRUNCATED = 10, ///< shorter than a header, or than the header states
	KILN_E_NOT_KILN = 11,  ///< no Kiln blob, or one damaged by a text-mode transfer
	KILN_E_ENDIAN = 12,	   ///< byte order: blob or machine is big-endian, and Kiln needs both little-endian
	KILN_E_VERSION = 13,   ///< another format version: recook, or update the runtime
	KILN_E_FEATURE = 14,   ///< the blob needs a feature that this runtime lacks: recook, or update the runtime
	KILN_E_SIZE = 15,	   ///< bytes behind the end of the blob
	KILN_E_SECTION = 20,   ///< the section table is broken
	KILN_E_RANGE = 21,	   ///< an offset, count or index points outside its range
	KILN_E_TREE = 22,	   ///< a tree is not a tree: cycle, sharing, too deep, wrong order
	KILN_E_NUMBER = 23,	   ///< a float is not finite or not in its range
	KILN_E_VALUE = 24,	   ///< a flag, enum or reserved byte has a value that the format forbids
	KILN_E_HASH = 25,	   ///< the content hash does not match (kiln-dump --verify)
};

/// Outcome of an operation that can fail.
typedef struct kiln_result
{
	kiln_status status;
	uint64_t offset;	///< byte of the blob where the fault is; 0 where the fault has no place
	const char *reason; ///< one static sentence, never NULL
} kiln_result;

/// Returns a stable word for a status, such as `truncated`.
KILN_API const char *kiln_status_name(kiln_status status);

#ifdef __cplusplus
}
#endif

#endif
