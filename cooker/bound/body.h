// SPDX-License-Identifier: MIT
// What each volume is, as polynomial inequalities in its stored numbers and the point's.
//
// No guard: prove.c includes this twice, for numbers known to within an error and for exact ones. The includer defines
//   NUMBER         the type of number
//   BODY_OF(x)     its functions, by from_float, add, sub and mul
//   BODY_SIGN(x)   -1, 0, 1, or 2 when that is not known
//   BODY(x)        the name x in this arithmetic

static inline NUMBER BODY(dot)(const NUMBER a[3], const NUMBER b[3])
{
	NUMBER x = BODY_OF(mul)(&a[0], &b[0]), y = BODY_OF(mul)(&a[1], &b[1]), z = BODY_OF(mul)(&a[2], &b[2]);
	NUMBER xy = BODY_OF(add)(&x, &y);
	return BODY_OF(add)(&xy, &z);
}

static inline void BODY(cross)(const NUMBER a[3], const NUMBER b[3], NUMBER product[3])
{
	for (int i = 0; i < 3; ++i)
	{
		int j = (i + 1) % 3, k = (i + 2) % 3;
		NUMBER x = BODY_OF(mul)(&a[j], &b[k]), y = BODY_OF(mul)(&a[k], &b[j]);
		product[i] = BODY_OF(sub)(&x, &y);
	}
}

static inline void BODY(difference)(const NUMBER a[3], const NUMBER b[3], NUMBER difference[3])
{
	for (int i = 0; i < 3; ++i)
		difference[i] = BODY_OF(sub)(&a[i], &b[i]);
}

static inline void BODY(vector)(const float v[3], NUMBER vector[3])
{
	for (int i = 0; i < 3; ++i)
		vector[i] = BODY_OF(from_float)(v[i]);
}

/// x <= limit
static inline bound_verdict BODY(at_most)(const NUMBER *x, const NUMBER *limit)
{
	NUMBER room = BODY_OF(sub)(limit, x);
	int sign = BODY_SIGN(room);
	return sign == 2 ? BOUND_UNSURE : sign >= 0 ? BOUND_INSIDE : BOUND_OUTSIDE;
}

/// Both hold.
static inline bound_verdict BODY(both)(bound_verdict a, bound_verdict b)
{
	if (a == BOUND_OUTSIDE || b == BOUND_OUTSIDE)
		return BOUND_OUTSIDE;
	return a == BOUND_INSIDE ? b : a;
}

/// 0 <= x <= limit
static inline bound_verdict BODY(between)(const NUMBER *x, const NUMBER *limit)
{
	int sign = BODY_SIGN(*x);
	bound_verdict above = sign == 2 ? BOUND_UNSURE : sign >= 0 ? BOUND_INSIDE : BOUND_OUTSIDE;
	return BODY(both)(above, BODY(at_most)(x, limit));
}

/// -limit <= x <= limit
static inline bound_verdict BODY(within)(const NUMBER *x, const NUMBER *limit)
{
	NUMBER above = BODY_OF(add)(x, limit);
	int sign = BODY_SIGN(above);
	bound_verdict low = sign == 2 ? BOUND_UNSURE : sign >= 0 ? BOUND_INSIDE : BOUND_OUTSIDE;
	return BODY(both)(low, BODY(at_most)(x, limit));
}

/// Axes of an OBB or ellipsoid: cofactors, and the determinant, which is made positive.
static void BODY(span)(BODY(body) * b, const float axes[3][3])
{
	NUMBER axis[3][3];
	for (int i = 0; i < 3; ++i)
		BODY(vector)(axes[i], axis[i]);
	for (int i = 0; i < 3; ++i)
		BODY(cross)(axis[(i + 1) % 3], axis[(i + 2) % 3], b->normal[i]);
	b->determinant = BODY(dot)(axis[0], b->normal[0]);
	int sign = BODY_SIGN(b->determinant);
	b->hollow = sign == 0;
	b->unsure = sign == 2;
	NUMBER zero = BODY_OF(from_float)(0.0f);
	if (sign == -1)
		b->determinant = BODY_OF(sub)(&zero, &b->determinant);
}

static void BODY(sizes_of_ellipsoid)(BODY(body) * b, const float radii[3])
{
	b->limit[0] = BODY_OF(mul)(&b->determinant, &b->determinant);
	for (int i = 0; i < 3; ++i)
	{
		b->flat[i] = radii[i] == 0;
		b->weight[i] = BODY_OF(from_float)(1.0f);
	}
	for (int i = 0; i < 3; ++i)
	{
		if (b->flat[i])
			continue;
		NUMBER radius = BODY_OF(from_float)(radii[i]);
		NUMBER square = BODY_OF(mul)(&radius, &radius);
		b->limit[0] = BODY_OF(mul)(&b->limit[0], &square);
		for (int j = 0; j < 3; ++j)
			if (j != i)
				b->weight[j] = BODY_OF(mul)(&b->weight[j], &square);
	}
}

/// What depends on the sizes; after BODY(fix).
static void BODY(resize)(BODY(body) * b, const bound_frame *frame)
{
	NUMBER size = BODY_OF(from_float)(frame->sizes[0]);
	switch (frame->kind)
	{
	case BOUND_OBB:
		for (int i = 0; i < 3; ++i)
		{
			NUMBER half = BODY_OF(from_float)(frame->sizes[i]);
			b->limit[i] = BODY_OF(mul)(&half, &b->determinant);
		}
		break;
	case BOUND_ELLIPSOID:
		BODY(sizes_of_ellipsoid)(b, frame->sizes);
		break;
	default:
		b->radius2 = BODY_OF(mul)(&size, &size);
		if (frame->kind == BOUND_RSS)
			b->limit[2] = BODY_OF(mul)(&b->radius2, &b->normal2);
		for (int i = 0; i < (frame->kind == BOUND_SPHERE ? 0 : frame->kind == BOUND_RSS ? 2 : 1); ++i)
			b->limit[i] = BODY_OF(mul)(&b->radius2, &b->square[i]);
		break;
	}
}

/// What depends on the place and the directions.
static void BODY(fix)(BODY(body) * b, const bound_frame *frame)
{
	b->hollow = b->unsure = false;
	BODY(vector)(frame->origin, b->origin);
	if (frame->kind == BOUND_OBB || frame->kind == BOUND_ELLIPSOID)
		BODY(span)(b, frame->axes);
	if (frame->kind == BOUND_CAPSULE || frame->kind == BOUND_CYLINDER || frame->kind == BOUND_CONE)
	{
		NUMBER end[3];
		BODY(vector)(frame->axes[0], end);
		BODY(difference)(end, b->origin, b->edge[0]);
		b->square[0] = BODY(dot)(b->edge[0], b->edge[0]);
	}
	if (frame->kind == BOUND_RSS)
	{
		for (int i = 0; i < 2; ++i)
		{
			BODY(vector)(frame->axes[i], b->edge[i]);
			b->square[i] = BODY(dot)(b->edge[i], b->edge[i]);
		}
		b->cross = BODY(dot)(b->edge[0], b->edge[1]);
		BODY(cross)(b->edge[0], b->edge[1], b->normal[0]);
		b->normal2 = BODY(dot)(b->normal[0], b->normal[0]);
	}
}

static bound_verdict BODY(in_ball)(const BODY(body) * b, const NUMBER w[3])
{
	NUMBER square = BODY(dot)(w, w);
	return BODY(at_most)(&square, &b->radius2);
}

/// |w x edge|^2, which is the squared distance from the edge's line times its squared length (Lagrange's identity).
static NUMBER BODY(off_line2)(const NUMBER edge[3], const NUMBER w[3])
{
	NUMBER across[3];
	BODY(cross)(w, edge, across);
	return BODY(dot)(across, across);
}

/// Within the radius of the edge, when w leads from its start. The foot beyond an end: distance to that end.
static bound_verdict BODY(near_edge)(const BODY(body) * b, int i, const NUMBER w[3])
{
	NUMBER foot = BODY(dot)(w, b->edge[i]);
	int before = BODY_SIGN(foot);
	if (before <= 0)
		return BODY(in_ball)(b, w);
	NUMBER rest = BODY_OF(sub)(&b->square[i], &foot);
	int after = BODY_SIGN(rest);
	if (before == 2 || after == 2)
		return BOUND_UNSURE;
	if (after <= 0)
	{
		NUMBER beyond[3];
		BODY(difference)(w, b->edge[i], beyond);
		return BODY(in_ball)(b, beyond);
	}
	NUMBER off = BODY(off_line2)(b->edge[i], w);
	return BODY(at_most)(&off, &b->limit[i]);
}

/// Over the parallelogram's inside, within the radius of its plane.
static bound_verdict BODY(over_rectangle)(const BODY(body) * b, const NUMBER w[3])
{
	if (BODY_SIGN(b->normal2) != 1)
		return BODY_SIGN(b->normal2) == 0 ? BOUND_OUTSIDE : BOUND_UNSURE;
	NUMBER foot[2] = {BODY(dot)(w, b->edge[0]), BODY(dot)(w, b->edge[1])};
	bound_verdict verdict = BOUND_INSIDE;
	for (int i = 0; i < 2; ++i)
	{
		// Cramer's rule for the coordinate along this edge, times normal2.
		NUMBER own = BODY_OF(mul)(&foot[i], &b->square[1 - i]), other = BODY_OF(mul)(&foot[1 - i], &b->cross);
		NUMBER share = BODY_OF(sub)(&own, &other);
		verdict = BODY(both)(verdict, BODY(between)(&share, &b->normal2));
	}
	if (verdict == BOUND_OUTSIDE)
		return verdict;
	NUMBER height = BODY(dot)(w, b->normal[0]);
	NUMBER square = BODY_OF(mul)(&height, &height);
	return BODY(both)(verdict, BODY(at_most)(&square, &b->limit[2]));
}

/// The lozenge is the union of what stands over the parallelogram and of the four edges' capsules; all of it when the
/// edges are parallel or zero.
static bound_verdict BODY(in_rss)(const BODY(body) * b, const NUMBER w[3])
{
	bound_verdict verdict = BODY(over_rectangle)(b, w);
	for (int i = 0; i < 2 && verdict != BOUND_INSIDE; ++i)
	{
		NUMBER shifted[3];
		BODY(difference)(w, b->edge[1 - i], shifted);
		const bound_verdict sides[2] = {BODY(near_edge)(b, i, w), BODY(near_edge)(b, i, shifted)};
		for (int side = 0; side < 2; ++side)
			verdict = sides[side] == BOUND_OUTSIDE || verdict == BOUND_INSIDE ? verdict : sides[side];
	}
	return verdict;
}

/// Cylinder and cone; equal ends make a ball.
static bound_verdict BODY(around_axis)(const BODY(body) * b, bound_kind kind, const NUMBER w[3])
{
	int length = BODY_SIGN(b->square[0]);
	if (length != 1)
		return length == 0 ? BODY(in_ball)(b, w) : BOUND_UNSURE;
	NUMBER foot = BODY(dot)(w, b->edge[0]);
	bound_verdict along = BODY(between)(&foot, &b->square[0]);
	if (along == BOUND_OUTSIDE)
		return along;
	NUMBER off = BODY(off_line2)(b->edge[0], w);
	if (kind == BOUND_CYLINDER)
		return BODY(both)(along, BODY(at_most)(&off, &b->limit[0]));
	// off / square <= (foot / square)^2 radius2
	NUMBER left = BODY_OF(mul)(&off, &b->square[0]), foot2 = BODY_OF(mul)(&foot, &foot);
	NUMBER right = BODY_OF(mul)(&foot2, &b->radius2);
	return BODY(both)(along, BODY(at_most)(&left, &right));
}

/// With Cramer's rule the coordinate along axis i is w . normal[i] / determinant.
static bound_verdict BODY(in_obb)(const BODY(body) * b, int part, const NUMBER w[3])
{
	bound_verdict verdict = BOUND_INSIDE;
	for (int i = part < 0 ? 0 : part; i < (part < 0 ? 3 : part + 1) && verdict != BOUND_OUTSIDE; ++i)
	{
		NUMBER along = BODY(dot)(w, b->normal[i]);
		verdict = BODY(both)(verdict, BODY(within)(&along, &b->limit[i]));
	}
	return verdict;
}

static bound_verdict BODY(in_ellipsoid)(const BODY(body) * b, const NUMBER w[3])
{
	NUMBER sum = BODY_OF(from_float)(0.0f);
	for (int i = 0; i < 3; ++i)
	{
		NUMBER along = BODY(dot)(w, b->normal[i]);
		int sign = BODY_SIGN(along);
		if (b->flat[i] && sign != 0)
			return sign == 2 ? BOUND_UNSURE : BOUND_OUTSIDE;
		NUMBER square = BODY_OF(mul)(&along, &along), term = BODY_OF(mul)(&square, &b->weight[i]);
		sum = BODY_OF(add)(&sum, &term);
	}
	return BODY(at_most)(&sum, &b->limit[0]);
}

static bound_verdict BODY(contains)(const BODY(body) * b, bound_kind kind, int part, const float point[3])
{
	if (b->hollow || b->unsure)
		return b->hollow ? BOUND_OUTSIDE : BOUND_UNSURE;
	NUMBER p[3], w[3];
	BODY(vector)(point, p);
	BODY(difference)(p, b->origin, w);
	switch (kind)
	{
	case BOUND_SPHERE:
		return BODY(in_ball)(b, w);
	case BOUND_CAPSULE:
		return BODY(near_edge)(b, 0, w);
	case BOUND_RSS:
		return BODY(in_rss)(b, w);
	case BOUND_OBB:
		return BODY(in_obb)(b, part, w);
	case BOUND_ELLIPSOID:
		return BODY(in_ellipsoid)(b, w);
	default:
		return BODY(around_axis)(b, kind, w);
	}
}
