// SPDX-License-Identifier: MIT
#include "cook.h"
#include "memory.h"

#include "repair/repair.h"

#include <stdio.h>

/// Room for all reasons of an undone step.
#define REASON 320

/// Writes why a step was undone.
static void write_reason(const kilncook_repair_row *row, char *text, size_t room)
{
	const char *reason = kilncook_repair_reason_name(row, 0);
	size_t size = (size_t)snprintf(text, room, "%s",
		reason ? "make the surface worse (" : "move the surface beyond the tolerance, or leave no triangle");
	for (uint32_t i = 0; reason && size < room; reason = kilncook_repair_reason_name(row, ++i))
		size += (size_t)snprintf(text + size, room - size, "%s%s", i ? ", " : "", reason);
	if (kilncook_repair_reason_name(row, 0) && size < room)
		(void)snprintf(text + size, room - size, ")");
}

/// Where the faults are that a step leaves.
static const char *where_of(kilncook_repair_step step)
{
	if (step == KILNCOOK_REPAIR_OPPOSITE)
		return "one triangle of each stays";
	return step == KILNCOOK_REPAIR_HOLES ? "the survey lists why each stays" : "the survey lists them";
}

static void say(cook_job *job, const char *where, const kilncook_repair_row *repairs)
{
	for (kilncook_repair_step step = 0; step < KILNCOOK_REPAIR_END; ++step)
	{
		if (repairs[step].undone)
		{
			char reason[REASON];
			write_reason(&repairs[step], reason, sizeof reason);
			cook_message(&job->context, KILNCOOK_WARNING, where, "repair-undone",
				"the repair '%s' would %s: it is undone%s", kilncook_repair_name(step), reason,
				repairs[step].changed ? " in some places" : "");
		}
		if (repairs[step].left)
			cook_message(&job->context, KILNCOOK_WARNING, where, "repair-left", "the repair '%s' leaves %llu %s%s; %s",
				kilncook_repair_name(step), (unsigned long long)repairs[step].left,
				step == KILNCOOK_REPAIR_OPPOSITE ? "pair" : "fault", repairs[step].left == 1 ? "" : "s",
				where_of(step));
	}
}

static repair_options options_of(const cook_job *job, const cook_set *set)
{
	return (repair_options){cook_set_options(job, set)->repair, job->options.tolerance, job->options.hole_size};
}

kilncook_status cook_repair(cook_job *job, const cook_set *set, clean_mesh *mesh, kilncook_repair_row *repairs)
{
	const repair_options options = options_of(job, set);
	kilncook_status status = repair_run(&job->context, &options, mesh, repairs);
	if (status == KILNCOOK_OK)
	{
		say(job, cook_names_get(&job->names, set->name), repairs);
		return status;
	}
	clean_mesh_free(&job->context, mesh);
	return cook_no_memory(job);
}

bool cook_explain_holes(const cook_job *job, const cook_set *set, const clean_mesh *mesh, const survey *s)
{
	const repair_options options = options_of(job, set);
	return !(options.steps >> KILNCOOK_REPAIR_HOLES & 1) || repair_explain_holes(&job->context, &options, mesh, s);
}
