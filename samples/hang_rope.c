// SPDX-License-Identifier: MIT
// Drops a rope on a cooked asset with a signed distance field (kiln-cook --sdf), without a screen. Prints where the rope is, so that
// the path can be compared.
// cc hang_rope.c $(pkg-config --cflags --libs kiln) -lm
#include <kiln.h>

#include <math.h>
#include <stdio.h>

#define COUNT 48	  // particles
#define FRAMES 300	  // of a sixtieth of a second
#define ITERATIONS 12 // of the constraints in a frame

// Particles that remember where they were, and keep their distances (T. Jakobsen, Advanced Character Physics, 2001).
typedef struct rope
{
	kiln_vec3 now[COUNT], before[COUNT];
	kiln_sdf_sample samples[COUNT];
	float piece;  // length between neighbours
	float radius; // of the rope
} rope;

static kiln_vec3 add(kiln_vec3 a, float s, kiln_vec3 b)
{
	return (kiln_vec3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

static float length(kiln_vec3 v)
{
	return sqrtf(v.x * v.x + v.y * v.y + v.z * v.z);
}

// Lays the rope above the field's box, from side to side and beyond.
static void lay(rope *r, const kiln_sdf *field)
{
	kiln_vec3 size = add(field->end, -1, field->origin), middle = add(field->origin, 0.5f, size);
	r->radius = 0.02f * size.x;
	r->piece = 1.5f * size.x / (COUNT - 1);
	for (int i = 0; i < COUNT; i++)
	{
		float along = (float)i - 0.5f * (COUNT - 1);
		r->now[i] =
			(kiln_vec3){middle.x + r->piece * along, field->end.y + 0.1f * size.y, middle.z + 0.1f * r->piece * along};
		r->before[i] = r->now[i];
	}
}

static void fall(rope *r, float gravity)
{
	const float frame = 1.0f / 60;
	for (int i = 0; i < COUNT; i++)
	{
		kiln_vec3 velocity = add(r->now[i], -1, r->before[i]);
		r->before[i] = r->now[i];
		r->now[i] = add(r->now[i], 0.99f, velocity);
		r->now[i].y -= gravity * frame * frame;
	}
}

static void keep_lengths(rope *r)
{
	for (int i = 0; i + 1 < COUNT; i++)
	{
		kiln_vec3 way = add(r->now[i + 1], -1, r->now[i]);
		float is = length(way), share = is > 0 ? 0.5f * (is - r->piece) / is : 0;
		r->now[i] = add(r->now[i], share, way);
		r->now[i + 1] = add(r->now[i + 1], -share, way);
	}
}

// Moves particles that may touch out of the surface, along the gradient; those slow down along the surface. One batch asks for all distances,
// and most particles need no gradient.
static int push_out(rope *r, const kiln_sdf *field)
{
	int touching = 0;
	kiln_sdf_distance_batch(field, r->now, COUNT, r->samples);
	for (int i = 0; i < COUNT; i++)
	{
		kiln_vec3 slope;
		float deep = r->radius - (r->samples[i].distance - r->samples[i].error);
		if (deep <= 0)
			continue;
		touching++;
		(void)kiln_sdf_gradient(field, r->now[i], &slope);
		float steep = length(slope);
		if (steep > 0)
			r->now[i] = add(r->now[i], deep / steep, slope);
		r->before[i] = add(r->before[i], 0.3f, add(r->now[i], -1, r->before[i]));
	}
	return touching;
}

int main(int count, char **arguments)
{
	kiln_asset asset;
	kiln_sdf field;
	rope r;
	if (count != 2)
	{
		fprintf(stderr, "usage: hang_rope FILE.kiln, cooked with --sdf\n");
		return 2;
	}
	kiln_result opened = kiln_map(&asset, arguments[1], NULL);
	if (opened.status == KILN_OK)
		opened = kiln_sdf_open(&field, &asset, 0);
	if (opened.status != KILN_OK)
	{
		fprintf(stderr, "%s: %s\n", arguments[1], opened.reason);
		return 1;
	}
	lay(&r, &field);
	const float size = field.end.y - field.origin.y;
	for (int frame = 0; frame <= FRAMES; frame++)
	{
		int touching = 0;
		if (frame > 0)
			fall(&r, 2 * size);
		for (int i = 0; frame > 0 && i < ITERATIONS; i++)
		{
			keep_lengths(&r);
			touching = push_out(&r, &field);
		}
		if (frame % 30 == 0)
			printf("%3d: ends at %.2f %.2f and %.2f %.2f, middle at %.2f %.2f, %d touch\n", frame, r.now[0].x,
				r.now[0].y, r.now[COUNT - 1].x, r.now[COUNT - 1].y, r.now[COUNT / 2].x, r.now[COUNT / 2].y, touching);
	}
	// The exact distance on request: no particle is inside.
	int outside = 0;
	for (int i = 0; i < COUNT; i++)
		outside += kiln_sdf_distance_exact(&field, &asset, r.now[i], 0).distance > 0;
	printf("%d of %d particles are outside\n", outside, COUNT);
	kiln_unmap(&asset);
	return outside == COUNT ? 0 : 1;
}
