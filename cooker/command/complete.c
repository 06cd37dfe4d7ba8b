// SPDX-License-Identifier: MIT
#include "term.h"

#include <string.h>

/// Writes the words of a value between blanks.
static void put_words(term_value value, FILE *out)
{
	for (size_t i = 0; i < value.size; ++i)
		fputc(value.words[i] == '|' ? ' ' : value.words[i], out);
}

/// Writes an option's names between separators.
static void put_names(const command_row *row, const char *between, FILE *out)
{
	const char *name = NULL;
	size_t size = 0;
	while (term_next_name(row->term, &name, &size))
		fprintf(out, "%s%.*s", name == row->term ? "" : between, (int)size, name);
}

/// Writes the first word of each term of a section, separated by blanks.
static void put_first_words(const command_section *section, FILE *out)
{
	for (size_t i = 0; i < section->row_count; ++i)
	{
		const char *term = term_row(section, i)->term;
		fprintf(out, "%s%.*s", i ? " " : "", (int)strcspn(term, " "), term);
	}
}

static const command_section *plain_section(const command_about *about)
{
	for (size_t i = 0; i < about->section_count; ++i)
		if (about->sections[i]->plain)
			return about->sections[i];
	return NULL;
}

/// Writes the name of the shell's function, without hyphens, which not every shell allows.
static void put_function(const command_about *about, FILE *out)
{
	fputc('_', out);
	for (const char *c = about->name; *c; ++c)
		fputc(*c == '-' ? '_' : *c, out);
}

// --- bash -----------------------------------------------------------------------------------------------------------

/// Writes the code that sets the completions of a value.
static void bash_value(term_value value, FILE *out)
{
	if (value.kind == TERM_WORDS || value.kind == TERM_LIST)
	{
		fputs(value.kind == TERM_LIST ? "list=1 words='" : "words='", out);
		put_words(value, out);
		fputs("'", out);
	}
	else if (value.kind == TERM_FILE)
		fprintf(out, "files='*%s%.*s'", value.size ? "." : "", (int)value.size, value.size ? value.words : "");
	else
		fputs(value.kind == TERM_FOLDER ? "files=/" : ":", out);
}

void term_bash(const command_about *about, FILE *out)
{
	const command_section *section;
	fprintf(out, "# Completions of %s for bash, made by `%s --help=bash`.\n", about->name, about->name);
	put_function(about, out);
	// Bash splits --name=value at the = into words.
	fputs("()\n{\n\tlocal at=$COMP_CWORD words= files= list= kept=\n"
		  "\t[ \"${COMP_WORDS[at]}\" = = ] || at=$((at - 1))\n"
		  "\twhile [ $at -gt 1 ] && [ \"${COMP_WORDS[at]}\" = = ]\n\tdo\n\t\tat=$((at - 1))\n"
		  "\t\t[[ ${COMP_WORDS[at]} == -* ]] || at=$((at - 1))\n\tdone\n\tcase ${COMP_WORDS[at]} in\n",
		out);
	for (size_t i = 0; i < about->section_count; ++i)
		for (size_t j = 0; j < about->sections[i]->row_count; ++j)
		{
			const command_row *row = term_row(about->sections[i], j);
			term_value value = term_value_of(term_text(row->term));
			if (!term_is_option(row) || value.kind == TERM_NONE)
				continue;
			fputc('\t', out);
			put_names(row, " | ", out);
			fputs(") ", out);
			bash_value(value, out);
			fputs(" ;;\n", out);
		}
	fputs("\t*)\n\t\tif [[ $2 == -* ]]\n\t\tthen\n\t\t\twords='", out);
	for (size_t i = 0; (section = term_section(about, i)) != NULL; ++i)
		for (size_t j = 0; j < section->row_count; ++j)
			if (term_is_option(term_row(section, j)))
			{
				put_names(term_row(section, j), " ", out);
				fputc(' ', out);
			}
	fputs("'\n\t\telse\n\t\t\t", out);
	if ((section = plain_section(about)) != NULL)
	{
		fputs("words='", out);
		put_first_words(section, out);
		fputs("'", out);
	}
	else
		bash_value(term_value_of(about->plain), out);
	fputs("\n\t\tfi\n\t\t;;\n\tesac\n\tif [ -n \"$files\" ]\n\tthen\n\t\tcompopt -o filenames 2>/dev/null\n"
		  "\t\tmapfile -t COMPREPLY < <(compgen -d -- \"$2\"\n"
		  "\t\t\t[ \"$files\" = / ] || compgen -f -X \"!$files\" -- \"$2\" | while IFS= read -r file\n"
		  "\t\t\tdo\n\t\t\t\t[ -d \"$file\" ] || printf '%s\\n' \"$file\"\n\t\t\tdone)\n\t\treturn\n\tfi\n"
		  "\t[ -z \"$list\" ] || [[ $2 != *,* ]] || kept=${2%,*},\n"
		  "\tmapfile -t COMPREPLY < <(compgen -P \"$kept\" -W \"$words\" -- \"${2#\"$kept\"}\")\n}\ncomplete -F ",
		out);
	put_function(about, out);
	fprintf(out, " %s\n", about->name);
}

// --- zsh ------------------------------------------------------------------------------------------------------------

/// Writes the first clause of a text inside single quotes; escapes [ ] and :, which separate the parts of an argument's
/// description.
static void zsh_text(const char *text, FILE *out)
{
	for (; *text && (!strchr(".;:,", text[0]) || (text[1] && text[1] != ' ')); ++text)
		if (*text == '\'')
			fputs("'\\''", out);
		else if (strchr("[]:\\", *text))
			fprintf(out, "\\%c", *text);
		else
			fputc(*text, out);
}

/// Writes the value's name and its completions.
static void zsh_value(const char *text, FILE *out)
{
	term_value value = term_value_of(text);
	if (value.kind == TERM_NONE)
		return;
	fputc(':', out);
	if (value.kind == TERM_WORDS || value.kind == TERM_LIST)
		fputs("value", out);
	else
		zsh_text(text, out);
	if (value.kind == TERM_LIST)
	{
		fputs(":_values -s , value ", out);
		put_words(value, out);
	}
	else if (value.kind == TERM_WORDS)
	{
		// The value follows a pattern and its =, or stands alone.
		fputs(":{compset -P \"*=\"; compadd ", out);
		put_words(value, out);
		fputs("}", out);
	}
	else if (value.kind == TERM_FILE && value.size)
		fprintf(out, ":_files -g \"*.%.*s\"", (int)value.size, value.words);
	else
		fputs(value.kind == TERM_FILE ? ":_files" : value.kind == TERM_FOLDER ? ":_files -/" : ": ", out);
}

void term_zsh(const command_about *about, FILE *out)
{
	const command_section *section;
	fprintf(out, "#compdef %s\n# Completions of %s for zsh, made by `%s --help=zsh`.\n_arguments -S", about->name,
		about->name, about->name);
	for (size_t i = 0; (section = term_section(about, i)) != NULL; ++i)
		for (size_t j = 0; j < section->row_count; ++j)
		{
			const command_row *row = term_row(section, j);
			const char *name = NULL, *text = term_text(row->term);
			size_t size = 0;
			while (term_is_option(row) && term_next_name(row->term, &name, &size))
			{
				bool whole = text[0] == '[' && text[1] == '=';
				const char *equals = !text[0] || whole || strncmp(name, "--", 2) != 0 ? "" : "=";
				fprintf(out, " \\\n\t'*%.*s%s[", (int)size, name, equals);
				zsh_text(row->text, out);
				fputc(']', out);
				if (!whole)
					zsh_value(text, out);
				fputc('\'', out);
			}
		}
	fputs(" \\\n\t'*", out);
	if ((section = plain_section(about)) != NULL)
	{
		fprintf(out, ":%s:(", section->title);
		put_first_words(section, out);
		fputs(")", out);
	}
	else
		zsh_value(about->plain, out);
	fputs("'\n", out);
}
