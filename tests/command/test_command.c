// SPDX-License-Identifier: MIT
#include "command/command.h"
#include "command/term.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct row_of_ours
{
	command_row row;
	int number;
} row_of_ours;

static const row_of_ours rows[] = {
	{{"-o, --output OUT.kiln", "where it goes"}, 1},
	{{"--tree aabb|obb[,...]", "which trees"}, 2},
	{{"--flip", "reverses, 'quoted'. More text"}, 3},
};
static const command_section *const sections[] = {COMMAND_SECTION("Options", COMMAND_ROWS(rows))};
static const command_about about = {.name = "try",
	.purpose = "tries",
	.usage = "FILE",
	.about = ".begins with a dot and has a \\ in it",
	.refused = "refused",
	.plain = "FILE",
	.sections = sections,
	.section_count = 1};

/// Parses the only option of a command line.
static command_word taken(char *first, char *second)
{
	char *words[] = {first, second};
	command_words left = {.words = words, .count = second ? 2 : 1};
	command_word word;
	command_next(&about, &left, &word);
	if (word.kind == COMMAND_OPTION)
	{
		assert_int_equal(left.at, left.count);
	}
	return word;
}

static int number_of(command_word word)
{
	assert_int_equal(word.kind, COMMAND_OPTION);
	return ((const row_of_ours *)(const void *)word.row)->number;
}

static void an_option_has_each_of_its_names(void **state)
{
	(void)state;
	assert_int_equal(number_of(taken("-o", "x")), 1);
	assert_int_equal(number_of(taken("--output", "x")), 1);
	assert_int_equal(taken("--out", "x").kind, COMMAND_WRONG);
	assert_int_equal(taken("--output,", "x").kind, COMMAND_WRONG);
	assert_int_equal(taken("-ox", NULL).kind, COMMAND_OPTION);
	assert_string_equal(taken("-ox", NULL).value, "x");
	assert_int_equal(taken("-x", NULL).kind, COMMAND_WRONG);
	// A name without a value takes none, nor do long names without '='.
	assert_int_equal(taken("-hx", NULL).kind, COMMAND_WRONG);
	assert_int_equal(taken("--outputx", NULL).kind, COMMAND_WRONG);
}

static void a_value_follows_or_stands_behind_equals(void **state)
{
	(void)state;
	assert_string_equal(taken("--output", "-x").value, "-x");
	assert_string_equal(taken("--output=a=b", NULL).value, "a=b");
	assert_string_equal(taken("--output=", NULL).value, "");
	assert_int_equal(taken("-o=x", NULL).kind, COMMAND_WRONG);
	assert_int_equal(taken("--output", NULL).kind, COMMAND_WRONG);
	assert_int_equal(taken("--flip=1", NULL).kind, COMMAND_WRONG);
	assert_int_equal(number_of(taken("--flip", NULL)), 3);
}

static void words_behind_two_hyphens_are_plain(void **state)
{
	(void)state;
	char *words[] = {"-", "--", "--flip", "--"};
	command_words left = {.words = words, .count = 4};
	command_word word;
	for (size_t i = 0; i < 4; ++i)
	{
		assert_int_equal(command_next(&about, &left, &word), i < 3 ? COMMAND_PLAIN : COMMAND_END);
		assert_int_equal(left.ended, i > 0);
	}
	assert_int_equal(left.at, 4);
}

static void help_takes_known_formats_only(void **state)
{
	(void)state;
	assert_int_equal(taken("-h", NULL).kind, COMMAND_HELP);
	assert_null(taken("--help", NULL).value);
	assert_string_equal(taken("--help=zsh", NULL).value, "zsh");
	assert_int_equal(taken("--help=", NULL).kind, COMMAND_WRONG);
	assert_int_equal(taken("--help=m", NULL).kind, COMMAND_WRONG);
	assert_int_equal(taken("--help=man|bash", NULL).kind, COMMAND_WRONG);
	assert_int_equal(taken("--version", NULL).kind, COMMAND_VERSION);
	assert_int_equal(taken("--version=1", NULL).kind, COMMAND_WRONG);
}

static void assert_value(const char *text, term_kind kind, const char *words)
{
	term_value value = term_value_of(text);
	assert_int_equal(value.kind, kind);
	assert_int_equal(value.size, strlen(words));
	assert_true(value.size == 0 || memcmp(value.words, words, value.size) == 0);
}

static void a_value_is_what_it_is_written_as(void **state)
{
	(void)state;
	assert_value(term_text("--flip"), TERM_NONE, "");
	assert_value(term_text("-o, --output OUT.kiln"), TERM_FILE, "kiln");
	assert_value("FILE", TERM_FILE, "");
	assert_value("DIR", TERM_FOLDER, "");
	assert_value("x|y", TERM_WORDS, "x|y");
	assert_value("[PATTERN=]a|b", TERM_WORDS, "a|b");
	assert_value(term_text("-h, --help[=man|bash]"), TERM_WORDS, "man|bash");
	assert_value("a|b[,...]", TERM_LIST, "a|b");
	assert_value("2..8", TERM_TEXT, "");
	assert_value("REL", TERM_TEXT, "");
}

/// Returns the output of a format, to be freed.
static char *printed(const char *format)
{
	FILE *file = tmpfile();
	assert_non_null(file);
	assert_true(command_help(&about, "1.2.3", format, file));
	size_t size = (size_t)ftell(file);
	char *text = calloc(size + 1, 1);
	assert_non_null(text);
	rewind(file);
	assert_int_equal(fread(text, 1, size, file), size);
	fclose(file);
	return text;
}

static void text_is_no_markup(void **state)
{
	(void)state;
	char *man = printed("man"), *zsh = printed("zsh");
	assert_non_null(strstr(man, "\n\\&.begins with a dot and has a \\e in it\n"));
	assert_non_null(strstr(man, "\n\\fB\\-o\\fR, \\fB\\-\\-output\\fR \\fIOUT.kiln\\fR\n"));
	assert_non_null(strstr(zsh, "'*--flip[reverses]'"));
	free(man);
	free(zsh);
}

static void another_format_prints_nothing(void **state)
{
	(void)state;
	assert_false(command_help(&about, "1.2.3", "html", NULL));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_option_has_each_of_its_names),
		cmocka_unit_test(a_value_follows_or_stands_behind_equals),
		cmocka_unit_test(words_behind_two_hyphens_are_plain),
		cmocka_unit_test(help_takes_known_formats_only),
		cmocka_unit_test(a_value_is_what_it_is_written_as),
		cmocka_unit_test(text_is_no_markup),
		cmocka_unit_test(another_format_prints_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
