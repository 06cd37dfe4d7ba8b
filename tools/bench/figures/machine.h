// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_MACHINE_H
#define KILN_BENCH_MACHINE_H

/// Where figures come from: without it they mean nothing.
typedef struct bench_machine
{
	char cpu[128];
	char system[96];
	char compiler[64];
	const char *isa; ///< that kiln_open chooses
	long processors;
	double load; ///< processes that wanted to run in the last minute; negative when the system does not tell
} bench_machine;

bench_machine bench_machine_make(void);

#endif
