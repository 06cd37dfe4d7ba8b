// SPDX-License-Identifier: MIT
#include "term.h"

#include <ctype.h>
#include <string.h>

/// Columns of the plain page, and of the man page's source.
#define WIDTH 80
/// The widest term that has its text on the same line.
#define TERM_WIDTH 24

static const char messages[] = "Messages go to standard error, each on a line `path:node: severity: text [code]`.";

typedef struct page
{
	FILE *out;
	bool roff;
	size_t indent;
	size_t column; ///< the column in the current line
	bool options;  ///< the heading above all options has been written
} page;

/// Writes bytes; in roff, escapes bytes that would be a request, an escape or a hyphen.
static void put(const page *to, const char *text, size_t size)
{
	for (size_t i = 0; i < size; ++i)
	{
		bool option = text[i] == '-' && (i == 0 || strchr("-(`", text[i - 1])) && i + 1 < size;
		if (to->roff && i == 0 && (text[i] == '.' || text[i] == '\''))
			fputs("\\&", to->out);
		if (to->roff && text[i] == '\\')
			fputs("\\e", to->out);
		else if (to->roff && text[i] == '`')
			fputs("\\(ga", to->out);
		else if (to->roff && text[i] == '^')
			fputs("\\(ha", to->out);
		else
			fputs(to->roff && option ? "\\-" : (char[2]){text[i], 0}, to->out);
	}
}

static void end_line(page *to)
{
	if (to->column > 0)
		fputc('\n', to->out);
	to->column = 0;
}

/// Writes words in lines, up to an empty line or the end; returns the rest of the text.
static const char *put_paragraph(page *to, const char *text)
{
	for (;;)
	{
		size_t gap = strspn(text, " "), size;
		text += gap;
		if (!*text || *text == '\n')
			break;
		size = strcspn(text, " \n");
		if (to->column > to->indent && to->column + 1 + size > WIDTH)
			end_line(to);
		bool first = to->column <= to->indent;
		for (; to->column < to->indent; ++to->column)
			fputc(' ', to->out);
		if (!first)
			fputc(' ', to->out);
		put(to, text, size);
		to->column += size + !first;
		text += size;
	}
	end_line(to);
	return text + strspn(text, "\n");
}

/// Writes paragraphs; writes no gap above the first paragraph after a title.
static void put_paragraphs(page *to, const char *text, bool titled)
{
	for (; text && *text; titled = false)
	{
		if (!titled)
			fputs(to->roff ? ".PP\n" : "\n", to->out);
		text = put_paragraph(to, text);
	}
}

/// Writes a term: its names in bold, the value in italics.
static void put_term(page *to, const char *term)
{
	if (!to->roff)
	{
		fputs(term, to->out);
		return;
	}
	const char *name = NULL;
	size_t size = 0;
	for (bool more = false; term_next_name(term, &name, &size); more = true)
	{
		fputs(more ? ", \\fB" : "\\fB", to->out);
		for (size_t i = 0; i < size; ++i)
			fputs(name[i] == '-' ? "\\-" : (char[2]){name[i], 0}, to->out);
		fputs("\\fR", to->out);
	}
	size = term_names(term);
	if (!term[size])
		return;
	if (term[size] == ' ')
		fputc(' ', to->out);
	fputs("\\fI", to->out);
	put(to, term_text(term), strlen(term_text(term)));
	fputs("\\fR", to->out);
}

static void put_row(page *to, const command_row *row, size_t indent)
{
	size_t size = strlen(row->term);
	fputs(to->roff ? ".TP\n" : "  ", to->out);
	put_term(to, row->term);
	to->column = 2 + size;
	if (to->roff || to->column + 2 > indent)
		end_line(to);
	to->indent = to->roff ? 0 : indent;
	// The blanks between term and text.
	for (; to->column > 0 && to->column < indent; ++to->column)
		fputc(' ', to->out);
	put_paragraph(to, row->text);
	to->indent = 0;
}

static void put_rows(page *to, const command_section *section)
{
	size_t widest = 0;
	for (size_t i = 0; i < section->row_count; ++i)
	{
		size_t size = strlen(term_row(section, i)->term);
		widest = size > widest && size <= TERM_WIDTH ? size : widest;
	}
	for (size_t i = 0; i < section->row_count; ++i)
		put_row(to, term_row(section, i), widest + 4);
}

static void put_title(const page *to, const char *title)
{
	fputs(".SH \"", to->out);
	for (; *title; ++title)
		fputc(toupper((unsigned char)*title), to->out);
	fputs("\"\n", to->out);
}

static void put_section(page *to, const command_section *section)
{
	const char *title = section->title;
	bool options = section->row_count > 0 && term_is_option(term_row(section, 0));
	if (to->roff && options && !to->options)
		put_title(to, "Options");
	if (!to->roff)
		fprintf(to->out, "%s%s%s", title ? "\n" : "", title ? title : "", title ? ":\n" : "\n");
	else if (title && !options)
		put_title(to, title);
	else if (title && strcmp(title, "Options") != 0)
		fprintf(to->out, ".SS \"%s\"\n", title);
	to->options |= options;
	put_paragraphs(to, section->text, true);
	put_rows(to, section);
}

static void put_usage(page *to, const command_about *about)
{
	for (const char *line = about->usage; *line;)
	{
		size_t size = strcspn(line, "\n");
		if (to->roff)
			fputs(line == about->usage ? "" : ".br\n", to->out);
		else
			fputs(line == about->usage ? "usage: " : "       ", to->out);
		char term[256];
		snprintf(term, sizeof term, "%s %.*s", about->name, (int)size, line);
		put_term(to, term);
		fputc('\n', to->out);
		line += size + (line[size] != 0);
	}
}

static void put_exit_codes(page *to, const command_about *about)
{
	const command_row rows[] = {{"0", "done"}, {"1", about->refused}, {"2", "the command line is wrong"},
		{"3", "a file cannot be read or written"}, {"4", "internal error"}};
	const command_section codes = {"Exit status", NULL, rows, sizeof rows / sizeof rows[0], sizeof rows[0], false};
	put_section(to, &codes);
}

static void put_man(page *to, const command_about *about, const char *version)
{
	static const char *const others[] = {"kiln-bench", "kiln-cook", "kiln-dump", "kiln-query", "kiln-view"};
	const command_section *section;
	fprintf(to->out, ".\\\" Made by `%s --help=man`.\n.TH \"", about->name);
	for (const char *c = about->name; *c; ++c)
		fputc(toupper((unsigned char)*c), to->out);
	fprintf(to->out, "\" 1 \"\" \"Kiln %s\" \"Kiln\"\n.SH NAME\n", version);
	put(to, about->name, strlen(about->name));
	fprintf(to->out, " \\- %s\n.SH SYNOPSIS\n.nf\n", about->purpose);
	put_usage(to, about);
	fputs(".fi\n.SH DESCRIPTION\n", to->out);
	put_paragraphs(to, about->about, true);
	for (size_t i = 0; (section = term_section(about, i)) != NULL; ++i)
		put_section(to, section);
	put_exit_codes(to, about);
	put_title(to, "Diagnostics");
	put_paragraph(to, messages);
	put_title(to, "See also");
	bool first = true;
	for (size_t i = 0; i < sizeof others / sizeof others[0]; ++i)
		if (strcmp(others[i], about->name) != 0)
		{
			fprintf(to->out, "%s\\fB%s\\fR(1)", first ? "" : ",\n", others[i]);
			first = false;
		}
	fputc('\n', to->out);
}

static void put_plain(page *to, const command_about *about)
{
	const command_section *section;
	put_usage(to, about);
	put_paragraphs(to, about->about, false);
	for (size_t i = 0; (section = term_section(about, i)) != NULL; ++i)
		put_section(to, section);
	put_exit_codes(to, about);
	put_paragraphs(to, messages, false);
}

bool command_help(const command_about *about, const char *version, const char *format, FILE *out)
{
	page to = {.out = out, .roff = format != NULL};
	if (!format)
		put_plain(&to, about);
	else if (strcmp(format, "man") == 0)
		put_man(&to, about, version);
	else if (strcmp(format, "bash") == 0)
		term_bash(about, out);
	else if (strcmp(format, "zsh") == 0)
		term_zsh(about, out);
	else
		return false;
	return true;
}
