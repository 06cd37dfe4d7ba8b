// SPDX-License-Identifier: MIT
extern "C" int plugin_ask(const char *path);

int main(int count, char **words)
{
	return count == 2 ? plugin_ask(words[1]) : 2;
}
