// SPDX-License-Identifier: MIT
#include "clean_internal.h"

#include "memory.h"
#include "tasks.h"

/// Welding and adding triangles beside each other, a piece of the faces at a time: while the vertices of one piece are welded, the piece
/// before it gets its triangles. These faces read only vertices whose numbers are known, which welding does not write again.

enum
{
	/// Pieces of a mesh. The last one is added alone.
	PIECES = 12,
};

/// Both sides of the work on their pieces.
typedef struct pieces
{
	clean_work *work; ///< of the welding
	clean_work adding;
	clean_cursor *at; ///< where welding goes on
	uint32_t size;	  ///< of a piece, in faces
	uint32_t ready;	  ///< faces whose triangles may be added
	bool plain;		  ///< all faces that were welded are usable triangles
} pieces;

/// Whether a mesh can only have triangles, unless other faces make up for each other.
static bool may_be_plain(const clean_work *work)
{
	bool plain = true;
	for (uint32_t i = 0; i < work->mesh_count; ++i)
	{
		const art_mesh *mesh = &work->scene->meshes[work->meshes[i]];
		plain = plain && mesh->hole_count == 0 && mesh->face_first[mesh->face_count] == 3 * (uint64_t)mesh->face_count;
	}
	return plain;
}

/// A usable face of three corners gives one triangle, and an unusable one gives none.
static bool weld_triangle(clean_work *work, const clean_face *face)
{
	return clean_survey_face(work, face) && face->count == 3;
}

static kilncook_status weld_piece(const kilncook_context *context, void *user)
{
	pieces *p = user;
	const uint32_t first = p->at->number, before = p->work->triangles_most;
	(void)context;
	p->plain = clean_each_face(p->work, p->at, p->size, weld_triangle) &&
			   p->work->triangles_most - before == p->at->number - first;
	clean_weld_queue(p->work);
	return KILNCOOK_OK;
}

static kilncook_status add_piece(const kilncook_context *context, void *user)
{
	pieces *p = user;
	p->adding.context = context;
	return clean_each_face(&p->adding, &p->adding.emitted, p->ready, clean_emit_face) ? KILNCOOK_OK : KILNCOOK_INTERNAL;
}

static bool work_on_pieces(pieces *p)
{
	const uint64_t faces = p->work->result.counts.faces;
	p->plain = true;
	for (;;)
	{
		const uint32_t welded = p->at->number;
		const bool welds = p->plain && welded < faces;
		const uint32_t count = (uint32_t)welds + (p->ready > 0 ? 1u : 0u);
		if (count == 0)
			return true;
		cook_task tasks[] = {{.run = weld_piece, .work = p}, {.run = add_piece, .work = p}};
		if (cook_tasks_run(p->work->context, 2, tasks + !welds, count) != KILNCOOK_OK)
			return false;
		p->ready = welds && p->plain ? p->at->number - welded : 0;
	}
}

bool clean_weld_and_emit(clean_work *work, clean_cursor *at)
{
	clean_mesh *mesh = &work->result;
	const uint32_t faces = (uint32_t)mesh->counts.faces;
	if (work->threads < 2 || faces < CLEAN_BESIDE_LEAST || !may_be_plain(work))
		return true;
	mesh->triangles = cook_alloc_whole(work->context, faces, sizeof *mesh->triangles);
	mesh->faces = cook_alloc_whole(work->context, faces, sizeof *mesh->faces);
	work->triangle_capacity = work->face_capacity = faces;
	if (!mesh->triangles || !mesh->faces)
		return false;
	pieces p = {.work = work, .adding = *work, .at = at, .size = faces / PIECES + 1};
	const bool done = work_on_pieces(&p);
	work->emitted = p.adding.emitted;
	work->drops = p.adding.drops;
	work->slivers = p.adding.slivers;
	mesh->triangle_count = p.adding.result.triangle_count;
	mesh->counts.triangulated = p.adding.result.counts.triangulated;
	mesh->counts.degenerate = p.adding.result.counts.degenerate;
	return done;
}
