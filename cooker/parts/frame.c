// SPDX-License-Identifier: MIT
#include "clean/adjacency.h"
#include "internal.h"
#include "kiln_format.h"
#include "memory.h"

#include <math.h>
#include <string.h>

/// Frames in which the faces at reflex edges lie across the axes: such a face's plane cuts the solid at the edge, as the notches of B. Chazelle,
/// Convex Partitions of Polyhedra (1984).

/// Curved art has more directions than this.
#define DIRECTIONS_MOST 12
/// Directions that frames are made of: those with the longest edges.
#define DIRECTIONS_USED 4
#define TRIANGLES_MOST 4096
/// Share of the diagonal by which the next triangle of a reflex edge is in front of the first.
#define REFLEX 0x1p-18
/// Squared sine of the angle below which directions are one.
#define SAME 1e-6
/// Least volume of the parallelepiped of a frame's directions.
#define VOLUME_LEAST 0.1

typedef struct direction
{
	double at[3];  ///< unit
	double weight; ///< length of its reflex edges
} direction;

typedef struct directions
{
	direction list[DIRECTIONS_MOST];
	uint32_t count;
	bool many; ///< more than the list has room for
} directions;

static double dot(const double a[3], const double b[3])
{
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3])
{
	for (int k = 0; k < 3; ++k)
		out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

static bool unit(double v[3])
{
	const double length = sqrt(dot(v, v));
	for (int k = 0; k < 3 && length > 0; ++k)
		v[k] /= length;
	return length > 0;
}

static void from_to(const parts_art *art, uint32_t from, uint32_t to, double out[3])
{
	for (int k = 0; k < 3; ++k)
		out[k] = (double)art->vertices[to][k] - (double)art->vertices[from][k];
}

/// The unit normal of a triangle; false where rounding leaves none.
static bool normal_of(const parts_art *art, uint32_t triangle, double out[3])
{
	const uint32_t *t = art->triangles[triangle];
	double u[3], v[3];
	from_to(art, t[0], t[1], u);
	from_to(art, t[0], t[2], v);
	cross(u, v, out);
	return unit(out);
}

static void add_direction(directions *d, const double at[3], double weight)
{
	for (uint32_t i = 0; i < d->count; ++i)
	{
		double sine[3];
		cross(d->list[i].at, at, sine);
		if (dot(sine, sine) < SAME)
		{
			d->list[i].weight += weight;
			return;
		}
	}
	d->many |= d->count == DIRECTIONS_MOST;
	if (d->many)
		return;
	memcpy(d->list[d->count].at, at, sizeof d->list->at);
	d->list[d->count++].weight = weight;
}

/// Adds the directions of both triangles at each reflex edge.
static void list_directions(const parts_body *body, uint32_t (*twins)[3], directions *d)
{
	const parts_art *art = &body->art;
	for (uint32_t side = 0; side < 3 * art->triangle_count && !d->many; ++side)
	{
		const uint32_t twin = twins[side / 3][side % 3];
		double normal[3], other[3], edge[3], next[3];
		if (twin == KILN_NONE || twin < side)
			continue;
		const uint32_t *t = art->triangles[side / 3], *u = art->triangles[twin / 3];
		from_to(art, t[side % 3], t[(side + 1) % 3], edge);
		from_to(art, t[side % 3], u[(twin % 3 + 2) % 3], next);
		if (!normal_of(art, side / 3, normal) || !normal_of(art, twin / 3, other) ||
			dot(normal, next) <= REFLEX * body->diagonal)
			continue;
		const double length = sqrt(dot(edge, edge));
		add_direction(d, normal, length);
		add_direction(d, other, length);
	}
}

/// Moves the heaviest directions to the front.
static void sort_directions(directions *d)
{
	for (uint32_t i = 1; i < d->count; ++i)
	{
		const direction moved = d->list[i];
		uint32_t place = i;
		for (; place > 0 && d->list[place - 1].weight < moved.weight; --place)
			d->list[place] = d->list[place - 1];
		d->list[place] = moved;
	}
}

static bool is_axis(const double v[3])
{
	return fabs(v[0]) > 1 - 1e-12 || fabs(v[1]) > 1 - 1e-12 || fabs(v[2]) > 1 - 1e-12;
}

static double volume_of(const double *a, const double *b, const double *c)
{
	double across[3];
	cross(b, c, across);
	return dot(a, across);
}

/// Adds a frame unless the axes are the same.
static void add_frame(
	const parts_body *body, const double *a, const double *b, const double *c, parts_frame *frames, uint32_t *count)
{
	if (*count == PARTS_FRAMES_MOST || (is_axis(a) && is_axis(b) && is_axis(c)))
		return;
	parts_frame *f = &frames[(*count)++];
	const double *rows[3] = {a, b, c};
	const double volume = volume_of(a, b, c);
	for (int k = 0; k < 3; ++k)
	{
		double across[3];
		memcpy(f->rows[k], rows[k], sizeof f->rows[k]);
		cross(rows[(k + 1) % 3], rows[(k + 2) % 3], across);
		for (int i = 0; i < 3; ++i)
			f->inverse[i][k] = across[i] / volume;
		f->origin[k] = ((double)body->low[k] + (double)body->high[k]) / 2;
	}
	f->mirrored = volume < 0;
	// The squares of the three stretches add up to 3, and their product is the volume.
	f->shrink = fabs(volume) > 1 - 1e-9 ? 1 : fabs(volume) / 1.5;
}

/// Makes frames of one, two or three directions.
static void make_frames(const parts_body *body, const directions *d, parts_frame *frames, uint32_t *count)
{
	const uint32_t used = d->count < DIRECTIONS_USED ? d->count : DIRECTIONS_USED;
	double third[3], axis[3] = {0}, second[3];
	if (used == 1)
	{
		const double *only = d->list[0].at;
		int least = fabs(only[0]) < fabs(only[1]) ? 0 : 1;
		least = fabs(only[2]) < fabs(only[least]) ? 2 : least;
		axis[least] = 1;
		cross(only, axis, second);
		unit(second);
		cross(only, second, third);
		add_frame(body, only, second, third, frames, count);
	}
	for (uint32_t i = 0; i < used; ++i)
		for (uint32_t j = i + 1; j < used; ++j)
		{
			const double *a = d->list[i].at, *b = d->list[j].at;
			bool alone = true;
			for (uint32_t k = 0; k < used; ++k)
			{
				const bool spans = k != i && k != j && fabs(volume_of(a, b, d->list[k].at)) > VOLUME_LEAST;
				alone &= !spans;
				if (spans && k > j)
					add_frame(body, a, b, d->list[k].at, frames, count);
			}
			cross(a, b, third);
			if (alone && dot(third, third) > VOLUME_LEAST * VOLUME_LEAST && unit(third))
				add_frame(body, a, b, third, frames, count);
		}
}

bool parts_frames(const kilncook_context *context, const parts_body *body, parts_frame *frames, uint32_t *count)
{
	directions d = {.count = 0};
	*count = 0;
	if (!body->closed || body->art.triangle_count > TRIANGLES_MOST)
		return true;
	uint32_t(*twins)[3] = cook_alloc(context, body->art.triangle_count, sizeof *twins);
	const bool good = twins && clean_find_twins(context, body->art.triangles, body->art.triangle_count,
								   body->art.vertex_count, twins);
	if (good)
		list_directions(body, twins, &d);
	cook_free(context, twins, body->art.triangle_count, sizeof *twins);
	if (!good || d.many)
		return good;
	sort_directions(&d);
	make_frames(body, &d, frames, count);
	return true;
}
