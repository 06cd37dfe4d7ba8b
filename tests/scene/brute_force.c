// SPDX-License-Identifier: MIT
// brute_force [--full] BLOB...: compares queries with a loop over every triangle: 1,000 rays, closest points and overlaps for
// each mesh of a blob, and 250 for the asset with its instances. Without --full, a mesh of more than 20,000 triangles gets
// fewer queries, so that all meshes cost the same at most. Prints for each blob a line of counts; exit code 1 where an answer
// differs, with the query on stderr.

#include "brute_force.h"

#include "support/shape_oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
	QUERIES = 1000,		 ///< queries of each kind for a mesh; less than half of them without --full
	ASSET_QUERIES = 250, ///< queries for the asset
	SHARE = 400,		 ///< thousandths
	TRIANGLES = 20000,	 ///< triangles; larger meshes get fewer queries still
	FEWEST = 50,
	SAMPLE = 16, ///< triangles that a second method tests for a closest point or an overlap
	HITS = 8,
	REPORTED = 10,
};

/// Counts of queries over all targets of a blob.
typedef struct counts
{
	uint64_t rays, hits, sure;
	uint64_t closest, found;
	uint64_t overlaps, touched;
	uint64_t wrong;
	uint32_t less; ///< large meshes with fewer queries
} counts;

typedef struct trial
{
	const char *path;
	kiln_asset assets[3]; ///< the same blob with several instruction sets, used in turn
	brute_target target;
	uint64_t random;
	counts counts;
	kiln_overlap *overlaps; ///< room for all triangles
} trial;

static const kiln_asset *pick(const trial *t, uint32_t query)
{
	return &t->assets[query % 3];
}

/// Begins the report of a wrong answer on stderr; false after enough reports.
static bool report(trial *t, const char *what, uint32_t query)
{
	if (++t->counts.wrong > REPORTED)
		return false;
	fprintf(stderr, "%s: ", t->path);
	if (t->target.mesh == KILN_NONE)
		fprintf(stderr, "asset");
	else
		fprintf(stderr, "mesh %u", t->target.mesh);
	fprintf(stderr, ", query %u (%s): %s: ", query, query % 3 == 0 ? "auto" : query % 3 == 1 ? "scalar" : "sse2", what);
	return true;
}

static float unit(trial *t)
{
	return fixture_random_unit(&t->random);
}

/// Returns a point in the target's bounds, extended by `grow` of them on each side.
static kiln_vec3 place(trial *t, float grow)
{
	const float *min = t->target.bounds_min, *max = t->target.bounds_max;
	float p[3];
	for (int axis = 0; axis < 3; ++axis)
	{
		// Flat bounds are extended by the target's size.
		float side = max[axis] - min[axis];
		float more = side > 0 ? grow * side : grow * 0.1f * (float)t->target.size;
		p[axis] = min[axis] - more + unit(t) * (side + 2 * more);
	}
	return (kiln_vec3){p[0], p[1], p[2]};
}

static const kiln_vec3 *some_corners(trial *t)
{
	return t->target.triangles[fixture_random(&t->random) % t->target.count].corners;
}

static kiln_vec3 between(kiln_vec3 a, kiln_vec3 b, float w)
{
	return (kiln_vec3){a.x + w * (b.x - a.x), a.y + w * (b.y - a.y), a.z + w * (b.z - a.z)};
}

static kiln_vec3 difference(kiln_vec3 a, kiln_vec3 b)
{
	return (kiln_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

/// A direction along one axis.
static kiln_vec3 along_axis(trial *t, float zero)
{
	float d[3] = {zero, zero, zero}, lengths[2] = {1, -1};
	uint64_t r = fixture_random(&t->random);
	d[r % 3] = lengths[r / 3 % 2] * (float)t->target.size;
	d[r % 3] = d[r % 3] != 0 ? d[r % 3] : lengths[r / 3 % 2];
	return (kiln_vec3){d[0], d[1], d[2]};
}

static kiln_ray make_ray(trial *t, uint32_t query)
{
	const kiln_vec3 *c = some_corners(t);
	kiln_vec3 from = place(t, query % 16 < 8 ? 1 : 0), to = place(t, 0);
	kiln_ray ray = {.origin = from};
	switch (query % 8)
	{
	case 0: // across the bounds
	case 1:
		break;
	case 2: // at a vertex
		to = c[0];
		break;
	case 3: // at an edge
		to = between(c[0], c[1], unit(t));
		break;
	case 4: // at a face
		to = between(c[0], between(c[1], c[2], unit(t)), unit(t));
		break;
	case 5: // along an axis
		to = (kiln_vec3){0};
		break;
	case 6: // along an axis through a vertex, from outside or from the vertex itself
		ray.origin = c[1];
		break;
	default: // from a vertex to somewhere, often in the plane of its triangle
		ray.origin = c[2];
		to = query % 3 ? to : between(c[0], c[1], unit(t));
		break;
	}
	ray.direction = difference(to, ray.origin);
	if (query % 8 == 5 || query % 8 == 6)
		ray.direction = along_axis(t, query % 16 < 8 ? 0.0f : -0.0f);
	if (query % 8 == 6 && query % 16 < 8)
	{
		kiln_vec3 back = {ray.direction.x * 2.5f, ray.direction.y * 2.5f, ray.direction.z * 2.5f};
		ray.origin = difference(ray.origin, back);
	}
	ray.flags = query % 5 == 4 ? KILN_RAY_CULL_BACK : 0;
	ray.t_max = query % 7 == 6 ? 1.5f * unit(t) : 0;
	return ray;
}

static void print_ray(const kiln_ray *ray, const kiln_hit *got, const kiln_hit *expected)
{
	fprintf(stderr, "ray %.9g %.9g %.9g %.9g %.9g %.9g %.9g%s: ", (double)ray->origin.x, (double)ray->origin.y,
		(double)ray->origin.z, (double)ray->direction.x, (double)ray->direction.y, (double)ray->direction.z,
		(double)ray->t_max, ray->flags ? " (cull back)" : "");
	fprintf(stderr, "hit %d t %.9g triangle %u node %u, brute force: hit %d t %.9g triangle %u node %u\n", got->hit,
		(double)got->t, got->triangle, got->node, expected->hit, (double)expected->t, expected->triangle,
		expected->node);
}

static void check_ray(trial *t, uint32_t query)
{
	kiln_ray ray = make_ray(t, query);
	const kiln_asset *asset = pick(t, query);
	uint32_t mesh = t->target.mesh, all;
	kiln_hit expected = brute_ray(&t->target, &ray, &all);
	bool whole = mesh == KILN_NONE;
	kiln_hit got = whole ? kiln_scene_ray_closest(asset, &ray) : kiln_mesh_ray_closest(asset, mesh, &ray);
	bool any = whole ? kiln_scene_ray_any(asset, &ray) : kiln_mesh_ray_any(asset, mesh, &ray);
	kiln_hit hits[HITS];
	uint32_t listed =
		whole ? kiln_scene_ray_all(asset, &ray, hits, HITS) : kiln_mesh_ray_all(asset, mesh, &ray, hits, HITS);
	++t->counts.rays;
	t->counts.hits += got.hit;
	bool same = got.hit == expected.hit && any == got.hit && listed == all;
	if (same && got.hit)
		same = got.t == expected.t && got.u == expected.u && got.v == expected.v && got.back == expected.back &&
			   got.triangle == expected.triangle && got.node == expected.node &&
			   memcmp(&hits[0], &got, sizeof got) == 0;
	for (uint32_t i = 1; same && i < listed && i < HITS; ++i)
		same = hits[i - 1].t < hits[i].t || (hits[i - 1].t == hits[i].t && hits[i - 1].node <= hits[i].node);
	if (!same)
	{
		if (report(t, "not what all leaves answer", query))
		{
			fprintf(stderr, "any %d, all %u of %u: ", any, listed, all);
			print_ray(&ray, &got, &expected);
		}
		return;
	}
	if (whole || !(kiln_d3_length2(kiln_d3_from(ray.direction)) > 0))
		return;
	brute_verdict verdict = brute_ray_judge(&t->target, &ray, &got);
	t->counts.sure += verdict == BRUTE_SURE;
	if (verdict == BRUTE_WRONG && report(t, "not what long double answers", query))
		print_ray(&ray, &got, &expected);
}

static void check_closest(trial *t, uint32_t query)
{
	const kiln_vec3 *c = some_corners(t);
	kiln_point_query asked = {place(t, 1), 0};
	if (query % 8 == 1)
		asked.point = c[0];
	else if (query % 8 == 2)
		asked.point = between(c[0], between(c[1], c[2], unit(t)), unit(t));
	else if (query % 8 == 3)
		asked.point = between(c[0], asked.point, 0.02f);
	if (query % 3 == 1)
		asked.max_distance = 0.3f * (float)t->target.size * unit(t);
	kiln_closest expected = brute_closest(&t->target, &asked);
	const kiln_asset *asset = pick(t, query);
	kiln_closest got = t->target.mesh == KILN_NONE ? kiln_scene_closest_point(asset, &asked)
												   : kiln_mesh_closest_point(asset, t->target.mesh, &asked);
	++t->counts.closest;
	t->counts.found += got.found;
	bool same = got.found == expected.found && got.distance == expected.distance &&
				memcmp(&got.point, &expected.point, sizeof got.point) == 0 && got.triangle == expected.triangle &&
				got.mesh == expected.mesh && got.node == expected.node;
	bool judged = same && brute_closest_judge(&t->target, &asked, &got, (uint32_t)fixture_random(&t->random), SAMPLE);
	if (judged || !report(t, same ? "not what long double answers" : "not what all triangles answer", query))
		return;
	fprintf(stderr, "closest %.9g %.9g %.9g %.9g: ", (double)asked.point.x, (double)asked.point.y,
		(double)asked.point.z, (double)asked.max_distance);
	fprintf(stderr,
		"found %d distance %.9g triangle %u node %u, brute force: found %d distance %.9g triangle %u node %u\n",
		got.found, (double)got.distance, got.triangle, got.node, expected.found, (double)expected.distance,
		expected.triangle, expected.node);
}

/// One of the three shapes.
typedef struct shape
{
	kiln_solid_kind kind;
	kiln_sphere sphere;
	kiln_box box;
	kiln_capsule capsule;
} shape;

static shape make_shape(trial *t, uint32_t query)
{
	const kiln_vec3 *c = some_corners(t);
	kiln_vec3 center = place(t, 0.25f);
	if (query % 2)
		center = between(c[0], between(c[1], c[2], unit(t)), unit(t));
	// From a tiny size to half the target; sometimes of the size of a triangle, sometimes zero.
	double size = t->target.size * pow(10, -4 * (double)unit(t));
	if (query % 8 == 1)
		size = kiln_d3_largest(kiln_d3_from(difference(c[1], c[0])));
	kiln_vec3 off = oracle_vector(&t->random, size);
	float radius = query % 16 == 7 ? 0 : (float)size * 0.5f * unit(t);
	shape s = {.kind = (kiln_solid_kind)(query / 2 % 3)};
	s.sphere = (kiln_sphere){center, radius};
	s.box = (kiln_box){center, {fabsf(off.x), fabsf(off.y), fabsf(off.z)}, oracle_rotation(&t->random)};
	if (query % 5 == 0)
		s.box.rotation = (kiln_quat){0, 0, 0, 0};
	s.capsule = (kiln_capsule){center, {center.x + off.x, center.y + off.y, center.z + off.z}, radius};
	return s;
}

static uint32_t ask(const trial *t, uint32_t query, const shape *s)
{
	const kiln_asset *a = pick(t, query);
	uint32_t mesh = t->target.mesh, capacity = t->target.count;
	bool whole = mesh == KILN_NONE;
	if (s->kind == KILN_SOLID_SPHERE)
		return whole ? kiln_scene_overlap_sphere(a, &s->sphere, t->overlaps, capacity)
					 : kiln_mesh_overlap_sphere(a, mesh, &s->sphere, t->overlaps, capacity);
	if (s->kind == KILN_SOLID_BOX)
		return whole ? kiln_scene_overlap_box(a, &s->box, t->overlaps, capacity)
					 : kiln_mesh_overlap_box(a, mesh, &s->box, t->overlaps, capacity);
	return whole ? kiln_scene_overlap_capsule(a, &s->capsule, t->overlaps, capacity)
				 : kiln_mesh_overlap_capsule(a, mesh, &s->capsule, t->overlaps, capacity);
}

static void print_shape(const shape *s)
{
	const kiln_sphere *o = &s->sphere;
	const kiln_box *b = &s->box;
	const kiln_vec3 *e = &s->capsule.b;
	if (s->kind == KILN_SOLID_BOX)
		fprintf(stderr, "box %.9g %.9g %.9g %.9g %.9g %.9g %.9g %.9g %.9g %.9g: ", (double)b->center.x,
			(double)b->center.y, (double)b->center.z, (double)b->half_extents.x, (double)b->half_extents.y,
			(double)b->half_extents.z, (double)b->rotation.x, (double)b->rotation.y, (double)b->rotation.z,
			(double)b->rotation.w);
	else if (s->kind == KILN_SOLID_SPHERE)
		fprintf(stderr, "sphere %.9g %.9g %.9g %.9g: ", (double)o->center.x, (double)o->center.y, (double)o->center.z,
			(double)o->radius);
	else
		fprintf(stderr, "capsule %.9g %.9g %.9g %.9g %.9g %.9g %.9g: ", (double)o->center.x, (double)o->center.y,
			(double)o->center.z, (double)e->x, (double)e->y, (double)e->z, (double)o->radius);
}

static void check_overlap(trial *t, uint32_t query)
{
	shape s = make_shape(t, query);
	kiln_solid solid;
	uint32_t count = ask(t, query, &s);
	bool valid = s.kind == KILN_SOLID_SPHERE ? kilni_solid_from_sphere(&solid, &s.sphere)
				 : s.kind == KILN_SOLID_BOX	 ? kilni_solid_from_box(&solid, &s.box)
											 : kilni_solid_from_capsule(&solid, &s.capsule);
	++t->counts.overlaps;
	t->counts.touched += count;
	uint32_t at = count ? 0 : KILN_NONE;
	if (valid && count <= t->target.count)
		at = brute_overlap_error(&t->target, &solid, t->overlaps, count, SAMPLE);
	if (at == KILN_NONE || !report(t, "not the triangles that touch", query))
		return;
	const brute_triangle *wrong = &t->target.triangles[at];
	print_shape(&s);
	fprintf(stderr, "%u listed, wrong at triangle %u node %u\n", count, wrong->triangle, wrong->node);
}

/// Checks a mesh, or with KILN_NONE the asset. False when out of memory.
static bool check_target(trial *t, uint32_t mesh, bool full)
{
	if (!brute_target_make(&t->target, &t->assets[0], mesh))
		return false;
	uint64_t queries = mesh == KILN_NONE ? ASSET_QUERIES : QUERIES;
	if (!full)
		queries = queries * SHARE / 1000;
	if (!full && t->target.count > TRIANGLES)
	{
		queries = queries * TRIANGLES / t->target.count + FEWEST;
		t->counts.less += mesh != KILN_NONE;
	}
	t->overlaps = malloc(t->target.count * sizeof *t->overlaps);
	bool made = t->overlaps != NULL;
	t->random = 0x6b696c6e + mesh;
	for (uint32_t i = 0; made && i < queries; ++i)
	{
		check_ray(t, i);
		check_closest(t, i);
		check_overlap(t, i);
	}
	free(t->overlaps);
	brute_target_free(&t->target);
	return made;
}

static int check_blob(const char *path, bool full)
{
	trial t = {.path = path};
	kiln_result result = kiln_map(&t.assets[0], path, NULL);
	if (result.status != KILN_OK)
	{
		fprintf(stderr, "%s: byte %llu: %s\n", path, (unsigned long long)result.offset, result.reason);
		return 3;
	}
	t.assets[1] = t.assets[2] = t.assets[0];
	t.assets[1].isa = KILN_ISA_SCALAR;
	t.assets[2].isa = KILN_ISA_SSE2;
	int code = 0;
	for (uint32_t mesh = 0; mesh < t.assets[0].mesh_count && code == 0; ++mesh)
		code = check_target(&t, mesh, full) ? 0 : 4;
	if (code == 0 && !check_target(&t, KILN_NONE, full))
		code = 4;
	const counts *c = &t.counts;
	printf("assets 1 meshes %u less %u rays %llu hits %llu sure %llu closest %llu found %llu overlaps %llu touched "
		   "%llu wrong "
		   "%llu\n",
		t.assets[0].mesh_count, c->less, (unsigned long long)c->rays, (unsigned long long)c->hits,
		(unsigned long long)c->sure, (unsigned long long)c->closest, (unsigned long long)c->found,
		(unsigned long long)c->overlaps, (unsigned long long)c->touched, (unsigned long long)c->wrong);
	kiln_unmap(&t.assets[0]);
	return code ? code : c->wrong > 0;
}

int main(int argc, char **argv)
{
	bool full = argc > 1 && strcmp(argv[1], "--full") == 0;
	int first = full ? 2 : 1, worst = 0;
	if (first >= argc)
	{
		fprintf(stderr, "usage: brute_force [--full] BLOB...\n");
		return 2;
	}
	for (int i = first; i < argc; ++i)
	{
		int code = check_blob(argv[i], full);
		worst = code > worst ? code : worst;
	}
	return worst;
}
