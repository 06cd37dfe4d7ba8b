// SPDX-License-Identifier: MIT

/// repair_holds ASSET.kiln: surveys and repairs each mesh of an asset. A survey and a repair of the triangles in another order find
/// and make the same. The repair passes the tests of repair_case_run. Closed meshes are damaged: the survey finds what was
/// planted, at its place, and nothing else; the repair restores the verdicts and the volume. Prints counts.

#include "kiln.h"
#include "planted.h"
#include "repair_case.h"
#include "tree/layout.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>

#define FINE_TOLERANCE 1e-6

typedef struct tally
{
	uint64_t meshes, triangles, unfinished; ///< unfinished: a search of the survey reached its limit of work
	uint64_t changed;						///< meshes that the repair changed
	uint64_t models, planted, restored;
	uint64_t pairs, left; ///< triangles that cross or overlap, and those that a cut of self-intersections leaves
} tally;

typedef struct asset_case
{
	kiln_asset asset;
	tally counts;
} asset_case;

static void load(const kiln_asset *asset, uint32_t mesh, survey_case *out)
{
	const kiln_format_mesh *m = &asset->meshes[mesh];
	kiln_tree tree = kiln_mesh_tree(asset, mesh);
	for (uint32_t unit = 0; unit < m->leaf_units;)
	{
		kiln_leaf_room room;
		kiln_leaf leaf = kiln_leaf_at(tree.leaves, unit, &room);
		for (uint32_t i = 0; i < leaf.triangle_count; ++i)
		{
			kiln_vec3 corners[3];
			uint32_t v[3];
			kiln_leaf_triangle(&leaf, i, corners);
			for (int k = 0; k < 3; ++k)
				v[k] = survey_case_vertex(out, (double)corners[k].x, (double)corners[k].y, (double)corners[k].z);
			survey_case_triangle(out, v[0], v[1], v[2]);
		}
		unit += kiln_format_leaf_units(kiln_leaf_head(tree.leaves, unit));
	}
}

static bool is_sound(const survey_case *c)
{
	for (uint32_t i = 0; i < c->s.adjacency.component_count; ++i)
		if (c->s.components[i].flags != KILN_MESH_FLAGS_KNOWN)
			return false;
	return c->mesh.triangle_count > 0;
}

/// Damages a closed model and repairs it. `whole` is the model, surveyed and repaired without damage.
static void damage(const repair_case *whole, shape_random *random, tally *counts)
{
	const survey_case *model = &whole->copy, *repaired = &whole->art;
	repair_case c;
	repair_case_begin(&c);
	planted p = planted_damage(model, random, &c.art);
	if (p.count > 0)
	{
		survey_case_run(&c.art);
		assert_true(planted_found(&p, model, &c.art));
		repair_case_orders(&c, KILNCOOK_REPAIR_ALL, random);
		assert_true(is_sound(&c.art));
		assert_int_equal(c.art.s.adjacency.component_count, repaired->s.adjacency.component_count);
		double volume = repair_case_volume(repaired), room = 0;
		for (uint32_t i = 0; i < repaired->s.adjacency.component_count; ++i)
			room += repaired->s.components[i].area * model->s.tolerance;
		assert_true(fabs(repair_case_volume(&c.art) - volume) <= room);
		counts->planted += p.count;
		++counts->restored;
	}
	repair_case_end(&c);
}

/// Damages a closed model in several ways. Returns the number of faults.
static uint64_t damage_model(const repair_case *whole, shape_random *random, tally *counts)
{
	uint64_t before = counts->planted;
	damage(whole, random, counts);
	return counts->planted - before;
}

/// Cuts the triangles that cross or overlap others. The check of pairs takes most of the time, so that others stay as they are.
static void cut(const survey_case *art, tally *counts)
{
	const uint64_t pairs = art->s.counts[KILNCOOK_FAULT_CROSSING] + art->s.counts[KILNCOOK_FAULT_COPLANAR];
	repair_case c;
	if (pairs == 0 || art->s.unfinished)
		return;
	repair_case_begin(&c);
	survey_case_copy(&c.art, art);
	repair_case_run(&c, STEP(SELF_INTERSECTIONS));
	assert_true(c.rows[KILNCOOK_REPAIR_SELF_INTERSECTIONS].left <= pairs);
	counts->pairs += pairs;
	counts->left += c.rows[KILNCOOK_REPAIR_SELF_INTERSECTIONS].left;
	repair_case_end(&c);
}

static void check_mesh(const kiln_asset *asset, uint32_t mesh, tally *counts)
{
	shape_random random = {0x9e3779b97f4a7c15u + mesh};
	repair_case c, finer;
	repair_case_begin(&c);
	load(asset, mesh, &c.art);
	repair_case_orders(&c, KILNCOOK_REPAIR_ALL, &random);
	cut(&c.copy, counts);
	++counts->meshes;
	counts->triangles += c.copy.mesh.triangle_count;
	counts->unfinished += c.copy.s.unfinished != 0;
	counts->changed += !repair_case_same_surface(&c.copy.mesh, &c.art.mesh);
	if (is_sound(&c.copy) && !c.copy.s.unfinished)
	{
		++counts->models;
		if (damage_model(&c, &random, counts) == 0)
		{
			// The model's triangles are small for the usual tolerance.
			repair_case_begin(&finer);
			survey_case_copy(&finer.art, &c.art);
			finer.art.options.tolerance = FINE_TOLERANCE;
			repair_case_run(&finer, KILNCOOK_REPAIR_ALL);
			(void)damage_model(&finer, &random, counts);
			repair_case_end(&finer);
		}
	}
	repair_case_end(&c);
}

static void repairs_hold(void **state)
{
	asset_case *a = *state;
	for (uint32_t mesh = 0; mesh < a->asset.mesh_count; ++mesh)
	{
		print_message("mesh %u\n", (unsigned)mesh);
		check_mesh(&a->asset, mesh, &a->counts);
	}
}

int main(int argc, char **argv)
{
	asset_case a = {.counts = {0}};
	if (argc != 2)
		return 2;
	kiln_result result = kiln_map(&a.asset, argv[1], NULL);
	if (result.status != KILN_OK)
	{
		printf("%s\n", result.reason);
		return 3;
	}
	const struct CMUnitTest tests[] = {cmocka_unit_test_prestate(repairs_hold, &a)};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	const tally *n = &a.counts;
	printf("meshes %llu triangles %llu unfinished %llu changed %llu models %llu planted %llu restored %llu pairs %llu "
		   "left %llu\n",
		(unsigned long long)n->meshes, (unsigned long long)n->triangles, (unsigned long long)n->unfinished,
		(unsigned long long)n->changed, (unsigned long long)n->models, (unsigned long long)n->planted,
		(unsigned long long)n->restored, (unsigned long long)n->pairs, (unsigned long long)n->left);
	return failed ? 1 : 0;
}
