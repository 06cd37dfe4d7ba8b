// SPDX-License-Identifier: MIT
#include "fuzz/solid_seeds.h"
#include "rule_breaks.h"

/// Breaks every rule in the table that drives the proof once. A rule without a break does not compile; a break that
/// another rule refuses, or at another place, fails.

static fixture_blob samples[RULE_SAMPLES];

static bool make_ground(fixture_blob *blob)
{
	const fixture_node node = {.tag = 1};
	fixture_mesh mesh = fixture_ground(7, 2);
	bool made = fixture_blob_make(blob, &mesh, 1, &node, 1);
	fixture_mesh_free(&mesh);
	return made;
}

static int set_up(void **state)
{
	(void)state;
	bool made = fixture_blob_small(&samples[SMALL]) && make_ground(&samples[GROUND]) &&
				solid_seed_make(2, &samples[MIXED]) && solid_seed_make(4, &samples[LEVELS]) &&
				solid_seed_make(SOLID_SEEDS - 1, &samples[TREES]) && fixture_blob_small(&samples[BODIES]) &&
				fixture_blob_bodies(&samples[BODIES]) &&
				fixture_blob_deep_volumes(&samples[DEEP_VOLUMES], false, FIXTURE_DEEP_LAST);
	return made ? 0 : -1;
}

static int tear_down(void **state)
{
	(void)state;
	for (int i = 0; i < RULE_SAMPLES; ++i)
		fixture_blob_free(&samples[i]);
	return 0;
}

void rule_use(open_case *c, rule_sample sample)
{
	*c = case_of(samples[sample].data, samples[sample].size);
}

static void every_sample_opens(void **state)
{
	(void)state;
	for (int i = 0; i < RULE_SAMPLES; ++i)
		assert_opens(&(open_case){samples[i].data, samples[i].size});
}

static void rule_is_kept(const rule_break *rule)
{
	open_case c = {0};
	const uint8_t *place = rule->apply(&c);
	kiln_asset asset;
	kiln_result result = kiln_open(&asset, c.data, c.size, NULL);
	if (result.status != rule->status || strcmp(result.reason, rule->reason) != 0 ||
		result.offset != (uint64_t)(place - c.data))
		fail_msg("%s at byte %zu was answered: %s at byte %llu: %s", rule->name, (size_t)(place - c.data),
			kiln_status_name(result.status), (unsigned long long)result.offset, result.reason);
	free(c.data);
}

static void every_rule_is_refused_with_its_status_at_its_place(void **state)
{
	(void)state;
	const rule_breaks tables[] = {rule_breaks_of_table(), rule_breaks_of_bodies(), rule_breaks_of_metadata(),
		rule_breaks_of_meshes(), rule_breaks_of_shapes(), rule_breaks_of_hulls(), rule_breaks_of_trees(),
		rule_breaks_of_volume_trees()};
	size_t next = 0;
	for (size_t i = 0; i < sizeof tables / sizeof *tables; ++i)
		for (size_t k = 0; k < tables[i].count; ++k)
		{
			assert_int_equal(tables[i].breaks[k].rule, next++);
			rule_is_kept(&tables[i].breaks[k]);
		}
	assert_int_equal(next, KILN_RULE_COUNT);
}

/// With trust, only the rules of the first list are checked.
static void trust_keeps_the_rules_of_the_table_and_no_other(void **state)
{
	(void)state;
	const kiln_open_options trust = {.trust = true};
#define ONE(rule, status, where, reason) +1
	const size_t always = 0 KILN_RULES_TABLE(ONE);
#undef ONE
	const rule_breaks table = rule_breaks_of_table();
	for (size_t k = 0; k < table.count; ++k)
	{
		open_case c = {0};
		kiln_asset asset;
		(void)table.breaks[k].apply(&c);
		kiln_result result = kiln_open(&asset, c.data, c.size, &trust);
		assert_int_equal(result.status, k < always ? table.breaks[k].status : KILN_OK);
		free(c.data);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_sample_opens),
		cmocka_unit_test(every_rule_is_refused_with_its_status_at_its_place),
		cmocka_unit_test(trust_keeps_the_rules_of_the_table_and_no_other),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
