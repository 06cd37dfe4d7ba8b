// SPDX-License-Identifier: MIT
// The program around the plugin that answers.c becomes.
#ifdef __cplusplus
extern "C"
#endif
	int
	plugin_main(int count, char **words);

int main(int count, char **words)
{
	return plugin_main(count, words);
}
