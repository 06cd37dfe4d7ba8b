// SPDX-License-Identifier: MIT
#include "kiln/base.h"
#include "math/ieee.h"

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)

const char *kiln_version(void)
{
	return TEXT(KILN_VERSION_MAJOR) "." TEXT(KILN_VERSION_MINOR) "." TEXT(KILN_VERSION_PATCH);
}

const char *kiln_status_name(kiln_status status)
{
	switch ((enum kiln_status_values)status)
	{
	case KILN_OK:
		return "ok";
	case KILN_E_ARGUMENT:
		return "argument";
	case KILN_E_IO:
		return "io";
	case KILN_E_ALIGNMENT:
		return "alignment";
	case KILN_E_CAPACITY:
		return "capacity";
	case KILN_E_HANDLE:
		return "handle";
	case KILN_E_BUDGET:
		return "budget";
	case KILN_E_TRUNCATED:
		return "truncated";
	case KILN_E_NOT_KILN:
		return "not-kiln";
	case KILN_E_ENDIAN:
		return "endian";
	case KILN_E_VERSION:
		return "version";
	case KILN_E_FEATURE:
		return "feature";
	case KILN_E_SIZE:
		return "size";
	case KILN_E_SECTION:
		return "section";
	case KILN_E_RANGE:
		return "range";
	case KILN_E_TREE:
		return "tree";
	case KILN_E_NUMBER:
		return "number";
	case KILN_E_VALUE:
		return "value";
	case KILN_E_HASH:
		return "hash";
	}
	return "unknown";
}
