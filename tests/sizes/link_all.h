// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_SIZES_LINK_ALL_H
#define KILN_TESTS_SIZES_LINK_ALL_H

#include <kiln.h>
#include <kiln/convex.h>

/// A program that links each function named: their addresses are in a table that the program reads.
typedef void used_function(void);
#define USED(function) (used_function *)function
#define LINK_ALL(...)                                                                                                  \
	int main(int count, char **words)                                                                                  \
	{                                                                                                                  \
		static used_function *const volatile used[] = {__VA_ARGS__};                                                   \
		return words[0] && used[(size_t)count % (sizeof used / sizeof *used)] == NULL;                                 \
	}

#endif
