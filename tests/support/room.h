// SPDX-License-Identifier: MIT
#ifndef KILN_ROOM_H
#define KILN_ROOM_H

/// The tests of one room. The Makefile writes their table and compiles the main() of test_x.c as test_x_main().

/// One test_x.c.
typedef struct room_test
{
	const char *name;  ///< `test_x`; NULL ends the table
	int (*main)(void); ///< returns the number of failed tests
} room_test;

extern const room_test room_tests[];

#endif
