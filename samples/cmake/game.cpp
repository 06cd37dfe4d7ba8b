// SPDX-License-Identifier: MIT
#include "ask.hpp"

int main(int count, char **words)
{
	return count == 2 ? ask(words[1]) : 2;
}
