// SPDX-License-Identifier: MIT
#include "ask.hpp"

int main(int count, char **words)
{
	if (count != 2)
	{
		std::fprintf(stderr, "usage: game FILE.kiln\n");
		return 2;
	}
	return ask(words[1]);
}
