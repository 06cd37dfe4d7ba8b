// SPDX-License-Identifier: MIT
#include "cook.h"
#include "memory.h"

#include <float.h>
#include <math.h>
#include <string.h>

/// A mesh is cooked in place when it is so many times as far from its own origin as from the asset's.
#define FAR_FROM_ITSELF 4.0
/// Largest number of steps of the grid up to which float32 holds every multiple.
#define STEPS_MAX 0x1p24

/// A box of doubles; empty where `least` is above `most`.
typedef struct box
{
	double least[3], most[3];
} box;

static const box nothing = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};

static void extend(box *b, const double p[3])
{
	for (int k = 0; k < 3; ++k)
	{
		b->least[k] = p[k] < b->least[k] ? p[k] : b->least[k];
		b->most[k] = p[k] > b->most[k] ? p[k] : b->most[k];
	}
}

static bool is_empty(const box *b)
{
	return !(b->least[0] <= b->most[0]);
}

/// The largest magnitude of a coordinate; 0 for an empty box.
static double reach(const box *b)
{
	double most = 0;
	for (int k = 0; k < 3 && !is_empty(b); ++k)
		most = fmax(most, fmax(fabs(b->least[k]), fabs(b->most[k])));
	return most;
}

/// The box of the finite vertices of an art mesh.
static box box_of_mesh(const art_mesh *mesh)
{
	box b = nothing;
	for (uint32_t i = 0; i < mesh->vertex_count; ++i)
	{
		double p[3];
		for (int k = 0; k < 3; ++k)
			p[k] = mesh->exact ? mesh->exact[i][k] : (double)mesh->positions[i][k];
		if (isfinite(p[0]) && isfinite(p[1]) && isfinite(p[2]))
			extend(&b, p);
	}
	return b;
}

/// Extends a box by another one, transformed.
static void extend_by(box *b, const box *other, const double m[12])
{
	for (int corner = 0; corner < 8 && !is_empty(other); ++corner)
	{
		double p[3], q[3];
		for (int k = 0; k < 3; ++k)
			p[k] = corner >> k & 1 ? other->most[k] : other->least[k];
		for (int row = 0; row < 3; ++row)
			q[row] = m[4 * row] * p[0] + m[4 * row + 1] * p[1] + m[4 * row + 2] * p[2] + m[4 * row + 3];
		if (isfinite(q[0]) && isfinite(q[1]) && isfinite(q[2]))
			extend(b, q);
	}
}

/// The choice of an origin.
typedef struct choice
{
	cook_job *job;
	box *meshes;	///< per art mesh, in its own coordinates
	uint32_t *uses; ///< per art mesh: cooked nodes that place it
} choice;

/// Whether a node becomes something.
static bool is_cooked(const cook_job *job, uint32_t node)
{
	const art_node *n = &job->scene->nodes[node];
	return (n->mesh_count || n->primitive) && plan_settings(&job->plan, node)->shape != KILNCOOK_SHAPE_NONE;
}

/// The box of what a node places. A primitive counts as its middle.
static box box_of_node(const choice *c, uint32_t node, const double to_asset[12])
{
	static const box middle = {{0, 0, 0}, {0, 0, 0}};
	const art_node *n = &c->job->scene->nodes[node];
	box b = nothing;
	for (uint32_t i = 0; i < n->mesh_count; ++i)
		if (n->meshes[i] < c->job->scene->mesh_count)
			extend_by(&b, &c->meshes[n->meshes[i]], to_asset);
	if (n->primitive)
		extend_by(&b, &middle, to_asset);
	return b;
}

/// Sets the origin of KILNCOOK_ORIGIN_AUTO.
static kilncook_status choose_middle(const choice *c)
{
	cook_job *job = c->job;
	box all = nothing;
	for (uint32_t i = 0; i < job->scene->node_count; ++i)
	{
		double to_asset[12];
		cook_to_asset(job, i, to_asset);
		const box b = is_cooked(job, i) ? box_of_node(c, i, to_asset) : nothing;
		if (is_empty(&b))
			continue;
		extend(&all, b.least);
		extend(&all, b.most);
	}
	double side = 0;
	for (int k = 0; k < 3 && !is_empty(&all); ++k)
		side = fmax(side, all.most[k] - all.least[k]);
	if (reach(&all) <= FAR_FROM_ITSELF * side)
		return KILNCOOK_OK;
	if (!(reach(&all) <= KILNCOOK_ORIGIN_MAX))
	{
		cook_message(&job->context, KILNCOOK_ERROR, "", "origin-range", "the art reaches to %.9g, beyond %.0f",
			reach(&all), KILNCOOK_ORIGIN_MAX);
		return KILNCOOK_REFUSED;
	}
	// A point has no side: its place is rounded to the step, or not at all.
	int exponent = 0;
	(void)frexp(side, &exponent);
	const double coarse = side > 0 ? ldexp(1, exponent - 4) : 0, grain = fmax(coarse, job->step);
	for (int k = 0; k < 3; ++k)
	{
		const double middle = all.least[k] / 2 + all.most[k] / 2;
		job->origin[k] = grain > 0 ? rint(middle / grain) * grain : middle;
	}
	return KILNCOOK_OK;
}

/// Whether a number is a whole number of steps. Both divisions and the comparison are exact: the step is a power of two.
static bool is_multiple(double value, double step)
{
	const double steps = value / step;
	return rint(steps) >= steps && rint(steps) <= steps;
}

static void warn_of_floats(const cook_job *job, const choice *c, uint32_t node, double from_itself, double from_asset)
{
	const art_node *n = &job->scene->nodes[node];
	bool exact = true;
	for (uint32_t i = 0; i < n->mesh_count; ++i)
		exact = exact && c->job->scene->meshes[n->meshes[i]].exact;
	if (exact || strncmp(job->scene->importer, "assimp", 6) != 0)
		return;
	int exponent;
	(void)frexp(from_itself, &exponent);
	cook_message(&job->context, KILNCOOK_WARNING, n->name, "origin-float",
		"assimp reads coordinates in float32, with steps of %.3g this far out, before the origin is subtracted; the "
		"mesh is within "
		"%.9g of the origin",
		ldexp(1, exponent - 24), from_asset);
}

/// Decides whether a node is cooked in place, and checks that the grid fits.
static kilncook_status place_node(const choice *c, uint32_t node)
{
	cook_job *job = c->job;
	const art_node *n = &job->scene->nodes[node];
	double to_asset[12], scale = 0, own = 0;
	bool alone = true;
	cook_to_asset(job, node, to_asset);
	for (int i = 0; i < 12; ++i)
		if (!isfinite(to_asset[i]))
			return KILNCOOK_OK;
	for (int i = 0; i < 12; ++i)
		scale += i % 4 == 3 ? 0 : to_asset[i] * to_asset[i];
	for (uint32_t i = 0; i < n->mesh_count; ++i)
		if (n->meshes[i] < job->scene->mesh_count)
		{
			own = fmax(own, reach(&c->meshes[n->meshes[i]]));
			alone = alone && c->uses[n->meshes[i]] == 1;
		}
	const box b = box_of_node(c, node, to_asset);
	const double from_itself = own * sqrt(scale / 3), from_asset = reach(&b);
	const bool far = from_itself > FAR_FROM_ITSELF * from_asset;
	job->in_place[node] = far || (job->step > 0 && alone);
	if (far)
		warn_of_floats(job, c, node, own, from_asset);
	if (job->in_place[node] && job->step > 0 && !(from_asset / job->step < STEPS_MAX))
	{
		cook_message(&job->context, KILNCOOK_ERROR, n->name, "origin-grid",
			"steps of %.9g are too small for float32 at %.9g from the origin: take larger ones, or another origin",
			job->step, from_asset);
		return KILNCOOK_REFUSED;
	}
	return KILNCOOK_OK;
}

static kilncook_status choose(const choice *c)
{
	cook_job *job = c->job;
	const art_scene *scene = job->scene;
	for (uint32_t i = 0; i < scene->mesh_count; ++i)
		c->meshes[i] = box_of_mesh(&scene->meshes[i]);
	for (uint32_t i = 0; i < scene->node_count; ++i)
		for (uint32_t k = 0; k < scene->nodes[i].mesh_count && is_cooked(job, i); ++k)
			if (scene->nodes[i].meshes[k] < scene->mesh_count)
				c->uses[scene->nodes[i].meshes[k]]++;
	kilncook_status status = KILNCOOK_OK;
	if (job->options.origin == KILNCOOK_ORIGIN_AUTO)
		status = choose_middle(c);
	else if (job->options.origin == KILNCOOK_ORIGIN_GIVEN)
		memcpy(job->origin, job->options.origin_at, sizeof job->origin);
	for (int k = 0; k < 3 && status == KILNCOOK_OK && job->step > 0; ++k)
		if (!is_multiple(job->origin[k], job->step))
		{
			cook_message(&job->context, KILNCOOK_ERROR, "", "origin-grid",
				"the origin's coordinate %.17g is no multiple of the step %.9g", job->origin[k], job->step);
			status = KILNCOOK_REFUSED;
		}
	for (uint32_t i = 0; i < scene->node_count && status == KILNCOOK_OK; ++i)
		if (scene->nodes[i].mesh_count && is_cooked(job, i))
			status = place_node(c, i);
	for (int k = 0; k < 3; ++k)
		job->report.origin[k] = job->origin[k] = job->origin[k] + 0.0;
	job->report.step = job->step;
	return status;
}

kilncook_status cook_choose_origin(cook_job *job)
{
	const art_scene *scene = job->scene;
	kilncook_context *context = &job->context;
	int exponent;
	if (job->options.origin == KILNCOOK_ORIGIN_ZERO && !(job->options.snap > 0))
		return KILNCOOK_OK;
	if (job->options.snap > 0)
	{
		// The largest power of two that is not above the number, whose share is from a half on.
		(void)frexp(job->options.snap, &exponent);
		job->step = ldexp(1, exponent - 1);
	}
	choice c = {.job = job,
		.meshes = cook_alloc(context, scene->mesh_count, sizeof *c.meshes),
		.uses = cook_alloc_zero(context, scene->mesh_count, sizeof *c.uses)};
	job->scene_nodes = scene->node_count;
	job->in_place = cook_alloc_zero(context, scene->node_count, sizeof *job->in_place);
	const kilncook_status status = c.meshes && c.uses && job->in_place ? choose(&c) : cook_no_memory(job);
	cook_free(context, c.uses, scene->mesh_count, sizeof *c.uses);
	cook_free(context, c.meshes, scene->mesh_count, sizeof *c.meshes);
	return status;
}

void cook_to_asset(const cook_job *job, uint32_t node, double to_asset[12])
{
	cook_place_multiply(job->root, job->scene->nodes[node].to_root, to_asset);
	for (int row = 0; row < 3; ++row)
		to_asset[4 * row + 3] -= job->origin[row];
}
