// SPDX-License-Identifier: MIT
#include "manifold_case.h"

#include "math/quaternion.h"
#include "support/asset_fixture.h"
#include "support/shape_oracle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Moves a third of the points onto a plane at either end of z: this makes faces with many corners.
static void cut_flat(float (*points)[3], uint32_t count, double size)
{
	for (uint32_t i = 0; i < count; ++i)
		if (i % 3)
			points[i][2] = (float)(i % 3 == 1 ? -0.3 * size : 0.2 * size);
}

void manifold_hull_make(manifold_hull *h, uint64_t *random, uint32_t count, double size)
{
	float(*points)[3] = calloc(count, sizeof *points);
	if (!points)
		abort();
	kiln_d3 axes = {size, size * (0.4 + 0.5 * hull_case_unit(random)), size * (0.3 + 0.5 * hull_case_unit(random))};
	kiln_d3 cut = kiln_d3_from(hull_case_direction(random));
	cut = kiln_d3_scale(cut, 1 / sqrt(kiln_d3_length2(cut)));
	h->size = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		kiln_d3 p = kiln_d3_from(hull_case_direction(random));
		p = kiln_d3_scale(p, 1 / sqrt(kiln_d3_length2(p)));
		double height = kiln_d3_dot(p, cut);
		if (height > 0.6)
			p = kiln_d3_along(p, 0.6 - height, cut);
		points[i][0] = (float)(p.x * axes.x + 0.2 * size);
		points[i][1] = (float)(p.y * axes.y);
		points[i][2] = (float)(p.z * axes.z - 0.1 * size);
		for (int k = 0; k < 3; ++k)
			h->size = fmax(h->size, fabs((double)points[i][k]));
	}
	h->size *= sqrt(3);
	if (count % 2)
		cut_flat(points, count, size);
	hull_case_make_of(&h->cooked, (const float(*)[3])points, count, 64);
	free(points);
	h->shape = (kiln_convex_shape){.kind = KILN_CONVEX_HULL, .hull = &h->cooked.view};
	h->object = (kiln_convex_object){.shape = &h->shape};
}

void manifold_hull_free(manifold_hull *h)
{
	hull_case_free(&h->cooked);
}

kiln_pose manifold_pose(uint64_t *random, double away)
{
	return (kiln_pose){.rotation = oracle_rotation(random), .translation = oracle_vector(random, away)};
}

kiln_quat manifold_turn(kiln_d3 from, kiln_d3 to)
{
	kiln_d3 axis = kiln_d3_cross(from, to);
	double w = 1 + kiln_d3_dot(from, to);
	if (w < 1e-6)
	{
		kiln_d3 other = fabs(from.x) < 0.7 ? (kiln_d3){1, 0, 0} : (kiln_d3){0, 1, 0};
		axis = kiln_d3_cross(from, other);
		w = 0;
	}
	double length = sqrt(kiln_d3_length2(axis) + w * w);
	return (kiln_quat){
		(float)(axis.x / length), (float)(axis.y / length), (float)(axis.z / length), (float)(w / length)};
}

static double scale_of(const kiln_pose *pose)
{
	return pose->scale == 0 ? 1 : (double)pose->scale;
}

kiln_d3 manifold_turned(const kiln_pose *pose, kiln_d3 v)
{
	kiln_d3 axes[3];
	kiln_quat_axes(pose->rotation, axes);
	return kiln_d3_along(kiln_d3_along(kiln_d3_scale(axes[0], v.x), v.y, axes[1]), v.z, axes[2]);
}

kiln_d3 manifold_posed(const kiln_pose *pose, kiln_d3 p)
{
	return kiln_d3_add(kiln_d3_scale(manifold_turned(pose, p), scale_of(pose)), kiln_d3_from(pose->translation));
}

kiln_d3 manifold_posed_back(const kiln_pose *pose, kiln_d3 p)
{
	kiln_d3 axes[3], v = kiln_d3_scale(kiln_d3_sub(p, kiln_d3_from(pose->translation)), 1 / scale_of(pose));
	kiln_quat_axes(pose->rotation, axes);
	return (kiln_d3){kiln_d3_dot(axes[0], v), kiln_d3_dot(axes[1], v), kiln_d3_dot(axes[2], v)};
}

double manifold_outside(const manifold_hull *h, kiln_vec3 p)
{
	const kiln_hull *view = &h->cooked.view;
	kiln_d3 own = manifold_posed_back(&h->object.pose, kiln_d3_from(p));
	double most = -HUGE_VAL;
	for (uint32_t i = 0; i < view->face_count; ++i)
		most = fmax(most, kiln_d3_dot(kiln_d3_from(kiln_hull_normal(view, i)), own) - (double)view->d[i]);
	return most * scale_of(&h->object.pose);
}

manifold_contacts manifold_find(const kiln_convex_object *a, const kiln_convex_object *b, float skin)
{
	manifold_contacts found;
	const kiln_manifold_options options = {.skin = skin};
	assert_int_equal(
		kiln_convex_contacts(a, b, &options, NULL, found.contacts, KILN_CONTACTS_MAX, &found.count, &found.normal),
		KILN_OK);
	assert_in_range(found.count, 0, KILN_CONTACTS_MAX);
	return found;
}

static bool same_name(const kiln_contact *p, kiln_feature a, kiln_feature b)
{
	return p->feature_a.kind == a.kind && p->feature_a.index == a.index && p->feature_b.kind == b.kind &&
		   p->feature_b.index == b.index;
}

static double away(kiln_vec3 p, kiln_vec3 q)
{
	return sqrt(kiln_d3_length2(kiln_d3_sub(kiln_d3_from(p), kiln_d3_from(q))));
}

static void check_manifold(const manifold_contacts *found, const kiln_manifold *manifold)
{
	assert_int_equal(manifold->count == 0, found->count == 0);
	assert_in_range(manifold->count, 0, found->count < 4 ? found->count : 4);
	for (uint32_t i = 0; i < manifold->count; ++i)
	{
		uint32_t k = 0;
		while (k < found->count && memcmp(&found->contacts[k], &manifold->contacts[i], sizeof *found->contacts) != 0)
			++k;
		assert_true(k < found->count);
		assert_true(i > 0 || k == 0);
	}
	assert_memory_equal(&manifold->normal, &found->normal, sizeof found->normal);
}

void manifold_check(const kiln_convex_object *a, const kiln_convex_object *b, float skin, double tolerance)
{
	manifold_contacts found = manifold_find(a, b, skin);
	const kiln_manifold_options options = {.skin = skin};
	kiln_manifold manifold;
	assert_int_equal(kiln_convex_manifold(a, b, &options, NULL, &manifold), KILN_OK);
	check_manifold(&found, &manifold);
	kiln_d3 normal = kiln_d3_from(found.normal);
	if (found.count > 0)
		assert_true(fabs(sqrt(kiln_d3_length2(normal)) - 1) < 1e-6);
	for (uint32_t i = 0; i < found.count; ++i)
	{
		const kiln_contact *c = &found.contacts[i];
		kiln_d3 there = kiln_d3_along(kiln_d3_from(c->on_a), (double)c->depth, normal);
		assert_true(sqrt(kiln_d3_length2(kiln_d3_sub(there, kiln_d3_from(c->on_b)))) <= tolerance);
		// A preferred face may have a gap that is up to a 64th larger.
		assert_true((double)c->depth >= -(double)skin * (1 + 1.0 / 32) - tolerance);
		assert_true(i == 0 || c->depth <= found.contacts[i - 1].depth);
		for (uint32_t k = 0; k < i; ++k)
			assert_false(same_name(&found.contacts[k], c->feature_a, c->feature_b));
	}
}

void manifold_check_swap(const kiln_convex_object *a, const kiln_convex_object *b, float skin, double tolerance)
{
	manifold_contacts found = manifold_find(a, b, skin), other = manifold_find(b, a, skin);
	assert_int_equal(found.count, other.count);
	if (found.count == 0)
		return;
	assert_true(away(found.normal, (kiln_vec3){-other.normal.x, -other.normal.y, -other.normal.z}) < 1e-4);
	for (uint32_t i = 0; i < found.count; ++i)
	{
		const kiln_contact *c = &found.contacts[i];
		uint32_t k = 0;
		while (k < other.count && !same_name(&other.contacts[k], c->feature_b, c->feature_a))
			++k;
		assert_true(k < other.count);
		assert_true(away(c->on_a, other.contacts[k].on_b) <= tolerance);
		assert_true(away(c->on_b, other.contacts[k].on_a) <= tolerance);
		assert_true(fabs((double)c->depth - (double)other.contacts[k].depth) <= tolerance);
	}
}

static void perpendicular_pair(kiln_d3 normal, kiln_d3 *u, kiln_d3 *v)
{
	kiln_d3 other = fabs(normal.x) < 0.7 ? (kiln_d3){1, 0, 0} : (kiln_d3){0, 1, 0};
	*u = kiln_d3_cross(normal, other);
	*u = kiln_d3_scale(*u, 1 / sqrt(kiln_d3_length2(*u)));
	*v = kiln_d3_cross(normal, *u);
}

/// By gift wrapping (Jarvis 1973).
double manifold_area(const kiln_contact *contacts, uint32_t count, kiln_vec3 normal)
{
	if (count < 3)
		return 0;
	double x[KILN_CONTACTS_MAX], y[KILN_CONTACTS_MAX], area = 0;
	kiln_d3 u, v, from = kiln_d3_from(contacts[0].on_a);
	perpendicular_pair(kiln_d3_from(normal), &u, &v);
	uint32_t first = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		kiln_d3 p = kiln_d3_sub(kiln_d3_from(contacts[i].on_a), from);
		x[i] = kiln_d3_dot(p, u);
		y[i] = kiln_d3_dot(p, v);
		if (x[i] < x[first] || (x[i] == x[first] && y[i] < y[first]))
			first = i;
	}
	uint32_t at = first;
	for (uint32_t step = 0; step < count; ++step)
	{
		uint32_t next = at == 0 ? 1 : 0;
		for (uint32_t i = 0; i < count; ++i)
		{
			double turn = (x[next] - x[at]) * (y[i] - y[at]) - (y[next] - y[at]) * (x[i] - x[at]);
			double near = hypot(x[i] - x[at], y[i] - y[at]), far = hypot(x[next] - x[at], y[next] - y[at]);
			if (i != at && (turn < 0 || (turn == 0 && near > far)))
				next = i;
		}
		area += 0.5 * (x[at] * y[next] - y[at] * x[next]);
		at = next;
		if (at == first)
			break;
	}
	return area;
}
