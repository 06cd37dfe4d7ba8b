// SPDX-License-Identifier: MIT
#include "convex_claims.h"

#include "convex/shape/shape.h"
#include "math/double3.h"

#include <math.h>
#include <string.h>

/// No method may take more steps.
#define STEPS_MOST 1024
/// float32's rounding of a coordinate; of two ends.
#define ROUNDED 0x1p-22
/// Bodies that are closer than this share of their coordinates may be reported as touching.
#define VERDICT 0x1p-33
/// Rounding errors below the smallest numbers.
#define LEAST 0x1p-140

#define CLAIM(condition, text)                                                                                         \
	if (!(condition))                                                                                                  \
	return text

static bool finite(kiln_vec3 v)
{
	return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

static bool is_unit(kiln_vec3 v)
{
	return fabs(kiln_d3_length2(kiln_d3_from(v)) - 1) < 1e-5;
}

static bool is_zero(const void *p, size_t size)
{
	const uint8_t *bytes = p;
	for (size_t i = 0; i < size; ++i)
		if (bytes[i])
			return false;
	return true;
}

static bool is_none(kiln_vec3 v)
{
	return v.x == 0 && v.y == 0 && v.z == 0;
}

static double apart(kiln_vec3 p, kiln_vec3 q)
{
	return sqrt(kiln_d3_length2(kiln_d3_sub(kiln_d3_from(q), kiln_d3_from(p))));
}

/// Returns the greatest n . x of an object.
static double height(const kiln_convex_object *object, kiln_vec3 n)
{
	kiln_d3 top = kiln_d3_from(kiln_convex_object_support(object, n, NULL));
	return kiln_d3_dot(kiln_d3_from(n), top);
}

/// Returns how far a must move along a unit vector until it is separate from b.
static double way_out(const claims_pair *pair, kiln_vec3 n)
{
	const kiln_vec3 back = {-n.x, -n.y, -n.z};
	return height(pair->b, n) + height(pair->a, back);
}

static const kiln_vec3 axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}, {0.6f, 0.8f, 0},
	{-0.8f, 0, 0.6f}, {0, -0.6f, -0.8f}};

/// Computes the sizes of an object; precise where the object's place does not dominate them.
static void measure(claims_pair *pair, const kiln_convex_object *object)
{
	kiln_convex_object home = *object;
	home.pose.translation = (kiln_vec3){0, 0, 0};
	for (int k = 0; k < 3; ++k)
	{
		double high = height(object, axes[k]), low = -height(object, axes[k + 3]);
		pair->size += height(&home, axes[k]) + height(&home, axes[k + 3]);
		pair->reach = fmax(pair->reach, fmax(fabs(high), fabs(low)));
	}
}

/// Returns the permitted error of a length, for bodies at this distance.
static double slack_of(const claims_pair *pair, double distance)
{
	return pair->tolerance * (pair->size + distance) + 0x1p-45 * pair->reach + LEAST;
}

static const char *check_separation(const claims_pair *pair, const kiln_convex_separation *s)
{
	double distance = (double)s->distance;
	CLAIM(s->found && isfinite(s->distance) && s->distance >= 0, "distance: a number");
	CLAIM(s->lower >= 0 && s->lower <= s->distance, "distance: the lower bound");
	CLAIM(finite(s->on_a) && finite(s->on_b) && finite(s->normal), "distance: finite points");
	CLAIM(s->distance == 0 || is_unit(s->normal), "distance: the normal");
	CLAIM(s->distance > 0 || is_unit(s->normal) || is_none(s->normal), "distance: touching normal");
	CLAIM(s->steps <= STEPS_MOST, "distance: steps");
	CLAIM(s->feature_a.kind <= KILN_FEATURE_FACE && s->feature_b.kind <= KILN_FEATURE_FACE, "distance: features");
	double rounding = ROUNDED * pair->reach + slack_of(pair, distance);
	CLAIM(fabs(apart(s->on_a, s->on_b) - distance) <= rounding, "distance: between its points");
	if (!(s->distance > 0))
		return NULL;
	// A distance that is known to a relative error determines the direction to the square root of this error.
	double aslant = sqrt(2 * (distance - (double)s->lower) / distance) * (pair->size + distance);
	CLAIM(
		-way_out(pair, s->normal) >= distance - rounding - 1e-6 * pair->reach - aslant, "distance: a plane across it");
	return NULL;
}

/// Whether an object is a polytope, except for a ball around it.
static bool is_polytope(const kiln_convex_object *object)
{
	kiln_convex_kind kind = object->shape->kind;
	return !object->shape->plus && kind != KILN_CONVEX_CYLINDER && kind != KILN_CONVEX_CONE &&
		   kind != KILN_CONVEX_ELLIPSOID;
}

/// Returns the distance of a point from an object; 0 for a point that is out of range.
static double away_from(const kiln_convex_object *object, kiln_vec3 point)
{
	const kiln_convex_shape shape = {.kind = KILN_CONVEX_POINT, .point = point};
	const kiln_convex_object spot = {.shape = &shape};
	kiln_convex_separation s;
	return kiln_convex_distance(&spot, object, NULL, NULL, &s) == KILN_OK ? (double)s.distance : 0;
}

static const char *check_penetration(const claims_pair *pair, const kiln_convex_depth *p, bool least)
{
	double depth = (double)p->depth;
	CLAIM(isfinite(p->depth) && p->depth >= 0 && isfinite(p->lower), "depth: a number");
	CLAIM(p->lower <= p->depth, "depth: the lower bound");
	CLAIM(finite(p->on_a) && finite(p->on_b), "depth: finite points");
	CLAIM(p->touching || p->depth == 0, "depth: apart, with a depth");
	// For deep round bodies, the proved bound is weaker than the correct answer.
	bool proved = least && p->touching && is_polytope(pair->a) && is_polytope(pair->b);
	CLAIM(!proved || depth - (double)p->lower <= slack_of(pair, 0), "depth: not known well");
	CLAIM(p->steps <= 64 * STEPS_MOST, "depth: steps");
	if (!p->touching)
		return NULL;
	CLAIM(is_unit(p->normal), "depth: the normal");
	double rounding = ROUNDED * pair->reach + slack_of(pair, 0);
	for (int k = 0; k < 3; ++k)
	{
		const float a[3] = {p->on_a.x, p->on_a.y, p->on_a.z}, b[3] = {p->on_b.x, p->on_b.y, p->on_b.z};
		const float n[3] = {p->normal.x, p->normal.y, p->normal.z};
		CLAIM(fabs((double)a[k] + depth * (double)n[k] - (double)b[k]) <= rounding + ROUNDED * depth,
			"depth: on_b = on_a + depth normal");
	}
	// MPR's direction is not the shortest; it leads to b's plane, but not to b.
	if (least)
	{
		CLAIM(away_from(pair->a, p->on_a) <= rounding, "depth: a point of a");
		CLAIM(away_from(pair->b, p->on_b) <= rounding, "depth: a point of b");
	}
	rounding += 1e-6 * pair->reach + depth - (double)p->lower;
	CLAIM(fabs(way_out(pair, p->normal) - depth) <= rounding, "depth: the way out along the normal");
	for (size_t i = 0; least && i < sizeof axes / sizeof *axes; ++i)
		CLAIM(way_out(pair, axes[i]) >= depth - rounding, "depth: a shorter way out");
	return NULL;
}

static const char *refused(const claims_pair *pair)
{
	kiln_convex_separation s = {.distance = 1};
	kiln_convex_depth p = {.depth = 1};
	bool overlapping = true;
	CLAIM(kiln_convex_distance(pair->a, pair->b, NULL, NULL, &s) == KILN_E_ARGUMENT, "distance: not usable");
	CLAIM(is_zero(&s, sizeof s), "distance: zero where it is refused");
	CLAIM(kiln_convex_penetration(pair->a, pair->b, NULL, NULL, &p) == KILN_E_ARGUMENT, "depth: not usable");
	CLAIM(is_zero(&p, sizeof p), "depth: zero where it is refused");
	CLAIM(kiln_convex_collide(pair->a, pair->b, NULL, NULL, &overlapping) == KILN_E_ARGUMENT, "overlap: not usable");
	return NULL;
}

const char *claims_begin(claims_pair *pair)
{
	pair->usable = kilni_convex_object_usable(pair->a) && kilni_convex_object_usable(pair->b);
	pair->size = pair->reach = 0;
	if (!pair->usable)
		return refused(pair);
	measure(pair, pair->a);
	measure(pair, pair->b);
	CLAIM(isfinite(pair->size) && isfinite(pair->reach), "supports: finite");
	CLAIM(kiln_convex_distance(pair->a, pair->b, NULL, NULL, &pair->separation) == KILN_OK, "distance: usable");
	const char *wrong = check_separation(pair, &pair->separation);
	if (wrong)
		return wrong;
	CLAIM(kiln_convex_penetration(pair->a, pair->b, NULL, NULL, &pair->penetration) == KILN_OK, "depth: usable");
	wrong = check_penetration(pair, &pair->penetration, true);
	double distance = (double)pair->separation.distance, slack = slack_of(pair, distance);
	CLAIM(!pair->penetration.touching || distance <= slack, "depth: touching, and far apart");
	CLAIM(pair->penetration.touching || distance > 0, "depth: apart, and overlapping");
	CLAIM((double)pair->penetration.depth <= slack || distance == 0, "depth: deep, and apart");
	return wrong;
}

const char *claims_distance(const claims_pair *pair, const kiln_distance_options *options)
{
	if (!pair->usable)
		return NULL;
	kiln_convex_cache cache = *pair->nonsense;
	kiln_convex_separation s, again;
	double distance = (double)pair->separation.distance, slack = slack_of(pair, distance);
	CLAIM(kiln_convex_distance(pair->a, pair->b, options, &cache, &s) == KILN_OK, "distance: usable by a method");
	CLAIM(kiln_convex_distance(pair->a, pair->b, options, &cache, &again) == KILN_OK, "distance: usable again");
	const kiln_convex_separation *const both[] = {&s, &again};
	for (int i = 0; i < 2; ++i)
	{
		if (!both[i]->found)
		{
			CLAIM(options->limit > 0 && distance > (double)options->limit - slack, "distance: not found");
			CLAIM((double)both[i]->lower <= distance + slack, "distance: a lower bound beyond a limit");
			continue;
		}
		double part = (double)options->tolerance * (double)both[i]->distance;
		const char *wrong = part > 0 ? NULL : check_separation(pair, both[i]);
		if (wrong)
			return wrong;
		CLAIM(fabs((double)both[i]->distance - distance) <= slack + part,
			i ? "distance: by a cache" : "distance: by a method");
	}
	return NULL;
}

const char *claims_overlap(const claims_pair *pair, const kiln_collide_method *method)
{
	if (!pair->usable)
		return NULL;
	kiln_convex_cache cache = *pair->nonsense;
	double distance = (double)pair->separation.distance, slack = slack_of(pair, distance);
	for (int i = 0; i < 2; ++i)
	{
		bool overlapping = false;
		CLAIM(kiln_convex_collide(pair->a, pair->b, method, &cache, &overlapping) == KILN_OK, "overlap: usable");
		CLAIM(!overlapping || distance <= slack, "overlap: far apart");
		CLAIM(overlapping || distance > 0 || (double)pair->penetration.depth <= slack, "overlap: deep");
	}
	return NULL;
}

const char *claims_penetration(const claims_pair *pair, const kiln_penetration_method *method)
{
	if (!pair->usable)
		return NULL;
	kiln_convex_cache cache = *pair->nonsense;
	double distance = (double)pair->separation.distance, slack = slack_of(pair, distance);
	bool least = method != &kiln_penetration_mpr;
	for (int i = 0; i < 2; ++i)
	{
		kiln_convex_depth p;
		CLAIM(kiln_convex_penetration(pair->a, pair->b, method, &cache, &p) == KILN_OK, "depth: usable by a method");
		const char *wrong = check_penetration(pair, &p, least);
		if (wrong)
			return wrong;
		CLAIM((double)p.depth >= (double)pair->penetration.lower - slack, "depth: less by a method");
		CLAIM(!least || (double)p.lower <= (double)pair->penetration.depth + slack, "depth: more by a method");
		CLAIM(!p.touching || distance <= slack, "depth: touching by a method");
		CLAIM(p.touching || (double)pair->penetration.depth <= slack, "depth: apart by a method");
	}
	return NULL;
}

/// Returns the same pair with its objects exchanged.
static claims_pair mirrored(const claims_pair *pair)
{
	claims_pair other = *pair;
	other.a = pair->b;
	other.b = pair->a;
	return other;
}

static kiln_vec3 opposite(kiln_vec3 v)
{
	return (kiln_vec3){-v.x, -v.y, -v.z};
}

const char *claims_swapped(const claims_pair *pair)
{
	if (!pair->usable)
		return NULL;
	const claims_pair other = mirrored(pair);
	kiln_convex_separation s;
	kiln_convex_depth p;
	double distance = (double)pair->separation.distance, slack = slack_of(pair, distance);
	CLAIM(kiln_convex_distance(pair->b, pair->a, NULL, NULL, &s) == KILN_OK, "distance: usable the other way round");
	const char *wrong = check_separation(&other, &s);
	if (wrong)
		return wrong;
	CLAIM(fabs((double)s.distance - distance) <= slack, "distance: the other way round");
	// The shortest direction is unique, and known to the square root of the error of its length.
	double unknown = slack + ROUNDED * pair->reach + distance - fmin((double)s.lower, (double)pair->separation.lower);
	CLAIM(!(unknown < distance) ||
			  apart(opposite(s.normal), pair->separation.normal) <= 2 * sqrt(2 * unknown / distance) + 1e-6,
		"distance: the normal the other way round");
	CLAIM(kiln_convex_penetration(pair->b, pair->a, NULL, NULL, &p) == KILN_OK, "depth: usable the other way round");
	wrong = check_penetration(&other, &p, true);
	if (wrong)
		return wrong;
	CLAIM(fabs((double)p.depth - (double)pair->penetration.depth) <= slack, "depth: the other way round");
	return NULL;
}

const char *claims_manifold(const claims_pair *pair, const kiln_manifold_options *options)
{
	kiln_convex_cache cache = *pair->nonsense;
	kiln_manifold m;
	kiln_status status = kiln_convex_manifold(pair->a, pair->b, options, &cache, &m);
	CLAIM(status == (pair->usable ? KILN_OK : KILN_E_ARGUMENT), "manifold: usable");
	if (!pair->usable)
		return is_zero(&m, sizeof m) ? NULL : "manifold: zero where it is refused";
	double distance = (double)pair->separation.distance, depth = (double)pair->penetration.depth;
	double slack = slack_of(pair, distance) + ROUNDED * pair->reach;
	CLAIM(m.count <= KILN_MANIFOLD_POINTS_MAX, "manifold: how many");
	// When only rounding separates touching from not touching, the other order and another cache may give the other
	// answer.
	CLAIM(m.count > 0 || distance > 0 || depth <= VERDICT * pair->reach, "manifold: none, where they touch");
	CLAIM(m.count > 0 || distance > (double)options->skin - slack, "manifold: none, within the skin");
	CLAIM(m.count == 0 || distance <= (double)options->skin + slack, "manifold: some, where they are apart");
	CLAIM(m.count ? is_unit(m.normal) : is_none(m.normal), "manifold: the normal");
	for (uint32_t i = 0; i < m.count; ++i)
	{
		const kiln_contact *c = &m.contacts[i];
		CLAIM(finite(c->on_a) && finite(c->on_b) && isfinite(c->depth), "manifold: finite contacts");
		CLAIM((double)c->depth >= -(double)options->skin - slack, "manifold: a contact beyond the skin");
		CLAIM(i == 0 || c->depth <= m.contacts[i - 1].depth, "manifold: the deepest first");
		CLAIM(fabs(apart(c->on_a, c->on_b) - fabs((double)c->depth)) <= slack + 1e-6 * fabs((double)c->depth),
			"manifold: between a contact's points");
	}
	// A manifold may prefer a face to a normal whose separation is a 64th better.
	if (m.count > 0)
	{
		double most = (double)m.contacts[0].depth, exact = distance > 0 ? -distance : depth;
		CLAIM(most >= exact - slack - fabs(exact) / 32, "manifold: not deep enough");
		CLAIM(most <= exact + slack + fabs(exact) / 32 + 0x1p-18 * pair->size, "manifold: too deep");
	}
	return NULL;
}

/// All contacts of a pair.
typedef struct contact_list
{
	uint32_t count;
	kiln_vec3 normal;
	kiln_contact contacts[KILN_CONTACTS_MAX];
} contact_list;

static bool find_contacts(const claims_pair *pair, const kiln_manifold_options *options, contact_list *list)
{
	return kiln_convex_contacts(pair->a, pair->b, options, NULL, list->contacts, KILN_CONTACTS_MAX, &list->count,
			   &list->normal) == KILN_OK &&
		   list->count <= KILN_CONTACTS_MAX;
}

/// Whether each contact deeper than `least` is also in the other list, with its points exchanged.
static bool are_mirrored(const contact_list *list, const contact_list *other, double near, double least)
{
	for (uint32_t i = 0; i < list->count; ++i)
	{
		const kiln_contact *c = &list->contacts[i];
		uint32_t k = (double)c->depth > least ? 0 : other->count + 1;
		while (k < other->count &&
			   !(apart(c->on_a, other->contacts[k].on_b) <= near && apart(c->on_b, other->contacts[k].on_a) <= near))
			++k;
		if (k == other->count)
			return false;
	}
	return true;
}

const char *claims_swapped_manifold(const claims_pair *pair, const kiln_manifold_options *options)
{
	if (!pair->usable)
		return NULL;
	const claims_pair other = mirrored(pair);
	const char *wrong = claims_manifold(&other, options);
	if (wrong)
		return wrong;
	contact_list list, back;
	CLAIM(find_contacts(pair, options, &list), "manifold: contacts");
	CLAIM(find_contacts(&other, options, &back), "manifold: contacts the other way round");
	// Of several equally short directions, either may be chosen; where curved bodies touch is much less certain than
	// how deep they are.
	if (!is_polytope(pair->a) || !is_polytope(pair->b) || list.count == 0 || back.count == 0 ||
		apart(list.normal, opposite(back.normal)) > 1e-6)
		return NULL;
	// Contacts that are so close to each other that they count as one.
	claims_pair a = {.size = 0}, b = {.size = 0};
	measure(&a, pair->a);
	measure(&b, pair->b);
	double distance = (double)pair->separation.distance;
	double slack = slack_of(pair, distance) + ROUNDED * pair->reach, near = slack + 0x1p-8 * fmin(a.size, b.size);
	double least = slack - (double)options->skin;
	CLAIM(are_mirrored(&list, &back, near, least) && are_mirrored(&back, &list, near, least),
		"manifold: the other way round");
	return NULL;
}

/// Whether two moving objects are separate at a time, by more than rounding.
static bool is_free(const claims_pair *pair, const kiln_sweep sweeps[2], float t, double slack)
{
	kiln_convex_object a = {.shape = pair->a->shape, .pose = kiln_sweep_at(&sweeps[0], t)};
	kiln_convex_object b = {.shape = pair->b->shape, .pose = kiln_sweep_at(&sweeps[1], t)};
	kiln_convex_depth p;
	return kiln_convex_penetration(&a, &b, NULL, NULL, &p) == KILN_OK && (double)p.depth <= slack;
}

const char *claims_motion(
	const claims_pair *pair, const kiln_pose *to_a, const kiln_pose *to_b, const kiln_time_of_impact_method *method)
{
	const kiln_sweep sweeps[2] = {{.from = pair->a->pose, .to = *to_a}, {.from = pair->b->pose, .to = *to_b}};
	kiln_convex_impact impact;
	kiln_status status =
		kiln_convex_time_of_impact(pair->a->shape, &sweeps[0], pair->b->shape, &sweeps[1], 0, method, &impact);
	CLAIM(status == KILN_OK || status == KILN_E_ARGUMENT, "motion: status");
	if (status != KILN_OK)
		return is_zero(&impact, sizeof impact) ? NULL : "motion: zero where it is refused";
	CLAIM(pair->usable, "motion: not usable");
	CLAIM(impact.steps <= STEPS_MOST, "motion: steps");
	CLAIM(impact.t >= 0 && impact.t <= 1 && isfinite(impact.gap) && impact.gap >= 0, "motion: its numbers");
	CLAIM(finite(impact.point) && finite(impact.normal), "motion: finite");
	CLAIM(!impact.hit || is_unit(impact.normal), "motion: the normal");
	CLAIM(!impact.inside || (impact.hit && impact.t == 0), "motion: inside");
	// A pose during the motion is rounded to float32.
	double far = 0;
	for (int s = 0; s < 2; ++s)
	{
		const kiln_vec3 *p = s ? &to_b->translation : &to_a->translation;
		far = fmax(far, kiln_d3_largest(kiln_d3_from(*p)));
	}
	double slack = 1e-5 * pair->size + 0x1p-20 * (pair->reach + far) + LEAST;
	float end = impact.hit ? impact.t : 1;
	for (int i = 0; i <= 4 && !impact.inside; ++i)
		CLAIM(is_free(pair, sweeps, end * (float)i * 0.25f, slack), "motion: through a contact");
	return NULL;
}
