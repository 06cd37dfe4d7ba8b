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

/// All of the library computes with the rounding mode that a program starts with, to nearest, and with denormals as IEEE 754
/// has them. In another mode, or with denormals flushed to zero, answers differ, and proofs that a rounding error is small
/// do not hold: a thread that sets one (fesetround, a game's or audio library's start) sets it back for the calls.

/// Marks what the library gives to others. KILN_SHARED says that the library is a shared one, and KILN_BUILD that this is its
/// own build. Only Windows needs KILN_SHARED in a program that uses the library.
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

/// Fields and arguments have the same size for every compiler and language: a kind or a status is an integer of 32 bits, whose
/// values an enum of its own names; a truth is one byte, 0 or 1.
static_assert(sizeof(bool) == 1, "a bool of kiln's structures is one byte");

#define KILN_VERSION_MAJOR 0
#define KILN_VERSION_MINOR 1
#define KILN_VERSION_PATCH 0

/// "major.minor.patch" of the library that is linked, to be compared with the macros above.
KILN_API const char *kiln_version(void);

typedef struct kiln_vec3
{
	float x, y, z;
} kiln_vec3;

/// Unit quaternion. All zero stands for the identity; other lengths are normalised by the function that takes it.
typedef struct kiln_quat
{
	float x, y, z, w;
} kiln_quat;

/// Why a blob was refused, or a call. Values are pinned.
typedef uint32_t kiln_status;
enum kiln_status_values
{
	KILN_OK = 0,
	KILN_E_ARGUMENT = 1,   ///< a NULL pointer or an option out of range
	KILN_E_IO = 2,		   ///< the file could not be opened, read or mapped
	KILN_E_ALIGNMENT = 3,  ///< the memory is not aligned to KILN_FORMAT_ALIGNMENT bytes
	KILN_E_CAPACITY = 4,   ///< more than there is room for; what was there is unchanged
	KILN_E_HANDLE = 5,	   ///< a handle that names nothing, or what is no more
	KILN_E_BUDGET = 6,	   ///< a query's work ran out, or it was cancelled, before its answer: see kiln/budget.h
	KILN_E_TRUNCATED = 10, ///< shorter than a header, or than the header says
	KILN_E_NOT_KILN = 11,  ///< no Kiln blob, or one damaged by a text-mode transfer
	KILN_E_ENDIAN = 12,	   ///< byte order: blob or machine is big-endian, and Kiln needs both little-endian
	KILN_E_VERSION = 13,   ///< another format version: recook, or update the runtime
	KILN_E_FEATURE = 14,   ///< needs a feature that this runtime lacks: recook, or update the runtime
	KILN_E_SIZE = 15,	   ///< bytes behind the blob's own end
	KILN_E_SECTION = 20,   ///< the section table is broken
	KILN_E_RANGE = 21,	   ///< an offset, count or index leads outside
	KILN_E_TREE = 22,	   ///< a tree is not a tree: cycle, sharing, too deep, wrong order
	KILN_E_NUMBER = 23,	   ///< a float is not finite or not in its range
	KILN_E_VALUE = 24,	   ///< a flag, enum or reserved byte has a value the format forbids
	KILN_E_HASH = 25,	   ///< the content hash does not match (kiln-dump --verify)
};

/// Outcome of an operation that can fail.
typedef struct kiln_result
{
	kiln_status status;
	uint64_t offset;	///< byte in the blob at which the rule is broken; 0 when no place applies
	const char *reason; ///< one static sentence, never NULL
} kiln_result;

/// A stable word for a status, such as `truncated`.
KILN_API const char *kiln_status_name(kiln_status status);

#ifdef __cplusplus
}
#endif

#endif
