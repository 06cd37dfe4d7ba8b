// SPDX-License-Identifier: MIT
#include "split.h"

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

char *split_blanks(char *at, uint32_t *line)
{
	while (is_blank(*at) || *at == '#')
	{
		if (*at == '#')
			while (*at && *at != '\n')
				++at;
		else
			*line += *at++ == '\n';
	}
	return at;
}

bool split_word(char **from, char **to, uint32_t *line)
{
	char *in = *from, *out = *to, quote = 0;
	for (; *in && (quote || !is_blank(*in)); ++in)
	{
		*line += *in == '\n';
		if (!quote && (*in == '"' || *in == '\''))
			quote = *in;
		else if (*in == quote)
			quote = 0;
		else
		{
			if (quote == '"' && *in == '\\' && (in[1] == '"' || in[1] == '\\'))
				++in;
			*out++ = *in;
		}
	}
	// The NUL of the word replaces the blank after it, whose newline must still be counted.
	if (*in)
		*line += *in++ == '\n';
	*out++ = 0;
	*from = in;
	*to = out;
	return quote == 0;
}
