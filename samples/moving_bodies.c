// SPDX-License-Identifier: MIT
// Drops bodies onto a cooked level, lets them push each other aside, and tells where they lie:
// a world of one cooked scene and many convex shapes, its contacts each frame, and rays and casts through it.
// cc moving_bodies.c $(pkg-config --cflags --libs kiln)
#include <kiln.h>

#include <stdio.h>
#include <stdlib.h>

#define ACROSS 6
#define LAYERS 3
#define BODIES (ACROSS * ACROSS * LAYERS)
#define PAIRS 4096
#define FRAMES 300
#define MANIFOLDS 256

// Categories of bodies and of the level, which queries may leave out.
#define LEVEL 1u
#define BODY 2u

static const float step = 1.0f / 60.0f;
static const float gravity = -9.8f;
static const float skin = 0.02f;

typedef struct body
{
	kiln_proxy handle;
	kiln_pose pose;
	kiln_vec3 velocity;
} body;

typedef struct simulation
{
	kiln_world *world;
	body bodies[BODIES]; // by user number minus one; the level's user number is 0
	int contacts;
} simulation;

static const kiln_convex_shape shapes[3] = {
	{.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 0.4f}},
	{.kind = KILN_CONVEX_AABB, .aabb = {{-0.3f, -0.3f, -0.3f}, {0.3f, 0.3f, 0.3f}}, .margin = 0.05f},
	{.kind = KILN_CONVEX_CAPSULE, .capsule = {{-0.3f, 0, 0}, {0.3f, 0, 0}, 0.3f}},
};

static kiln_vec3 add(kiln_vec3 a, float times, kiln_vec3 b)
{
	kiln_vec3 sum = {a.x + times * b.x, a.y + times * b.y, a.z + times * b.z};
	return sum;
}

static float dot(kiln_vec3 a, kiln_vec3 b)
{
	return a.x * b.x + a.y * b.y + a.z * b.z;
}

static body *body_of(simulation *s, uint32_t member)
{
	uint64_t user = kiln_world_member(s->world, member)->user;
	return user > 0 ? &s->bodies[user - 1] : NULL;
}

// Pushes a body out along the normal, removes its speed into the normal and some of its speed along the surface.
static void push(body *b, kiln_vec3 normal, float way)
{
	float speed = dot(b->velocity, normal);
	b->pose.translation = add(b->pose.translation, way, normal);
	if (speed < 0)
	{
		b->velocity = add(b->velocity, -speed, normal);
	}
	b->velocity = add(b->velocity, -0.05f, b->velocity);
}

static bool resolve(void *user, const kiln_world_contact *contact)
{
	simulation *s = user;
	body *a = body_of(s, contact->a);
	body *b = body_of(s, contact->b);
	kiln_vec3 n = contact->manifold.normal; // from b to a
	kiln_vec3 back = {-n.x, -n.y, -n.z};
	// A frame corrects half of the depth, which lets many contacts agree.
	float depth = contact->manifold.contacts[0].depth;
	float way = depth > 0 ? 0.5f * depth : 0;
	s->contacts++;
	if (a)
	{
		push(a, n, b ? way / 2 : way);
	}
	if (b)
	{
		push(b, back, a ? way / 2 : way);
	}
	return true;
}

// Advances one frame: bodies fall, pairs are updated, contacts push.
static kiln_status advance(simulation *s, const kiln_world_contact_options *contact)
{
	for (int i = 0; i < BODIES; i++)
	{
		body *b = &s->bodies[i];
		b->velocity.y += gravity * step;
		b->pose.translation = add(b->pose.translation, step, b->velocity);
		kiln_world_move(s->world, b->handle, &b->pose);
	}
	kiln_status status = kiln_world_update(s->world, NULL);
	if (status == KILN_OK)
	{
		s->contacts = 0;
		status = kiln_world_contacts_visit(s->world, contact, resolve, s);
	}
	return status;
}

static kiln_status populate(simulation *s, const kiln_asset *level)
{
	const float *min = level->scene->bounds_min;
	const float *max = level->scene->bounds_max;
	kiln_member ground = {.asset = level, .shape = KILN_NONE, .fixed = true, .category = LEVEL};
	kiln_status status = kiln_world_add(s->world, &ground, NULL);
	for (int i = 0; i < BODIES && status == KILN_OK; i++)
	{
		int x = i % ACROSS, z = i / ACROSS % ACROSS, layer = i / (ACROSS * ACROSS);
		body *b = &s->bodies[i];
		b->pose.translation.x = (min[0] + max[0]) / 2 + 1.1f * (float)x - 3 + 0.1f * (float)layer;
		b->pose.translation.y = max[1] + 1 + 1.2f * (float)layer;
		b->pose.translation.z = (min[2] + max[2]) / 2 + 1.1f * (float)z - 3;
		kiln_member member = {.convex = &shapes[i % 3], .pose = b->pose, .user = (uint64_t)i + 1, .category = BODY};
		status = kiln_world_add(s->world, &member, &b->handle);
	}
	return status;
}

// Prints how many bodies have the level below them, and how many touch the level or another body below.
static void report(simulation *s)
{
	int above = 0, resting = 0;
	kiln_world_query_options level_only = {.ignores = BODY};
	for (int i = 0; i < BODIES; i++)
	{
		const body *b = &s->bodies[i];
		kiln_ray down = {.origin = b->pose.translation, .direction = {0, -1, 0}};
		above += kiln_world_ray_any(s->world, &down, &level_only);
		// A slightly enlarged body touches the body itself, and the objects that it lies on.
		kiln_convex_object near = {.shape = &shapes[i % 3], .pose = b->pose};
		near.pose.scale = 1.1f;
		kiln_world_overlap touched[16];
		uint32_t count = kiln_world_overlap_convex(s->world, &near, NULL, touched, 16);
		resting += count > 1;
	}
	printf("%d of %d bodies are above the level, %d touch something\n", above, BODIES, resting);
	kiln_vec3 high = s->bodies[0].pose.translation;
	kiln_convex_object ball = {.shape = &shapes[0], .pose = {.translation = {high.x, high.y + 50, high.z}}};
	kiln_motion fall = {.direction = {0, -1, 0}};
	kiln_world_hit hit = kiln_world_cast_convex(s->world, &ball, &fall, NULL);
	if (hit.hit.hit)
	{
		printf("the next ball falls on %s\n", hit.user > 0 ? "a body" : "the level");
	}
}

static int run(const kiln_asset *level)
{
	static simulation s;
	static kiln_mesh_manifold room[MANIFOLDS];
	kiln_world_options options = {.broadphase = {.capacity = BODIES + 1, .pair_capacity = PAIRS}, .margin = skin};
	kiln_world_contact_options contact = {
		.contact = {.skin = skin}, .mesh_room = room, .mesh_room_capacity = MANIFOLDS};
	size_t size = kiln_world_size(&options);
	void *memory = aligned_alloc(64, size);
	kiln_status status = memory ? kiln_world_create(&s.world, memory, size, &options) : KILN_E_CAPACITY;
	if (status == KILN_OK)
	{
		status = populate(&s, level);
	}
	for (int frame = 0; frame < FRAMES && status == KILN_OK; frame++)
	{
		status = advance(&s, &contact);
		if (frame % 100 == 99 && status == KILN_OK)
		{
			printf("frame %d: %d contacts\n", frame + 1, s.contacts);
		}
	}
	if (status == KILN_OK)
	{
		report(&s);
	}
	else
	{
		fprintf(stderr, "moving_bodies: %s\n", kiln_status_name(status));
	}
	free(memory);
	return status == KILN_OK ? 0 : 4;
}

int main(int argc, char **argv)
{
	if (argc != 2)
	{
		fprintf(stderr, "usage: moving_bodies LEVEL.kiln\n");
		return 2;
	}
	kiln_asset level;
	kiln_result result = kiln_map(&level, argv[1], NULL);
	if (result.status != KILN_OK)
	{
		fprintf(stderr, "%s: offset %llu: %s\n", argv[1], (unsigned long long)result.offset, result.reason);
		return 1;
	}
	int code = run(&level);
	kiln_unmap(&level);
	return code;
}
