// SPDX-License-Identifier: MIT
#include "query_trial.h"

#include "contact_trial.h"
#include "hull_trial.h"
#include "math/slab.h"
#include "pair_trial.h"
#include "support/asset_fixture.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CAPACITY 6
#define BATCH 2

/// An asset under test, the same asset with other kernels, and the source of inputs.
typedef struct trial
{
	const kiln_asset *asset;
	kiln_asset other;
	uint32_t mesh;
	uint64_t random;
} trial;

void trial_check(bool condition)
{
	if (!condition)
		abort();
}

uint32_t trial_below(uint64_t *random, uint32_t limit)
{
	return limit ? (uint32_t)(fixture_random(random) % limit) : 0;
}

float trial_number(uint64_t *random, float min, float max)
{
	static const float awkward[] = {0, -0.0f, 1, -1, FLT_MAX, -FLT_MAX, INFINITY, -INFINITY, NAN, FLT_MIN, FLT_TRUE_MIN,
		KILN_COORDINATE_MAX, -KILN_COORDINATE_MAX, 1e-30f, 1e30f, 2e12f};
	uint32_t pick = trial_below(random, 64);
	if (pick < sizeof awkward / sizeof awkward[0])
		return awkward[pick];
	float part = (fixture_random_unit(random) - 0.25f) * 1.5f;
	return pick < 24 ? min : pick < 28 ? max : min + (max - min) * part;
}

static uint32_t below(trial *t, uint32_t limit)
{
	return trial_below(&t->random, limit);
}

static float number(trial *t, float min, float max)
{
	return trial_number(&t->random, min, max);
}

static kiln_vec3 point(trial *t)
{
	const float *min = t->asset->scene->bounds_min, *max = t->asset->scene->bounds_max;
	return (kiln_vec3){number(t, min[0], max[0]), number(t, min[1], max[1]), number(t, min[2], max[2])};
}

static kiln_vec3 direction(trial *t)
{
	kiln_vec3 d = {number(t, -1, 1), number(t, -1, 1), number(t, -1, 1)};
	return d;
}

static float size(trial *t)
{
	const float *min = t->asset->scene->bounds_min, *max = t->asset->scene->bounds_max;
	return number(t, 0, 0.3f * (max[0] - min[0]) + 0.1f);
}

static bool is_triangle_of(const kiln_asset *asset, uint32_t triangle, uint32_t mesh, uint32_t node, bool has_node)
{
	if (mesh >= asset->mesh_count || triangle < asset->meshes[mesh].triangle_first ||
		triangle - asset->meshes[mesh].triangle_first >= asset->meshes[mesh].triangle_count)
		return false;
	return has_node ? node < asset->node_count && asset->nodes[node].mesh == mesh : node == KILN_NONE;
}

/// Whether a hit is of a node's hull or primitive, not of a triangle.
static bool is_body_of(const kiln_asset *asset, uint32_t shape, uint32_t node, bool has_node)
{
	return has_node && node < asset->node_count && asset->nodes[node].mesh == KILN_NONE &&
		   asset->nodes[node].shape == shape && shape >= asset->mesh_count && shape < asset->shape_count;
}

/// Whether the blob has this source mesh for a part, or for a solid without a mesh.
static bool is_source(const kiln_asset *asset, uint32_t shape, uint32_t source_mesh)
{
	const kiln_format_shape *at = &asset->shapes[shape];
	return at->part_count ? source_mesh == asset->parts[at->part_first].source_mesh : source_mesh == KILN_NONE;
}

static void check_body_hit(const kiln_asset *asset, const kiln_hit *hit, bool has_node)
{
	trial_check(is_body_of(asset, hit->shape, hit->node, has_node) && hit->mesh == KILN_NONE);
	trial_check(is_source(asset, hit->shape, hit->source_mesh) && hit->source_face == KILN_NONE);
	const kiln_format_shape *shape = &asset->shapes[hit->shape];
	trial_check(hit->u == 0 && hit->v == 0);
	trial_check(hit->face == KILN_NONE ||
				(shape->kind == KILN_SHAPE_HULL && hit->face < asset->hulls[shape->index].face_count));
}

static bool is_finite(kiln_vec3 v)
{
	return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

/// Whether a vector is a unit vector, to rounding, or zero where a triangle has no area.
static bool is_normal(kiln_vec3 n, bool may_vanish)
{
	float length2 = n.x * n.x + n.y * n.y + n.z * n.z;
	return (length2 > 0.99f && length2 < 1.01f) || (may_vanish && length2 == 0);
}

/// Whether a node's matrices have entries small enough that points and normals stay within float32. Cooked nodes do;
/// the proof accepts all finite entries.
static bool is_moderate(const kiln_asset *asset, uint32_t node)
{
	if (node >= asset->node_count)
		return true;
	for (int i = 0; i < 12; ++i)
		if (fabsf(asset->nodes[node].to_asset[i]) > KILN_COORDINATE_MAX ||
			fabsf(asset->nodes[node].to_mesh[i]) > KILN_COORDINATE_MAX)
			return false;
	return true;
}

/// Whether a transform has an inverse that double can compute. Those of cooked nodes have a condition of 10^6 at most;
/// the proof accepts any, and the place of a point under a transform without an inverse is undetermined.
static bool is_regular(const float m[12])
{
	double largest = 0, determinant = 0;
	for (int i = 0; i < 3; ++i)
	{
		int j = (i + 1) % 3, k = (i + 2) % 3;
		for (int r = 0; r < 3; ++r)
			largest = fabs((double)m[4 * r + i]) > largest ? fabs((double)m[4 * r + i]) : largest;
		determinant += (double)m[i] * ((double)m[4 + j] * (double)m[8 + k] - (double)m[4 + k] * (double)m[8 + j]);
	}
	return fabs(determinant) > 1e-18 * largest * largest * largest;
}

/// Whether the point is representable in float32. Where the planes of a hull are not closed around its vertices, which
/// only the cooker proves, rays of large directions may leave it farther away: at infinity, but never undefined.
static bool is_place(const kiln_asset *asset, const kiln_hit *hit)
{
	if (is_finite(hit->point))
		return true;
	return hit->triangle == KILN_NONE && asset->shapes[hit->shape].kind == KILN_SHAPE_HULL && !isnan(hit->point.x) &&
		   !isnan(hit->point.y) && !isnan(hit->point.z);
}

static void check_hit(const kiln_asset *asset, const kiln_hit *hit, bool has_node)
{
	if (!hit->hit)
		return;
	trial_check(hit->t >= 0 && hit->t <= FLT_MAX && hit->material < asset->material_count);
	const kiln_format_node *node = hit->node < asset->node_count ? &asset->nodes[hit->node] : NULL;
	bool regular = !node || (is_regular(node->to_asset) && is_regular(node->to_mesh));
	if (is_moderate(asset, hit->node) && regular)
		trial_check(is_place(asset, hit) && is_normal(hit->normal, hit->triangle != KILN_NONE));
	if (hit->triangle == KILN_NONE)
		check_body_hit(asset, hit, has_node);
	else
		trial_check(is_triangle_of(asset, hit->triangle, hit->mesh, hit->node, has_node) && hit->shape == hit->mesh &&
					hit->face == KILN_NONE);
}

/// Compares the answers of two instruction sets, field by field, because padding is undefined.
static void check_same_hit(const kiln_hit *a, const kiln_hit *b)
{
	trial_check(a->hit == b->hit && a->back == b->back && a->triangle == b->triangle && a->node == b->node &&
				a->shape == b->shape && a->face == b->face);
	trial_check(memcmp(&a->t, &b->t, sizeof a->t) == 0 && memcmp(&a->point, &b->point, sizeof a->point) == 0 &&
				memcmp(&a->normal, &b->normal, sizeof a->normal) == 0);
}

static void check_overlaps(
	const kiln_asset *asset, const kiln_overlap *overlaps, uint32_t count, uint32_t capacity, bool has_node)
{
	for (uint32_t i = 0; i < count && i < capacity; ++i)
	{
		uint32_t node = overlaps[i].node;
		if (overlaps[i].triangle == KILN_NONE)
		{
			trial_check(node < asset->node_count && is_body_of(asset, asset->nodes[node].shape, node, has_node));
			continue;
		}
		uint32_t mesh = kiln_triangle_mesh(asset, overlaps[i].triangle, NULL);
		trial_check(is_triangle_of(asset, overlaps[i].triangle, mesh, node, has_node));
	}
}

/// Whether a ray starts so far from a mesh that the query moves its origin close: then a finer t than the returned one
/// orders its triangles. Half of this distance counts, too, because of the transform's rounding.
static bool is_carried(const kiln_asset *asset, const kiln_hit *hit, kiln_vec3 origin)
{
	if (hit->mesh >= asset->mesh_count)
		return false;
	const kiln_format_mesh *mesh = &asset->meshes[hit->mesh];
	const float *m = hit->node < asset->node_count ? asset->nodes[hit->node].to_mesh : NULL;
	const double p[3] = {(double)origin.x, (double)origin.y, (double)origin.z};
	double reach = 0, size = 0;
	for (int i = 0; i < 3; ++i)
	{
		double seen = p[i];
		if (m)
			seen = (double)m[4 * i] * p[0] + (double)m[4 * i + 1] * p[1] + (double)m[4 * i + 2] * p[2] +
				   (double)m[4 * i + 3];
		double low = (double)mesh->bounds_min[i], high = (double)mesh->bounds_max[i];
		reach = fmax(reach, fmax(low - seen, seen - high));
		size = fmax(size, high - low);
	}
	return !(reach <= (double)KILN_FAR_SIZES / 2 * size);
}

/// Checks the properties that all hits of a ray share.
static void check_hits(const kiln_asset *asset, const kiln_hit *hits, uint32_t count, kiln_vec3 origin, bool has_node)
{
	for (uint32_t i = 0; i < count && i < CAPACITY; ++i)
	{
		check_hit(asset, &hits[i], has_node);
		if (i == 0 || hits[i - 1].t < hits[i].t)
			continue;
		trial_check(hits[i - 1].t == hits[i].t && hits[i - 1].node <= hits[i].node);
		trial_check(hits[i - 1].node < hits[i].node || hits[i - 1].triangle < hits[i].triangle ||
					is_carried(asset, &hits[i], origin));
	}
}

static void ask_rays(trial *t)
{
	kiln_ray rays[BATCH];
	kiln_hit hits[BATCH * CAPACITY];
	uint32_t counts[BATCH];
	bool any[BATCH];
	for (int i = 0; i < BATCH; ++i)
		rays[i] = (kiln_ray){point(t), direction(t), below(t, 4) ? 0 : number(t, 0, 10), below(t, 2)};
	kiln_hit closest = kiln_scene_ray_closest(t->asset, &rays[0]);
	kiln_hit scalar = kiln_scene_ray_closest(&t->other, &rays[0]);
	check_hit(t->asset, &closest, true);
	check_same_hit(&closest, &scalar);
	trial_check(kiln_scene_ray_any(t->asset, &rays[0]) == closest.hit);
	trial_check(kiln_scene_ray_any(&t->other, &rays[0]) == closest.hit);
	uint32_t count = kiln_scene_ray_all(t->asset, &rays[0], hits, CAPACITY);
	trial_check(count == kiln_scene_ray_all(t->asset, &rays[0], NULL, 0));
	check_hits(t->asset, hits, count, rays[0].origin, true);
	kiln_scene_ray_closest_batch(t->asset, rays, BATCH, hits);
	check_same_hit(&hits[0], &closest);
	check_hit(t->asset, &hits[1], true);
	kiln_scene_ray_any_batch(t->asset, rays, BATCH, any);
	trial_check(any[0] == closest.hit);
	kiln_scene_ray_all_batch(t->asset, rays, BATCH, hits, CAPACITY, counts);
	trial_check(counts[0] == count);
}

static void ask_mesh_rays(trial *t)
{
	kiln_hit hits[CAPACITY];
	kiln_ray ray = {point(t), direction(t), 0, below(t, 2)};
	kiln_hit closest = kiln_mesh_ray_closest(t->asset, t->mesh, &ray);
	kiln_hit scalar = kiln_mesh_ray_closest(&t->other, t->mesh, &ray);
	check_hit(t->asset, &closest, false);
	check_same_hit(&closest, &scalar);
	trial_check(kiln_mesh_ray_any(t->asset, t->mesh, &ray) == closest.hit);
	uint32_t count = kiln_mesh_ray_all(t->asset, t->mesh, &ray, hits, CAPACITY);
	check_hits(t->asset, hits, count, ray.origin, false);
	kiln_mesh_ray_closest_batch(t->asset, t->mesh, &ray, 1, hits);
	check_same_hit(&hits[0], &closest);
}

static void check_closest(const kiln_asset *asset, const kiln_closest *answer, bool has_node)
{
	if (!answer->found)
		return;
	trial_check(answer->distance >= 0);
	if (is_moderate(asset, answer->node))
		trial_check(answer->distance <= FLT_MAX && is_finite(answer->point));
	trial_check(answer->material < asset->material_count);
	if (answer->triangle == KILN_NONE)
		trial_check(is_body_of(asset, answer->shape, answer->node, has_node) && answer->mesh == KILN_NONE &&
					is_source(asset, answer->shape, answer->source_mesh));
	else
		trial_check(is_triangle_of(asset, answer->triangle, answer->mesh, answer->node, has_node) &&
					answer->shape == answer->mesh);
}

static void ask_points(trial *t)
{
	kiln_point_query queries[BATCH];
	kiln_closest answers[BATCH];
	kiln_inside inside[BATCH];
	for (int i = 0; i < BATCH; ++i)
		queries[i] = (kiln_point_query){point(t), below(t, 2) ? 0 : size(t)};
	kiln_closest closest = kiln_scene_closest_point(t->asset, &queries[0]);
	kiln_closest scalar = kiln_scene_closest_point(&t->other, &queries[0]);
	check_closest(t->asset, &closest, true);
	trial_check(closest.found == scalar.found && closest.triangle == scalar.triangle && closest.node == scalar.node &&
				memcmp(&closest.distance, &scalar.distance, sizeof closest.distance) == 0);
	kiln_scene_closest_point_batch(t->asset, queries, BATCH, answers);
	trial_check(answers[0].found == closest.found && answers[0].triangle == closest.triangle);
	check_closest(t->asset, &answers[1], true);
	closest = kiln_mesh_closest_point(t->asset, t->mesh, &queries[0]);
	check_closest(t->asset, &closest, false);
	const kiln_vec3 points[BATCH] = {queries[0].point, queries[1].point};
	inside[0] = kiln_scene_point_inside(t->asset, points[0]);
	trial_check(inside[0] == kiln_scene_point_inside(&t->other, points[0]) && inside[0] <= KILN_INSIDE_UNKNOWN);
	trial_check(kiln_mesh_point_inside(t->asset, t->mesh, points[1]) <= KILN_INSIDE_UNKNOWN);
	kiln_scene_point_inside_batch(t->asset, points, BATCH, inside);
}

static kiln_quat rotation(trial *t)
{
	kiln_quat q = {0, 0, 0, 0};
	if (below(t, 2))
		q = (kiln_quat){number(t, -1, 1), number(t, -1, 1), number(t, -1, 1), number(t, -1, 1)};
	return q;
}

static void ask_overlaps(trial *t)
{
	kiln_overlap found[BATCH * CAPACITY];
	uint32_t counts[BATCH];
	kiln_sphere sphere = {point(t), size(t)};
	kiln_box box = {point(t), {size(t), size(t), size(t)}, rotation(t)};
	kiln_capsule capsule = {point(t), point(t), size(t)};
	uint32_t count = kiln_scene_overlap_sphere(t->asset, &sphere, found, CAPACITY);
	trial_check(count == kiln_scene_overlap_sphere(&t->other, &sphere, NULL, 0));
	check_overlaps(t->asset, found, count, CAPACITY, true);
	kiln_scene_overlap_sphere_batch(t->asset, &sphere, 1, found, CAPACITY, counts);
	trial_check(counts[0] == count);
	count = kiln_scene_overlap_box(t->asset, &box, found, CAPACITY);
	trial_check(count == kiln_scene_overlap_box(&t->other, &box, NULL, 0));
	check_overlaps(t->asset, found, count, CAPACITY, true);
	kiln_scene_overlap_box_batch(t->asset, &box, 1, found, CAPACITY, counts);
	trial_check(counts[0] == count);
	count = kiln_scene_overlap_capsule(t->asset, &capsule, found, CAPACITY);
	trial_check(count == kiln_scene_overlap_capsule(&t->other, &capsule, NULL, 0));
	check_overlaps(t->asset, found, count, CAPACITY, true);
	kiln_scene_overlap_capsule_batch(t->asset, &capsule, 1, found, CAPACITY, counts);
	trial_check(counts[0] == count);
	count = kiln_mesh_overlap_sphere(t->asset, t->mesh, &sphere, found, CAPACITY);
	check_overlaps(t->asset, found, count, CAPACITY, false);
	count = kiln_mesh_overlap_box(t->asset, t->mesh, &box, found, CAPACITY);
	check_overlaps(t->asset, found, count, CAPACITY, false);
	count = kiln_mesh_overlap_capsule(t->asset, t->mesh, &capsule, found, CAPACITY);
	check_overlaps(t->asset, found, count, CAPACITY, false);
}

static void ask_casts(trial *t)
{
	kiln_motion motion = {direction(t), below(t, 2) ? 0 : number(t, 0, 10)};
	kiln_sphere sphere = {point(t), size(t)};
	kiln_box box = {point(t), {size(t), size(t), size(t)}, rotation(t)};
	kiln_capsule capsule = {point(t), point(t), size(t)};
	kiln_hit hit = kiln_scene_cast_sphere(t->asset, &sphere, &motion), other;
	check_hit(t->asset, &hit, true);
	other = kiln_scene_cast_sphere(&t->other, &sphere, &motion);
	check_same_hit(&hit, &other);
	kiln_scene_cast_sphere_batch(t->asset, &sphere, &motion, 1, &other);
	check_same_hit(&hit, &other);
	hit = kiln_scene_cast_box(t->asset, &box, &motion);
	check_hit(t->asset, &hit, true);
	other = kiln_scene_cast_box(&t->other, &box, &motion);
	check_same_hit(&hit, &other);
	kiln_scene_cast_box_batch(t->asset, &box, &motion, 1, &other);
	hit = kiln_scene_cast_capsule(t->asset, &capsule, &motion);
	check_hit(t->asset, &hit, true);
	other = kiln_scene_cast_capsule(&t->other, &capsule, &motion);
	check_same_hit(&hit, &other);
	kiln_scene_cast_capsule_batch(t->asset, &capsule, &motion, 1, &other);
	hit = kiln_mesh_cast_sphere(t->asset, t->mesh, &sphere, &motion);
	check_hit(t->asset, &hit, false);
	hit = kiln_mesh_cast_box(t->asset, t->mesh, &box, &motion);
	check_hit(t->asset, &hit, false);
	hit = kiln_mesh_cast_capsule(t->asset, t->mesh, &capsule, &motion);
	check_hit(t->asset, &hit, false);
}

static void ask_accessors(trial *t)
{
	const kiln_asset *asset = t->asset;
	uint32_t triangles = (uint32_t)asset->triangle_count;
	for (uint32_t n = 0; n < 8 && triangles; ++n)
	{
		uint32_t triangle, mesh = kiln_triangle_mesh(asset, below(t, triangles), &triangle);
		trial_check(mesh < asset->mesh_count && triangle < asset->meshes[mesh].triangle_count);
		kiln_vec3 corners[3];
		trial_check(kiln_triangle_corners(asset, mesh, triangle, corners));
		uint32_t edges = kiln_triangle_edges(asset, mesh, triangle);
		for (uint32_t k = 0; k < 3; ++k)
			trial_check(edges <= KILN_EDGE_BITS && kiln_format_edge_kind(edges, k) < KILN_EDGE_KIND_END);
		kiln_source source = kiln_triangle_source(asset, mesh, triangle);
		trial_check(source.part < asset->part_count && source.material < asset->material_count);
		trial_check(source.face < asset->parts[source.part].face_count);
	}
	trial_check(kiln_triangle_mesh(asset, triangles, NULL) == KILN_NONE);
	size_t length = asset->part_count ? strlen(kiln_name(asset, asset->parts[below(t, asset->part_count)].name)) : 0;
	length += strlen(kiln_name(asset, asset->nodes[below(t, asset->node_count)].name));
	length += strlen(kiln_name(asset, asset->shapes[below(t, asset->shape_count)].name));
	length += strlen(kiln_name(asset, asset->provenance->options));
	trial_check(length < asset->names_size * 4);
}

void query_trial(const kiln_asset *asset, uint64_t random)
{
	trial t = {.asset = asset, .other = *asset, .random = random};
	t.other.isa = below(&t, 2) ? KILN_ISA_SCALAR : KILN_ISA_SSE2;
	t.mesh = below(&t, asset->mesh_count);
	ask_accessors(&t);
	ask_rays(&t);
	ask_rays(&t);
	ask_mesh_rays(&t);
	ask_points(&t);
	ask_overlaps(&t);
	ask_casts(&t);
	contact_trial(asset, &t.other, &t.random);
	hull_trial(asset, &t.random);
	pair_trial(asset, asset, &t.random);
}
