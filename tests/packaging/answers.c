// SPDX-License-Identifier: MIT
// Runs the queries that a game runs on two assets and prints every answer with all its bits: rays, overlaps, closest points,
// casts, pairs, convex objects, moving boxes and a world. The test compares the prints of libraries that were built in
// different ways.
//   answers SCENE.kiln SOLID.kiln
#include <kiln.h>
#include <stdio.h>
#include <stdlib.h>

// What a plugin calls it by.
#ifndef MAIN
#define MAIN main
#endif

#define TRIALS 300
#define ROOM 64

static uint64_t state = 1;

// Returns a number from -1 to 1, the same on every machine.
static float number(void)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (float)(int32_t)(state >> 32) * 0x1p-31f;
}

static kiln_vec3 vector(float size)
{
	kiln_vec3 v = {size * number(), size * number(), size * number()};
	return v;
}

static kiln_pose pose(float size)
{
	kiln_vec3 translation = vector(size);
	kiln_pose p = {.rotation = {number(), number(), number(), 1 + number()}, .translation = translation};
	return p;
}

// Returns a point in a box `size` times that of the scene.
static kiln_vec3 place(const kiln_asset *scene, float size)
{
	const float *low = scene->scene->bounds_min, *high = scene->scene->bounds_max;
	kiln_vec3 p = {low[0] + (high[0] - low[0]) * (0.5f + 0.5f * size * number()),
		low[1] + (high[1] - low[1]) * (0.5f + 0.5f * size * number()),
		low[2] + (high[2] - low[2]) * (0.5f + 0.5f * size * number())};
	return p;
}

static kiln_ray ray_of(const kiln_asset *scene)
{
	kiln_vec3 from = place(scene, 2), to = place(scene, 0.9f);
	kiln_ray ray = {.origin = from, .direction = {to.x - from.x, to.y - from.y, to.z - from.z}};
	return ray;
}

static void show(kiln_vec3 v)
{
	printf(" %a %a %a", (double)v.x, (double)v.y, (double)v.z);
}

static void show_hit(const char *name, kiln_hit hit)
{
	printf("%s %d %d %a", name, hit.hit, hit.back, (double)hit.t);
	show(hit.point);
	show(hit.normal);
	printf(" %a %a %u %u %u\n", (double)hit.u, (double)hit.v, hit.triangle, hit.node, hit.material);
}

static void show_overlaps(const char *name, const kiln_overlap *overlaps, uint32_t count)
{
	printf("%s %u", name, count);
	for (uint32_t i = 0; i < count && i < ROOM; ++i)
		printf(" %u/%u", overlaps[i].node, overlaps[i].triangle);
	printf("\n");
}

static void ask_scene(const kiln_asset *scene)
{
	kiln_overlap overlaps[ROOM];
	kiln_hit hits[ROOM];
	for (int i = 0; i < TRIALS; ++i)
	{
		kiln_ray ray = ray_of(scene);
		kiln_sphere sphere = {place(scene, 1), 1 + number()};
		kiln_box box = {.center = place(scene, 1), .half_extents = {0.5f, 0.25f, 1}, .rotation = pose(0).rotation};
		kiln_capsule capsule = {place(scene, 1), place(scene, 1), 0.2f};
		kiln_motion motion = {.direction = ray.direction};
		kiln_point_query query = {.point = place(scene, 1)};
		show_hit("ray", kiln_scene_ray_closest(scene, &ray));
		printf("all %u\n", kiln_scene_ray_all(scene, &ray, hits, ROOM));
		show_overlaps("sphere", overlaps, kiln_scene_overlap_sphere(scene, &sphere, overlaps, ROOM));
		show_overlaps("box", overlaps, kiln_scene_overlap_box(scene, &box, overlaps, ROOM));
		show_overlaps("capsule", overlaps, kiln_scene_overlap_capsule(scene, &capsule, overlaps, ROOM));
		show_hit("cast", kiln_scene_cast_sphere(scene, &sphere, &motion));
		show_hit("cast box", kiln_scene_cast_box(scene, &box, &motion));
		kiln_closest closest = kiln_scene_closest_point(scene, &query);
		printf("closest %d %a %u", closest.found, (double)closest.distance, closest.triangle);
		show(closest.point);
		printf("\ninside %u\n", kiln_scene_point_inside(scene, query.point));
	}
}

static void ask_pairs(const kiln_asset *scene, const kiln_asset *solid)
{
	static kiln_pair pairs[ROOM];
	for (int i = 0; i < TRIALS; ++i)
	{
		kiln_pose a_at = pose(1), b_at = pose(1);
		b_at.translation = i % 2 ? vector(4) : place(scene, 1);
		kiln_object a = kiln_object_from_asset(scene, &a_at), b = kiln_object_from_asset(i % 2 ? scene : solid, &b_at);
		bool touching = false;
		uint32_t count = 0;
		kiln_pair_collide(&a, &b, NULL, &touching, NULL);
		kiln_pair_contacts(&a, &b, NULL, pairs, ROOM, &count);
		printf("pair %d %llu", touching, (unsigned long long)count);
		for (uint32_t k = 0; k < count && k < ROOM; ++k)
		{
			printf(" %u/%u", pairs[k].triangle_a, pairs[k].triangle_b);
			show(pairs[k].ends[0]);
		}
		kiln_pair_separation separation = {0};
		kiln_pair_distance(&a, &b, NULL, &separation);
		printf("\ndistance %a %u %u", (double)separation.distance, separation.triangle_a, separation.triangle_b);
		show(separation.on_a);
		show(separation.on_b);
		kiln_pair_depth depth = {0};
		kiln_pair_penetration(&a, &b, NULL, &depth);
		printf("\ndepth %a", (double)depth.depth);
		show(depth.normal);
		printf("\n");
	}
}

static void ask_convex(const kiln_asset *solid)
{
	kiln_hull hull;
	kiln_convex_shape shapes[] = {
		{.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 0.4f}},
		{.kind = KILN_CONVEX_AABB, .aabb = {{-0.3f, -0.3f, -0.3f}, {0.3f, 0.5f, 0.3f}}, .margin = 0.05f},
		{.kind = KILN_CONVEX_CAPSULE, .capsule = {{-0.3f, 0, 0}, {0.3f, 0, 0}, 0.3f}},
		{.kind = KILN_CONVEX_CYLINDER, .cylinder = {{-0.3f, 0, 0}, {0.3f, 0.2f, 0}, 0.3f}},
		{.kind = KILN_CONVEX_POINT},
	};
	const size_t kinds = sizeof shapes / sizeof *shapes;
	if (!kiln_convex_from_asset(solid, 0, &hull, &shapes[kinds - 1]))
		exit(1);
	for (size_t i = 0; i < 2 * TRIALS; ++i)
	{
		kiln_convex_object a = {&shapes[i % kinds], pose(0.9f)}, b = {&shapes[i / kinds % kinds], pose(0.9f)};
		kiln_convex_separation distance = {0};
		kiln_convex_depth depth = {0};
		kiln_manifold manifold = {0};
		kiln_convex_distance(&a, &b, NULL, NULL, &distance);
		printf("convex %d %a", distance.found, (double)distance.distance);
		show(distance.on_a);
		show(distance.on_b);
		kiln_convex_penetration(&a, &b, NULL, NULL, &depth);
		printf(" depth %d %a", depth.touching, (double)depth.depth);
		show(depth.normal);
		kiln_convex_manifold(&a, &b, NULL, NULL, &manifold);
		printf(" manifold %u", manifold.count);
		for (uint32_t k = 0; k < manifold.count; ++k)
			printf(" %a", (double)manifold.contacts[k].depth);
		printf("\n");
	}
}

static bool show_contact(void *user, const kiln_world_contact *contact)
{
	(void)user;
	printf("contact %u %u %u %u", contact->a, contact->b, contact->triangle_a, contact->triangle_b);
	show(contact->manifold.normal);
	for (uint32_t k = 0; k < contact->manifold.count; ++k)
		printf(" %a", (double)contact->manifold.contacts[k].depth);
	printf("\n");
	return true;
}

static void ask_world(const kiln_asset *scene, const kiln_asset *solid)
{
	static kiln_mesh_manifold mesh_room[1024];
	static kiln_pair_manifold pair_room[1024];
	static const kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 0.7f}};
	const kiln_world_options options = {.broadphase = {.capacity = 128, .pair_capacity = 4096}};
	const size_t size = kiln_world_size(&options);
	void *memory = aligned_alloc(64, (size + 63) / 64 * 64);
	kiln_world *world = NULL;
	if (!memory || kiln_world_create(&world, memory, size, &options) != KILN_OK)
		exit(1);
	kiln_proxy handles[100];
	const kiln_member ground = {.asset = scene, .shape = KILN_NONE, .fixed = true};
	kiln_world_add(world, &ground, NULL);
	for (int i = 0; i < 100; ++i)
	{
		kiln_member member = {.pose = pose(1)};
		member.pose.translation = place(scene, 1);
		member.asset = i % 2 ? solid : NULL;
		member.convex = i % 2 ? NULL : &ball;
		if (kiln_world_add(world, &member, &handles[i]) != KILN_OK)
			exit(1);
	}
	const kiln_world_contact_options contact = {
		.mesh_room = mesh_room, .mesh_room_capacity = 1024, .pair_room = pair_room, .pair_room_capacity = 1024};
	for (int frame = 0; frame < 5; ++frame)
	{
		for (int i = frame; i < 100; i += 3)
		{
			const kiln_pose there = {.translation = place(scene, 1)};
			kiln_world_move(world, handles[i], &there);
		}
		printf("update %u\n", kiln_world_update(world, NULL));
		printf("contacts %u\n", kiln_world_contacts_visit(world, &contact, show_contact, NULL));
		for (int i = 0; i < 20; ++i)
		{
			kiln_ray ray = ray_of(scene);
			show_hit("world", kiln_world_ray_closest(world, &ray, NULL).hit);
		}
	}
	free(memory);
}

#ifdef __cplusplus
extern "C"
#endif
	int
	MAIN(int count, char **words);

int MAIN(int count, char **words)
{
	kiln_asset scene, solid;
	if (count != 3 || kiln_map(&scene, words[1], NULL).status != KILN_OK ||
		kiln_map(&solid, words[2], NULL).status != KILN_OK)
		return 1;
	ask_scene(&scene);
	ask_pairs(&scene, &solid);
	ask_convex(&solid);
	ask_world(&scene, &solid);
	kiln_unmap(&scene);
	kiln_unmap(&solid);
	return 0;
}
