// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_DIFF_LINES_H
#define KILN_DUMP_DIFF_LINES_H

#include "../../common/json.h"

/// Differences as they are written: each has a kind of thing, the name of the thing, what differs, and both values.

typedef struct diff_lines
{
	FILE *out;
	json_writer *json; ///< NULL: text
	uint64_t count;	   ///< differences so far
} diff_lines;

/// A thing in both files, by the words of a line: such as `mesh` and its name. An empty name is not written.
typedef struct diff_thing
{
	const char *kind;
	const char *name;
} diff_thing;

/// Begins the differences of two files. `json` has the writer of `lines`, or is NULL for text.
diff_lines diff_begin(FILE *out, json_writer *json, const char *const path[2]);
/// Ends the differences; those of equal files say so.
void diff_end(diff_lines *lines);

/// Writes a difference without values, such as `removed`.
void diff_fact(diff_lines *lines, diff_thing thing, const char *what);
/// Writes a difference of two counts, where they differ.
void diff_counts(diff_lines *lines, diff_thing thing, const char *what, uint64_t a, uint64_t b);
/// Writes a difference of two bit masks, where they differ, in hexadecimal digits.
void diff_masks(diff_lines *lines, diff_thing thing, const char *what, uint64_t a, uint64_t b);
/// Writes a difference of two numbers, where they differ.
void diff_numbers(diff_lines *lines, diff_thing thing, const char *what, double a, double b);
/// Writes a difference of two texts, where they differ.
void diff_texts(diff_lines *lines, diff_thing thing, const char *what, const char *a, const char *b);
/// Writes a length by which something moved, if it is not 0.
void diff_length(diff_lines *lines, diff_thing thing, const char *what, double length);

#endif
