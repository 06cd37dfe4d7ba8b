// SPDX-License-Identifier: MIT
#include "../common/file.h"
#include "../common/message.h"
#include "../common/page.h"
#include "command/points.h"
#include "diff/diff.h"
#include "diff/diff_field.h"
#include "export/export.h"
#include "field.h"
#include "platform/platform.h"
#include "report.h"
#include "sections/edges.h"
#include "sections/levels.h"
#include "sections/shapes.h"
#include "sections/trees.h"
#include "verify/verify.h"

#include <stdlib.h>
#include <string.h>

typedef struct dump_options
{
	const char *path;
	const char *obj;
	const char *svg;
	const char *gltf;
	const char *diff;
	const char *art;
	art_limits limits;
	bool json;
	bool verify;
	bool finished; ///< --help or --version was printed
} dump_options;

typedef struct dump_option
{
	command_row row;
	enum
	{
		DUMP_JSON,
		DUMP_VERIFY,
		DUMP_OBJ,
		DUMP_SVG,
		DUMP_GLTF,
		DUMP_DIFF,
		DUMP_ART,
		DUMP_CLEAR,
		DUMP_CLEAR_FROM,
		DUMP_ERROR,
	} kind;
} dump_option;

// Each option is one row here, from which --help, the man page and the completions are made.
static const dump_option option_rows[] = {
	{{"--json", "prints one JSON object instead of text"}, DUMP_JSON},
	{{"--verify",
		 "recomputes the content hash and proves that no tree hides a triangle from a query, that hulls are closed and "
		 "convex by exact signs, that bounding volumes contain their shapes, and that edges have the kind that the "
		 "cooker gave them"},
		DUMP_VERIFY},
	{{"--art ART.kiln", "with --verify, also proves by exact signs that the hulls and primitives of each node contain "
						"the art: every triangle "
						"of the mesh that ART.kiln, cooked from the same art, has for the same node"},
		DUMP_ART},
	{{"--clear RADIUS",
		 "with --art, also proves that the hulls and primitives of each node enter the space that a ball of "
		 "RADIUS, in the unit of the mesh, reaches from outside by a quarter of RADIUS at most"},
		DUMP_CLEAR},
	{{"--clear-from X,Y,Z[;...]",
		 "with --clear, the ball starts at these points, in the coordinates of each mesh, instead of outside"},
		DUMP_CLEAR_FROM},
	{{"--error LENGTH", "with --art, also proves that the hulls and boxes of each node stick out of the mesh by "
						"LENGTH, in its unit, at most: no point of "
						"their surface outside of the solid is farther from it"},
		DUMP_ERROR},
	{{"--obj OUT.obj", "also writes the surfaces of all nodes, in asset coordinates, as Wavefront OBJ"}, DUMP_OBJ},
	{{"--svg OUT.svg", "also draws what the nodes place: from the front, from the right, from above, and cut in the "
					   "middle. Edges of one "
					   "triangle are red, those of three or more violet, backs of triangles blue, solids green"},
		DUMP_SVG},
	{{"--gltf OUT.gltf",
		 "also writes surfaces and solids as glTF 2.0, as colliders and triggers of "
		 "KHR_physics_rigid_bodies and KHR_implicit_shapes, which engines and kiln-cook read back; of a "
		 "height field its triangles, by material, without holes"},
		DUMP_GLTF},
	{{"--diff OTHER.kiln", "prints instead what differs from FILE to OTHER: options, sections, materials, shapes, "
						   "nodes, and how far surfaces and "
						   "nodes move; of height fields, which samples and cells. The exit code is 0 when every byte "
						   "is the same, and 1 otherwise"},
		DUMP_DIFF},
};

static const command_section *const sections[] = {COMMAND_SECTION("Options", COMMAND_ROWS(option_rows))};

static const command_about dump_command = {
	.name = "kiln-dump",
	.purpose = "shows the contents of a collision asset",
	.usage = "[OPTION...] FILE.kiln",
	.about =
		"Shows the contents of a Kiln asset: header, sections, provenance, materials, meshes, shapes, nodes, trees, "
		"metadata; or a height field: samples, heights, blocks. "
		"For a broken file, kiln-dump shows the parts that can be read without following an offset, names the first "
		"broken rule and its byte, and exits with 1.\n\n"
		"The file - is standard input, and @FILE stands for the words of a file. An output - is standard output, which "
		"then holds nothing else.",
	.refused = "the file is broken, or --diff finds a difference",
	.plain = "FILE.kiln",
	.sections = sections,
	.section_count = 1,
};

static int usage_error(const char *text, const char *word)
{
	return tool_usage_error(&dump_command, text, word);
}

// Reads a length. Returns 0 for a word that is not a length.
static double radius_of(const char *word)
{
	char *end;
	double radius = strtod(word, &end);
	return end != word && *end == 0 && radius >= 1e-9 && radius <= 1e9 ? radius : 0;
}

static int take_option(const command_word *word, dump_options *options)
{
	switch (((const dump_option *)(const void *)word->row)->kind)
	{
	case DUMP_JSON:
		options->json = true;
		break;
	case DUMP_VERIFY:
		options->verify = true;
		break;
	case DUMP_ART:
		options->art = word->value;
		break;
	case DUMP_OBJ:
		options->obj = word->value;
		break;
	case DUMP_SVG:
		options->svg = word->value;
		break;
	case DUMP_GLTF:
		options->gltf = word->value;
		break;
	case DUMP_DIFF:
		options->diff = word->value;
		break;
	case DUMP_CLEAR:
		options->limits.clear = radius_of(word->value);
		return options->limits.clear > 0 ? TOOL_DONE : usage_error("--clear takes a length, not ", word->value);
	case DUMP_CLEAR_FROM:
		return command_points(word->value, KILNCOOK_WRAP_MAX, options->limits.from.at, KILNCOOK_POINTS_MAX,
				   &options->limits.from.count)
				   ? TOOL_DONE
				   : usage_error("--clear-from takes points X,Y,Z with ';' between them, not ", word->value);
	case DUMP_ERROR:
		options->limits.error = radius_of(word->value);
		return options->limits.error > 0 ? TOOL_DONE : usage_error("--error takes a length, not ", word->value);
	}
	return TOOL_DONE;
}

// Whether a surface goes to standard output, which then holds nothing else.
static bool is_standard(const char *path)
{
	return path != NULL && strcmp(path, PLATFORM_STANDARD) == 0;
}

// Refuses outputs that would overwrite the asset, and several of them on standard output.
static int check_outputs(const dump_options *options)
{
	const char *const paths[] = {options->obj, options->svg, options->gltf};
	static const char *const overwrites[] = {
		"--obj would overwrite ", "--svg would overwrite ", "--gltf would overwrite "};
	int standard = 0;
	for (size_t i = 0; i < sizeof paths / sizeof *paths; ++i)
	{
		if (paths[i] != NULL && platform_same_file(options->path, paths[i]))
			return usage_error(overwrites[i], options->path);
		standard += is_standard(paths[i]);
	}
	if (is_standard(options->obj) && is_standard(options->svg))
		return usage_error("--obj and --svg both go to standard output", "");
	return standard > 1 ? usage_error("--gltf and another output go to standard output", "") : TOOL_DONE;
}

static int parse_options(int argc, char **argv, dump_options *options)
{
	command_words words = tool_words(argc, argv);
	command_word word;
	while (command_next(&dump_command, &words, &word) != COMMAND_END)
	{
		switch (word.kind)
		{
		case COMMAND_OPTION:
		{
			int taken = take_option(&word, options);
			if (taken != TOOL_DONE)
				return taken;
			break;
		}
		case COMMAND_PLAIN:
			if (options->path != NULL)
				return usage_error("one file at a time, not also ", word.value);
			options->path = word.value;
			break;
		default:
			options->finished = true;
			return tool_page(&dump_command, &word);
		}
	}
	if (options->path == NULL)
		return usage_error("no file given", "");
	if (options->art != NULL && !options->verify)
		return usage_error("--art needs --verify", "");
	if (options->limits.clear > 0 && options->art == NULL)
		return usage_error("--clear needs --art", "");
	if (options->limits.from.count > 0 && options->limits.clear <= 0)
		return usage_error("--clear-from needs --clear", "");
	if (options->limits.error > 0 && options->art == NULL)
		return usage_error("--error needs --art", "");
	return check_outputs(options);
}

static int no_memory(const char *path)
{
	tool_message(path, "error", "memory", "no memory");
	return TOOL_INTERNAL;
}

static int refuse_output(const char *path, const char *reason)
{
	tool_message(path, "error", "write", "cannot write: %s", reason);
	return TOOL_IO;
}

// What an export draws or writes: an asset, or a height field.
typedef struct surface_source
{
	const kiln_asset *asset;
	bool (*of_asset)(FILE *out, const kiln_asset *asset);
	const kiln_heightfield *field;
	bool (*of_field)(FILE *out, const kiln_heightfield *field);
} surface_source;

// Writes a file by one of the functions for surfaces. Without a path, writes nothing.
static int write_surface(const char *path, const surface_source *from)
{
	if (path == NULL)
		return TOOL_DONE;
	platform_output output = {0};
	char reason[PLATFORM_REASON] = "";
	if (!platform_output_open(&output, path, reason))
		return refuse_output(path, reason);
	output.changed_only = true;
	if (!(from->asset ? from->of_asset(output.file, from->asset) : from->of_field(output.file, from->field)))
	{
		platform_output_discard(&output);
		return no_memory(path);
	}
	if (!platform_output_write(&output, "", 0, reason) || !platform_output_commit(&output, reason))
	{
		platform_output_discard(&output);
		return refuse_output(path, reason);
	}
	return TOOL_DONE;
}

// Proves that the asset contains another one.
static int prove_art(dump_report *report, const dump_options *options)
{
	const char *path = options->art;
	if (path == NULL || report_verdict(report).status != KILN_OK)
		return TOOL_DONE;
	file_bytes bytes = {0};
	kiln_asset art;
	bool memory = false;
	int code = tool_read(path, &bytes);
	if (code == TOOL_DONE)
	{
		const kiln_result opened = kiln_open(&art, bytes.data, bytes.size, NULL);
		report_broken(path, opened);
		code = opened.status == KILN_OK ? TOOL_DONE : TOOL_REFUSED;
	}
	if (code == TOOL_DONE)
	{
		report->art = verify_art(&report->asset, &art, &options->limits, &memory);
		report->has_art = true;
		code = memory ? no_memory(path) : TOOL_DONE;
	}
	file_free(&bytes);
	return code;
}

// Whether an output leaves standard output to the text.
static bool prints(const dump_options *options)
{
	return !is_standard(options->obj) && !is_standard(options->svg) && !is_standard(options->gltf);
}

static int dump(const dump_options *options, const file_bytes *bytes)
{
	dump_report report;
	if (!report_fill(&report, options->path, bytes->data, bytes->size, options->verify))
		return no_memory(options->path);
	int proved = prove_art(&report, options);
	if (proved != TOOL_DONE)
	{
		report_free(&report);
		return proved;
	}
	if (prints(options))
		(options->json ? report_json : report_text)(stdout, &report);
	// The output is written before the error message, in case both go to the same place.
	int code = tool_finish("kiln-dump", TOOL_DONE);
	bool opened = report.opened.status == KILN_OK;
	report_broken(options->path, report.opened);
	report_broken(options->path, report.hash);
	report_broken(options->path, report.contained);
	report_broken(options->path, report.art.result);
	if (opened && code == TOOL_DONE)
		code = write_surface(options->obj, &(surface_source){.asset = &report.asset, .of_asset = export_obj});
	if (opened && code == TOOL_DONE)
		code = write_surface(options->svg, &(surface_source){.asset = &report.asset, .of_asset = export_svg});
	if (opened && code == TOOL_DONE)
		code = write_surface(options->gltf, &(surface_source){.asset = &report.asset, .of_asset = export_gltf});
	report_free(&report);
	return code != TOOL_DONE || report_verdict(&report).status == KILN_OK ? code : TOOL_REFUSED;
}

static int open_field(const char *path, const file_bytes *bytes, kiln_heightfield *field)
{
	const kiln_result opened = kiln_heightfield_open(field, bytes->data, bytes->size);
	report_broken(path, opened);
	return opened.status == KILN_OK ? TOOL_DONE : TOOL_REFUSED;
}

static int dump_field(const dump_options *options, const file_bytes *bytes)
{
	kiln_heightfield field;
	if (options->art != NULL)
		return usage_error("--art is not for height fields, such as ", options->path);
	if (open_field(options->path, bytes, &field) != TOOL_DONE)
		return TOOL_REFUSED;
	if (prints(options))
		(options->json ? field_json : field_text)(stdout, &field, options->path, bytes->size, options->verify);
	int code = tool_finish("kiln-dump", TOOL_DONE);
	if (code == TOOL_DONE)
		code = write_surface(options->obj, &(surface_source){.field = &field, .of_field = field_obj});
	if (code == TOOL_DONE)
		code = write_surface(options->svg, &(surface_source){.field = &field, .of_field = field_svg});
	if (code == TOOL_DONE)
		code = write_surface(options->gltf, &(surface_source){.field = &field, .of_field = export_field_gltf});
	return code;
}

static int compare_fields(
	const dump_options *options, const file_bytes *bytes, const file_bytes *other, uint64_t *count)
{
	kiln_heightfield fields[2];
	int code = open_field(options->path, bytes, &fields[0]);
	if (code == TOOL_DONE)
		code = open_field(options->diff, other, &fields[1]);
	if (code == TOOL_DONE)
	{
		const diff_fields files = {{options->path, options->diff}, {&fields[0], &fields[1]}};
		*count = diff_field_write(stdout, options->json, &files);
	}
	return code;
}

static int compare_assets(
	const dump_options *options, const file_bytes *bytes, const file_bytes *other, uint64_t *count)
{
	int code = TOOL_DONE;
	kiln_asset assets[2];
	const diff_files files = {{options->path, options->diff}, {&assets[0], &assets[1]}, {bytes->data, other->data},
		{bytes->size, other->size}};
	for (int i = 0; i < 2 && code == TOOL_DONE; ++i)
	{
		const kiln_result opened = kiln_open(&assets[i], files.data[i], files.size[i], NULL);
		report_broken(files.path[i], opened);
		code = opened.status == KILN_OK ? TOOL_DONE : TOOL_REFUSED;
	}
	return code == TOOL_DONE && !diff_write(stdout, options->json, &files, count) ? no_memory(options->path) : code;
}

static int diff(const dump_options *options, const file_bytes *bytes)
{
	file_bytes other = {0};
	uint64_t count = 0;
	int code = tool_read(options->diff, &other);
	const bool field = field_is(bytes->data, bytes->size);
	if (code == TOOL_DONE && field != field_is(other.data, other.size))
		code = usage_error("--diff compares two assets or two height fields, not also ", options->diff);
	else if (code == TOOL_DONE)
		code = (field ? compare_fields : compare_assets)(options, bytes, &other, &count);
	code = tool_finish("kiln-dump", code);
	file_free(&other);
	return code == TOOL_DONE && count > 0 ? TOOL_REFUSED : code;
}

static int run_command(int argc, char **argv)
{
	dump_options options = {0};
	int code = parse_options(argc, argv, &options);
	if (code != TOOL_DONE || options.finished)
		return tool_finish("kiln-dump", code);
	file_bytes bytes = {0};
	code = tool_read(options.path, &bytes);
	if (code == TOOL_DONE && options.diff != NULL)
		code = diff(&options, &bytes);
	else if (code == TOOL_DONE)
		code = (field_is(bytes.data, bytes.size) ? dump_field : dump)(&options, &bytes);
	file_free(&bytes);
	return code;
}

int main(int argc, char **argv)
{
	tool_start();
	return tool_run("kiln-dump", argc, argv, run_command);
}
