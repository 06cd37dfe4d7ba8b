// SPDX-License-Identifier: MIT
#include "ask.h"

#include "query/field.h"
#include "scene/instance.h"

// A question and its answer as lines.
typedef struct view_pen
{
	kiln_draw question, answer;
	const query_session *session;
	const kiln_heightfield *field; // NULL: the question is about the session's assets
	const query_line *query;
	const answer_given *given;
	float reach, size;
} view_pen;

static void draw_object(const view_pen *pen)
{
	kiln_convex_shape shape;
	const kiln_convex_object object = answer_object(pen->query, &shape);
	kiln_draw_convex(&pen->question, &object, pen->size);
}

static void draw_cast(const view_pen *pen)
{
	kiln_convex_shape shape;
	const kiln_convex_object object = answer_object(pen->query, &shape);
	kiln_draw_convex(&pen->question, &object, pen->size);
	kiln_draw_cast(&pen->answer, &object, &pen->query->motion, &pen->given->hit, pen->reach, pen->size);
}

// Stores the corners of a triangle where a node places it. False for a solid, which is outlined by the curves of its shape.
static bool corners_of(const view_pen *pen, uint32_t node, uint32_t triangle, kiln_vec3 corners[3])
{
	if (pen->field != NULL)
		return kiln_heightfield_triangle(pen->field, triangle, corners);
	const kiln_asset *asset = &pen->session->assets.first;
	uint32_t own;
	const uint32_t mesh = kiln_triangle_mesh(asset, triangle, &own);
	if (mesh == KILN_NONE || !kiln_triangle_corners(asset, mesh, own, corners))
		return false;
	for (int k = 0; k < 3 && node < asset->node_count; ++k)
		corners[k] = kiln_transform_point(asset->nodes[node].to_asset, corners[k]);
	return true;
}

static void draw_overlaps(const view_pen *pen)
{
	draw_object(pen);
	for (size_t i = 0; i < pen->given->count; ++i)
	{
		const kiln_overlap *overlap = &pen->session->scratch.overlaps[i];
		kiln_vec3 corners[3];
		if (!corners_of(pen, overlap->node, overlap->triangle, corners))
			continue;
		for (int k = 0; k < 3; ++k)
			pen->answer.line(pen->answer.user, corners[k], corners[(k + 1) % 3], 0);
	}
}

static void draw_rays(const view_pen *pen)
{
	kiln_draw_ray(&pen->question, &pen->query->ray, NULL, pen->reach, pen->size);
	if (pen->query->kind == QUERY_RAY)
		kiln_draw_ray(&pen->answer, &pen->query->ray, &pen->given->hit, pen->reach, pen->size);
	for (size_t i = 0; pen->query->kind == QUERY_RAY_ALL && i < pen->given->count; ++i)
		kiln_draw_ray(&pen->answer, &pen->query->ray, &pen->session->scratch.hits[i], pen->reach, pen->size);
}

static void draw_segment(const view_pen *pen, kiln_vec3 a, kiln_vec3 b)
{
	pen->answer.line(pen->answer.user, a, b, 0);
}

static void draw_contacts(const view_pen *pen)
{
	for (size_t i = 0; i < pen->given->count; ++i)
	{
		const kiln_pair *pair = &pen->session->scratch.pairs[i];
		draw_segment(pen, pair->ends[0], pair->ends[1]);
	}
}

static void draw_manifolds(const view_pen *pen)
{
	for (size_t i = 0; i < pen->given->count; ++i)
		kiln_draw_manifold(&pen->answer, &pen->session->scratch.manifolds[i].manifold, pen->size);
}

// Draws the boxes below the root of the second asset's scene at a pose.
static void draw_second(const kiln_draw *draw, const view_pen *pen, const kiln_pose *pose)
{
	kiln_draw_tree(draw, &pen->session->assets.second, KILN_NONE, KILN_TREE_AABB, 0, 0, pose);
}

static void draw_impact(const view_pen *pen)
{
	const kiln_pair_impact *impact = &pen->given->impact;
	draw_second(&pen->question, pen, &pen->query->pair.b.to);
	if (!impact->hit)
		return;
	const kiln_vec3 tip = {impact->point.x + impact->normal.x * pen->size,
		impact->point.y + impact->normal.y * pen->size, impact->point.z + impact->normal.z * pen->size};
	draw_segment(pen, impact->point, tip);
}

static void draw_pair(const view_pen *pen)
{
	const answer_given *given = pen->given;
	draw_second(&pen->question, pen, &pen->query->pair.b.from);
	switch (pen->query->kind)
	{
	case QUERY_CONTACTS:
		draw_contacts(pen);
		break;
	case QUERY_DISTANCE:
		if (given->separation.found)
			draw_segment(pen, given->separation.on_a, given->separation.on_b);
		break;
	case QUERY_DEPTH:
		if (given->depth.touching)
			draw_segment(pen, given->depth.on_a, given->depth.on_b);
		break;
	case QUERY_MANIFOLD:
		draw_manifolds(pen);
		break;
	case QUERY_TOI:
		draw_impact(pen);
		break;
	default:
		break;
	}
}

static void draw_given(const view_pen *pen)
{
	switch (pen->query->kind)
	{
	case QUERY_RAY:
	case QUERY_RAY_ANY:
	case QUERY_RAY_ALL:
		draw_rays(pen);
		break;
	case QUERY_CLOSEST:
		kiln_draw_closest(&pen->answer, &pen->query->closest, &pen->given->closest, pen->size);
		break;
	case QUERY_INSIDE:
	case QUERY_NOTHING:
	case QUERY_FILTER:
	case QUERY_ORIGIN:
		break;
	case QUERY_SPHERE:
	case QUERY_BOX:
	case QUERY_CAPSULE:
	case QUERY_CONVEX:
		draw_overlaps(pen);
		break;
	case QUERY_CAST_SPHERE:
	case QUERY_CAST_BOX:
	case QUERY_CAST_CAPSULE:
	case QUERY_CAST_CONVEX:
		draw_cast(pen);
		break;
	default:
		draw_pair(pen);
		break;
	}
}

bool view_draw_query(
	view_lines *question, view_lines *answer, query_session *session, const query_line *query, float reach, float size)
{
	const answer_given given = answer_query(&session->assets, query, &session->scratch);
	const view_pen pen = {
		view_lines_draw(question), view_lines_draw(answer), session, NULL, query, &given, reach, size};
	if (given.status == ANSWER_GIVEN)
		draw_given(&pen);
	return given.status == ANSWER_GIVEN;
}

bool view_draw_field(view_lines *question, view_lines *answer, query_session *session, const kiln_heightfield *field,
	const char *line, size_t length, float reach, float size)
{
	query_line query = {0};
	char error[QUERY_ERROR_SIZE];
	if (!query_parse(line, length, &query, error) || query_asks_nothing(query.kind))
		return false;
	const answer_given given = field_query(field, &query, &session->scratch);
	const view_pen pen = {
		view_lines_draw(question), view_lines_draw(answer), session, field, &query, &given, reach, size};
	if (given.status == ANSWER_GIVEN)
		draw_given(&pen);
	return given.status == ANSWER_GIVEN;
}

bool view_draw_line(view_lines *question, view_lines *answer, query_session *session, const char *line, size_t length,
	float reach, float size)
{
	query_line query = {0};
	char error[QUERY_ERROR_SIZE];
	if (!query_parse(line, length, &query, error) || query_asks_nothing(query.kind))
		return false;
	return view_draw_query(question, answer, session, &query, reach, size);
}
