// SPDX-License-Identifier: MIT
#include "kiln/survey.h"

#include "math/ieee.h"
#include "open/section.h"
#include "rules.h"

#include <float.h>

// clang-format off
#define REFUSAL(name, status, where, reason) {KILN_E_##status, 0, reason},
// clang-format on

static kiln_result refused(const kiln_asset *asset, kiln_survey_rule rule, const void *at)
{
	static const kiln_result refusals[KILN_SURVEY_RULE_COUNT] = {KILN_SURVEY_RULES(REFUSAL)};
	return kiln_section_refused(asset, refusals[rule], at);
}

/// The sections of surveys.
typedef struct surveys
{
	const kiln_asset *asset;
	kiln_section heads, components, faults;
} surveys;

static bool kinds_hold(const kiln_format_survey *head)
{
	if (head->surveyed >> KILN_FAULT_KIND_END || head->unfinished & ~head->surveyed)
		return false;
	for (kiln_fault_kind kind = 0; kind < KILN_FAULT_KIND_END; ++kind)
		if (head->counts[kind] && !(head->surveyed >> kind & 1))
			return false;
	return true;
}

/// Proves the head of one survey. `components` and `faults` are the ends of those of the survey before.
static kiln_result prove_head(const surveys *all, const kiln_format_survey *head, uint32_t components, uint32_t faults)
{
	const kiln_asset *asset = all->asset;
	if (head->mesh >= asset->mesh_count)
		return refused(asset, KILN_RULE_OF_SURVEY_MESH, &head->mesh);
	if (head != all->heads.data && head->mesh <= head[-1].mesh)
		return refused(asset, KILN_RULE_OF_SURVEY_ORDER, &head->mesh);
	if (!kinds_hold(head))
		return refused(asset, KILN_RULE_OF_SURVEY_KINDS, &head->surveyed);
	if (!(head->tolerance >= 0 && head->tolerance <= DBL_MAX))
		return refused(asset, KILN_RULE_OF_SURVEY_TOLERANCE, &head->tolerance);
	if (head->component_first != components || head->component_count > all->components.count - components ||
		head->component_count > head->components)
		return refused(asset, KILN_RULE_OF_SURVEY_COMPONENTS, &head->component_first);
	if (head->fault_first != faults || head->fault_count > all->faults.count - faults)
		return refused(asset, KILN_RULE_OF_SURVEY_FAULTS, &head->fault_first);
	return kiln_section_proved();
}

static kiln_result prove_heads(const surveys *all)
{
	const kiln_format_survey *heads = all->heads.data;
	uint32_t components = 0, faults = 0;
	for (uint32_t i = 0; i < all->heads.count; ++i)
	{
		const kiln_result result = prove_head(all, &heads[i], components, faults);
		if (result.status != KILN_OK)
			return result;
		components += heads[i].component_count;
		faults += heads[i].fault_count;
	}
	if (components != all->components.count || faults != all->faults.count)
		return refused(all->asset, KILN_RULE_OF_SURVEYS_COVER, heads);
	return kiln_section_proved();
}

static kiln_result prove_components(const kiln_asset *asset, const kiln_survey *survey)
{
	for (uint32_t i = 0; i < survey->head->component_count; ++i)
	{
		const kiln_format_component *c = &survey->components[i];
		if (c->flags & ~(uint32_t)KILN_MESH_FLAGS_KNOWN)
			return refused(asset, KILN_RULE_OF_COMPONENT_FLAGS, &c->flags);
		if (c->genus < KILN_NO_GENUS)
			return refused(asset, KILN_RULE_OF_COMPONENT_GENUS, &c->genus);
		if (!(c->area >= 0 && c->area <= DBL_MAX && c->volume >= -DBL_MAX && c->volume <= DBL_MAX))
			return refused(asset, KILN_RULE_OF_COMPONENT_NUMBER, &c->area);
		for (int k = 0; k < 3; ++k)
			if (!(c->bounds_min[k] >= -FLT_MAX && c->bounds_max[k] <= FLT_MAX && c->bounds_min[k] <= c->bounds_max[k]))
				return refused(asset, KILN_RULE_OF_COMPONENT_BOX, c->bounds_min);
	}
	return kiln_section_proved();
}

/// Whether an index is below a count, or KILN_NONE.
static bool in_range(uint32_t index, uint32_t count)
{
	return index < count || index == KILN_NONE;
}

static kiln_result prove_faults(const kiln_asset *asset, const kiln_survey *survey)
{
	const kiln_format_survey *head = survey->head;
	const uint32_t triangles = asset->meshes[head->mesh].triangle_count;
	kiln_fault_kind kind = 0;
	uint64_t listed = 0;
	for (uint32_t i = 0; i < head->fault_count; ++i)
	{
		const kiln_format_fault *f = &survey->faults[i];
		if (f->kind < kind || f->kind >= KILN_FAULT_KIND_END || !(head->surveyed >> f->kind & 1))
			return refused(asset, KILN_RULE_OF_FAULT_KIND, &f->kind);
		listed = f->kind == kind ? listed + 1 : 1;
		kind = f->kind;
		if (listed > head->counts[kind])
			return refused(asset, KILN_RULE_OF_FAULT_COUNT, &f->kind);
		if (!in_range(f->component, head->components) || !in_range(f->other_component, head->components))
			return refused(asset, KILN_RULE_OF_FAULT_COMPONENT, &f->component);
		if (!in_range(f->triangle, triangles) || !in_range(f->other_triangle, triangles))
			return refused(asset, KILN_RULE_OF_FAULT_TRIANGLE, &f->triangle);
		bool finite = f->length >= 0 && f->length <= FLT_MAX && f->distance >= 0 && f->distance <= FLT_MAX;
		for (int k = 0; k < 3; ++k)
			finite = finite && kiln_section_within(f->place[k], FLT_MAX);
		if (!finite)
			return refused(asset, KILN_RULE_OF_FAULT_NUMBER, f->place);
	}
	return kiln_section_proved();
}

kiln_result kiln_survey_open(kiln_survey *survey, const kiln_asset *asset, uint32_t mesh)
{
	if (!survey || !asset || mesh >= asset->mesh_count)
		return (kiln_result){KILN_E_ARGUMENT, 0, "the survey or the asset is NULL, or the mesh is out of range"};
	const surveys all = {asset, kiln_section_of(asset, KILN_SECTION_SURVEYS),
		kiln_section_of(asset, KILN_SECTION_COMPONENTS), kiln_section_of(asset, KILN_SECTION_FAULTS)};
	const kiln_format_survey *heads = all.heads.data;
	uint32_t number = 0;
	kiln_result result = all.heads.count ? prove_heads(&all) : kiln_section_proved();
	if (result.status != KILN_OK)
		return result;
	while (number < all.heads.count && heads[number].mesh != mesh)
		++number;
	if (number == all.heads.count)
		return (kiln_result){KILN_E_ARGUMENT, 0, "the mesh has no survey: cook it with --keep-survey"};
	kiln_survey made = {.head = &heads[number]};
	if (made.head->component_count)
		made.components = (const kiln_format_component *)all.components.data + made.head->component_first;
	if (made.head->fault_count)
		made.faults = (const kiln_format_fault *)all.faults.data + made.head->fault_first;
	result = prove_components(asset, &made);
	if (result.status == KILN_OK)
		result = prove_faults(asset, &made);
	if (result.status == KILN_OK)
		*survey = made;
	return result;
}

const kiln_format_fault *kiln_survey_list(const kiln_survey *survey, kiln_fault_kind kind, uint32_t *count)
{
	const uint32_t all = survey && survey->head ? survey->head->fault_count : 0;
	uint32_t first = 0, end;
	while (first < all && survey->faults[first].kind < kind)
		++first;
	for (end = first; end < all && survey->faults[end].kind == kind;)
		++end;
	if (count)
		*count = end - first;
	return end > first ? survey->faults + first : NULL;
}
