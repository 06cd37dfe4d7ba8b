// SPDX-License-Identifier: MIT
#include "query_line.h"

#include "number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// toi with all its numbers.
#define QUERY_MAX_NUMBERS 15

// The meaning of a query's numbers, one letter each: p coordinate, s size (>= 0), d direction, q quaternion, t limit
// (>= 0), k scale (> 0). Alternatives differ in count, shortest first.
typedef struct query_form
{
	command_row row;
	query_kind kind;
	const char *forms[4];
} query_form;

#define POSE "TX TY TZ QX QY QZ QW"

static const query_form query_forms[] = {
	{{"ray OX OY OZ DX DY DZ [TMAX]", "the first triangle that O + t D meets, 0 <= t <= TMAX"}, QUERY_RAY,
		{"pppddd", "pppdddt"}},
	{{"rayall OX OY OZ DX DY DZ [TMAX]", "every triangle that O + t D meets, by increasing t"}, QUERY_RAY_ALL,
		{"pppddd", "pppdddt"}},
	{{"closest X Y Z [MAX]", "the closest point of the surface, at most MAX away"}, QUERY_CLOSEST, {"ppp", "pppt"}},
	{{"inside X Y Z", "whether a closed mesh contains the point"}, QUERY_INSIDE, {"ppp"}},
	{{"sphere X Y Z R", "the triangles that the sphere touches"}, QUERY_SPHERE, {"ppps"}},
	{{"box CX CY CZ HX HY HZ [QX QY QZ QW]",
		 "the triangles that the box touches, given by its centre, half extents and rotation"},
		QUERY_BOX, {"pppsss", "pppsssqqqq"}},
	{{"capsule AX AY AZ BX BY BZ R",
		 "the triangles that the capsule touches, given by the ends of its segment and its radius"},
		QUERY_CAPSULE, {"pppppps"}},
	{{"castsphere X Y Z R DX DY DZ [TMAX]", "the first triangle that the moving sphere touches; t as for a ray"},
		QUERY_CAST_SPHERE, {"pppsddd", "pppsdddt"}},
	{{"castbox CX CY CZ HX HY HZ [QX QY QZ QW] DX DY DZ [TMAX]", "the first triangle that the moving box touches"},
		QUERY_CAST_BOX, {"pppsssddd", "pppsssdddt", "pppsssqqqqddd", "pppsssqqqqdddt"}},
	{{"castcapsule AX AY AZ BX BY BZ R DX DY DZ [TMAX]", "the first triangle that the moving capsule touches"},
		QUERY_CAST_CAPSULE, {"ppppppsddd", "ppppppsdddt"}},
	{{"sdf X Y Z [ERROR]", "the signed distance and its gradient, by the field (kiln/sdf.h) of the first mesh that has "
						   "one, in the mesh's "
						   "coordinates; with ERROR the exact distance where the field's error is greater"},
		QUERY_SDF, {"ppp", "pppt"}},
	{{"sdfsphere X Y Z R DX DY DZ [TMAX]",
		 "until when the field excludes a contact of the moving sphere; castsphere has the contact"},
		QUERY_SDF_SPHERE, {"pppsddd", "pppsdddt"}},
	{{"sdfcapsule AX AY AZ BX BY BZ R DX DY DZ [TMAX]", "the same for the moving capsule"}, QUERY_SDF_CAPSULE,
		{"ppppppsddd", "ppppppsdddt"}},
	{{"collide " POSE " [SCALE]", "whether A and B touch"}, QUERY_COLLIDE, {"pppqqqq", "pppqqqqk"}},
	{{"contacts " POSE " [SCALE]", "all pairs of triangles that touch, and the segments that they share"},
		QUERY_CONTACTS, {"pppqqqq", "pppqqqqk"}},
	{{"distance " POSE " [SCALE]", "how far apart A and B are, and the closest points"}, QUERY_DISTANCE,
		{"pppqqqq", "pppqqqqk"}},
	{{"within D " POSE " [SCALE]", "whether A and B are at most D apart"}, QUERY_WITHIN, {"spppqqqq", "spppqqqqk"}},
	{{"depth " POSE " [SCALE]",
		 "the pair of triangles or solids that are deepest in each other, and the way out of each other"},
		QUERY_DEPTH, {"pppqqqq", "pppqqqqk"}},
	{{"manifold " POSE " [SCALE]", "the contact points of all triangles and solids that touch"}, QUERY_MANIFOLD,
		{"pppqqqq", "pppqqqqk"}},
	{{"toi " POSE " " POSE " [SCALE]",
		 "when and where B, on its way from the first pose to the second, first touches A"},
		QUERY_TOI, {"pppqqqqpppqqqq", "pppqqqqpppqqqqk"}},
	{{"filter [ignore LAYER|belongs LAYER|node NAME|triggers no|only|masks]...",
		 "sets what the queries that follow see (kiln/filter.h), and answers nothing. ignore: leaves out what is in no "
		 "other "
		 "layer than those that are ignored; belongs: leaves out what collides with none of these layers; node: leaves "
		 "out "
		 "nodes of this name; masks: leaves out pairs that do not collide by their layers. No word: everything is "
		 "seen"},
		QUERY_FILTER, {NULL}},
	{{"origin [X Y Z]", "sets where the coordinates of the queries about one asset that follow begin, and answers "
						"nothing. The place is read in "
						"double, and the asset lies about its own origin. Without numbers: at the origin of the asset"},
		QUERY_ORIGIN, {NULL}},
};

const command_section query_section = {"Queries", COMMAND_ROWS(query_forms)};

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

bool query_next_word(const char *line, size_t size, size_t *at, query_word *word)
{
	while (*at < size && (line[*at] == ' ' || line[*at] == '\t'))
		++*at;
	size_t first = *at;
	while (*at < size && line[*at] != ' ' && line[*at] != '\t')
		++*at;
	*word = (query_word){line + first, *at - first};
	return *at > first;
}

const char *query_quote(query_word word, char text[QUERY_QUOTE + 4])
{
	size_t size = word.size < QUERY_QUOTE ? word.size : QUERY_QUOTE;
	for (size_t i = 0; i < size; ++i)
	{
		unsigned char c = (unsigned char)word.text[i];
		text[i] = c >= 0x20 && c < 0x7f ? (char)c : '?';
	}
	memcpy(text + size, word.size > size ? "..." : "", word.size > size ? 4 : 1);
	return text;
}

static const query_form *find_form(query_word word, char error[QUERY_ERROR_SIZE])
{
	for (size_t i = 0; i < COUNT_OF(query_forms); ++i)
	{
		const char *term = query_forms[i].row.term;
		if (strcspn(term, " ") == word.size && memcmp(term, word.text, word.size) == 0)
			return &query_forms[i];
	}
	char text[QUERY_QUOTE + 4];
	snprintf(error, QUERY_ERROR_SIZE, "unknown query '%s'", query_quote(word, text));
	return NULL;
}

static bool read_numbers(const char *line, size_t size, size_t at, float numbers[QUERY_MAX_NUMBERS], size_t *count,
	char error[QUERY_ERROR_SIZE])
{
	query_word word;
	char text[QUERY_QUOTE + 4];
	*count = 0;
	while (query_next_word(line, size, &at, &word))
	{
		float number = 0.0f;
		number_status status = number_float(word.text, word.size, &number);
		if (status != NUMBER_OK)
		{
			snprintf(error, QUERY_ERROR_SIZE, "'%s' is %s", query_quote(word, text),
				status == NUMBER_RANGE ? "out of range" : "not a number");
			return false;
		}
		if (*count < QUERY_MAX_NUMBERS)
			numbers[*count] = number;
		++*count;
	}
	return true;
}

// Reads no number, or the three coordinates of an origin.
static bool read_origin(const char *line, size_t size, size_t at, query_line *parsed, char error[QUERY_ERROR_SIZE])
{
	double numbers[3] = {0, 0, 0};
	size_t count = 0;
	query_word word;
	char text[QUERY_QUOTE + 4];
	for (; query_next_word(line, size, &at, &word); ++count)
	{
		double number = 0;
		const number_status status = number_double(word.text, word.size, &number);
		if (status != NUMBER_OK || !(fabs(number) <= KILN_ORIGIN_MAX))
		{
			snprintf(error, QUERY_ERROR_SIZE, "'%s' is %s", query_quote(word, text),
				status == NUMBER_SYNTAX ? "not a number" : "beyond the largest origin, 2^53");
			return false;
		}
		if (count < 3)
			numbers[count] = number;
	}
	if (count != 0 && count != 3)
	{
		snprintf(error, QUERY_ERROR_SIZE, "%zu numbers given, expected: origin [X Y Z]", count);
		return false;
	}
	parsed->kind = QUERY_ORIGIN;
	parsed->has_origin = count == 3;
	parsed->origin = (kiln_origin){numbers[0], numbers[1], numbers[2]};
	return true;
}

// Returns the alternative with `count` numbers.
static const char *choose_form(const query_form *form, size_t count)
{
	for (size_t i = 0; i < COUNT_OF(form->forms) && form->forms[i] != NULL; ++i)
		if (strlen(form->forms[i]) == count)
			return form->forms[i];
	return NULL;
}

// Refuses with a reason numbers for which the library would return "nothing".
static bool check_numbers(const char *letters, const float *numbers, bool is_ray, char error[QUERY_ERROR_SIZE])
{
	bool has_direction = false;
	for (size_t i = 0; letters[i] != '\0'; ++i)
	{
		char letter = letters[i];
		float number = numbers[i];
		if ((letter == 'p' || letter == 's') && (number > KILN_COORDINATE_MAX || number < -KILN_COORDINATE_MAX))
		{
			snprintf(error, QUERY_ERROR_SIZE, "%.9g is beyond the largest coordinate, 2^40", (double)number);
			return false;
		}
		if ((letter == 's' || letter == 't') && number < 0.0f)
		{
			snprintf(error, QUERY_ERROR_SIZE, "negative %s %.9g", letter == 's' ? "size" : "limit", (double)number);
			return false;
		}
		if (letter == 'k' && !(number > 0.0f && number <= KILN_COORDINATE_MAX))
		{
			snprintf(error, QUERY_ERROR_SIZE, "the scale %.9g is not above zero, or beyond 2^40", (double)number);
			return false;
		}
		has_direction = has_direction || (letter == 'd' && (number < 0.0f || number > 0.0f));
	}
	if (is_ray && !has_direction)
	{
		snprintf(error, QUERY_ERROR_SIZE, "the direction is zero");
		return false;
	}
	return true;
}

static kiln_vec3 vec3(const float *numbers)
{
	return (kiln_vec3){numbers[0], numbers[1], numbers[2]};
}

static kiln_motion motion(const float *numbers, const char *letters)
{
	return (kiln_motion){vec3(numbers), letters[3] == 't' ? numbers[3] : 0.0f};
}

static kiln_pose pose(const float *n, const char *letters)
{
	return (kiln_pose){{n[3], n[4], n[5], n[6]}, vec3(n), letters[7] == 'k' ? n[7] : 1.0f};
}

static void fill(query_line *query, const char *letters, const float *n)
{
	switch (query->kind)
	{
	case QUERY_NOTHING:
	case QUERY_FILTER:
	case QUERY_ORIGIN:
	case QUERY_RAY_ANY:
	case QUERY_CONVEX:
	case QUERY_CAST_CONVEX:
		break;
	case QUERY_RAY:
	case QUERY_RAY_ALL:
		query->ray = (kiln_ray){.origin = vec3(n), .direction = vec3(n + 3), .t_max = letters[6] == 't' ? n[6] : 0.0f};
		break;
	case QUERY_CLOSEST:
		query->closest = (kiln_point_query){vec3(n), letters[3] == 't' ? n[3] : 0.0f};
		break;
	case QUERY_SDF:
		query->closest = (kiln_point_query){vec3(n), letters[3] == 't' ? n[3] : -1.0f};
		break;
	case QUERY_INSIDE:
		query->point = vec3(n);
		break;
	case QUERY_CAST_SPHERE:
	case QUERY_SDF_SPHERE:
		query->motion = motion(n + 4, letters + 4);
		query->sphere = (kiln_sphere){vec3(n), n[3]};
		break;
	case QUERY_SPHERE:
		query->sphere = (kiln_sphere){vec3(n), n[3]};
		break;
	case QUERY_BOX:
	case QUERY_CAST_BOX:
	{
		bool turned = letters[6] == 'q';
		size_t after = turned ? 10 : 6;
		query->box = (kiln_box){.center = vec3(n), .half_extents = vec3(n + 3)};
		if (turned)
			query->box.rotation = (kiln_quat){n[6], n[7], n[8], n[9]};
		if (query->kind == QUERY_CAST_BOX)
			query->motion = motion(n + after, letters + after);
		break;
	}
	case QUERY_CAST_CAPSULE:
	case QUERY_SDF_CAPSULE:
		query->motion = motion(n + 7, letters + 7);
		query->capsule = (kiln_capsule){vec3(n), vec3(n + 3), n[6]};
		break;
	case QUERY_COLLIDE:
	case QUERY_CONTACTS:
	case QUERY_DISTANCE:
	case QUERY_DEPTH:
	case QUERY_MANIFOLD:
		query->pair = (query_pair){.b = {.from = pose(n, letters)}};
		break;
	case QUERY_WITHIN:
		query->pair = (query_pair){.b = {.from = pose(n + 1, letters + 1)}, .distance = n[0]};
		break;
	case QUERY_TOI:
		query->pair = (query_pair){.b = {.from = pose(n, letters), .to = pose(n + 7, letters + 7)}};
		query->pair.b.from.scale = query->pair.b.to.scale;
		break;
	case QUERY_CAPSULE:
		query->capsule = (kiln_capsule){vec3(n), vec3(n + 3), n[6]};
		break;
	}
}

bool query_parse(const char *line, size_t size, query_line *parsed, char error[QUERY_ERROR_SIZE])
{
	if (size > 0 && line[size - 1] == '\r')
		--size;
	size_t at = 0;
	query_word word;
	*parsed = (query_line){0};
	if (!query_next_word(line, size, &at, &word) || word.text[0] == '#')
		return true;
	const query_form *form = find_form(word, error);
	if (form != NULL && form->kind == QUERY_ORIGIN)
		return read_origin(line, size, at, parsed, error);
	float numbers[QUERY_MAX_NUMBERS];
	size_t count = 0;
	if (form != NULL && form->kind == QUERY_FILTER)
	{
		parsed->kind = QUERY_FILTER;
		parsed->words = line + at;
		parsed->words_size = size - at;
		return true;
	}
	if (form == NULL || !read_numbers(line, size, at, numbers, &count, error))
		return false;
	const char *letters = choose_form(form, count);
	if (letters == NULL)
	{
		snprintf(error, QUERY_ERROR_SIZE, "%zu numbers given, expected: %s", count, form->row.term);
		return false;
	}
	if (!check_numbers(letters, numbers, form->kind == QUERY_RAY || form->kind == QUERY_RAY_ALL, error))
		return false;
	parsed->kind = form->kind;
	fill(parsed, letters, numbers);
	return true;
}
