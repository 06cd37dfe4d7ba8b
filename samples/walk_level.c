// SPDX-License-Identifier: MIT
// Walks a character over a cooked level: stairs, a wall, a lift and a jump, by recorded input, without a screen. Prints where
// the character is, so that the path can be compared; writes each frame as queries, which kiln-view --play shows.
// cc walk_level.c $(pkg-config --cflags --libs kiln)
#include <kiln.h>

#include <stdio.h>
#include <stdlib.h>

#define STEPS 6
#define SOLIDS (STEPS + 2)

// Input that lasts for some frames.
typedef struct input
{
	int frames;
	float forward, right, jump; // metres a second
} input;

static const input recorded[] = {
	{60, 0, 0, 0},	  // falls onto the level
	{90, 2, 0, 0},	  // to the stairs
	{90, 2, 0, 0},	  // up the stairs
	{60, 2, 0.5f, 0}, // along the wall behind them
	{120, 0, 0, 0},	  // waits
	{1, 0, 0, 4},	  // jumps
	{60, -1, 0, 0},	  // and flies back
	{150, 0, -3, 0},  // off the stairs, to the side
};

typedef struct walk
{
	kiln_world *world;
	kiln_convex_shape solids[SOLIDS];
	kiln_proxy handles[SOLIDS];
	kiln_pose lift, lifted; // where the lift is, and where the next frame moves the lift
	uint32_t lift_member;
	kiln_convex_shape capsule;
	kiln_convex_object hero;
	kiln_mover_result result;
	float fall; // speed upwards
	FILE *path; // or NULL
} walk;

static const float frame = 1.0f / 60;

static kiln_convex_shape box(float half_x, float half_y, float half_z)
{
	kiln_convex_shape shape = {
		.kind = KILN_CONVEX_AABB, .aabb = {{-half_x, -half_y, -half_z}, {half_x, half_y, half_z}}};
	return shape;
}

static kiln_status add_solid(walk *w, int i, kiln_convex_shape shape, kiln_pose pose)
{
	w->solids[i] = shape;
	kiln_member member = {.convex = &w->solids[i], .pose = pose, .user = (uint64_t)i + 1};
	return kiln_world_add(w->world, &member, &w->handles[i]);
}

// Builds stairs of boxes along x, a lift behind them, and a wall.
static kiln_status build(walk *w, const kiln_asset *level, kiln_vec3 start)
{
	kiln_member ground = {.asset = level, .shape = KILN_NONE, .fixed = true};
	kiln_status status = kiln_world_add(w->world, &ground, NULL);
	for (int i = 0; i < STEPS && status == KILN_OK; i++)
	{
		float half = 0.125f * (float)(i + 1);
		kiln_pose pose = {.translation = {start.x + 3 + 0.4f * (float)i, start.y + half, start.z}};
		status = add_solid(w, i, box(0.2f, half, 1.5f), pose);
	}
	w->lift.translation = (kiln_vec3){start.x + 6.2f, start.y + 1.4f, start.z};
	if (status == KILN_OK)
	{
		status = add_solid(w, STEPS, box(0.95f, 0.1f, 1.5f), w->lift);
	}
	if (status == KILN_OK)
	{
		kiln_pose wall = {.translation = {start.x + 7.3f, start.y + 2, start.z}};
		status = add_solid(w, STEPS + 1, box(0.1f, 3, 3), wall);
	}
	return status == KILN_OK ? kiln_world_update(w->world, NULL) : status;
}

// The lift moves what touches it.
static bool judge(void *user, kiln_mover_contact *contact)
{
	walk *w = user;
	if (kiln_world_member(w->world, contact->member)->user == STEPS + 1)
	{
		contact->displacement = kiln_mover_carry(&w->lift, &w->lifted, contact->point);
	}
	return true;
}

// Moves the character while the lift is at its old place, then the lift.
static kiln_status advance(walk *w, const input *keys, int number)
{
	kiln_mover_options options = {.step_up = 0.3f, .step_down = 0.3f, .accepts = judge, .user = w};
	bool stands = w->result.ground == KILN_MOVER_STANDS;
	w->fall = keys->jump > 0 && stands ? keys->jump : stands ? 0 : w->fall;
	w->fall -= 9.8f * frame;
	w->lifted = w->lift;
	w->lifted.translation.y += number >= 300 && number < 400 ? 0.01f : 0;
	kiln_vec3 wanted = {frame * keys->forward, frame * w->fall, frame * keys->right};
	kiln_status status = kiln_world_mover_move(w->world, &w->hero, wanted, NULL, &options, &w->result);
	w->hero.pose.translation = w->result.position;
	if (status == KILN_OK)
	{
		status = kiln_world_move(w->world, w->handles[STEPS], &w->lifted);
		w->lift = w->lifted;
	}
	return status == KILN_OK ? kiln_world_update(w->world, NULL) : status;
}

static void write_box(FILE *path, const kiln_convex_shape *shape, kiln_vec3 at)
{
	kiln_vec3 half = shape->aabb.max;
	fprintf(path, "box %.9g %.9g %.9g %.9g %.9g %.9g\n", (double)at.x, (double)at.y, (double)at.z, (double)half.x,
		(double)half.y, (double)half.z);
}

// Writes the solids that never move.
static void write_level(const walk *w)
{
	for (int i = 0; i < SOLIDS; i++)
	{
		if (i != STEPS)
		{
			write_box(w->path, &w->solids[i], kiln_world_member(w->world, w->handles[i].index)->pose.translation);
		}
	}
}

static const char *const grounds[] = {"falls", "slides", "stands"};

// What rounds to zero is zero: never -0.000.
static double tidy(float x)
{
	return x < 0.0005f && x > -0.0005f ? 0 : (double)x;
}

static void write_contact(const walk *w, const char *what, const kiln_mover_contact *contact)
{
	uint64_t solid = kiln_world_member(w->world, contact->member)->user;
	fprintf(w->path, ", %s ", what);
	if (solid > 0)
	{
		fprintf(w->path, "solid %u", (unsigned)(solid - 1));
	}
	else
	{
		fprintf(w->path, "triangle %u", (unsigned)contact->triangle);
	}
	fprintf(w->path, " with normal %.3f %.3f %.3f", tidy(contact->normal.x), tidy(contact->normal.y),
		tidy(contact->normal.z));
}

// Writes a frame: what the character touches, its capsule, and the lift.
static void write_frame(const walk *w, int number)
{
	const kiln_capsule *own = &w->capsule.capsule;
	kiln_vec3 at = w->result.position;
	fprintf(w->path, "# frame %d: %s", number, grounds[w->result.ground]);
	if (w->result.ground != KILN_MOVER_FALLS)
	{
		write_contact(w, "on", &w->result.floor);
	}
	for (uint32_t i = 0; i < w->result.count; i++)
	{
		write_contact(w, "stopped by", &w->result.contacts[i]);
	}
	fprintf(w->path, "\ncapsule %.9g %.9g %.9g %.9g %.9g %.9g %.9g\n", (double)(at.x + own->a.x),
		(double)(at.y + own->a.y), (double)(at.z + own->a.z), (double)(at.x + own->b.x), (double)(at.y + own->b.y),
		(double)(at.z + own->b.z), (double)own->radius);
	write_box(w->path, &w->solids[STEPS], w->lift.translation);
}

static kiln_status play(walk *w)
{
	kiln_status status = KILN_OK;
	int number = 0;
	for (size_t i = 0; i < sizeof recorded / sizeof *recorded; i++)
	{
		for (int k = 0; k < recorded[i].frames && status == KILN_OK; k++)
		{
			status = advance(w, &recorded[i], number++);
			if (w->path && status == KILN_OK)
			{
				write_frame(w, number);
			}
			if (number % 30 == 0 && status == KILN_OK)
			{
				kiln_vec3 at = w->result.position;
				printf("frame %d: %.3f %.3f %.3f %s, touches %u\n", number, (double)at.x, (double)at.y, (double)at.z,
					grounds[w->result.ground], (unsigned)w->result.count);
			}
		}
	}
	return status;
}

static int run(const kiln_asset *level, FILE *path)
{
	static walk w;
	w.path = path;
	const float *min = level->scene->bounds_min;
	const float *max = level->scene->bounds_max;
	kiln_ray down = {.origin = {(min[0] + max[0]) / 2, max[1] + 1, (min[2] + max[2]) / 2}, .direction = {0, -1, 0}};
	kiln_vec3 start = kiln_scene_ray_closest(level, &down).point;
	kiln_world_options options = {.broadphase = {.capacity = SOLIDS + 1, .pair_capacity = SOLIDS * SOLIDS}};
	size_t size = kiln_world_size(&options);
	void *memory = aligned_alloc(64, size);
	kiln_status status = memory ? kiln_world_create(&w.world, memory, size, &options) : KILN_E_CAPACITY;
	if (status == KILN_OK)
	{
		status = build(&w, level, start);
	}
	w.capsule = (kiln_convex_shape){.kind = KILN_CONVEX_CAPSULE, .capsule = {{0, 0.3f, 0}, {0, 1.5f, 0}, 0.3f}};
	w.hero = (kiln_convex_object){.shape = &w.capsule, .pose = {.translation = {start.x, start.y + 2, start.z}}};
	if (status == KILN_OK)
	{
		if (path)
		{
			write_level(&w);
		}
		status = play(&w);
	}
	if (status != KILN_OK)
	{
		fprintf(stderr, "walk_level: %s\n", kiln_status_name(status));
	}
	free(memory);
	return status == KILN_OK ? 0 : 4;
}

int main(int argc, char **argv)
{
	if (argc != 2 && argc != 3)
	{
		fprintf(stderr, "usage: walk_level LEVEL.kiln [PATH]\n");
		return 2;
	}
	kiln_asset level;
	kiln_result result = kiln_map(&level, argv[1], NULL);
	if (result.status != KILN_OK)
	{
		fprintf(stderr, "%s: offset %llu: %s\n", argv[1], (unsigned long long)result.offset, result.reason);
		return 1;
	}
	FILE *path = argc == 3 ? fopen(argv[2], "wb") : NULL;
	int code = argc == 3 && !path ? 3 : run(&level, path);
	bool failed = path && ferror(path);
	if ((path && fclose(path) != 0) || failed || code == 3)
	{
		fprintf(stderr, "walk_level: cannot write %s\n", argv[2]);
		code = 3;
	}
	kiln_unmap(&level);
	return code;
}
