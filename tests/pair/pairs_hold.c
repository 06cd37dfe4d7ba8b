// SPDX-License-Identifier: MIT

/// pairs_hold A.kiln [B.kiln]: two objects (A twice without B) in seeded random poses, some of them touching or nearly,
/// queried through every kind of tree that they have, by all descents. All answers must be the same, be consistent, and
/// agree with brute force over some of a's triangles and solids and all of b's. Prints counts; exit code 1 for a
/// difference, with the pose on stderr.

#include "kiln/school.h"
#include "pair/link_of.h"
#include "pair/object.h"
#include "pair_oracle.h"
#include "primitive/triangle/pair.h"
#include "support/asset_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
	POSES = 16,			  ///< a third of them without --full
	BRUTE = 20000,		  ///< pairs of triangles or solids for each pose
	PIECES_MOST = 300000, ///< pieces of b; with more there is no brute force
	PAIRS_MOST = 100000,  ///< touching pairs; more are only counted
	WORK_MOST = 2000000, ///< at about 10 ns each, without brute force and by one of the methods: no further poses after
						 ///< that
};

typedef struct trial
{
	kiln_asset asset[2];
	kiln_object object[2];
	uint32_t kinds;	 ///< bits of the trees to query
	double size;	 ///< of the coordinates
	double reach[2]; ///< half the diagonals of the boxes
	uint64_t random;
	uint32_t pose;
	kiln_pair *pairs[2]; ///< pairs by AABBs, and by another kind
	uint32_t count;		 ///< touching pairs
	bool listed;		 ///< the lists are complete
	kiln_pair_separation nearest;
	uint64_t work;
	uint64_t poses, contacts, asked, brute, either, wrong;
} trial;

static void say(trial *t, const char *what, double a, double b)
{
	if (++t->wrong > 10)
		return;
	fprintf(stderr, "pose %u: %s: %.9g %.9g\n", t->pose, what, a, b);
	for (int i = 0; i < 2; ++i)
	{
		const kiln_pose *p = &t->object[i].pose;
		fprintf(stderr, "  trees %x at %.9g %.9g %.9g turned by %.9g %.9g %.9g %.9g times %.9g\n", t->object[i].trees,
			(double)p->translation.x, (double)p->translation.y, (double)p->translation.z, (double)p->rotation.x,
			(double)p->rotation.y, (double)p->rotation.z, (double)p->rotation.w, (double)p->scale);
	}
}

static void check(trial *t, bool right, const char *what, double a, double b)
{
	if (!right)
		say(t, what, a, b);
}

// --- Poses ------------------------------------------------------------------------------------------------------------

static float unit(trial *t)
{
	return 2 * fixture_random_unit(&t->random) - 1;
}

static kiln_d3 middle_of(const kiln_asset *asset)
{
	const float *min = asset->scene->bounds_min, *max = asset->scene->bounds_max;
	return (kiln_d3){((double)min[0] + (double)max[0]) / 2, ((double)min[1] + (double)max[1]) / 2,
		((double)min[2] + (double)max[2]) / 2};
}

static double reach_of(const kiln_asset *asset)
{
	const float *min = asset->scene->bounds_min, *max = asset->scene->bounds_max;
	double sum = 0;
	for (int k = 0; k < 3; ++k)
		sum += ((double)max[k] - (double)min[k]) * ((double)max[k] - (double)min[k]);
	return fmax(0.5 * sqrt(sum), 1e-30);
}

/// Moves b along the shortest distance between the two, except for `gap`.
static void approach(trial *t, double gap)
{
	kiln_pair_separation s;
	if (kiln_pair_distance(&t->object[0], &t->object[1], NULL, &s) != KILN_OK || !s.found || s.distance <= 0)
		return;
	kiln_d3 way = kiln_d3_sub(kiln_d3_from(s.on_a), kiln_d3_from(s.on_b));
	kiln_pose *pose = &t->object[1].pose;
	double part = 1 - gap / (double)s.distance;
	pose->translation = kiln_d3_to(kiln_d3_along(kiln_d3_from(pose->translation), part, way));
}

static void next_pose(trial *t)
{
	kiln_pose *pose = &t->object[1].pose;
	*pose = (kiln_pose){.scale = 0};
	t->object[0].trees = t->object[1].trees = 0;
	// The first pose has both at their places.
	if (t->pose == 0)
		return;
	if (t->pose % 8 != 1)
		pose->rotation = (kiln_quat){unit(t), unit(t), unit(t), unit(t)};
	if (t->pose % 5 == 4)
		pose->scale = (float)(t->reach[0] / t->reach[1] * (1.5 + (double)unit(t)));
	double scale = pose->scale == 0 ? 1 : (double)pose->scale, apart = t->pose % 4 == 1 ? 0.3 : t->pose % 4;
	kiln_d3 shift = {(double)unit(t), (double)unit(t), (double)unit(t)};
	shift = kiln_d3_scale(shift, apart * 0.5 * (t->reach[0] + scale * t->reach[1]));
	const kiln_affine place = kiln_affine_of_pose(pose);
	kiln_d3 from = kiln_affine_vector(&place, middle_of(&t->asset[1])), to = middle_of(&t->asset[0]);
	pose->translation = kiln_d3_to(kiln_d3_add(kiln_d3_sub(to, from), shift));
	if (t->pose % 4 == 2)
		approach(t, t->pose % 8 == 2 ? 0 : 1e-3 * t->reach[0]);
}

// --- Every tree -------------------------------------------------------------------------------------------------------

static int compare_pairs(const void *left, const void *right)
{
	const kiln_pair *a = left, *b = right;
	const uint32_t x[4] = {a->node_a, a->triangle_a, a->node_b, a->triangle_b};
	const uint32_t y[4] = {b->node_a, b->triangle_a, b->node_b, b->triangle_b};
	for (int i = 0; i < 4; ++i)
		if (x[i] != y[i])
			return x[i] < y[i] ? -1 : 1;
	return 0;
}

/// Counts all touching pairs, and sorts them in `pairs[which]` unless they are too many.
static void collect(trial *t, int which, const kiln_pair_options *options, uint32_t *count)
{
	*count = 0;
	kiln_status status = kiln_pair_contacts(&t->object[0], &t->object[1], options, t->pairs[which], PAIRS_MOST, count);
	check(t, status == KILN_OK, "contacts refused", status, 0);
	if (*count <= PAIRS_MOST)
		qsort(t->pairs[which], *count, sizeof(kiln_pair), compare_pairs);
}

static bool same_vec3(kiln_vec3 a, kiln_vec3 b)
{
	return a.x == b.x && a.y == b.y && a.z == b.z;
}

static void compare_contacts(trial *t, const kiln_pair_options *options)
{
	uint32_t count = 0;
	bool touching = false;
	kiln_pair first;
	collect(t, 1, options, &count);
	check(t, count == t->count, "numbers of contacts", (double)t->count, (double)count);
	for (uint64_t i = 0; t->listed && i < count && i < t->count; ++i)
	{
		const kiln_pair *p = &t->pairs[0][i], *q = &t->pairs[1][i];
		bool same = compare_pairs(p, q) == 0 && p->coplanar == q->coplanar && same_vec3(p->ends[0], q->ends[0]) &&
					same_vec3(p->ends[1], q->ends[1]);
		check(t, same, "contacts", p->triangle_a, q->triangle_a);
	}
	kiln_pair_collide(&t->object[0], &t->object[1], options, &touching, &first);
	check(t, touching == (t->count > 0), "collide", touching, (double)t->count);
	if (touching && t->count && t->listed)
		check(t, bsearch(&first, t->pairs[0], t->count, sizeof first, compare_pairs), "the first contact",
			first.triangle_a, first.triangle_b);
}

static void compare_distances(trial *t, const kiln_pair_options *options)
{
	const kiln_pair_separation *s = &t->nearest;
	const double distance = (double)s->distance;
	kiln_pair_separation now;
	kiln_pair_distance(&t->object[0], &t->object[1], options, &now);
	check(t, now.found && now.distance == s->distance, "distances", distance, (double)now.distance);
	if (s->distance > 0)
	{
		bool same = now.node_a == s->node_a && now.triangle_a == s->triangle_a && now.node_b == s->node_b &&
					now.triangle_b == s->triangle_b && same_vec3(now.on_a, s->on_a) && same_vec3(now.on_b, s->on_b);
		check(t, same, "nearest triangles", s->triangle_a, now.triangle_a);
	}
	const double limits[4] = {0, distance * (1 - 1e-6), distance * (1 + 1e-6), 2 * distance};
	for (int i = 0; i < 4; ++i)
	{
		// Otherwise the gap between them is empty.
		if (i == 1 && distance < 1e-9 * t->size)
			continue;
		bool within = false;
		kiln_pair_within(&t->object[0], &t->object[1], (float)limits[i], options, &within);
		check(t, within == (s->distance == 0 || i > 1), "within", distance, limits[i]);
	}
}

/// Tests every kind on both sides, and each with another kind.
static void ask_trees(trial *t)
{
	for (uint32_t turn = 0; turn < 2 * KILN_TREE_KIND_END; ++turn)
	{
		uint32_t kind = turn % KILN_TREE_KIND_END, other = kind;
		if (turn >= KILN_TREE_KIND_END)
			other = (kind + 1 + t->pose) % KILN_TREE_KIND_END;
		if (!(t->kinds >> kind & 1) || !(t->kinds >> other & 1))
			continue;
		const kiln_pair_options options = {.descent = kiln_school_descent((turn + t->pose) % KILN_SCHOOL_DESCENTS)};
		t->object[0].trees = 1u << kind;
		t->object[1].trees = 1u << other;
		compare_contacts(t, &options);
		compare_distances(t, &options);
		++t->asked;
	}
	t->object[0].trees = t->object[1].trees = 0;
}

// --- Brute force ------------------------------------------------------------------------------------------------------

/// Returns the place of a node's shape, as computed by the runtime.
static bool place_of(const trial *t, int side, uint32_t node, kiln_place *place, kiln_place *own)
{
	kiln_pair_side all;
	kiln_pair_part part;
	if (!kilni_pair_side_of(&all, &t->object[side]) || !kilni_pair_part_of_node(&part, &all, node))
		return false;
	*place = part.place;
	*own = part.own;
	return true;
}

static void corners_of(const trial *t, int side, uint32_t triangle, kiln_d3 corners[3])
{
	uint32_t number, mesh = kiln_triangle_mesh(&t->asset[side], triangle, &number);
	kiln_vec3 c[3];
	kiln_triangle_corners(&t->asset[side], mesh, number, c);
	for (int k = 0; k < 3; ++k)
		corners[k] = kiln_d3_from(c[k]);
}

/// Compares one triangle or solid of a with one of b. `b_to_a` decides for triangles exactly; the gap is computed by
/// another map, and compared only where it is not tiny.
static void check_pieces(trial *t, const oracle_piece *a, const oracle_piece *b, const kiln_affine *b_to_a)
{
	const kiln_pair name = {.node_a = a->node, .triangle_a = a->triangle, .node_b = b->node, .triangle_b = b->triangle};
	bool there = bsearch(&name, t->pairs[0], t->count, sizeof name, compare_pairs) != NULL;
	bool meshes = a->triangle != KILN_NONE && b->triangle != KILN_NONE;
	// The accuracy that kiln/pair.h promises for solids; for triangles the two maps agree better.
	double gap = pair_oracle_gap(a, b), slack = (meshes ? 1e-9 : 0x1p-27) * t->size;
	++t->brute;
	if (meshes)
	{
		kiln_d3 one[3], other[3];
		corners_of(t, 0, a->triangle, one);
		corners_of(t, 1, b->triangle, other);
		for (int k = 0; k < 3; ++k)
			other[k] = kiln_affine_point(b_to_a, other[k]);
		check(t, kilni_triangles_touch(one, other) == there, "exactly, touching", a->triangle, b->triangle);
	}
	if (there)
		check(t, gap <= slack, "a gap of a contact", gap, slack);
	t->either += there != (gap == 0);
	double least = (double)t->nearest.distance;
	check(t, gap >= least * (1 - 1e-6) - slack, "nearer than the distance", gap, least);
	if (a->node == t->nearest.node_a && a->triangle == t->nearest.triangle_a && b->node == t->nearest.node_b &&
		b->triangle == t->nearest.triangle_b)
		check(t, fabs(gap - least) <= 1e-6 * least + slack, "distance", gap, least);
}

/// Compares a piece of a with all of b.
static void check_row(trial *t, const oracle_piece *a, const oracle_pieces *pieces)
{
	kiln_place place_a, own_a;
	kiln_affine b_to_a = kiln_affine_identity();
	const bool together = memcmp(&t->object[0].pose, &t->object[1].pose, sizeof(kiln_pose)) == 0;
	if (!place_of(t, 0, a->node, &place_a, &own_a))
		return;
	for (uint32_t j = 0; j < pieces->count; ++j)
	{
		const oracle_piece *b = &pieces->piece[j];
		if (j == 0 || b->node != pieces->piece[j - 1].node)
		{
			kiln_place place_b, own_b;
			if (!place_of(t, 1, b->node, &place_b, &own_b))
				return;
			const kiln_place between =
				together ? kiln_place_between(&own_a, &own_b) : kiln_place_between(&place_a, &place_b);
			b_to_a = kiln_affine_of_place(&between);
		}
		check_pieces(t, a, b, &b_to_a);
	}
}

/// Chooses random pieces of a, the nearest to b first.
static void ask_all_pairs(trial *t)
{
	oracle_pieces a = pair_oracle_of(&t->object[0]), b = pair_oracle_of(&t->object[1]);
	uint32_t row = 0;
	for (uint32_t i = 0; i < a.count; ++i)
		if (a.piece[i].node == t->nearest.node_a && a.piece[i].triangle == t->nearest.triangle_a)
			row = i;
	for (uint64_t done = 0; a.count && b.count <= PIECES_MOST && done < BRUTE; done += b.count + 1)
	{
		check_row(t, &a.piece[row], &b);
		row = (uint32_t)(fixture_random(&t->random) % a.count);
	}
	pair_oracle_free(&a);
	pair_oracle_free(&b);
}

// --- All --------------------------------------------------------------------------------------------------------------

static void ask(trial *t)
{
	next_pose(t);
	const kiln_vec3 at = t->object[1].pose.translation;
	t->size = fmax(kiln_d3_largest(kiln_d3_from(at)), kiln_d3_largest(middle_of(&t->asset[0])) + t->reach[0]);
	double scale = t->object[1].pose.scale == 0 ? 1 : (double)t->object[1].pose.scale;
	t->size = fmax(t->size, scale * (kiln_d3_largest(middle_of(&t->asset[1])) + t->reach[1]));
	kiln_pair_counters work = {0};
	const kiln_pair_options options = {.counters = &work};
	kiln_status status = kiln_pair_distance(&t->object[0], &t->object[1], &options, &t->nearest);
	// The pose moves the object too far.
	if (status == KILN_E_ARGUMENT && t->size > 0.1 * (double)KILN_COORDINATE_MAX)
		return;
	check(t, status == KILN_OK && t->nearest.found, "distance refused", status, 0);
	collect(t, 0, &options, &t->count);
	t->listed = t->count <= PAIRS_MOST;
	t->work +=
		work.volume_tests / 4 + 8 * work.leaf_pairs + 40 * work.exact_tests + 500 * work.shape_pairs + 10 * t->count;
	check(t, (t->count > 0) == (t->nearest.distance == 0), "contacts and distance", (double)t->count,
		(double)t->nearest.distance);
	++t->poses;
	t->contacts += t->count;
	ask_trees(t);
	if (t->listed)
		ask_all_pairs(t);
}

int main(int argc, char **argv)
{
	trial t = {.random = 1, .kinds = 1};
	const bool full = argc > 1 && strcmp(argv[1], "--full") == 0;
	argv += full;
	argc -= full;
	if (argc != 2 && argc != 3)
		return 2;
	for (int i = 0; i < 2; ++i)
	{
		kiln_result result = kiln_map(&t.asset[i], argv[argc == 3 ? 1 + i : 1], NULL);
		if (result.status != KILN_OK)
		{
			printf("%s\n", result.reason);
			return 3;
		}
		for (uint32_t j = 0; j < t.asset[i].volume_tree_count; ++j)
			t.kinds |= 1u << t.asset[i].volume_trees[j].kind;
		t.reach[i] = reach_of(&t.asset[i]);
		t.object[i] = kiln_object_from_asset(&t.asset[i], NULL);
		t.pairs[i] = malloc(PAIRS_MOST * sizeof(kiln_pair));
		if (!t.pairs[i])
			abort();
	}
	// The pose that usually costs most comes last.
	for (uint32_t i = 1; i <= POSES && t.work < WORK_MOST; i += full ? 1 : 3)
	{
		t.pose = i % POSES;
		ask(&t);
	}
	printf("pairs 1 poses %llu walks %llu contacts %llu all-pairs %llu either %llu\n", (unsigned long long)t.poses,
		(unsigned long long)t.asked, (unsigned long long)t.contacts, (unsigned long long)t.brute,
		(unsigned long long)t.either);
	for (int i = 0; i < 2; ++i)
	{
		free(t.pairs[i]);
		kiln_unmap(&t.asset[i]);
	}
	return t.wrong ? 1 : 0;
}
