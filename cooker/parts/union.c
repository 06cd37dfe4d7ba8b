// SPDX-License-Identifier: MIT
#include "math/jacobi.h"
#include "memory.h"
#include "parts.h"

#include <math.h>
#include <string.h>

/// parts_union_mass: the union as hull 0, hull 1 without hull 0, hull 2 without hulls 0 and 1, and so on. The rest of a hull is a set of
/// convex pieces, as a plane of another hull cuts a convex piece into two.

/// Points this near to a plane count as on it, where all coordinates are from -1 to 1.
#define NEAR_PLANE 1e-11

/// The most distances of points from planes: about a quarter of a second.
#define DISTANCES_MOST ((uint64_t)1 << 25)

/// A convex polyhedron. Each face lists its own corners, counter-clockwise from outside.
typedef struct piece
{
	struct piece *next;
	size_t bytes;
	uint32_t against; ///< the first hull that may still overlap it
	uint32_t face_count;
	uint32_t corner_count;
	double low[3], high[3];
	uint32_t *ends; ///< per face: the end of its corners
	double (*corners)[3];
} piece;

typedef struct plane
{
	double normal[3]; ///< unit, outwards
	double offset;
} plane;

/// A hull in the coordinates of the pieces.
typedef struct solid
{
	const convex_hull *hull;
	uint32_t plane_first;
	double low[3], high[3];
} solid;

/// Integrals of 1, x and x x, in the coordinates of the pieces.
typedef struct integrals
{
	double volume;
	double moment[3];
	double product[6]; ///< xx, yy, zz, xy, xz, yz
} integrals;

typedef struct union_job
{
	const kilncook_context *context;
	double origin[3], scale; ///< coordinates of the pieces are (x - origin) / scale
	solid *solids;			 ///< of the hulls with a volume
	uint32_t solid_count;
	plane *planes;
	double *distances; ///< of the corners of the piece that is cut
	uint32_t distance_room;
	piece *pieces; ///< still to be cut
	uint64_t left; ///< distances that may still be computed
	integrals sum;
} union_job;

static double dot(const double a[3], const double b[3])
{
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void piece_free(const kilncook_context *context, piece *p)
{
	cook_free(context, p, p->bytes, 1);
}

/// Makes an empty piece with room for these faces and corners; NULL when out of memory.
static piece *piece_make(const kilncook_context *context, size_t faces, size_t corners)
{
	const size_t bytes = sizeof(piece) + corners * 3 * sizeof(double) + faces * sizeof(uint32_t);
	piece *p = cook_alloc(context, bytes, 1);
	if (!p)
		return NULL;
	*p = (piece){.bytes = bytes};
	p->corners = (double(*)[3])(void *)(p + 1);
	p->ends = (uint32_t *)(void *)(p->corners + corners);
	return p;
}

static void piece_box(piece *p)
{
	for (int k = 0; k < 3; ++k)
		p->low[k] = p->high[k] = p->corner_count ? p->corners[0][k] : 0;
	for (uint32_t i = 1; i < p->corner_count; ++i)
		for (int k = 0; k < 3; ++k)
		{
			p->low[k] = p->corners[i][k] < p->low[k] ? p->corners[i][k] : p->low[k];
			p->high[k] = p->corners[i][k] > p->high[k] ? p->corners[i][k] : p->high[k];
		}
}

static void add_corner(piece *p, const double at[3])
{
	memcpy(p->corners[p->corner_count++], at, sizeof *p->corners);
}

static piece *piece_of(const union_job *job, const convex_hull *h)
{
	piece *p = piece_make(job->context, h->face_count, h->half_edge_count);
	for (uint32_t f = 0; p && f < h->face_count; ++f)
	{
		for (uint32_t i = h->face_first[f]; i < h->face_first[f + 1]; ++i)
		{
			double at[3];
			for (int k = 0; k < 3; ++k)
				at[k] = ((double)h->vertices[h->origins[i]][k] - job->origin[k]) / job->scale;
			add_corner(p, at);
		}
		p->ends[p->face_count++] = p->corner_count;
	}
	if (p)
		piece_box(p);
	return p;
}

/// The point of an edge on a plane; the same bits for both directions of the edge.
static void cross_edge(const double a[3], const double b[3], double da, double db, double at[3])
{
	bool swap = false;
	for (int k = 0; k < 3; ++k)
		if (a[k] != b[k])
		{
			swap = a[k] > b[k];
			break;
		}
	const double *from = swap ? b : a, *to = swap ? a : b;
	const double share = swap ? db / (db - da) : da / (da - db);
	for (int k = 0; k < 3; ++k)
		at[k] = from[k] + share * (to[k] - from[k]);
}

/// A number that increases with the angle of (x, y), from 0 to below 4.
static double angle_key(double x, double y)
{
	const double size = fabs(x) + fabs(y), share = size > 0 ? y / size : 0;
	return x < 0 ? 2 - share : share < 0 ? 4 + share : share;
}

/// Adds the face in the plane of a cut: the convex polygon around `count` points, sorted around their middle.
static void close_piece(piece *p, double (*points)[3], uint32_t count, const double normal[3])
{
	double middle[3] = {0};
	int drop = fabs(normal[0]) > fabs(normal[1]) ? 0 : 1;
	drop = fabs(normal[drop]) > fabs(normal[2]) ? drop : 2;
	const int u = (drop + 1) % 3, v = (drop + 2) % 3;
	const double turn = normal[drop] < 0 ? -1 : 1;
	for (uint32_t i = 0; i < count; ++i)
		for (int k = 0; k < 3; ++k)
			middle[k] += points[i][k] / count;
	for (uint32_t i = 1; i < count; ++i)
	{
		double at[3];
		uint32_t place = i;
		memcpy(at, points[i], sizeof at);
		const double key = angle_key(at[u] - middle[u], turn * (at[v] - middle[v]));
		for (; place > 0; --place)
		{
			const double *before = points[place - 1];
			if (angle_key(before[u] - middle[u], turn * (before[v] - middle[v])) <= key)
				break;
			memcpy(points[place], before, sizeof *points);
		}
		memcpy(points[place], at, sizeof *points);
	}
	for (uint32_t i = 0; i < count; ++i)
		add_corner(p, points[i]);
	p->ends[p->face_count++] = p->corner_count;
}

/// Copies the part of a face behind a plane; returns how many points of the plane it adds to `cut`. `side` turns the signs of the distances.
static uint32_t cut_face(
	const piece *from, uint32_t first, uint32_t end, const double *distances, double side, piece *to, double (*cut)[3])
{
	const uint32_t before = to->corner_count;
	uint32_t added = 0, behind = 0;
	for (uint32_t i = first; i < end; ++i)
	{
		const uint32_t next = i + 1 < end ? i + 1 : first;
		const double a = side * distances[i], b = side * distances[next];
		behind += a < -NEAR_PLANE;
		if (a <= NEAR_PLANE)
			add_corner(to, from->corners[i]);
		if (fabs(a) <= NEAR_PLANE)
			memcpy(cut[added++], from->corners[i], sizeof *cut);
		if ((a > NEAR_PLANE && b < -NEAR_PLANE) || (a < -NEAR_PLANE && b > NEAR_PLANE))
		{
			cross_edge(from->corners[i], from->corners[next], a, b, cut[added]);
			add_corner(to, cut[added++]);
		}
	}
	if (behind == 0)
	{
		to->corner_count = before;
		return 0;
	}
	to->ends[to->face_count++] = to->corner_count;
	return added;
}

/// The part of a piece behind a plane, whose distances are computed; with `side` -1, the part in front. NULL when out of memory.
static piece *piece_cut(const union_job *job, const piece *from, const plane *by, double side)
{
	// A convex face has two crossings at most; rounding may make more, up to one for each corner.
	const size_t cuts = 2 * (size_t)from->corner_count;
	piece *to = piece_make(job->context, (size_t)from->face_count + 1, 2 * (size_t)from->corner_count + cuts);
	double(*cut)[3] = cook_alloc(job->context, cuts, sizeof *cut);
	uint32_t count = 0;
	for (uint32_t f = 0, first = 0; to && cut && f < from->face_count; first = from->ends[f++])
		count += cut_face(from, first, from->ends[f], job->distances, side, to, cut + count);
	if (to && cut)
	{
		const double normal[3] = {side * by->normal[0], side * by->normal[1], side * by->normal[2]};
		close_piece(to, cut, count, normal);
		piece_box(to);
		to->against = from->against;
	}
	else if (to)
	{
		piece_free(job->context, to);
		to = NULL;
	}
	cook_free(job->context, cut, cuts, sizeof *cut);
	return to;
}

/// On which sides of a plane a piece has corners. False when out of memory.
static bool sides_of(union_job *job, const piece *p, const plane *by, bool *front, bool *behind)
{
	if (p->corner_count > job->distance_room)
	{
		const uint32_t room = 2 * p->corner_count;
		double *more = cook_resize(job->context, job->distances, job->distance_room, room, sizeof *more);
		if (!more)
			return false;
		job->distances = more;
		job->distance_room = room;
	}
	*front = *behind = false;
	for (uint32_t i = 0; i < p->corner_count; ++i)
	{
		job->distances[i] = dot(by->normal, p->corners[i]) - by->offset;
		*front |= job->distances[i] > NEAR_PLANE;
		*behind |= job->distances[i] < -NEAR_PLANE;
	}
	job->left -= job->left < p->corner_count ? job->left : p->corner_count;
	return true;
}

/// Whether a plane of the solid separates the piece from it.
static bool is_apart(union_job *job, const piece *p, const solid *s, bool *memory)
{
	for (int k = 0; k < 3; ++k)
		if (p->low[k] >= s->high[k] - NEAR_PLANE || p->high[k] <= s->low[k] + NEAR_PLANE)
			return true;
	for (uint32_t f = 0; f < s->hull->face_count; ++f)
	{
		bool front, behind;
		if (!sides_of(job, p, &job->planes[s->plane_first + f], &front, &behind))
		{
			*memory = true;
			return false;
		}
		if (!behind)
			return true;
	}
	return false;
}

/// Keeps the parts of a piece outside of a solid as pieces of their own. Frees the piece. False when out of memory.
static bool subtract(union_job *job, piece *p, const solid *s)
{
	bool good = true;
	for (uint32_t f = 0; good && p && f < s->hull->face_count; ++f)
	{
		const plane *by = &job->planes[s->plane_first + f];
		bool front, behind;
		good = sides_of(job, p, by, &front, &behind);
		if (!good || !front)
			continue;
		piece *outside = behind ? piece_cut(job, p, by, -1) : p;
		piece *rest = behind ? piece_cut(job, p, by, 1) : NULL;
		good = outside && (rest || !behind);
		if (behind)
			piece_free(job->context, p);
		if (outside)
		{
			outside->next = job->pieces;
			job->pieces = outside;
		}
		p = rest;
	}
	if (p)
		piece_free(job->context, p);
	return good;
}

/// Adds the integrals over the tetrahedra from the origin to the triangles of each face.
static void integrate(integrals *sum, const piece *p)
{
	static const int pair[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
	for (uint32_t f = 0, first = 0; f < p->face_count; first = p->ends[f++])
		for (uint32_t i = first + 2; i < p->ends[f]; ++i)
		{
			const double *a = p->corners[first], *b = p->corners[i - 1], *c = p->corners[i];
			const double cross[3] = {b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]};
			const double volume = dot(a, cross) / 6;
			double total[3];
			sum->volume += volume;
			for (int k = 0; k < 3; ++k)
			{
				total[k] = a[k] + b[k] + c[k];
				sum->moment[k] += volume * total[k] / 4;
			}
			for (int k = 0; k < 6; ++k)
			{
				const int x = pair[k][0], y = pair[k][1];
				sum->product[k] += volume * (a[x] * a[y] + b[x] * b[y] + c[x] * c[y] + total[x] * total[y]) / 20;
			}
		}
}

/// Integrates the rest of solid `number` outside of those before it. False when out of memory, or of work.
static bool add_rest(union_job *job, uint32_t number, bool *memory)
{
	job->pieces = piece_of(job, job->solids[number].hull);
	*memory |= !job->pieces;
	while (job->pieces && !*memory && job->left > 0)
	{
		piece *p = job->pieces;
		job->pieces = p->next;
		while (p->against < number && is_apart(job, p, &job->solids[p->against], memory))
			++p->against;
		if (*memory)
		{
			piece_free(job->context, p);
		}
		else if (p->against == number)
		{
			integrate(&job->sum, p);
			piece_free(job->context, p);
		}
		else
		{
			const solid *s = &job->solids[p->against++];
			*memory = !subtract(job, p, s);
		}
	}
	const bool done = !job->pieces && !*memory && job->left > 0;
	while (job->pieces)
	{
		piece *p = job->pieces;
		job->pieces = p->next;
		piece_free(job->context, p);
	}
	return done;
}

/// The plane of a face: the sum of the cross products of its sides, which is twice the area along the normal.
static plane plane_of(const piece *p, uint32_t first, uint32_t end)
{
	plane made = {.offset = 0};
	const double *a = p->corners[first];
	for (uint32_t i = first + 2; i < end; ++i)
	{
		double u[3], v[3];
		for (int k = 0; k < 3; ++k)
		{
			u[k] = p->corners[i - 1][k] - a[k];
			v[k] = p->corners[i][k] - a[k];
		}
		for (int k = 0; k < 3; ++k)
			made.normal[k] += u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
	}
	const double length = sqrt(dot(made.normal, made.normal));
	for (int k = 0; k < 3; ++k)
		made.normal[k] /= length;
	made.offset = dot(made.normal, a);
	return made;
}

/// Chooses coordinates from -1 to 1 around all hulls with a volume, and counts those and their faces.
static uint64_t choose_frame(union_job *job, const convex_hull *hulls, uint32_t count)
{
	double low[3] = {0}, high[3] = {0};
	uint64_t faces = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		const convex_hull *h = &hulls[i];
		for (uint32_t v = 0; h->dimension == 3 && v < h->vertex_count; ++v)
			for (int k = 0; k < 3; ++k)
			{
				const double at = (double)h->vertices[v][k];
				const bool begins = job->solid_count == 0 && v == 0;
				low[k] = begins || at < low[k] ? at : low[k];
				high[k] = begins || at > high[k] ? at : high[k];
			}
		job->solid_count += h->dimension == 3;
		faces += h->dimension == 3 ? h->face_count : 0;
	}
	for (int k = 0; k < 3; ++k)
	{
		job->origin[k] = low[k] + (high[k] - low[k]) / 2;
		job->scale = high[k] - low[k] > job->scale ? high[k] - low[k] : job->scale;
	}
	return faces;
}

/// Lists the hulls with a volume, with their boxes and planes. False when out of memory.
static bool list_solids(union_job *job, const convex_hull *hulls, uint32_t count)
{
	uint32_t listed = 0, planes = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		if (hulls[i].dimension < 3)
			continue;
		piece *p = piece_of(job, &hulls[i]);
		if (!p)
			return false;
		solid *s = &job->solids[listed++];
		*s = (solid){.hull = &hulls[i], .plane_first = planes};
		memcpy(s->low, p->low, sizeof s->low);
		memcpy(s->high, p->high, sizeof s->high);
		for (uint32_t f = 0, first = 0; f < p->face_count; first = p->ends[f++])
			job->planes[planes++] = plane_of(p, first, p->ends[f]);
		piece_free(job->context, p);
	}
	return true;
}

/// Scales the integrals back.
static void finish(const union_job *job, mass_properties *mass)
{
	const integrals *sum = &job->sum;
	const double s = job->scale;
	double center[3] = {0}, second[6];
	static const int pair[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
	*mass = (mass_properties){.closed = sum->volume > 0};
	mass->axes[0][0] = mass->axes[1][1] = mass->axes[2][2] = 1;
	if (!mass->closed)
		return;
	mass->volume = sum->volume * s * s * s;
	for (int k = 0; k < 3; ++k)
	{
		center[k] = sum->moment[k] / sum->volume;
		mass->center[k] = job->origin[k] + center[k] * s;
	}
	for (int k = 0; k < 6; ++k)
		second[k] = (sum->product[k] - sum->volume * center[pair[k][0]] * center[pair[k][1]]) * s * s * s * s * s;
	mass->inertia[0] = second[1] + second[2];
	mass->inertia[1] = second[0] + second[2];
	mass->inertia[2] = second[0] + second[1];
	for (int k = 3; k < 6; ++k)
		mass->inertia[k] = 0.0 - second[k];
	jacobi_eigen(mass->inertia, mass->moments, mass->axes);
}

/// Integrates the union, or where `apart` each solid by itself. False when out of memory, or of work.
static bool add_all(union_job *job, bool apart, bool *memory)
{
	bool good = true;
	job->sum = (integrals){.volume = 0};
	for (uint32_t i = 0; i < job->solid_count && good; ++i)
	{
		piece *whole = apart ? piece_of(job, job->solids[i].hull) : NULL;
		if (whole)
		{
			integrate(&job->sum, whole);
			piece_free(job->context, whole);
		}
		else if (apart)
		{
			*memory = true;
			good = false;
		}
		else
		{
			good = add_rest(job, i, memory);
		}
	}
	return good;
}

kilncook_status parts_union_mass(
	const kilncook_context *context, const convex_hull *hulls, uint32_t count, mass_properties *mass, bool *whole)
{
	union_job job = {.context = context, .left = DISTANCES_MOST};
	const uint64_t faces = choose_frame(&job, hulls, count);
	bool memory = false;
	*mass = (mass_properties){.closed = false};
	*whole = true;
	if (job.solid_count == 0)
		return KILNCOOK_OK;
	job.solids = cook_alloc(context, job.solid_count, sizeof *job.solids);
	job.planes = cook_alloc(context, (size_t)faces, sizeof *job.planes);
	memory = !job.solids || !job.planes || !list_solids(&job, hulls, count);
	if (!memory)
		*whole = add_all(&job, false, &memory);
	if (!memory && !*whole)
		add_all(&job, true, &memory);
	if (!memory)
		finish(&job, mass);
	else
		cook_message(context, KILNCOOK_ERROR, "", "out-of-memory", "no memory for the mass of %u parts", count);
	cook_free(context, job.distances, job.distance_room, sizeof *job.distances);
	cook_free(context, job.planes, (size_t)faces, sizeof *job.planes);
	cook_free(context, job.solids, job.solid_count, sizeof *job.solids);
	return memory ? KILNCOOK_INTERNAL : KILNCOOK_OK;
}
