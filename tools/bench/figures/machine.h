// SPDX-License-Identifier: MIT
#ifndef KILN_BENCH_MACHINE_H
#define KILN_BENCH_MACHINE_H

/// The machine of the measurements: without it, figures mean nothing.
typedef struct bench_machine
{
	char cpu[128];
	char system[96];
	char compiler[64];
	const char *isa; ///< the instruction set that kiln_open chooses
	long processors;
	double load; ///< mean number of runnable processes in the last minute; negative when the system does not report it
} bench_machine;

bench_machine bench_machine_make(void);

#endif
