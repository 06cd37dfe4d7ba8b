// SPDX-License-Identifier: MIT
#include "room.h"

#include <stdio.h>
#include <string.h>

/// room_pair [--list | test_pair...]: runs the named tests, or all tests without a name. Exit code: 0 when all passed,
/// 1 when one failed, 2 when the room has no such test.
int main(int argc, char **argv)
{
	int failed = 0;
	for (int i = 1; i < argc; ++i)
	{
		const room_test *test = room_tests;
		while (test->name && strcmp(test->name, argv[i]) != 0)
			++test;
		if (!test->name && strcmp(argv[i], "--list") != 0)
			return fprintf(stderr, "no test %s here\n", argv[i]), 2;
	}
	for (const room_test *test = room_tests; test->name; ++test)
	{
		int asked = argc == 1;
		for (int i = 1; i < argc; ++i)
		{
			asked |= strcmp(test->name, argv[i]) == 0;
			if (strcmp(argv[i], "--list") == 0)
				puts(test->name);
		}
		failed |= asked && test->main() != 0;
	}
	return failed;
}
