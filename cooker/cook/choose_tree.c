// SPDX-License-Identifier: MIT
#include "choose_tree.h"

#include "pair/kernel/kernels.h"
#include "simd/isa.h"

#include <math.h>

#define SEED 0x6b696c6eu
/// The most distance queries that reach a sample's pose.
#define STEPS_MOST 100
/// Limits of the work, in nanoseconds with the AABB tree: for finding all samples, and for the queries of one sample,
/// each a constant and a share for each triangle. A plain cook takes about 2 000 ns a triangle, and building the trees
/// to compare takes ten times that. For meshes that no tree culls, such as thousands of triangles in one place, few
/// samples or none stay within the limits, and the AABB tree is chosen.
#define SEARCH_LEAST 2e7
#define SEARCH_A_TRIANGLE 1000
#define SAMPLE_LEAST 3e5
#define SAMPLE_A_TRIANGLE 60
/// How many times the work of the AABB tree another tree may take for a sample's queries.
#define WORSE_MOST 16
/// A unit of a query's budget, in nanoseconds, about.
#define BUDGET_UNIT 100
/// The most touching pairs that are listed for a sample.
#define CONTACTS_MOST 20000u

/// splitmix64 (Steele, Lea, Flood 2014).
static double random_unit(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15u;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

/// Returns a direction: a random point of the unit ball of `count` dimensions, divided by its length.
static void random_direction(uint64_t *state, double *v, uint32_t count)
{
	double length2;
	do
	{
		length2 = 0;
		for (uint32_t i = 0; i < count; ++i)
		{
			v[i] = 2 * random_unit(state) - 1;
			length2 += v[i] * v[i];
		}
	} while (length2 > 1 || length2 < 0.01);
	for (uint32_t i = 0; i < count; ++i)
		v[i] /= sqrt(length2);
}

/// Costs in nanoseconds by the kind of tree, measured on x86-64 with AVX2, which tests eight volumes at a time: one
/// volume test, transforming one volume into the other side's coordinates, and preparing the query.
static const struct
{
	double test, update, query;
} costs[KILN_TREE_KIND_END] = {
	[KILN_TREE_AABB] = {2.5, 11, 130},
	[KILN_TREE_OBB] = {5, 19, 130},
	[KILN_TREE_KDOP14] = {2.1, 40, 900},
	[KILN_TREE_KDOP18] = {2.6, 45, 1150},
	[KILN_TREE_KDOP26] = {3.4, 55, 1450},
	[KILN_TREE_SPHERE] = {0.9, 9, 130},
	[KILN_TREE_RSS] = {7, 19, 130},
};

/// Cost of two leaves whose triangles are compared eight at a time, and of a pair of triangles that needs an exact
/// test.
#define LEAF_COST 75
#define EXACT_COST 60

static double work_of(kiln_tree_kind kind, const kiln_pair_counters *c)
{
	return costs[kind].query + (double)c->volume_tests * costs[kind].test + (double)c->updates * costs[kind].update +
		   (double)c->leaf_pairs * LEAF_COST + (double)c->exact_tests * EXACT_COST;
}

/// Converts nanoseconds to a budget, roughly.
static kiln_budget budget_of(double work)
{
	return (kiln_budget){.work = (uint64_t)(work / BUDGET_UNIT) + 1};
}

/// Pairs the mesh with itself, moved.
static kiln_mesh_pair pair_of(
	const kiln_pair_tree *tree, const kiln_affine *b_to_a, kiln_pair_counters *counters, kiln_budget *budget)
{
	kiln_mesh_pair pair = {
		.a = *tree,
		.b = *tree,
		.b_to_a = *b_to_a,
		.metric = {.similar = true, .scale = 1},
		.isa = kilni_isa_resolve(KILN_ISA_AUTO),
		.counters = counters,
		.budget = budget,
	};
	const kiln_affine a_to_b = kiln_affine_inverse(b_to_a);
	kilni_pair_link_make(pair.links, &pair.a, &pair.b, &a_to_b, b_to_a, 1);
	return pair;
}

/// A mesh, the rotation of its second copy, and the direction from which the copy approaches.
typedef struct approach
{
	const kiln_pair_tree *tree;
	double radius;
	kiln_d3 middle;
	kiln_affine turned; ///< the rotation about the middle
	kiln_d3 way;
} approach;

static approach approach_make(const kiln_pair_tree *tree, uint64_t *state)
{
	approach a = {.tree = tree};
	double q[4], way[3];
	random_direction(state, q, 4);
	random_direction(state, way, 3);
	const float *half = tree->half, *middle = tree->middle;
	a.radius =
		sqrt((double)half[0] * (double)half[0] + (double)half[1] * (double)half[1] + (double)half[2] * (double)half[2]);
	a.middle = (kiln_d3){(double)middle[0], (double)middle[1], (double)middle[2]};
	const kiln_pose pose = {.rotation = {(float)q[0], (float)q[1], (float)q[2], (float)q[3]}, .scale = 1};
	a.turned = kiln_affine_of_pose(&pose);
	a.turned.origin = kiln_d3_sub(a.middle, kiln_affine_vector(&a.turned, a.middle));
	a.way = (kiln_d3){way[0], way[1], way[2]};
	return a;
}

static kiln_affine placed_at(const approach *a, double offset)
{
	kiln_affine map = a->turned;
	map.origin = kiln_d3_along(map.origin, offset, a->way);
	return map;
}

/// Returns the offset at which the surfaces are `gap` apart, to a tenth; negative when the search exceeds its work.
static double come_near(const approach *a, double gap, double most, double *work)
{
	double offset = 2.1 * a->radius;
	for (uint32_t i = 0; i < STEPS_MOST && offset > 0 && *work < most; ++i)
	{
		kiln_budget budget = budget_of(most - *work);
		const kiln_affine map = placed_at(a, offset);
		kiln_pair_counters counters = {0};
		const kiln_mesh_pair pair = pair_of(a->tree, &map, &counters, &budget);
		kiln_mesh_nearest nearest;
		bool found = kilni_mesh_pair_distance(&pair, 0, HUGE_VAL, &nearest);
		*work += work_of(a->tree->kind, &counters);
		if (budget.ended)
			break;
		if (!found || nearest.distance <= 1.1 * gap)
			return offset;
		offset -= nearest.distance - gap;
	}
	return -1;
}

static bool count_touch(void *user, const kiln_mesh_touch *touch)
{
	uint32_t *left = user;
	(void)touch;
	return --*left > 0;
}

/// Runs all queries of one sample and adds their work. Ends them when they have used about `most` together.
static void query_sample(
	const kiln_pair_tree *tree, const kiln_affine *near, const kiln_affine *touching, double most, tree_work *work)
{
	kiln_budget budget = budget_of(most);
	kiln_pair_counters counters[TREE_SAMPLE_QUERIES] = {{0}};
	uint32_t left = CONTACTS_MOST;
	kiln_mesh_touch touch;
	kiln_mesh_nearest nearest;
	kiln_mesh_pair pair = pair_of(tree, near, &counters[TREE_SAMPLE_COLLIDE_NEAR], &budget);
	(void)kilni_mesh_pair_collide(&pair, &touch);
	pair.counters = &counters[TREE_SAMPLE_DISTANCE];
	(void)kilni_mesh_pair_distance(&pair, 0, HUGE_VAL, &nearest);
	pair = pair_of(tree, touching, &counters[TREE_SAMPLE_COLLIDE], &budget);
	(void)kilni_mesh_pair_collide(&pair, &touch);
	pair.counters = &counters[TREE_SAMPLE_CONTACTS];
	(void)kilni_mesh_pair_contacts(&pair, count_touch, &left);
	for (uint32_t q = 0; q < TREE_SAMPLE_QUERIES; ++q)
		work->of[q] += work_of(tree->kind, &counters[q]);
}

static double sum_of(const tree_work *work)
{
	double sum = 0;
	for (uint32_t q = 0; q < TREE_SAMPLE_QUERIES; ++q)
		sum += work->of[q];
	return sum;
}

void tree_samples_find(const kiln_pair_tree *tree, uint32_t triangles, tree_samples *samples)
{
	const double search = SEARCH_LEAST + (double)SEARCH_A_TRIANGLE * triangles;
	uint64_t state = SEED;
	*samples = (tree_samples){.sample_most = SAMPLE_LEAST + (double)SAMPLE_A_TRIANGLE * triangles};
	for (uint32_t i = 0; i < TREE_SAMPLE_POSES && samples->search < search; ++i)
	{
		const approach a = approach_make(tree, &state);
		double share = 0.5 + random_unit(&state) / 2;
		double offset = come_near(&a, (i % 2 ? 0.01 : 0.001) * a.radius, search, &samples->search);
		if (offset < 0)
			continue;
		const kiln_affine near = placed_at(&a, offset), touching = placed_at(&a, share * offset);
		tree_work own = {{0}};
		query_sample(tree, &near, &touching, 2 * samples->sample_most, &own);
		samples->search += sum_of(&own);
		if (sum_of(&own) > samples->sample_most)
			continue;
		samples->near[samples->count] = near;
		samples->touching[samples->count++] = touching;
	}
}

tree_work tree_work_count(const kiln_pair_tree *tree, const tree_samples *samples)
{
	const double most = WORSE_MOST * samples->sample_most;
	tree_work work = {{0}};
	for (uint32_t i = 0; i < samples->count && sum_of(&work) < most * samples->count; ++i)
		query_sample(tree, &samples->near[i], &samples->touching[i], most, &work);
	return work;
}

double tree_work_ratio(const tree_work *work, const tree_work *other)
{
	double sum = 0;
	for (uint32_t q = 0; q < TREE_SAMPLE_QUERIES; ++q)
		sum += other->of[q] > 0 ? work->of[q] / other->of[q] : 1;
	return sum / TREE_SAMPLE_QUERIES;
}
