// SPDX-License-Identifier: MIT
#include <cstdio>

extern "C" int plugin_ask(const char *path);

int main(int count, char **words)
{
	if (count != 2)
	{
		std::fprintf(stderr, "usage: host FILE.kiln\n");
		return 2;
	}
	return plugin_ask(words[1]);
}
