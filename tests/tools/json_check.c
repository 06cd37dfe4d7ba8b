// SPDX-License-Identifier: MIT
// json_check [--lines]: whether standard input is one JSON value (RFC 8259), or with --lines one a line. Exit code 1
// and the byte where it stops being one otherwise.

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Limit of json_check's own recursion.
#define CHECK_DEPTH 100

typedef struct check
{
	const unsigned char *at;
	const unsigned char *end;
	unsigned depth;
} check;

static bool check_value(check *c);

static bool next_is(const check *c, unsigned char byte)
{
	return c->at < c->end && *c->at == byte;
}

static bool take(check *c, unsigned char byte)
{
	bool taken = next_is(c, byte);
	c->at += taken ? 1 : 0;
	return taken;
}

static void skip_space(check *c)
{
	while (c->at < c->end && (*c->at == ' ' || *c->at == '\t' || *c->at == '\n' || *c->at == '\r'))
	{
		++c->at;
	}
}

static bool check_word(check *c, const char *word)
{
	size_t size = strlen(word);
	if ((size_t)(c->end - c->at) < size || memcmp(c->at, word, size) != 0)
	{
		return false;
	}
	c->at += size;
	return true;
}

static bool check_digits(check *c)
{
	const unsigned char *first = c->at;
	while (c->at < c->end && *c->at >= '0' && *c->at <= '9')
	{
		++c->at;
	}
	return c->at > first;
}

static bool check_number(check *c)
{
	take(c, '-');
	if (!take(c, '0') && !check_digits(c))
	{
		return false;
	}
	if (take(c, '.') && !check_digits(c))
	{
		return false;
	}
	if (take(c, 'e') || take(c, 'E'))
	{
		if (!take(c, '+'))
		{
			take(c, '-');
		}
		return check_digits(c);
	}
	return true;
}

static bool check_escape(check *c)
{
	if (c->at < c->end && strchr("\"\\/bfnrt", *c->at) != NULL && *c->at != '\0')
	{
		++c->at;
		return true;
	}
	if (!take(c, 'u') || c->end - c->at < 4)
	{
		return false;
	}
	for (int i = 0; i < 4; ++i, ++c->at)
	{
		bool digit = *c->at >= '0' && *c->at <= '9';
		if (!digit && !(*c->at >= 'a' && *c->at <= 'f') && !(*c->at >= 'A' && *c->at <= 'F'))
		{
			return false;
		}
	}
	return true;
}

// Checks one UTF-8 sequence of a valid value (Unicode 15, table 3-7).
static bool check_sequence(check *c)
{
	static const unsigned char rows[][4] = {
		// first byte from, to; second byte from, to
		{0xc2, 0xdf, 0x80, 0xbf},
		{0xe0, 0xe0, 0xa0, 0xbf},
		{0xe1, 0xec, 0x80, 0xbf},
		{0xed, 0xed, 0x80, 0x9f},
		{0xee, 0xef, 0x80, 0xbf},
		{0xf0, 0xf0, 0x90, 0xbf},
		{0xf1, 0xf3, 0x80, 0xbf},
		{0xf4, 0xf4, 0x80, 0x8f},
	};
	unsigned char first = *c->at++;
	if (first < 0x80)
	{
		return first >= 0x20;
	}
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i)
	{
		if (first < rows[i][0] || first > rows[i][1])
		{
			continue;
		}
		if (c->at == c->end || *c->at < rows[i][2] || *c->at > rows[i][3])
		{
			return false;
		}
		++c->at;
		for (int more = first >= 0xf0 ? 2 : first >= 0xe0 ? 1 : 0; more > 0; --more, ++c->at)
		{
			if (c->at == c->end || *c->at < 0x80 || *c->at > 0xbf)
			{
				return false;
			}
		}
		return true;
	}
	return false;
}

static bool check_string(check *c)
{
	if (!take(c, '"'))
	{
		return false;
	}
	while (c->at < c->end && !next_is(c, '"'))
	{
		if (take(c, '\\') ? !check_escape(c) : !check_sequence(c))
		{
			return false;
		}
	}
	return take(c, '"');
}

static bool check_members(check *c, unsigned char close, bool keyed)
{
	skip_space(c);
	if (take(c, close))
	{
		return true;
	}
	do
	{
		skip_space(c);
		if (keyed)
		{
			if (!check_string(c))
			{
				return false;
			}
			skip_space(c);
			if (!take(c, ':'))
			{
				return false;
			}
		}
		if (!check_value(c))
		{
			return false;
		}
		skip_space(c);
	} while (take(c, ','));
	return take(c, close);
}

static bool check_value(check *c)
{
	skip_space(c);
	if (c->at == c->end || c->depth == CHECK_DEPTH)
	{
		return false;
	}
	bool good = false;
	++c->depth;
	switch (*c->at)
	{
	case '{':
		++c->at;
		good = check_members(c, '}', true);
		break;
	case '[':
		++c->at;
		good = check_members(c, ']', false);
		break;
	case '"':
		good = check_string(c);
		break;
	case 't':
		good = check_word(c, "true");
		break;
	case 'f':
		good = check_word(c, "false");
		break;
	case 'n':
		good = check_word(c, "null");
		break;
	default:
		good = check_number(c);
	}
	--c->depth;
	return good;
}

static bool check_text(const unsigned char *text, size_t size, size_t *stopped)
{
	check c = {text, text + size, 0};
	bool good = check_value(&c);
	skip_space(&c);
	*stopped = (size_t)(c.at - text);
	return good && c.at == c.end;
}

static unsigned char *read_all(size_t *size)
{
	size_t capacity = 0;
	unsigned char *text = NULL;
	*size = 0;
	do
	{
		capacity = capacity * 2 + 65536;
		unsigned char *grown = realloc(text, capacity);
		if (grown == NULL)
		{
			break;
		}
		text = grown;
		*size += fread(text + *size, 1, capacity - *size, stdin);
	} while (*size == capacity);
	return text;
}

int main(int argc, char **argv)
{
	bool lines = argc > 1 && strcmp(argv[1], "--lines") == 0;
	size_t size = 0;
	unsigned char *text = read_all(&size);
	int code = text == NULL ? 4 : 0;
	size_t first = 0;
	while (code == 0 && (first < size || !lines))
	{
		const unsigned char *newline = lines ? memchr(text + first, '\n', size - first) : NULL;
		size_t end = newline != NULL ? (size_t)(newline - text) : size;
		size_t stopped = 0;
		if (!check_text(text + first, end - first, &stopped))
		{
			fprintf(stderr, "not JSON at byte %zu\n", first + stopped);
			code = 1;
		}
		first = end + 1;
		if (!lines)
		{
			break;
		}
	}
	free(text);
	return code;
}
