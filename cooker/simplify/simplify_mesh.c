// SPDX-License-Identifier: MIT
#include "simplify_mesh.h"

#include "internal.h"
#include "memory.h"
#include "side.h"

/// Shares of the error that the collapses may use before the result moves to its side.
static const double shares[] = {0.6, 0.4, 0.25, 0.125};

/// Searches for a result on the side that is asked for. `*proved`: it is there, or the mesh itself stays.
static bool search_side(simplify_work *work, simplify_trial *best, bool *proved)
{
	const simplify_mesh_options *asked = work->options;
	bool counted = !(asked->error > 0), done = true;
	*proved = false;
	for (size_t i = 0; i < (counted ? 1 : sizeof shares / sizeof *shares) && done && !*proved; ++i)
	{
		simplify_mesh_options options = *asked;
		options.error *= shares[i];
		work->options = &options;
		done = simplify_search(work, best);
		*proved = best->count == 0;
		if (done && !*proved)
			done = simplify_to_side(work, best, asked->error, proved);
		work->options = asked;
	}
	return done;
}

static bool search(simplify_work *work, simplify_trial *best, simplify_mesh_counts *counts)
{
	const uint32_t solid = KILN_MESH_CLOSED | KILN_MESH_WOUND;
	bool proved = true, done;
	if (work->options->side == KILNCOOK_SIMPLIFY_BOTH)
		done = simplify_search(work, best);
	else if ((work->mesh->flags & solid) != solid)
	{
		counts->unsided = SIMPLIFY_OPEN;
		return true;
	}
	else
		done = search_side(work, best, &proved);
	if (proved)
		return done;
	best->count = 0;
	counts->unsided = SIMPLIFY_UNPROVED;
	return done;
}

kilncook_status simplify_mesh(const kilncook_context *context, const simplify_mesh_options *options, clean_mesh *mesh,
	simplify_mesh_counts *counts)
{
	uint32_t before = mesh->triangle_count;
	*counts = (simplify_mesh_counts){.before = before, .after = before};
	if (before == 0 || before > SIMPLIFY_TRIANGLES_MAX || (!(options->error > 0) && options->triangles >= before))
		return KILNCOOK_OK;
	const clean_mesh source = *mesh;
	simplify_work work = {.context = context, .options = options, .mesh = &source};
	simplify_trial best;
	bool done = simplify_trial_begin(&work, &best) && simplify_begin(&work) && search(&work, &best, counts);
	counts->trials = work.trials;
	if (done && best.count > 0)
		done = simplify_store(&work, &best, mesh);
	if (done && best.count > 0)
	{
		counts->after = mesh->triangle_count;
		counts->lower = best.lower;
		counts->upper = best.upper;
	}
	simplify_end(&work);
	simplify_trial_end(&work, &best);
	if (done)
		return KILNCOOK_OK;
	cook_message(context, KILNCOOK_ERROR, "", "out-of-memory", "no memory to simplify a mesh");
	return KILNCOOK_INTERNAL;
}
