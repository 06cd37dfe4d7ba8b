// SPDX-License-Identifier: MIT
#include "cover.h"
#include "internal.h"
#include "memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// The third generator: cuts along planes of the art's own faces. Linear maps keep convexity: a solid is mapped so that the faces at its reflex edges lie across the
/// axes, is cut and merged there, and the parts are mapped back. There, a part is the hull of the art's own vertices that it has, and of points near
/// those where edges cross the planes that cut: each is moved out of the part's faces by more than all rounding, and becomes one float. As
/// that is no proof, every triangle is proved to be in the union, by exact signs; else the points are moved farther, and the parts are dropped in the end.

/// Coordinates of this share of the diagonal apart are one: the vertices of a face across an axis.
#define SNAP 0x1p-20
/// Triangles of all bodies.
#define TRIANGLES_MOST 8192
/// How often points are moved farther.
#define MOVES 4

/// A body in a frame.
typedef struct turned
{
	const parts_frame *frame;
	parts_body *body;
	float (*vertices)[3];	  ///< of the body, in the frame
	uint32_t (*triangles)[3]; ///< that have an area in the frame
	uint32_t triangle_count;
	double tolerance; ///< of the coordinates in the frame
} turned;

typedef struct entry
{
	double at;
	uint32_t vertex;
} entry;

static int compare_entries(const void *left, const void *right)
{
	const entry *a = left, *b = right;
	if (a->at < b->at || a->at > b->at)
		return a->at < b->at ? -1 : 1;
	return (a->vertex > b->vertex) - (a->vertex < b->vertex);
}

static double farthest(const parts_body *body)
{
	double most = 0;
	for (int k = 0; k < 3; ++k)
	{
		most = fabs((double)body->low[k]) > most ? fabs((double)body->low[k]) : most;
		most = fabs((double)body->high[k]) > most ? fabs((double)body->high[k]) : most;
	}
	return most;
}

/// Computes one coordinate of all vertices; near ones become one.
static void turn_axis(turned *t, int axis, entry *entries)
{
	const parts_art *art = &t->body->art;
	const double *row = t->frame->rows[axis], *origin = t->frame->origin;
	for (uint32_t i = 0; i < art->vertex_count; ++i)
	{
		entries[i] = (entry){0, i};
		for (int k = 0; k < 3; ++k)
			entries[i].at += row[k] * ((double)art->vertices[i][k] - origin[k]);
	}
	qsort(entries, art->vertex_count, sizeof *entries, compare_entries);
	double first = entries[0].at;
	for (uint32_t i = 0; i < art->vertex_count; ++i)
	{
		first = entries[i].at > first + t->tolerance ? entries[i].at : first;
		t->vertices[entries[i].vertex][axis] = (float)first + 0.0f;
	}
}

static bool has_area(const turned *t, const uint32_t corners[3])
{
	double p[3][3];
	for (int k = 0; k < 9; ++k)
		p[k / 3][k % 3] = (double)t->vertices[corners[k / 3]][k % 3];
	for (int k = 0; k < 3; ++k)
	{
		const int u = (k + 1) % 3, v = (k + 2) % 3;
		const double left = (p[1][u] - p[0][u]) * (p[2][v] - p[0][v]);
		const double right = (p[1][v] - p[0][v]) * (p[2][u] - p[0][u]);
		if (fabs(left - right) > 1e-12 * (fabs(left) + fabs(right)))
			return true;
	}
	return false;
}

static void turned_free(const kilncook_context *context, turned *t)
{
	cook_free(context, t->vertices, t->body->art.vertex_count, sizeof *t->vertices);
	cook_free(context, t->triangles, t->body->art.triangle_count, sizeof *t->triangles);
}

/// Maps a body. False when out of memory; call turned_free in any case.
static bool turn(const kilncook_context *context, parts_body *body, const parts_frame *frame, turned *t)
{
	const parts_art *art = &body->art;
	entry *entries = cook_alloc(context, art->vertex_count, sizeof *entries);
	*t = (turned){.frame = frame, .body = body, .tolerance = SNAP * body->diagonal + 0x1p-21 * farthest(body)};
	t->vertices = cook_alloc(context, art->vertex_count, sizeof *t->vertices);
	t->triangles = cook_alloc(context, art->triangle_count, sizeof *t->triangles);
	const bool good = entries && t->vertices && t->triangles;
	for (int axis = 0; axis < 3 && good; ++axis)
		turn_axis(t, axis, entries);
	for (uint32_t i = 0; i < art->triangle_count && good; ++i)
		if (has_area(t, art->triangles[i]))
			memcpy(t->triangles[t->triangle_count++], art->triangles[i], sizeof *t->triangles);
	cook_free(context, entries, art->vertex_count, sizeof *entries);
	return good;
}

/// Twice the area of a face along its normal, from its corners.
static void normal_of(const convex_hull *h, const double (*at)[3], uint32_t face, double out[3])
{
	const uint32_t first = h->face_first[face];
	memset(out, 0, 3 * sizeof *out);
	for (uint32_t i = first + 2; i < h->face_first[face + 1]; ++i)
	{
		const double *a = at[h->origins[first]], *b = at[h->origins[i - 1]], *c = at[h->origins[i]];
		for (int k = 0; k < 3; ++k)
		{
			const int u = (k + 1) % 3, v = (k + 2) % 3;
			out[k] += (b[u] - a[u]) * (c[v] - a[v]) - (b[v] - a[v]) * (c[u] - a[u]);
		}
	}
	const double length = sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
	for (int k = 0; k < 3 && length > 0; ++k)
		out[k] /= length;
}

/// Whether a vertex of the art is in a part, within the tolerance.
static bool has_vertex(const turned *t, const convex_hull *h, const double (*normals)[3], uint32_t vertex)
{
	for (uint32_t f = 0; f < h->face_count; ++f)
	{
		double distance = 0;
		for (int k = 0; k < 3; ++k)
			distance +=
				normals[f][k] * ((double)t->vertices[vertex][k] - (double)h->vertices[h->origins[h->face_first[f]]][k]);
		if (distance > t->tolerance)
			return false;
	}
	return true;
}

/// Adds the art's vertices in a part, and marks the other corners of the part.
static bool add_vertices(const kilncook_context *context, const turned *t, const convex_hull *h,
	const double (*normals)[3], bool *crossings, parts_points *points)
{
	const parts_art *art = &t->body->art;
	for (uint32_t i = 0; i < h->vertex_count; ++i)
		crossings[i] = true;
	for (uint32_t v = 0; v < art->vertex_count; ++v)
	{
		if (!has_vertex(t, h, normals, v))
			continue;
		if (!parts_point(context, points, art->vertices[v]))
			return false;
		for (uint32_t i = 0; i < h->vertex_count; ++i)
		{
			bool same = true;
			for (int k = 0; k < 3; ++k)
				same &= h->vertices[i][k] >= t->vertices[v][k] && h->vertices[i][k] <= t->vertices[v][k];
			crossings[i] &= !same;
		}
	}
	return true;
}

/// Moves a corner out of all faces that have it by at least `far`, unless they are needles.
static void move_out(const convex_hull *h, const double (*normals)[3], uint32_t corner, double far, double at[3])
{
	double sum[3] = {0}, least = 1;
	for (int pass = 0; pass < 2; ++pass)
	{
		const double length = sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
		for (int k = 0; k < 3 && length > 0; ++k)
			sum[k] /= length;
		for (uint32_t f = 0; f < h->face_count; ++f)
			for (uint32_t i = h->face_first[f]; i < h->face_first[f + 1]; ++i)
			{
				if (h->origins[i] != corner)
					continue;
				const double *n = normals[f];
				const double along = n[0] * sum[0] + n[1] * sum[1] + n[2] * sum[2];
				least = pass == 1 && along < least ? along : least;
				for (int k = 0; k < 3 && pass == 0; ++k)
					sum[k] += n[k];
			}
	}
	const double move = far / (least > 0.0625 ? least : 0.0625);
	for (int k = 0; k < 3; ++k)
		at[k] += move * sum[k];
}

/// Makes the part in the art's own coordinates.
static kilncook_status map_back(
	const kilncook_context *context, const turned *t, const convex_hull *h, double far, convex_hull *out)
{
	const parts_frame *frame = t->frame;
	double(*normals)[3] = cook_alloc(context, h->face_count, sizeof *normals);
	double(*at)[3] = cook_alloc(context, h->vertex_count, sizeof *at);
	bool *crossings = cook_alloc(context, h->vertex_count, sizeof *crossings);
	parts_points points = {0};
	bool good = normals && at && crossings;
	for (uint32_t i = 0; i < h->vertex_count && good; ++i)
		for (int k = 0; k < 3; ++k)
			at[i][k] = (double)h->vertices[i][k];
	for (uint32_t f = 0; f < h->face_count && good; ++f)
		normal_of(h, (const double(*)[3])at, f, normals[f]);
	good = good && add_vertices(context, t, h, (const double(*)[3])normals, crossings, &points);
	for (uint32_t i = 0; i < h->vertex_count && good; ++i)
		for (int k = 0; k < 3; ++k)
		{
			at[i][k] = frame->origin[k];
			for (int m = 0; m < 3; ++m)
				at[i][k] += frame->inverse[k][m] * (double)h->vertices[i][m];
		}
	for (uint32_t f = 0; f < h->face_count && good; ++f)
	{
		normal_of(h, (const double(*)[3])at, f, normals[f]);
		for (int k = 0; k < 3 && frame->mirrored; ++k)
			normals[f][k] = -normals[f][k];
	}
	for (uint32_t i = 0; i < h->vertex_count && good; ++i)
	{
		if (!crossings[i])
			continue;
		move_out(h, (const double(*)[3])normals, i, far, at[i]);
		const float rounded[3] = {(float)at[i][0] + 0.0f, (float)at[i][1] + 0.0f, (float)at[i][2] + 0.0f};
		good = parts_point(context, &points, rounded);
	}
	const kilncook_status status = good ? parts_hull(context, &points, out) : KILNCOOK_INTERNAL;
	cook_free(context, points.at, points.capacity, sizeof *points.at);
	cook_free(context, normals, h->face_count, sizeof *normals);
	cook_free(context, at, h->vertex_count, sizeof *at);
	cook_free(context, crossings, h->vertex_count, sizeof *crossings);
	return status;
}

/// Proves by exact signs that every triangle of the body is in the union.
static kilncook_status prove(
	const kilncook_context *context, const parts_body *body, const parts_set *set, bool *proved)
{
	cover_solid *solids = cook_alloc_zero(context, set->count, sizeof *solids);
	*proved = solids != NULL;
	if (!solids)
		return KILNCOOK_INTERNAL;
	for (uint32_t i = 0; i < set->count; ++i)
	{
		solids[i].hull = &set->hulls[i];
		cover_bound(&solids[i]);
	}
	cover_verdict verdict = COVER_WHOLE;
	for (uint32_t i = 0; i < body->art.triangle_count && verdict == COVER_WHOLE; ++i)
	{
		float corners[3][3];
		for (int k = 0; k < 3; ++k)
			memcpy(corners[k], body->art.vertices[body->art.triangles[i][k]], sizeof corners[k]);
		verdict = cover_triangle(context, (const float(*)[3])corners, solids, set->count);
	}
	cook_free(context, solids, set->count, sizeof *solids);
	*proved = verdict == COVER_WHOLE;
	return verdict == COVER_NO_MEMORY ? KILNCOOK_INTERNAL : KILNCOOK_OK;
}

static bool reserve(const kilncook_context *context, uint32_t count, parts_set *set)
{
	set->capacity = count;
	set->hulls = cook_alloc_zero(context, count, sizeof *set->hulls);
	set->errors = cook_alloc_zero(context, count, sizeof *set->errors);
	set->depths = cook_alloc_zero(context, count, sizeof *set->depths);
	return set->hulls && set->errors && set->depths;
}

/// Maps all parts back and proves them. `out` is empty where that fails.
static kilncook_status map_all(parts_job *job, const turned *t, const parts_set *from, parts_set *out)
{
	const kilncook_context *context = job->context;
	const double wanted = job->options->error;
	bool proved = false;
	kilncook_status status = KILNCOOK_OK;
	double far = 0x1p-24 * (farthest(t->body) + t->body->diagonal);
	for (int i = 0; i < MOVES && !proved && status == KILNCOOK_OK; ++i, far *= 4)
	{
		parts_free(context, out);
		status = reserve(context, from->count, out) ? KILNCOOK_OK : KILNCOOK_INTERNAL;
		for (uint32_t p = 0; p < from->count && status == KILNCOOK_OK; ++p)
		{
			status = map_back(context, t, &from->hulls[p], far, &out->hulls[p]);
			out->count += status == KILNCOOK_OK;
		}
		if (status == KILNCOOK_OK)
			status = prove(context, t->body, out, &proved);
	}
	for (uint32_t p = 0; p < out->count && proved; ++p)
		out->errors[p] = parts_error_near(t->body, &out->hulls[p], wanted / 4, wanted);
	out->counts = from->counts;
	if (!proved)
		parts_free(context, out);
	return status;
}

/// Searches the parts of one body, in its own coordinates without a frame. `out` is empty where they are not proved.
static kilncook_status search_body(parts_job *job, parts_body *body, const parts_frame *frame, parts_set *out)
{
	const kilncook_context *context = job->context;
	parts_options options = *job->options;
	parts_art art = body->art;
	turned t;
	if (!frame)
		return parts_search_apart(job, &art, &options, out);
	parts_set found = {0};
	kilncook_status status = turn(context, body, frame, &t) ? KILNCOOK_OK : KILNCOOK_INTERNAL;
	options.error *= frame->shrink;
	art.vertices = (const float(*)[3])t.vertices;
	art.triangles = (const uint32_t(*)[3])t.triangles;
	art.triangle_count = t.triangle_count;
	bool solid = status == KILNCOOK_OK && t.triangle_count > 0;
	if (solid)
		status = parts_search_apart(job, &art, &options, &found);
	for (uint32_t i = 0; i < found.count && solid; ++i)
		solid = found.hulls[i].dimension == 3;
	if (status == KILNCOOK_OK && solid)
		status = map_all(job, &t, &found, out);
	parts_free(context, &found);
	turned_free(context, &t);
	return status;
}

/// Finds the best parts of one body.
static kilncook_status best_of_body(
	parts_job *job, parts_body *body, const parts_frame *frames, uint32_t count, parts_set *best)
{
	kilncook_status status = search_body(job, body, NULL, best);
	for (uint32_t i = 0; i < count && status == KILNCOOK_OK && best->count > 1; ++i)
	{
		parts_set set = {0};
		const uint32_t undecided = body->undecided;
		status = search_body(job, body, &frames[i], &set);
		set.counts.undecided += body->undecided - undecided;
		const bool better = status == KILNCOOK_OK && set.count > 0 && parts_is_better(job, &set, best);
		parts_free(job->context, better ? best : &set);
		if (better)
			*best = set;
	}
	return status;
}

/// Moves the parts of one body to the set of all.
static void append(const kilncook_context *context, parts_set *from, parts_set *to)
{
	for (uint32_t i = 0; i < from->count; ++i)
	{
		to->hulls[to->count] = from->hulls[i];
		to->errors[to->count++] = from->errors[i];
	}
	to->counts.cuts += from->counts.cuts;
	to->counts.merges += from->counts.merges;
	to->counts.undecided += from->counts.undecided;
	from->count = 0;
	parts_free(context, from);
}

/// Finds the best parts of each body. `all` has no more parts than wanted, or none.
static kilncook_status search_bodies(
	parts_job *job, const parts_frame (*frames)[PARTS_FRAMES_MOST], const uint32_t *counts, parts_set *all)
{
	kilncook_status status = reserve(job->context, job->options->most, all) ? KILNCOOK_OK : KILNCOOK_INTERNAL;
	for (uint32_t i = 0; i < job->body_count && status == KILNCOOK_OK; ++i)
	{
		parts_set best = {0};
		status = best_of_body(job, &job->bodies[i], frames[i], counts[i], &best);
		if (status == KILNCOOK_OK && best.count <= job->options->most - all->count)
		{
			append(job->context, &best, all);
			continue;
		}
		parts_free(job->context, &best);
		parts_free(job->context, all);
		break;
	}
	return status;
}

kilncook_status parts_oblique(parts_job *job, parts_set *best)
{
	const kilncook_context *context = job->context;
	const uint32_t bodies = job->body_count;
	bool some = false;
	if (job->art->triangle_count > TRIANGLES_MOST || job->options->clear > 0 || best->count < 2)
		return KILNCOOK_OK;
	parts_frame(*frames)[PARTS_FRAMES_MOST] = cook_alloc(context, bodies, sizeof *frames);
	uint32_t *counts = cook_alloc(context, bodies, sizeof *counts);
	kilncook_status status = frames && counts ? KILNCOOK_OK : KILNCOOK_INTERNAL;
	for (uint32_t i = 0; i < bodies && status == KILNCOOK_OK; ++i)
	{
		status = parts_frames(context, &job->bodies[i], frames[i], &counts[i]) ? KILNCOOK_OK : KILNCOOK_INTERNAL;
		some |= status == KILNCOOK_OK && counts[i] > 0;
	}
	parts_set all = {0};
	if (status == KILNCOOK_OK && some)
		status = search_bodies(job, (const parts_frame(*)[PARTS_FRAMES_MOST])frames, counts, &all);
	const bool better = status == KILNCOOK_OK && all.count > 0 && parts_is_better(job, &all, best);
	if (better)
		job->undecided = all.counts.undecided;
	parts_free(context, better ? best : &all);
	if (better)
		*best = all;
	cook_free(context, frames, bodies, sizeof *frames);
	cook_free(context, counts, bodies, sizeof *counts);
	return status;
}
