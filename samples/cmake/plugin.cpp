// SPDX-License-Identifier: MIT
#include "ask.hpp"

extern "C" int plugin_ask(const char *path);

extern "C" int plugin_ask(const char *path)
{
	return ask(path);
}
