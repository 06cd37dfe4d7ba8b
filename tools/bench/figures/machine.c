// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE
#include "machine.h"

#include "math/ieee.h"
#include "simd/isa.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

/// The first model name of /proc/cpuinfo.
static void find_cpu(char *text, size_t size)
{
	char line[256], model[96] = "unknown processor";
	FILE *file = fopen("/proc/cpuinfo", "r");
	while (file && fgets(line, sizeof line, file))
	{
		char *colon = strchr(line, ':');
		if (strncmp(line, "model name", 10) != 0 || !colon)
			continue;
		line[strcspn(line, "\n")] = '\0';
		snprintf(model, sizeof model, "%.90s", colon + 1 + strspn(colon + 1, " "));
		break;
	}
	if (file)
		fclose(file);
	snprintf(text, size, "%s", model);
}

static const char *isa_name(kiln_isa isa)
{
	switch ((enum kiln_isa_values)isa)
	{
	case KILN_ISA_SSE2:
		return "SSE2";
	case KILN_ISA_AVX2:
		return "AVX2";
	case KILN_ISA_NEON:
		return "NEON";
	case KILN_ISA_AUTO:
	case KILN_ISA_SCALAR:
		break;
	}
	return "scalar";
}

bench_machine bench_machine_make(void)
{
	bench_machine machine;
	find_cpu(machine.cpu, sizeof machine.cpu);
	machine.processors = sysconf(_SC_NPROCESSORS_ONLN);
	if (getloadavg(&machine.load, 1) != 1)
		machine.load = -1;
	struct utsname name;
	if (uname(&name) == 0)
		snprintf(machine.system, sizeof machine.system, "%.32s %.32s", name.sysname, name.machine);
	else
		snprintf(machine.system, sizeof machine.system, "unknown system");
#if defined(__clang__)
	snprintf(machine.compiler, sizeof machine.compiler, "%.60s", "clang " __clang_version__);
#elif defined(__GNUC__)
	snprintf(machine.compiler, sizeof machine.compiler, "%.60s", "gcc " __VERSION__);
#else
	snprintf(machine.compiler, sizeof machine.compiler, "unknown compiler");
#endif
	machine.isa = isa_name(kilni_isa_resolve(KILN_ISA_AUTO));
	return machine;
}
