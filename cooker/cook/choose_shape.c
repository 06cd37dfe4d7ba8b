// SPDX-License-Identifier: MIT
#include "cook.h"
#include "math/diagonal.h"
#include "memory.h"
#include "parts/clearance.h"
#include "platform/platform.h"
#include "tree/pack.h"

#include <math.h>
#include <string.h>

/// The choice of KILNCOOK_SHAPE_AUTO.
///
/// The cost of a shape is what a ray that meets its box does on average, plus what a small solid on its surface does. The unit is a step, in
/// which a query looks at up to LANES boxes, triangles, planes or vertices; two solids take PAIR_STEPS, and the steps over a hull's
/// vertices. A ray into a mesh takes the visits of its tree (the surface-area heuristic). The small solid is a cube whose edge is a tenth of the diagonal;
/// cubes stand at PROBES triangles that are spread evenly over the area.

#define PROBES 32
#define PROBE_SHARE 0.1
#define LANES 8
#define PAIR_STEPS 8.0

static double steps(uint32_t items)
{
	return (double)((items + LANES - 1) / LANES);
}

/// The cost of a ray that meets the box of a part, and of a solid that does.
typedef struct pair_cost
{
	double ray, solid;
} pair_cost;

static pair_cost cost_of_hull(const convex_hull *h)
{
	return (pair_cost){1 + steps(h->face_count), PAIR_STEPS + steps(h->vertex_count)};
}

static const pair_cost cost_of_primitive = {1, PAIR_STEPS};

double cook_hull_cost(const convex_hull *h)
{
	pair_cost cost = cost_of_hull(h);
	return cost.ray + cost.solid;
}

double cook_primitive_cost(void)
{
	return cost_of_primitive.ray + cost_of_primitive.solid;
}

/// A box.
typedef struct span
{
	double low[3], high[3];
} span;

static span span_of(const float (*points)[3], const uint32_t *numbers, uint32_t count)
{
	span s = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
	for (uint32_t i = 0; i < count; ++i)
		for (int k = 0; k < 3; ++k)
		{
			double x = (double)points[numbers ? numbers[i] : i][k];
			s.low[k] = x < s.low[k] ? x : s.low[k];
			s.high[k] = x > s.high[k] ? x : s.high[k];
		}
	return s;
}

static bool meet(const span *a, const span *b)
{
	bool apart = false;
	for (int k = 0; k < 3; ++k)
		apart |= a->low[k] > b->high[k] || b->low[k] > a->high[k];
	return !apart;
}

static double half_area(const span *s)
{
	double x = s->high[0] - s->low[0], y = s->high[1] - s->low[1], z = s->high[2] - s->low[2];
	return x * y + y * z + z * x;
}

static double triangle_area(const clean_mesh *mesh, uint32_t triangle)
{
	double u[3], v[3], sum = 0;
	const uint32_t *t = mesh->triangles[triangle];
	for (int k = 0; k < 3; ++k)
	{
		u[k] = (double)mesh->vertices[t[1]][k] - (double)mesh->vertices[t[0]][k];
		v[k] = (double)mesh->vertices[t[2]][k] - (double)mesh->vertices[t[0]][k];
	}
	for (int k = 0; k < 3; ++k)
	{
		double c = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
		sum += c * c;
	}
	return sqrt(sum) / 2;
}

/// Puts the cubes at the middles of the triangles that hold even shares of the area.
static void place_probes(const clean_mesh *mesh, double half, span probes[PROBES])
{
	double total = 0, passed = 0;
	uint32_t made = 0;
	for (uint32_t i = 0; i < mesh->triangle_count; ++i)
		total += triangle_area(mesh, i);
	for (uint32_t i = 0; i < mesh->triangle_count && made < PROBES; ++i)
	{
		passed += triangle_area(mesh, i);
		bool last = i + 1 == mesh->triangle_count;
		for (; made < PROBES && (last || passed * PROBES >= total * (made + 0.5)); ++made)
			for (int k = 0; k < 3; ++k)
			{
				double sum = 0;
				for (int c = 0; c < 3; ++c)
					sum += (double)mesh->vertices[mesh->triangles[i][c]][k];
				probes[made].low[k] = sum / 3 - half;
				probes[made].high[k] = sum / 3 + half;
			}
	}
}

/// The inputs of a choice.
typedef struct chooser
{
	cook_job *job;
	cook_set *set;
	const clean_mesh *mesh;
	cook_choice *out;
	double wanted;
	double hull_error;
	double allowed;	   ///< depth in the space of the ball of `parts_clear`; 0 without a ball
	double hull_depth; ///< of the hull, in that space
	bool closed;
	span probes[PROBES];
	float parameters[KILNCOOK_SHAPE_NONE][12];
} chooser;

static kilncook_status weigh_mesh(chooser *c)
{
	const build_options options = cook_build_options(cook_set_options(c->job, c->set));
	packed_tree tree = {0};
	kilncook_status status = pack_mesh(&c->job->context, c->mesh, &options, &tree);
	if (status != KILNCOOK_OK)
		return status;
	uint64_t met = 0;
	for (uint32_t i = 0; i < c->mesh->triangle_count; ++i)
	{
		span box = span_of((const float(*)[3])c->mesh->vertices, c->mesh->triangles[i], 3);
		for (uint32_t p = 0; p < PROBES; ++p)
			met += meet(&box, &c->probes[p]);
	}
	c->set->candidates[KILNCOOK_SHAPE_MESH].cost = 2 * (double)tree.sah_cost + PAIR_STEPS * (double)met / PROBES;
	packed_tree_free(&c->job->context, &tree);
	return KILNCOOK_OK;
}

/// Fits the primitive around a part's hull that reaches the least from the hull; leaves the hull where none is within the error.
static kilncook_status fit_part(chooser *c, const convex_hull *h, double error, double depth, cook_fit *fit)
{
	kilncook_status status = KILNCOOK_OK;
	*fit = (cook_fit){.shape = KILNCOOK_SHAPE_HULL};
	for (kilncook_shape i = KILNCOOK_SHAPE_SPHERE;
		 i <= KILNCOOK_SHAPE_CYLINDER && status == KILNCOOK_OK && h->dimension == 3; ++i)
	{
		cook_fit tried = {.shape = i, .reach = HUGE_VAL};
		status = cook_fit_primitive(&c->job->context, i, h, tried.parameters);
		if (status == KILNCOOK_OK && !cook_primitive_fault(i, tried.parameters))
			status = parts_primitive_error(&c->job->context, h, i, tried.parameters, &tried.reach);
		if (tried.reach + error <= c->wanted && (c->allowed <= 0 || tried.reach + depth <= c->allowed) &&
			(fit->shape == KILNCOOK_SHAPE_HULL || tried.reach < fit->reach))
			*fit = tried;
	}
	return status;
}

/// Weighs parts that are made: each has a node of its own, which takes a step.
static kilncook_status weigh_parts(chooser *c)
{
	const parts_set *parts = &c->out->parts;
	kilncook_shape_candidate *candidate = &c->set->candidates[KILNCOOK_SHAPE_PARTS];
	span whole = span_of((const float(*)[3])c->mesh->vertices, NULL, c->mesh->vertex_count);
	double area = half_area(&whole), rays = 1, solids = 1;
	kilncook_status status = KILNCOOK_OK;
	c->out->fits = cook_alloc(&c->job->context, parts->count, sizeof *c->out->fits);
	if (!c->out->fits)
		return cook_no_memory(c->job);
	c->allowed = CLEARANCE_SHARE * parts->counts.clear;
	candidate->error =
		parts->counts.error <= c->wanted && parts->counts.depth <= c->allowed ? parts->counts.error : HUGE_VAL;
	for (uint32_t i = 0; i < parts->count && status == KILNCOOK_OK; ++i)
	{
		const convex_hull *h = &parts->hulls[i];
		span box = span_of((const float(*)[3])h->vertices, NULL, h->vertex_count);
		uint32_t met = 0;
		c->out->fits[i] = (cook_fit){.shape = KILNCOOK_SHAPE_HULL};
		if (candidate->error <= c->wanted)
			status = fit_part(c, h, parts->errors[i], parts->depths[i], &c->out->fits[i]);
		for (uint32_t p = 0; p < PROBES; ++p)
			met += meet(&box, &c->probes[p]);
		pair_cost cost = c->out->fits[i].shape == KILNCOOK_SHAPE_HULL ? cost_of_hull(h) : cost_of_primitive;
		rays += (1 + cost.ray) * (area > 0 ? half_area(&box) / area : 1);
		solids += (1 + cost.solid) * met / PROBES;
	}
	candidate->cost = rays + solids;
	return status;
}

/// Fits all primitives around the hull and bounds how far each sticks out of the art: as far as the hull, and on from there. A point between the
/// primitive and the hull may be nearest to a point of the hull inside of the solid, but then the art is between them.
static kilncook_status weigh_primitives(chooser *c)
{
	kilncook_status status = KILNCOOK_OK;
	for (kilncook_shape shape = KILNCOOK_SHAPE_SPHERE; shape <= KILNCOOK_SHAPE_CYLINDER && status == KILNCOOK_OK;
		 ++shape)
	{
		kilncook_shape_candidate *candidate = &c->set->candidates[shape];
		double reach = HUGE_VAL;
		status = cook_fit_primitive(&c->job->context, shape, &c->out->hull, c->parameters[shape]);
		if (status == KILNCOOK_OK && !cook_primitive_fault(shape, c->parameters[shape]))
			status = parts_primitive_error(&c->job->context, &c->out->hull, shape, c->parameters[shape], &reach);
		candidate->cost = cook_primitive_cost();
		bool clear = c->allowed <= 0 || reach + c->hull_depth <= c->allowed;
		candidate->error = clear && reach + c->hull_error <= c->wanted ? reach + c->hull_error : HUGE_VAL;
	}
	return status;
}

/// Weighs hull and primitives; where the hull sticks out too far, parts instead, if the art has an inside.
static kilncook_status weigh_solids(chooser *c)
{
	const clean_mesh *mesh = c->mesh;
	const parts_art art = {(const float(*)[3])mesh->vertices, (const uint32_t(*)[3])mesh->triangles, mesh->vertex_count,
		mesh->triangle_count};
	uint32_t undecided = 0;
	kilncook_status status = cook_hull_of(&c->job->context, art.vertices, art.vertex_count, &c->out->hull);
	if (status == KILNCOOK_OK)
		status = parts_hull_error(&c->job->context, &art, &c->out->hull, c->wanted, c->job->options.threads,
			&c->hull_error, &c->closed, &undecided);
	if (status != KILNCOOK_OK)
		return status;
	cook_warn_undecided(c->job, c->set, undecided, c->wanted);
	double clear = 0;
	if (c->hull_error <= c->wanted)
		status = cook_hull_depth(c->job, c->set, mesh, &c->out->hull, &clear, &c->hull_depth);
	if (status != KILNCOOK_OK)
		return status;
	c->allowed = CLEARANCE_SHARE * clear;
	// A hull in the way of the ball is no choice.
	c->hull_error = c->hull_depth <= c->allowed ? c->hull_error : HUGE_VAL;
	c->set->candidates[KILNCOOK_SHAPE_HULL] = (kilncook_shape_candidate){cook_hull_cost(&c->out->hull), c->hull_error};
	if (c->hull_error <= c->wanted)
		return weigh_primitives(c);
	if (!c->closed)
		return KILNCOOK_OK;
	status = cook_make_parts(c->job, c->set, mesh, &c->out->parts);
	return status == KILNCOOK_OK ? weigh_parts(c) : status;
}

kilncook_status cook_choose_shape(cook_job *job, cook_set *set, const clean_mesh *mesh, cook_choice *out)
{
	// The earlier of two shapes with the same cost.
	static const kilncook_shape order[] = {KILNCOOK_SHAPE_BOX, KILNCOOK_SHAPE_SPHERE, KILNCOOK_SHAPE_CAPSULE,
		KILNCOOK_SHAPE_CYLINDER, KILNCOOK_SHAPE_HULL, KILNCOOK_SHAPE_PARTS};
	chooser c = {.job = job, .set = set, .mesh = mesh, .out = out};
	set->shape = KILNCOOK_SHAPE_MESH;
	if (job->purpose == COOK_SURVEY || mesh->triangle_count == 0 || cook_set_options(job, set)->deformable)
		return KILNCOOK_OK;
	double start = platform_seconds(), diagonal = box_diagonal((const float(*)[3])mesh->vertices, mesh->vertex_count);
	c.wanted = cook_parts_error(job, set, diagonal);
	place_probes(mesh, PROBE_SHARE * diagonal / 2, c.probes);
	kilncook_status status = cook_step(job, KILNCOOK_STAGE_BOUND, (uint64_t)(set - job->sets), job->set_count);
	if (status == KILNCOOK_OK)
		status = weigh_mesh(&c);
	if (status == KILNCOOK_OK)
		status = weigh_solids(&c);
	double least = set->candidates[KILNCOOK_SHAPE_MESH].cost;
	for (uint32_t i = sizeof order / sizeof *order; i-- > 0 && status == KILNCOOK_OK;)
	{
		const kilncook_shape_candidate *candidate = &set->candidates[order[i]];
		if (candidate->cost <= 0 || candidate->cost > least || candidate->error > c.wanted)
			continue;
		least = candidate->cost;
		set->shape = order[i];
		memcpy(out->parameters, c.parameters[order[i]], sizeof out->parameters);
	}
	job->report.ms[KILNCOOK_STAGE_BOUND] += 1e3 * (platform_seconds() - start);
	return status;
}

void cook_choice_free(const kilncook_context *context, cook_choice *choice)
{
	hull_free(context, &choice->hull);
	cook_free(context, choice->fits, choice->parts.count, sizeof *choice->fits);
	parts_free(context, &choice->parts);
}
