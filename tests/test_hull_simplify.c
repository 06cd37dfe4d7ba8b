// SPDX-License-Identifier: MIT
#include "clean_memory.h"
#include "exact/exact.h"
#include "hull/simplify.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

/// Hulls within budgets. Containment is decided by exact signs on the float32 vertices of the result; distances are
/// compared with brute force over faces, edges and vertices.

#define CLOUD_MOST 700
/// Less than usual, so that many cases can be tried; one test takes the usual.
#define EFFORT 250

typedef struct cloud
{
	float points[CLOUD_MOST][3];
	uint32_t count;
	uint32_t seed;
} cloud;

static double uniform(cloud *c)
{
	c->seed = c->seed * 1664525u + 1013904223u;
	return (double)(c->seed >> 8) / 16777216.0;
}

static void add(cloud *c, double x, double y, double z)
{
	assert_true(c->count < CLOUD_MOST);
	c->points[c->count][0] = (float)x;
	c->points[c->count][1] = (float)y;
	c->points[c->count++][2] = (float)z;
}

static void fill_box(cloud *c, double x, double y, double z)
{
	for (int i = 0; i < 300; ++i)
	{
		double p[3];
		for (int k = 0; k < 3; ++k)
			p[k] = uniform(c) - 0.5;
		add(c, x * p[0], y * p[1], z * p[2]);
	}
}

static void fill_sphere(cloud *c, double radius, double x, double y, double z)
{
	for (int i = 0; i < 250; ++i)
	{
		double p[3], length;
		do
		{
			for (int k = 0; k < 3; ++k)
				p[k] = 2 * uniform(c) - 1;
			length = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
		} while (length > 1 || length < 0.1);
		add(c, x + radius * p[0] / length, y + radius * p[1] / length, z + radius * p[2] / length);
	}
}

typedef enum cloud_kind
{
	CLOUD_BOX,
	CLOUD_SPHERE,
	CLOUD_NEEDLE,
	CLOUD_PLATE,
	CLOUD_SKEW_PLATE,
	CLOUD_LATTICE,
	CLOUD_FAR,
	CLOUD_LIMIT,
	CLOUD_TINY,
	CLOUD_TINY_FAR,
	CLOUD_CYLINDER,
	CLOUD_CONE,
	CLOUD_SPARSE,
	CLOUD_DENORMAL,
	CLOUD_KIND_COUNT,
} cloud_kind;

static const char *const cloud_names[CLOUD_KIND_COUNT] = {"box", "sphere", "needle", "plate", "skew plate", "lattice",
	"far", "limit", "tiny", "tiny far", "cylinder", "cone", "sparse", "denormal"};

/// A round lattice, whose hull has coplanar and collinear points in plenty.
static void fill_lattice(cloud *c)
{
	for (int x = -4; x <= 4; ++x)
		for (int y = -4; y <= 4; ++y)
			for (int z = -4; z <= 4; ++z)
				if (x * x + y * y + z * z <= 20 && x * x + y * y + z * z > 8)
					add(c, x, y, z);
}

static void fill_round(cloud *c, bool cone)
{
	// Points of the circle from rational parameters: the same on every machine.
	for (int i = 0; i < 90; ++i)
	{
		double t = (i % 45) / 22.5 - 1, s = 2 * t / (1 + t * t), k = (1 - t * t) / (1 + t * t);
		double side = i < 45 ? 1 : -1;
		add(c, side * k, s, 0);
		if (!cone)
			add(c, side * k, s, 3);
	}
	if (cone)
		add(c, 0.1, 0.2, 5);
}

static void make_cloud(cloud *c, cloud_kind kind)
{
	*c = (cloud){.seed = 77 + (uint32_t)kind};
	switch (kind)
	{
	case CLOUD_BOX:
		fill_box(c, 1, 1, 1);
		break;
	case CLOUD_SPHERE:
		fill_sphere(c, 1, 0, 0, 0);
		break;
	case CLOUD_NEEDLE:
		fill_box(c, 1000, 0.01, 0.02);
		break;
	case CLOUD_PLATE:
		fill_box(c, 1, 2, 1e-6);
		break;
	case CLOUD_SKEW_PLATE:
		for (int i = 0; i < 300; ++i)
		{
			double u = uniform(c), v = uniform(c), w = uniform(c) * 1e-6;
			add(c, u + w, v + w, 0.3 * u - 0.7 * v + w);
		}
		break;
	case CLOUD_LATTICE:
		fill_lattice(c);
		break;
	case CLOUD_FAR:
		fill_sphere(c, 1, 1e4, -2e4, 3e4);
		break;
	case CLOUD_LIMIT:
		fill_sphere(c, 1.0e12, 0, 0, 0);
		add(c, 0x1p40, -0x1p40, 0x1p40);
		break;
	case CLOUD_TINY:
		fill_sphere(c, 1e-30, 0, 0, 0);
		break;
	case CLOUD_TINY_FAR:
		fill_sphere(c, 1e-3, 1e4, 1e4, -1e4);
		break;
	case CLOUD_CYLINDER:
		fill_round(c, false);
		break;
	case CLOUD_CONE:
		fill_round(c, true);
		break;
	case CLOUD_SPARSE:
		for (int i = 0; i < 12; ++i)
		{
			double p[3];
			for (int k = 0; k < 3; ++k)
				p[k] = uniform(c);
			add(c, p[0], p[1], p[2]);
		}
		break;
	default:
		fill_sphere(c, 1e-42, 0, 0, 0);
		break;
	}
}

static void build_cloud(const kilncook_context *context, const cloud *c, convex_hull *h)
{
	assert_int_equal(hull_build(context, &(hull_points){.positions = c->points[0], .count = c->count}, h), KILNCOOK_OK);
}

static void widen(const float p[3], double r[3])
{
	for (int k = 0; k < 3; ++k)
		r[k] = (double)p[k];
}

/// Every vertex of `inner` behind every face of `outer`, a solid, by exact signs and nothing else.
static bool contains(const convex_hull *outer, const convex_hull *inner)
{
	for (uint32_t f = 0; f < outer->face_count; ++f)
	{
		const uint32_t *at = &outer->origins[outer->face_first[f]];
		double a[3], b[3], c[3], p[3];
		widen(outer->vertices[at[0]], a);
		widen(outer->vertices[at[1]], b);
		widen(outer->vertices[at[2]], c);
		for (uint32_t i = 0; i < inner->vertex_count; ++i)
		{
			widen(inner->vertices[i], p);
			if (exact_orient3d(a, b, c, p) > 0)
				return false;
		}
	}
	return true;
}

static bool is_vertex(const convex_hull *h, const float p[3])
{
	for (uint32_t i = 0; i < h->vertex_count; ++i)
		if (memcmp(h->vertices[i], p, 3 * sizeof *p) == 0)
			return true;
	return false;
}

static double segment_distance(const double p[3], const double a[3], const double b[3])
{
	double along = 0, length = 0, sum = 0;
	for (int k = 0; k < 3; ++k)
	{
		along += (b[k] - a[k]) * (p[k] - a[k]);
		length += (b[k] - a[k]) * (b[k] - a[k]);
	}
	double t = length > 0 ? fmin(1, fmax(0, along / length)) : 0;
	for (int k = 0; k < 3; ++k)
	{
		double d = a[k] + t * (b[k] - a[k]) - p[k];
		sum += d * d;
	}
	return sqrt(sum);
}

/// In coordinates along the triangle's first edge and across it, not by signs as the code under test does it.
static double triangle_distance(const double p[3], const double a[3], const double b[3], const double c[3])
{
	double u[3], v[3], w[3], length = 0, along = 0, across = 0, x = 0, y = 0;
	for (int k = 0; k < 3; ++k)
	{
		u[k] = b[k] - a[k], v[k] = c[k] - a[k], w[k] = p[k] - a[k];
		length += u[k] * u[k];
	}
	length = sqrt(length);
	for (int k = 0; k < 3; ++k)
		along += u[k] / length * v[k];
	for (int k = 0; k < 3; ++k)
	{
		v[k] -= along * (u[k] / length);
		across += v[k] * v[k];
	}
	across = sqrt(across);
	for (int k = 0; k < 3; ++k)
		x += u[k] / length * w[k], y += v[k] / across * w[k];
	double t = y / across, s = (x - t * along) / length, sum = 0;
	if (!(s >= 0 && t >= 0 && s + t <= 1))
		return fmin(segment_distance(p, a, b), fmin(segment_distance(p, b, c), segment_distance(p, c, a)));
	for (int k = 0; k < 3; ++k)
	{
		double d = s * (b[k] - a[k]) + t * (c[k] - a[k]) - w[k];
		sum += d * d;
	}
	return sqrt(sum);
}

static double brute_distance(const convex_hull *outer, const convex_hull *inner)
{
	double largest = 0;
	for (uint32_t i = 0; i < outer->vertex_count; ++i)
	{
		double p[3], a[3], b[3], c[3], best = 1e300;
		widen(outer->vertices[i], p);
		for (uint32_t f = 0; f < inner->face_count; ++f)
			for (uint32_t e = inner->face_first[f] + 1; e + 1 < inner->face_first[f + 1]; ++e)
			{
				widen(inner->vertices[inner->origins[inner->face_first[f]]], a);
				widen(inner->vertices[inner->origins[e]], b);
				widen(inner->vertices[inner->origins[e + 1]], c);
				best = fmin(best, triangle_distance(p, a, b, c));
			}
		largest = fmax(largest, best);
	}
	return largest;
}

static double diagonal(const convex_hull *h)
{
	double sum = 0;
	for (int k = 0; k < 3; ++k)
	{
		double low = 1e300, high = -1e300;
		for (uint32_t i = 0; i < h->vertex_count; ++i)
		{
			low = fmin(low, (double)h->vertices[i][k]);
			high = fmax(high, (double)h->vertices[i][k]);
		}
		sum += (high - low) * (high - low);
	}
	return sqrt(sum);
}

/// Simplifies and checks all that is promised; returns the distance. `got` may be NULL.
static double check_simplified(
	const kilncook_context *context, const convex_hull *exact, hull_budget budget, uint32_t *got)
{
	convex_hull h;
	double distance = -1;
	assert_int_equal(hull_simplify(context, exact, &budget, &h, &distance), KILNCOOK_OK);
	assert_int_equal(hull_check(context, &h, NULL, NULL), HULL_SOUND);
	assert_true(budget.vertices == 0 || h.vertex_count <= budget.vertices);
	assert_true(budget.faces == 0 || h.face_count <= budget.faces);
	double brute = budget.inner ? brute_distance(exact, &h) : brute_distance(&h, exact);
	double fuzz = 1e-9 * brute + 1e-13 * diagonal(exact);
	if (!(distance >= brute - fuzz && distance <= brute + fuzz))
		print_error("distance %.17g, brute force %.17g\n", distance, brute);
	assert_true(distance >= brute - fuzz && distance <= brute + fuzz);
	if (budget.inner)
	{
		for (uint32_t i = 0; i < h.vertex_count; ++i)
			assert_true(is_vertex(exact, h.vertices[i]));
		if (exact->dimension == 3)
			assert_true(contains(exact, &h));
	}
	else if (h.dimension == 3)
		assert_true(contains(&h, exact));
	if (got)
		*got = h.vertex_count;
	hull_free(context, &h);
	return distance;
}

static void results_contain_or_are_contained_exactly_at_every_budget(void **state)
{
	(void)state;
	static const uint32_t budgets[] = {4, 5, 6, 7, 8, 10, 12, 16, 24, 32, 48, 64};
	kilncook_context context = {0};
	for (cloud_kind kind = 0; kind < CLOUD_KIND_COUNT; ++kind)
	{
		cloud c;
		convex_hull exact;
		make_cloud(&c, kind);
		build_cloud(&context, &c, &exact);
		double before[2] = {1e300, 1e300};
		for (size_t i = 0; i < sizeof budgets / sizeof *budgets; ++i)
			for (int inner = 0; inner < 2; ++inner)
			{
				// Nothing but the whole fits where a corner touches the limit of coordinates.
				if (kind == CLOUD_LIMIT && !inner && budgets[i] < 8)
					continue;
				double d = check_simplified(&context, &exact,
					(hull_budget){.vertices = budgets[i], .inner = inner != 0, .effort = EFFORT}, NULL);
				if (d > before[inner])
					print_error("%s: %u vertices %s: %g after %g\n", cloud_names[kind], budgets[i],
						inner ? "inner" : "outer", d, before[inner]);
				assert_true(d <= before[inner]);
				before[inner] = d;
			}
		hull_free(&context, &exact);
	}
}

static void faces_are_kept_within_their_budget(void **state)
{
	(void)state;
	static const uint32_t budgets[] = {4, 5, 8, 20, 64};
	static const cloud_kind kinds[] = {CLOUD_BOX, CLOUD_LATTICE, CLOUD_CYLINDER};
	kilncook_context context = {0};
	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; ++k)
	{
		cloud c;
		convex_hull exact;
		make_cloud(&c, kinds[k]);
		build_cloud(&context, &c, &exact);
		for (size_t i = 0; i < sizeof budgets / sizeof *budgets; ++i)
			for (int inner = 0; inner < 2; ++inner)
			{
				hull_budget budget = {.faces = budgets[i], .inner = inner != 0, .effort = EFFORT};
				check_simplified(&context, &exact, budget, NULL);
				budget.vertices = 9;
				check_simplified(&context, &exact, budget, NULL);
			}
		hull_free(&context, &exact);
	}
}

static void a_prism_keeps_its_caps_whole(void **state)
{
	(void)state;
	kilncook_context context = {0};
	cloud c;
	convex_hull exact, h;
	double distance;
	make_cloud(&c, CLOUD_CYLINDER);
	build_cloud(&context, &c, &exact);
	// Two caps and eighteen sides; triangles would leave twelve corners.
	hull_budget budget = {.faces = 20, .effort = EFFORT};
	assert_int_equal(hull_simplify(&context, &exact, &budget, &h, &distance), KILNCOOK_OK);
	assert_true(h.face_count <= 20 && h.vertex_count > 2 * 12);
	assert_true(contains(&h, &exact));
	assert_true(distance < 0.02 * diagonal(&exact));
	hull_free(&context, &h);
	hull_free(&context, &exact);
}

static void an_error_alone_gives_few_vertices_within_it(void **state)
{
	(void)state;
	static const double errors[] = {0.2, 0.03, 0.01};
	static const cloud_kind kinds[] = {CLOUD_BOX, CLOUD_SPHERE, CLOUD_CYLINDER, CLOUD_SPARSE};
	kilncook_context context = {0};
	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; ++k)
	{
		cloud c;
		convex_hull exact;
		make_cloud(&c, kinds[k]);
		build_cloud(&context, &c, &exact);
		for (size_t i = 0; i < sizeof errors / sizeof *errors; ++i)
			for (int inner = 0; inner < 2; ++inner)
			{
				hull_budget budget = {.error = errors[i], .inner = inner != 0, .effort = EFFORT};
				uint32_t count;
				double target = errors[i] * diagonal(&exact);
				assert_true(check_simplified(&context, &exact, budget, &count) <= target);
				assert_true(count <= exact.vertex_count);
				// One vertex less does not do, as far as the same search can tell.
				if (count <= 4)
					continue;
				budget = (hull_budget){.vertices = count - 1, .inner = inner != 0, .effort = EFFORT};
				assert_true(check_simplified(&context, &exact, budget, NULL) > target);
			}
		hull_free(&context, &exact);
	}
}

static void an_error_out_of_reach_gives_way_to_the_counts(void **state)
{
	(void)state;
	kilncook_context context = {0};
	cloud c;
	convex_hull exact;
	make_cloud(&c, CLOUD_SPHERE);
	build_cloud(&context, &c, &exact);
	for (int inner = 0; inner < 2; ++inner)
	{
		uint32_t count;
		hull_budget budget = {.vertices = 40, .error = 0.1, .inner = inner != 0, .effort = EFFORT};
		double near = check_simplified(&context, &exact, budget, &count);
		assert_true(near <= 0.1 * diagonal(&exact) && count < 40);
		budget.error = 1e-6;
		double far = check_simplified(&context, &exact, budget, &count);
		assert_true(far > 1e-6 * diagonal(&exact) && count <= 40);
		budget.error = 0;
		assert_true(far <= check_simplified(&context, &exact, budget, NULL));
	}
	hull_free(&context, &exact);
}

static void a_hull_within_its_budget_is_copied(void **state)
{
	(void)state;
	kilncook_context context = {0};
	cloud c;
	convex_hull exact, copy;
	double distance;
	make_cloud(&c, CLOUD_SPARSE);
	build_cloud(&context, &c, &exact);
	const hull_budget budgets[] = {{0}, {.vertices = 12}, {.vertices = 64, .inner = true}, {.faces = 64},
		{.vertices = 12, .faces = 20, .error = 1e-9}};
	for (size_t i = 0; i < sizeof budgets / sizeof *budgets; ++i)
	{
		assert_int_equal(hull_simplify(&context, &exact, &budgets[i], &copy, &distance), KILNCOOK_OK);
		assert_true(distance == 0);
		assert_int_equal(copy.vertex_count, exact.vertex_count);
		assert_memory_equal(copy.vertices, exact.vertices, exact.vertex_count * sizeof *exact.vertices);
		assert_memory_equal(copy.sources, exact.sources, exact.vertex_count * sizeof *exact.sources);
		assert_memory_equal(copy.twins, exact.twins, exact.half_edge_count * sizeof *exact.twins);
		assert_int_equal(hull_check(&context, &copy, NULL, NULL), HULL_SOUND);
		hull_free(&context, &copy);
	}
	hull_free(&context, &exact);
}

static void inner_vertices_name_their_input_points(void **state)
{
	(void)state;
	kilncook_context context = {0};
	cloud c;
	convex_hull exact, h;
	double distance;
	make_cloud(&c, CLOUD_BOX);
	build_cloud(&context, &c, &exact);
	assert_int_equal(
		hull_simplify(&context, &exact, &(hull_budget){.vertices = 20, .inner = true}, &h, &distance), KILNCOOK_OK);
	for (uint32_t i = 0; i < h.vertex_count; ++i)
		assert_memory_equal(c.points[h.sources[i]], h.vertices[i], sizeof h.vertices[i]);
	hull_free(&context, &h);
	hull_free(&context, &exact);
}

static void budgets_that_no_solid_has_are_refused(void **state)
{
	(void)state;
	counted_memory memory;
	kilncook_context context = counted_context(&memory);
	cloud c;
	convex_hull exact, h = {.dimension = 9};
	double distance = -7;
	make_cloud(&c, CLOUD_BOX);
	build_cloud(&context, &c, &exact);
	const hull_budget budgets[] = {{.vertices = 1}, {.vertices = 2}, {.vertices = 3}, {.faces = 1}, {.faces = 2},
		{.faces = 3, .vertices = 50}, {.error = -1}, {.error = (double)NAN}, {.error = (double)INFINITY}};
	for (size_t i = 0; i < sizeof budgets / sizeof *budgets; ++i)
	{
		memory.messages = 0;
		assert_int_equal(hull_simplify(&context, &exact, &budgets[i], &h, &distance), KILNCOOK_USAGE);
		assert_int_equal(memory.messages, 1);
		assert_string_equal(memory.last_code, "hull-budget");
		assert_int_equal(h.dimension, 9);
		assert_true(distance == -7);
	}
	hull_free(&context, &exact);
	assert_int_equal(memory.live, 0);
}

/// A regular polygon, near enough, spanned by two directions.
static void fill_polygon(cloud *c, const double u[3], const double v[3])
{
	for (int i = 0; i < 100; ++i)
	{
		double t = (i % 50) / 25.0 - 1, s = 2 * t / (1 + t * t), k = (1 - t * t) / (1 + t * t) * (i < 50 ? 1 : -1);
		add(c, u[0] * s + v[0] * k, u[1] * s + v[1] * k, u[2] * s + v[2] * k);
	}
}

static void polygons_are_simplified_in_their_plane_where_that_is_possible(void **state)
{
	(void)state;
	kilncook_context context = {0};
	static const double sides[3][2][3] = {{{1, 0, 0}, {0, 2, 0}}, {{0, 3, 0}, {0, 0, 1}}, {{0, 0, 1}, {0.5, 0, 0}}};
	for (int plane = 0; plane < 3; ++plane)
	{
		cloud c = {0};
		convex_hull exact, h;
		fill_polygon(&c, sides[plane][0], sides[plane][1]);
		for (uint32_t i = 0; i < c.count; ++i)
			c.points[i][(plane + 2) % 3] = 0.1f;
		build_cloud(&context, &c, &exact);
		assert_int_equal(exact.dimension, 2);
		double before[2] = {1e300, 1e300};
		for (uint32_t budget = 4; budget <= 32; budget += 4)
			for (int inner = 0; inner < 2; ++inner)
			{
				double d, brute;
				assert_int_equal(
					hull_simplify(&context, &exact, &(hull_budget){.vertices = budget, .inner = inner != 0}, &h, &d),
					KILNCOOK_OK);
				assert_int_equal(h.dimension, 2);
				assert_true(h.vertex_count <= budget);
				assert_int_equal(
					hull_check(&context, &h,
						inner ? NULL : &(hull_points){.positions = exact.vertices[0], .count = exact.vertex_count},
						NULL),
					HULL_SOUND);
				brute = inner ? brute_distance(&exact, &h) : brute_distance(&h, &exact);
				assert_true(fabs(d - brute) <= 1e-9 * brute);
				assert_true(d <= before[inner]);
				before[inner] = d;
				hull_free(&context, &h);
			}
		hull_free(&context, &exact);
	}
}

static void polygons_across_the_axes_get_a_thin_solid(void **state)
{
	(void)state;
	kilncook_context context = {0};
	cloud c = {0};
	convex_hull exact;
	// An exact plane: x + y = z, with coordinates on a grid.
	for (int i = 0; i < 100; ++i)
	{
		double t = (i % 50) / 25.0 - 1, s = 2 * t / (1 + t * t), k = (1 - t * t) / (1 + t * t) * (i < 50 ? 1 : -1);
		s = floor(s * 4096) / 4096;
		k = floor(k * 4096) / 4096;
		add(&c, s, k, s + k);
	}
	build_cloud(&context, &c, &exact);
	assert_int_equal(exact.dimension, 2);
	for (uint32_t budget = 4; budget <= 32; budget *= 2)
	{
		double d = check_simplified(&context, &exact, (hull_budget){.vertices = budget, .effort = EFFORT}, NULL);
		assert_true(budget < 16 || d < 0.1);
		check_simplified(&context, &exact, (hull_budget){.vertices = budget, .inner = true}, NULL);
	}
	hull_free(&context, &exact);
}

static void points_and_segments_are_copied(void **state)
{
	(void)state;
	kilncook_context context = {0};
	for (uint32_t count = 1; count <= 2; ++count)
	{
		static const float ends[2][3] = {{1, 2, 3}, {4, 5, 7}};
		convex_hull exact, h;
		double distance;
		assert_int_equal(
			hull_build(&context, &(hull_points){.positions = ends[0], .count = count}, &exact), KILNCOOK_OK);
		assert_int_equal(
			hull_simplify(&context, &exact, &(hull_budget){.vertices = 4, .error = 0.5}, &h, &distance), KILNCOOK_OK);
		assert_int_equal(h.dimension, count - 1);
		assert_memory_equal(h.vertices, exact.vertices, count * sizeof *h.vertices);
		assert_true(distance == 0);
		hull_free(&context, &h);
		hull_free(&context, &exact);
	}
}

static void distance_of_known_boxes_is_exact(void **state)
{
	(void)state;
	kilncook_context context = {0};
	for (int power = -120; power <= 120; power += 40)
	{
		float corners[2][8][3], size = (float)ldexp(1, power);
		for (int i = 0; i < 8; ++i)
			for (int k = 0; k < 3; ++k)
			{
				corners[0][i][k] = i >> k & 1 ? size : -size;
				corners[1][i][k] = 4 * corners[0][i][k];
			}
		convex_hull inner, outer;
		assert_int_equal(
			hull_build(&context, &(hull_points){.positions = corners[0][0], .count = 8}, &inner), KILNCOOK_OK);
		assert_int_equal(
			hull_build(&context, &(hull_points){.positions = corners[1][0], .count = 8}, &outer), KILNCOOK_OK);
		double d = hull_distance(&outer, &inner), want = 3 * sqrt(3.0) * (double)size;
		assert_true(d >= want && d <= want * (1 + 1e-13));
		assert_true(hull_distance(&inner, &inner) == 0);
		hull_free(&context, &inner);
		hull_free(&context, &outer);
	}
}

static void the_same_input_gives_the_same_bytes(void **state)
{
	(void)state;
	kilncook_context context = {0};
	for (int inner = 0; inner < 2; ++inner)
	{
		cloud c;
		convex_hull exact, a, b;
		double da, db;
		hull_budget budget = {.vertices = 24, .inner = inner != 0};
		make_cloud(&c, CLOUD_SPHERE);
		build_cloud(&context, &c, &exact);
		assert_int_equal(hull_simplify(&context, &exact, &budget, &a, &da), KILNCOOK_OK);
		assert_int_equal(hull_simplify(&context, &exact, &budget, &b, &db), KILNCOOK_OK);
		assert_memory_equal(&da, &db, sizeof da);
		assert_int_equal(a.block_size, b.block_size);
		assert_memory_equal(a.block, b.block, a.block_size);
		hull_free(&context, &a);
		hull_free(&context, &b);
		hull_free(&context, &exact);
	}
}

static void running_out_of_memory_leaks_nothing(void **state)
{
	(void)state;
	static const hull_budget budgets[] = {
		{.vertices = 8, .effort = 10}, {.vertices = 8, .inner = true, .effort = 10}, {.error = 0.2, .effort = 10}, {0}};
	counted_memory memory;
	kilncook_context context = counted_context(&memory), plain = {0};
	for (int flat = 0; flat < 2; ++flat)
		for (size_t i = 0; i < sizeof budgets / sizeof *budgets; ++i)
		{
			cloud c;
			convex_hull exact, h;
			double distance = -7;
			make_cloud(&c, CLOUD_SPARSE);
			for (uint32_t k = 0; k < c.count && flat; ++k)
				c.points[k][2] = c.points[k][0] * 0.5f;
			build_cloud(&plain, &c, &exact);
			kilncook_status status = KILNCOOK_INTERNAL;
			for (size_t fail = 1; status != KILNCOOK_OK; ++fail)
			{
				context = counted_context(&memory);
				memory.fail_at = fail;
				h = (convex_hull){.dimension = 9};
				status = hull_simplify(&context, &exact, &budgets[i], &h, &distance);
				assert_true(status == KILNCOOK_OK || status == KILNCOOK_INTERNAL);
				assert_true(status == KILNCOOK_OK || h.dimension == 9);
				if (status == KILNCOOK_OK)
					hull_free(&context, &h);
				assert_int_equal(memory.live, 0);
				assert_int_equal(memory.wrong_size, 0);
			}
			hull_free(&plain, &exact);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(results_contain_or_are_contained_exactly_at_every_budget),
		cmocka_unit_test(faces_are_kept_within_their_budget),
		cmocka_unit_test(a_prism_keeps_its_caps_whole),
		cmocka_unit_test(an_error_alone_gives_few_vertices_within_it),
		cmocka_unit_test(an_error_out_of_reach_gives_way_to_the_counts),
		cmocka_unit_test(a_hull_within_its_budget_is_copied),
		cmocka_unit_test(inner_vertices_name_their_input_points),
		cmocka_unit_test(budgets_that_no_solid_has_are_refused),
		cmocka_unit_test(polygons_are_simplified_in_their_plane_where_that_is_possible),
		cmocka_unit_test(polygons_across_the_axes_get_a_thin_solid),
		cmocka_unit_test(points_and_segments_are_copied),
		cmocka_unit_test(distance_of_known_boxes_is_exact),
		cmocka_unit_test(the_same_input_gives_the_same_bytes),
		cmocka_unit_test(running_out_of_memory_leaks_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
