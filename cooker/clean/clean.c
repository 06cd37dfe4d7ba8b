// SPDX-License-Identifier: MIT
#include "clean.h"

#include "clean_internal.h"
#include "kiln_format.h"
#include "math/diagonal.h"
#include "memory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void clean_position(const clean_work *work, const art_mesh *mesh, uint32_t vertex, float out[3])
{
	const float *position = mesh->positions[vertex];
	if (!work->transform)
	{
		memcpy(out, position, 3 * sizeof *out);
		return;
	}
	double p[3];
	for (int k = 0; k < 3; ++k)
		p[k] = mesh->exact ? mesh->exact[vertex][k] : (double)position[k];
	for (int row = 0; row < 3; ++row)
	{
		const double *m = work->transform + 4 * row;
		double value = m[0] * p[0] + m[1] * p[1] + m[2] * p[2] + m[3];
		if (work->step > 0)
			value = rint(value / work->step) * work->step;
		// Converting a value outside float's range is undefined.
		bool fits = value >= -2.0 * (double)KILN_COORDINATE_MAX && value <= 2.0 * (double)KILN_COORDINATE_MAX;
		out[row] = fits ? (float)value : 2.0f * KILN_COORDINATE_MAX;
	}
}

static bool usable(const float position[3])
{
	for (int i = 0; i < 3; ++i)
		if (!(position[i] >= -KILN_COORDINATE_MAX && position[i] <= KILN_COORDINATE_MAX))
			return false;
	return true;
}

static bool mirrors(const double *m)
{
	if (!m)
		return false;
	double determinant =
		m[0] * (m[5] * m[10] - m[6] * m[9]) - m[1] * (m[4] * m[10] - m[6] * m[8]) + m[2] * (m[4] * m[9] - m[5] * m[8]);
	return determinant < 0.0;
}

/// Adds up the sizes and refuses counts beyond 32 bits.
static kilncook_status measure(clean_work *work)
{
	clean_mesh *mesh = &work->result;
	uint64_t triangles = 0;
	for (uint32_t part = 0; part < work->mesh_count; ++part)
	{
		if (work->meshes[part] >= work->scene->mesh_count)
			return KILNCOOK_INTERNAL;
		const art_mesh *source = &work->scene->meshes[work->meshes[part]];
		mesh->parts[part] = (clean_part){work->meshes[part], (uint32_t)mesh->counts.faces, source->face_count};
		mesh->counts.vertices += source->vertex_count;
		mesh->counts.faces += source->face_count;
		triangles += (uint64_t)source->face_first[source->face_count] + 2 * (uint64_t)source->hole_count;
	}
	work->vertex_total = mesh->counts.vertices;
	if (work->vertex_total <= INT32_MAX && mesh->counts.faces < UINT32_MAX && triangles <= UINT32_MAX / 3)
		return KILNCOOK_OK;
	cook_message(work->context, KILNCOOK_ERROR, "", "clean-too-big", "too many vertices or faces for one mesh");
	return KILNCOOK_REFUSED;
}

/// Marks each vertex as usable or bad; returns how many are usable.
static uint32_t survey_vertices(clean_work *work)
{
	uint32_t good = 0;
	uint32_t *welded = work->welded;
	for (uint32_t part = 0; part < work->mesh_count; ++part)
	{
		const art_mesh *source = &work->scene->meshes[work->meshes[part]];
		for (uint32_t i = 0; i < source->vertex_count; ++i)
		{
			float position[3];
			clean_position(work, source, i, position);
			bool fine = usable(position);
			*welded++ = fine ? CLEAN_VERTEX_UNUSED : CLEAN_VERTEX_BAD;
			good += fine;
		}
	}
	return good;
}

/// Merges positions closer than the tolerance. Returns the number of positions left; 2^32 - 1 when out of memory.
static uint32_t weld_near(clean_work *work, double relative)
{
	clean_weld *weld = &work->weld;
	if (relative == 0.0)
		return weld->count;
	work->result.weld_tolerance = relative * box_diagonal((const float(*)[3])weld->positions, weld->count);
	if (!(work->result.weld_tolerance > 0.0))
		return weld->count;
	uint32_t *representative = cook_alloc(work->context, weld->count, sizeof *representative);
	if (!representative)
		return KILN_NONE;
	uint32_t left = KILN_NONE;
	if (clean_weld_near(work->context, (const float(*)[3])weld->positions, weld->count, work->result.weld_tolerance,
			representative))
	{
		left = 0;
		for (uint32_t i = 0; i < weld->count; ++i)
			left += representative[i] == i;
		for (uint64_t i = 0; i < work->vertex_total; ++i)
			if (work->welded[i] < CLEAN_VERTEX_UNUSED)
				work->welded[i] = representative[work->welded[i]];
	}
	cook_free(work->context, representative, weld->count, sizeof *representative);
	return left;
}

/// First pass over the faces: skips unusable faces and welds the vertices of the others.
static kilncook_status weld_vertices(clean_work *work, const clean_options *options)
{
	work->welded = cook_alloc_whole(work->context, (size_t)work->vertex_total, sizeof *work->welded);
	if (!work->welded)
		return KILNCOOK_INTERNAL;
	if (!clean_weld_begin(work->context, survey_vertices(work), &work->weld))
		return KILNCOOK_INTERNAL;
	clean_cursor at = {0};
	if (options->weld_relative == 0.0 && !clean_weld_and_emit(work, &at))
		return KILNCOOK_INTERNAL;
	if (!clean_each_face(work, &at, UINT32_MAX, clean_survey_face))
		return KILNCOOK_INTERNAL;
	clean_weld_queue(work);
	clean_weld_end(work->context, &work->weld);
	uint32_t left = weld_near(work, options->weld_relative);
	if (left == KILN_NONE)
		return KILNCOOK_INTERNAL;
	// Here `welded` still counts all vertices in use.
	work->result.counts.welded -= left;
	return KILNCOOK_OK;
}

/// Share of the diagonal of a mesh's box up to which faces may be thick without a warning.
#define THICKNESS_SHARE 0.01

/// Makes room for all triangles. Some may be there already.
static bool reserve_triangles(clean_work *work)
{
	const clean_mesh *mesh = &work->result;
	const uint32_t most = work->triangles_most;
	return (mesh->triangles && most <= work->triangle_capacity) || clean_resize_triangles(work, most);
}

/// Second pass: triangles.
static kilncook_status make_triangles(clean_work *work)
{
	const bool room = reserve_triangles(work);
	work->ring = cook_alloc(work->context, work->ring_capacity, sizeof *work->ring);
	work->contour_ends = cook_alloc(work->context, work->contour_capacity, sizeof *work->contour_ends);
	if (!room || !work->ring || !work->contour_ends)
		return KILNCOOK_INTERNAL;
	// Triangles are flat.
	if (work->ring_capacity > 3)
		work->thickness_most =
			THICKNESS_SHARE * box_diagonal((const float(*)[3])work->weld.positions, work->weld.count);
	return clean_each_face(work, &work->emitted, UINT32_MAX, clean_emit_face) ? KILNCOOK_OK : KILNCOOK_INTERNAL;
}

/// Records the source of every welded vertex. If a vertex loses all its triangles, its source is not used later.
static bool trace_sources(clean_work *work)
{
	work->sources = cook_alloc(work->context, work->weld.count, sizeof *work->sources);
	if (!work->sources)
		return false;
	memset(work->sources, 0xff, (size_t)work->weld.count * sizeof *work->sources);
	// In descending order, so that the lowest source is kept.
	for (uint64_t i = work->vertex_total; i-- > 0;)
		if (work->welded[i] < CLEAN_VERTEX_UNUSED)
			work->sources[work->welded[i]] = (uint32_t)i;
	work->result.source_vertex_count = (uint32_t)work->vertex_total;
	return true;
}

static void report_invalid(const clean_work *work, const char *name)
{
	const clean_counts *counts = &work->result.counts;
	uint32_t first = 0;
	while (work->result.dropped[first].reason != CLEAN_INVALID_INDEX &&
		   work->result.dropped[first].reason != CLEAN_INVALID_COORDINATE)
		++first;
	cook_message(work->context, KILNCOOK_WARNING, name, "clean-invalid",
		"%llu of %llu faces dropped: %llu name vertices that are not there, %llu have coordinates that are not finite "
		"or "
		"too large; the first is face %lu",
		(unsigned long long)counts->invalid, (unsigned long long)counts->faces, (unsigned long long)work->out_of_range,
		(unsigned long long)(counts->invalid - work->out_of_range), (unsigned long)work->result.dropped[first].face);
}

/// Share of a mesh's triangles that may be dropped without a warning.
#define DROPPED_SHARE 0.01

/// Warns when many triangles are lost for any reason. Lines and points do not count, because they have no surface. An
/// unusable face counts as one triangle.
static void report_share(const clean_work *work, const char *name)
{
	const clean_counts *counts = &work->result.counts;
	uint64_t flat = counts->degenerate + work->collapsed;
	uint64_t lost = counts->invalid + flat + counts->duplicates + counts->slivers_dropped;
	uint64_t all = counts->triangulated + counts->invalid + work->collapsed;
	char slivers[40] = "";
	if (counts->slivers_dropped > 0)
		snprintf(slivers, sizeof slivers, ", %llu slivers", (unsigned long long)counts->slivers_dropped);
	// Empty meshes and unusable faces have their own warnings.
	if (lost == counts->invalid || lost == all || (double)lost <= DROPPED_SHARE * (double)all)
		return;
	cook_message(work->context, KILNCOOK_WARNING, name, "clean-dropped",
		"%llu of %llu triangles dropped: %llu without area, %llu that stand twice, %llu that can't be used%s",
		(unsigned long long)lost, (unsigned long long)all, (unsigned long long)flat,
		(unsigned long long)counts->duplicates, (unsigned long long)counts->invalid, slivers);
}

/// Warns of faces that have more than one surface: each program that cuts them may choose another.
static void report_shapes(const clean_work *work, const char *name)
{
	if (work->crossed.count > 0)
		cook_message(work->context, KILNCOOK_WARNING, name, "clean-crossed",
			"%llu faces cross themselves: their triangles overlap, and other programs may cut them otherwise; the "
			"first "
			"is face %lu",
			(unsigned long long)work->crossed.count, (unsigned long)work->crossed.first);
	if (work->nonplanar.count > 0)
		cook_message(work->context, KILNCOOK_WARNING, name, "clean-nonplanar",
			"%llu faces are not flat, by up to %.3g: other programs may cut them into other triangles; the first is "
			"face "
			"%lu",
			(unsigned long long)work->nonplanar.count, work->thickest, (unsigned long)work->nonplanar.first);
}

/// Warns of faces cut without a proof, of broken faces that were dropped, and of large losses. The counts hold the
/// rest.
static void report(const clean_work *work)
{
	const clean_counts *counts = &work->result.counts;
	const char *name = work->mesh_count == 1 ? work->scene->meshes[work->meshes[0]].name : "";
	if (work->unproved.count > 0)
		cook_message(work->context, KILNCOOK_WARNING, name, "clean-unproved",
			"%llu faces are too intricate to be cut with a proof: their triangles may overlap; the first is face %lu",
			(unsigned long long)work->unproved.count, (unsigned long)work->unproved.first);
	report_shapes(work, name);
	if (work->leaving.count > 0)
		cook_message(work->context, KILNCOOK_WARNING, name, "clean-hole",
			"%llu faces have holes that cross or leave their outline: their triangles may overlap; the first is face "
			"%lu",
			(unsigned long long)work->leaving.count, (unsigned long)work->leaving.first);
	if (work->was_closed && !(work->result.flags & KILN_MESH_CLOSED))
		cook_message(work->context, KILNCOOK_WARNING, name, "clean-opened",
			"%llu slivers dropped: the surface was closed with them, and is open without",
			(unsigned long long)counts->slivers_dropped);
	if (counts->invalid > 0)
		report_invalid(work, name);
	report_share(work, name);
}

static kilncook_status clean(clean_work *work, const clean_options *options)
{
	work->result.part_count = work->mesh_count;
	work->result.parts = cook_alloc(work->context, work->mesh_count, sizeof *work->result.parts);
	if (!work->result.parts)
		return KILNCOOK_INTERNAL;
	kilncook_status status = measure(work);
	if (status == KILNCOOK_OK)
		status = weld_vertices(work, options);
	if (status == KILNCOOK_OK)
		status = make_triangles(work);
	if (status == KILNCOOK_OK && !trace_sources(work))
		status = KILNCOOK_INTERNAL;
	// Frees memory that the last pass does not need.
	cook_free(work->context, work->welded, (size_t)work->vertex_total, sizeof *work->welded);
	cook_free(work->context, work->ring, work->ring_capacity, sizeof *work->ring);
	cook_free(work->context, work->contour_ends, work->contour_capacity, sizeof *work->contour_ends);
	clean_triangulation_free(work->context, &work->triangulation);
	work->welded = NULL;
	work->ring = work->contour_ends = NULL;
	if (status == KILNCOOK_OK && !clean_finish(work))
		status = KILNCOOK_INTERNAL;
	return status;
}

kilncook_status clean_build(const kilncook_context *context, const art_scene *scene, const uint32_t *meshes,
	uint32_t mesh_count, const double *transform, const clean_options *options, clean_mesh *mesh)
{
	double relative = options->weld_relative;
	if (relative != 0.0 && !(relative >= CLEAN_WELD_LEAST && relative < 1.0))
	{
		cook_message(
			context, KILNCOOK_ERROR, "", "clean-options", "the weld tolerance must be 0, or 1e-12 or more and under 1");
		return KILNCOOK_USAGE;
	}
	clean_work work = {.context = context,
		.scene = scene,
		.meshes = meshes,
		.mesh_count = mesh_count,
		.transform = transform,
		.step = options->step,
		.reverse = mirrors(transform) != options->flip,
		.drop_slivers = options->drop_slivers,
		.threads = options->threads,
		.unjudged = options->unjudged && options->drop_slivers == 0};
	kilncook_status status = clean(&work, options);
	if (status == KILNCOOK_OK)
	{
		report(&work);
		*mesh = work.result;
		return status;
	}
	if (status == KILNCOOK_INTERNAL)
		cook_message(context, KILNCOOK_ERROR, "", "out-of-memory", "no memory to clean a mesh");
	// Until the end, the arrays have their capacity, not the size given by the counts.
	cook_free(context, work.result.triangles, work.triangle_capacity, sizeof *work.result.triangles);
	cook_free(context, work.result.faces, work.face_capacity, sizeof *work.result.faces);
	work.result.triangles = NULL;
	work.result.faces = NULL;
	clean_mesh_free(context, &work.result);
	cook_free(context, work.sources, work.weld.count, sizeof *work.sources);
	clean_weld_free(context, &work.weld);
	cook_free(context, work.drops.items, work.drops.capacity, sizeof *work.drops.items);
	cook_free(context, work.slivers.items, work.slivers.capacity, sizeof *work.slivers.items);
	return status;
}

void clean_mesh_free(const kilncook_context *context, clean_mesh *mesh)
{
	cook_free(context, mesh->vertices, mesh->vertex_count, sizeof *mesh->vertices);
	cook_free(context, mesh->vertex_sources, mesh->vertex_count, sizeof *mesh->vertex_sources);
	cook_free(context, mesh->triangles, mesh->triangle_count, sizeof *mesh->triangles);
	cook_free(context, mesh->faces, mesh->triangle_count, sizeof *mesh->faces);
	cook_free(context, mesh->parts, mesh->part_count, sizeof *mesh->parts);
	cook_free(context, mesh->dropped, mesh->dropped_count, sizeof *mesh->dropped);
	cook_free(context, mesh->copies, mesh->copy_count, sizeof *mesh->copies);
	*mesh = (clean_mesh){0};
}

const char *clean_reason_name(clean_reason reason)
{
	switch (reason)
	{
	case CLEAN_POINT:
		return "point";
	case CLEAN_LINE:
		return "line";
	case CLEAN_INVALID_INDEX:
		return "invalid-index";
	case CLEAN_INVALID_COORDINATE:
		return "invalid-coordinate";
	case CLEAN_DEGENERATE:
		return "degenerate";
	case CLEAN_SLIVER:
		return "sliver";
	case CLEAN_SLIVER_DROPPED:
		return "sliver-dropped";
	case CLEAN_DUPLICATE:
		return "duplicate";
	}
	return "unknown";
}
