// SPDX-License-Identifier: MIT
#include "cook.h"
#include "memory.h"

#include "repair/repair.h"

static void say(cook_job *job, const char *where, const kilncook_repair_row *repairs)
{
	for (kilncook_repair_step step = 0; step < KILNCOOK_REPAIR_END; ++step)
	{
		if (repairs[step].undone)
			cook_message(&job->context, KILNCOOK_WARNING, where, "repair-undone",
				"the repair '%s' would make other faults of the surface worse: it is undone%s",
				kilncook_repair_name(step), repairs[step].changed ? " in some places" : "");
		if (repairs[step].left)
			cook_message(&job->context, KILNCOOK_WARNING, where, "repair-left",
				"the repair '%s' leaves %llu faults; the survey lists them", kilncook_repair_name(step),
				(unsigned long long)repairs[step].left);
	}
}

kilncook_status cook_repair(cook_job *job, const cook_set *set, clean_mesh *mesh, kilncook_repair_row *repairs)
{
	const repair_options options = {cook_set_options(job, set)->repair, job->options.tolerance, job->options.hole_size};
	kilncook_status status = repair_run(&job->context, &options, mesh, repairs);
	if (status == KILNCOOK_OK)
	{
		say(job, cook_names_get(&job->names, set->name), repairs);
		return status;
	}
	clean_mesh_free(&job->context, mesh);
	return cook_no_memory(job);
}
