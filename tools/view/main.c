// SPDX-License-Identifier: MIT
#include "../common/message.h"
#include "../common/page.h"
#include "../dump/field.h"
#include "../dump/report.h"
#include "page_file.h"
#include "platform/platform.h"

#include <stdlib.h>
#include <string.h>

#define ASSETS_MAX 2

typedef struct view_options
{
	const char *paths[ASSETS_MAX];
	size_t count;
	const char *output;
	const char *page;
	const char *play; ///< a log or file of queries, or NULL
	bool scalar;	  ///< takes the installed page for browsers without SIMD
	const char *surveys[ASSETS_MAX];
	size_t survey_count;
	bool finished; ///< --help or --version was printed
} view_options;

typedef struct view_option
{
	command_row row;
	enum
	{
		VIEW_OUTPUT,
		VIEW_PAGE,
		VIEW_SURVEY,
		VIEW_PLAY,
		VIEW_SCALAR,
	} kind;
} view_option;

// Each option is one row here, from which --help, the man page and the completions are made.
static const view_option option_rows[] = {
	{{"-o, --output PAGE.html", "the page to write"}, VIEW_OUTPUT},
	{{"--page EMPTY.html",
		 "takes this page without assets instead of the one that is installed with kiln-view, which `make view` "
		 "builds"},
		VIEW_PAGE},
	{{"--survey REPORT.json",
		 "shows what kiln-cook's report (--report) found wrong with the asset's surfaces. With two assets, a second "
		 "--survey is that of the second"},
		VIEW_SURVEY},
	{{"--play QUERIES",
		 "plays a log of queries, or a file of kiln-query's lines, such as the way of a character: the comment # frame "
		 "begins a frame, and lines before the first frame stand in every one"},
		VIEW_PLAY},
	{{"--scalar", "takes the page for browsers without WebAssembly SIMD, which `make view_scalar` builds"},
		VIEW_SCALAR},
};

static const command_section *const sections[] = {COMMAND_SECTION("Options", COMMAND_ROWS(option_rows))};

static const command_about about = {
	.name = "kiln-view",
	.purpose = "shows a collision asset or a height field in a browser",
	.usage = "FILE.kiln [OTHER.kiln] -o PAGE.html [OPTION...]",
	.about =
		"Writes one page that contains the assets, the runtime in WebAssembly, and what draws them. The page needs no "
		"network and opens from a file: surfaces by node, material, layer, part, edge kind, winding and source face, "
		"the scene as a tree with search, everything that kiln-dump prints, and queries that the runtime answers.\n\n"
		"For a broken file, the page shows what kiln-dump shows of the file, and kiln-view exits with 1. The file - is "
		"standard input, the output - is standard output, and @FILE stands for the words of a file.",
	.refused = "a file is broken; the page is written",
	.plain = "FILE.kiln",
	.sections = sections,
	.section_count = 1,
};

static int usage_error(const char *text, const char *word)
{
	return tool_usage_error(&about, text, word);
}

static int take_plain(const command_word *word, view_options *options)
{
	if (options->count == ASSETS_MAX)
		return usage_error("two files at most, not also ", word->value);
	options->paths[options->count++] = word->value;
	return TOOL_DONE;
}

static int take_survey(const char *path, view_options *options)
{
	if (options->survey_count == ASSETS_MAX)
		return usage_error("two reports at most, not also ", path);
	options->surveys[options->survey_count++] = path;
	return TOOL_DONE;
}

static int take_option(const command_word *word, view_options *options)
{
	switch (((const view_option *)(const void *)word->row)->kind)
	{
	case VIEW_SURVEY:
		return take_survey(word->value, options);
	case VIEW_PLAY:
		options->play = word->value;
		break;
	case VIEW_PAGE:
		options->page = word->value;
		break;
	case VIEW_OUTPUT:
		options->output = word->value;
		break;
	case VIEW_SCALAR:
		options->scalar = true;
		break;
	}
	return TOOL_DONE;
}

static int check_options(const view_options *options)
{
	if (options->count == 0)
		return usage_error("no file given", "");
	if (options->output == NULL)
		return usage_error("no output given: -o PAGE.html", "");
	if (options->scalar && options->page != NULL)
		return usage_error("--scalar and --page name two pages: ", options->page);
	if (options->survey_count > options->count)
		return usage_error("more reports than assets: ", options->surveys[options->count]);
	for (size_t i = 0; i < options->count + options->survey_count + (options->play != NULL); ++i)
	{
		const size_t report = i - options->count;
		const char *path = i < options->count				? options->paths[i]
						   : report < options->survey_count ? options->surveys[report]
															: options->play;
		if (platform_same_file(path, options->output))
			return usage_error("-o would overwrite ", path);
	}
	return TOOL_DONE;
}

static int parse_options(int argc, char **argv, view_options *options)
{
	command_words words = tool_words(argc, argv);
	command_word word;
	while (command_next(&about, &words, &word) != COMMAND_END)
	{
		if (word.kind != COMMAND_PLAIN && word.kind != COMMAND_OPTION)
		{
			options->finished = true;
			return tool_page(&about, &word);
		}
		const int code = word.kind == COMMAND_PLAIN ? take_plain(&word, options) : take_option(&word, options);
		if (code != TOOL_DONE)
			return code;
	}
	return check_options(options);
}

/// Returns the path of the page that is installed with the program, or lies beside it in the build's folder. The caller frees the
/// path. NULL where none of the places has a page.
static char *installed_page(bool scalar)
{
	static const char *const places[] = {"../share/kiln/view/", "share/kiln/view/"};
	const char *name = scalar ? "page-scalar.html" : "page.html";
	char *program = platform_program();
	char *found = NULL;
	if (program == NULL)
		return NULL;
	const int folder = (int)(platform_base_name(program) - program);
	for (size_t i = 0; i < sizeof places / sizeof places[0] && found == NULL; ++i)
	{
		const size_t size = (size_t)folder + strlen(places[i]) + strlen(name) + 1;
		char *path = malloc(size);
		if (path == NULL)
			break;
		snprintf(path, size, "%.*s%s%s", folder, program, places[i], name);
		if (platform_file_kind(path, NULL, NULL) == PLATFORM_REGULAR)
			found = path;
		else
			free(path);
	}
	free(program);
	return found;
}

static int read_page(const char *given, bool scalar, file_bytes *page)
{
	char *found = given == NULL ? installed_page(scalar) : NULL;
	const char *path = given == NULL ? found : given;
	int code = TOOL_IO;
	if (path == NULL)
	{
		tool_message(about.name, "error", "page",
			"no page is installed with this program: `make %s` builds one, --page names one",
			scalar ? "view_scalar" : "view");
	}
	else
		code = tool_read(path, page);
	if (code == TOOL_DONE && !view_page_valid(page))
	{
		tool_message(path, "error", "page", "is no page of kiln-view: %s must stand in it once", VIEW_MARK);
		code = TOOL_IO;
	}
	free(found);
	return code;
}

static int no_memory(const char *path)
{
	tool_message(path, "error", "memory", "no memory");
	return TOOL_INTERNAL;
}

/// Reads all that was written to a file back into memory.
static bool take_back(FILE *file, file_bytes *bytes)
{
	const long size = fflush(file) == 0 && !ferror(file) ? ftell(file) : -1;
	bytes->data = size >= 0 ? malloc((size_t)size + 1) : NULL;
	bytes->size = bytes->data != NULL ? (size_t)size : 0;
	rewind(file);
	return bytes->data != NULL && fread(bytes->data, 1, bytes->size, file) == bytes->size;
}

/// Prints what kiln-dump prints of a height field; of a broken one, nothing.
static int dump_field(FILE *text, const view_asset *asset)
{
	kiln_heightfield field;
	const kiln_result opened = kiln_heightfield_open(&field, asset->blob.data, asset->blob.size);
	report_broken(asset->path, opened);
	if (opened.status != KILN_OK)
		return TOOL_REFUSED;
	field_text(text, &field, asset->path, asset->blob.size, false);
	return TOOL_DONE;
}

static int dump_blob(FILE *text, const view_asset *asset)
{
	dump_report report;
	int code = TOOL_INTERNAL;
	if (report_fill(&report, asset->path, asset->blob.data, asset->blob.size, false))
	{
		report_text(text, &report);
		report_broken(asset->path, report.opened);
		code = report.opened.status == KILN_OK ? TOOL_DONE : TOOL_REFUSED;
	}
	else
		no_memory(asset->path);
	report_free(&report);
	return code;
}

/// Fills `asset->dump`. Returns TOOL_REFUSED, with the message of kiln-dump, for a broken file.
static int dump_asset(view_asset *asset)
{
	FILE *text = tmpfile();
	if (text == NULL)
	{
		tool_message(asset->path, "error", "write", "cannot make a temporary file");
		return TOOL_IO;
	}
	int code = (field_is(asset->blob.data, asset->blob.size) ? dump_field : dump_blob)(text, asset);
	if (code != TOOL_INTERNAL && !take_back(text, &asset->dump))
	{
		tool_message(asset->path, "error", "write", "cannot write to a temporary file");
		code = TOOL_IO;
	}
	fclose(text);
	return code;
}

static int write_page(
	const char *path, const file_bytes *page, const view_asset *assets, size_t count, const view_play *play)
{
	platform_output output = {0};
	char reason[PLATFORM_REASON] = "";
	bool written = platform_output_open(&output, path, reason);
	if (written)
	{
		output.changed_only = true;
		view_page_write(output.file, page, assets, count, play);
		written = platform_output_write(&output, "", 0, reason) && platform_output_commit(&output, reason);
	}
	if (!written)
	{
		platform_output_discard(&output);
		tool_message(path, "error", "write", "cannot write: %s", reason);
	}
	return written ? TOOL_DONE : TOOL_IO;
}

/// Reads what the page has of one asset. Returns TOOL_REFUSED for a broken file, which has a page, too.
static int read_asset(view_asset *asset)
{
	int code = tool_read(asset->path, &asset->blob);
	if (code == TOOL_DONE && asset->survey != NULL)
		code = tool_read(asset->survey, &asset->report);
	return code == TOOL_DONE ? dump_asset(asset) : code;
}

static int view(const view_options *options)
{
	file_bytes page = {0};
	view_play play = {.path = options->play};
	view_asset assets[ASSETS_MAX] = {{0}};
	bool broken = false;
	int code = read_page(options->page, options->scalar, &page);
	for (size_t i = 0; i < options->count && code == TOOL_DONE; ++i)
	{
		assets[i].path = options->paths[i];
		assets[i].survey = options->surveys[i];
		code = read_asset(&assets[i]);
		broken |= code == TOOL_REFUSED;
		code = code == TOOL_REFUSED ? TOOL_DONE : code;
	}
	if (code == TOOL_DONE && play.path != NULL)
		code = tool_read(play.path, &play.bytes);
	if (code == TOOL_DONE)
		code = write_page(options->output, &page, assets, options->count, &play);
	for (size_t i = 0; i < options->count; ++i)
	{
		file_free(&assets[i].blob);
		file_free(&assets[i].report);
		free(assets[i].dump.data);
	}
	file_free(&play.bytes);
	file_free(&page);
	return code == TOOL_DONE && broken ? TOOL_REFUSED : code;
}

static int run_command(int argc, char **argv)
{
	view_options options = {0};
	int code = parse_options(argc, argv, &options);
	if (code == TOOL_DONE && !options.finished)
		code = view(&options);
	return tool_finish(about.name, code);
}

int main(int argc, char **argv)
{
	tool_start();
	return tool_run(about.name, argc, argv, run_command);
}
