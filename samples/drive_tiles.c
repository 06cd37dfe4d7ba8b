// SPDX-License-Identifier: MIT
// Drives a vehicle over a landscape of tiles, by recorded input, without a screen. Tiles are height fields that were cooked apart
// (kiln-cook --tile); the program maps those near the vehicle and drops the others. Prints where the vehicle is, so that the path
// can be compared.
// cc drive_tiles.c $(pkg-config --cflags --libs kiln) -lm
#include <kiln.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define TILES 9		  // most tiles at a time: the vehicle's and those around it
#define STEPS 4		  // of the suspension in a frame
#define PATH_SIZE 512 // bytes of a path

// Input that lasts for some frames: the throttle from -1 to 1, and the tangent of the angle of the front wheels, to the right.
typedef struct input
{
	int frames;
	float throttle, steer;
} input;

static const input recorded[] = {
	{60, 0, 0},		   // falls onto its wheels
	{300, 1, 0},	   // straight on
	{150, 0.6f, 0.3f}, // to the right
	{240, 1, 0},	   // straight on
	{75, 0.6f, 0.3f},  // to the right
	{195, 0, 0},	   // the engine brakes
};

typedef struct tile
{
	kiln_heightfield field; // data is NULL in a free slot
	kiln_proxy handle;
	int column, row;
} tile;

typedef struct body
{
	kiln_vec3 at, velocity, spin; // spin: radians a second, in the world
	kiln_vec3 ahead, up, right;	  // unit, at right angles
} body;

typedef struct drive
{
	const char *folder;
	kiln_world *world;
	tile tiles[TILES];
	kiln_vec3 origin; // corner of tile 0, 0
	float size;		  // of a tile
	body car;
	int touching; // wheels
	int mapped, dropped;
} drive;

static const float mass = 1200, gravity = 9.8f, half_base = 1.3f, half_track = 0.8f;
static const float rest = 0.6f; // length of a suspension without load, with the wheel

static kiln_vec3 add(kiln_vec3 a, float s, kiln_vec3 b)
{
	return (kiln_vec3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

static float dot(kiln_vec3 a, kiln_vec3 b)
{
	return a.x * b.x + a.y * b.y + a.z * b.z;
}

static kiln_vec3 cross(kiln_vec3 a, kiln_vec3 b)
{
	return (kiln_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static kiln_vec3 unit(kiln_vec3 v)
{
	float length = sqrtf(dot(v, v));
	return length > 0 ? (kiln_vec3){v.x / length, v.y / length, v.z / length} : v;
}

// --- Streaming --------------------------------------------------------------------------------------------------------

static kiln_status map_tile(drive *d, int column, int row)
{
	char path[PATH_SIZE];
	int slot = 0;
	while (slot < TILES && d->tiles[slot].field.data)
		slot++;
	snprintf(path, sizeof path, "%s/tile_%d_%d.kiln", d->folder, column, row);
	if (slot == TILES)
		return KILN_E_CAPACITY;
	kiln_result mapped = kiln_heightfield_map(&d->tiles[slot].field, path);
	if (mapped.status == KILN_E_IO)
		return KILN_OK; // beyond the landscape there is no tile
	if (mapped.status != KILN_OK)
	{
		fprintf(stderr, "%s: byte %llu: %s\n", path, (unsigned long long)mapped.offset, mapped.reason);
		return mapped.status;
	}
	tile *t = &d->tiles[slot];
	t->column = column;
	t->row = row;
	kiln_member member = {.surface = kiln_heightfield_surface(&t->field), .fixed = true};
	d->mapped++;
	return kiln_world_add(d->world, &member, &t->handle);
}

static tile *find_tile(drive *d, int column, int row)
{
	for (int i = 0; i < TILES; i++)
		if (d->tiles[i].field.data && d->tiles[i].column == column && d->tiles[i].row == row)
			return &d->tiles[i];
	return NULL;
}

// Drops the tiles that are not beside that of the vehicle, then maps those that are.
static kiln_status stream(drive *d)
{
	int column = (int)((d->car.at.x - d->origin.x) / d->size), row = (int)((d->car.at.z - d->origin.z) / d->size);
	kiln_status status = KILN_OK;
	for (int i = 0; i < TILES && status == KILN_OK; i++)
	{
		tile *t = &d->tiles[i];
		if (!t->field.data || (abs(t->column - column) <= 1 && abs(t->row - row) <= 1))
			continue;
		status = kiln_world_remove(d->world, t->handle);
		kiln_heightfield_unmap(&t->field);
		d->dropped++;
	}
	for (int i = 0; i < 9 && status == KILN_OK; i++)
	{
		int c = column + i % 3 - 1, r = row + i / 3 - 1;
		if (c >= 0 && r >= 0 && !find_tile(d, c, r))
			status = map_tile(d, c, r);
	}
	return status == KILN_OK ? kiln_world_update(d->world, NULL) : status;
}

// --- The vehicle ------------------------------------------------------------------------------------------------------

// A force at a place, for a time, changes velocity and spin. The body counts as a box of 4 by 1 by 1.8 metres.
static void push(body *b, kiln_vec3 force, kiln_vec3 from_middle, float time)
{
	const kiln_vec3 inertia = {
		mass / 12 * (1 + 1.8f * 1.8f), mass / 12 * (4 * 4 + 1.8f * 1.8f), mass / 12 * (4 * 4 + 1)};
	kiln_vec3 torque = cross(from_middle, force);
	b->velocity = add(b->velocity, time / mass, force);
	b->spin = add(b->spin, time * dot(torque, b->ahead) / inertia.x, b->ahead);
	b->spin = add(b->spin, time * dot(torque, b->up) / inertia.y, b->up);
	b->spin = add(b->spin, time * dot(torque, b->right) / inertia.z, b->right);
}

// A wheel is a ray along the suspension: a spring with a damper, and the grip of the tyre on the ground.
static void push_wheel(drive *d, int wheel, const input *keys, float time)
{
	body *b = &d->car;
	bool front = wheel < 2;
	kiln_vec3 arm = add(add((kiln_vec3){0, 0, 0}, front ? half_base : -half_base, b->ahead),
		wheel % 2 ? half_track : -half_track, b->right);
	// The ray begins above the suspension, so that a hard landing does not put its start below the ground.
	kiln_ray leg = {
		.origin = add(add(b->at, 1, arm), rest, b->up), .direction = {-b->up.x, -b->up.y, -b->up.z}, .t_max = 2 * rest};
	kiln_hit hit = kiln_world_ray_closest(d->world, &leg, NULL).hit;
	if (!hit.hit)
		return;
	d->touching++;
	const float length = hit.t - rest;
	kiln_vec3 contact = add(arm, -length, b->up), velocity = add(b->velocity, 1, cross(b->spin, contact));
	float load = 20000 * (rest - length) - 2500 * dot(velocity, hit.normal);
	load = load > 0 ? load : 0;
	// The tyre rolls along its own plane and the ground, and slides across with at most the load.
	kiln_vec3 ahead = front ? add(b->ahead, keys->steer, b->right) : b->ahead;
	kiln_vec3 across = unit(cross(ahead, hit.normal)), along = cross(hit.normal, across);
	float slide = -0.25f * mass / time * 0.2f * dot(velocity, across);
	slide = slide > load ? load : slide < -load ? -load : slide;
	float roll = keys->throttle * 1500 - (keys->throttle != 0 ? 120 : 400) * dot(velocity, along);
	kiln_vec3 force = add(add(add((kiln_vec3){0, 0, 0}, load, hit.normal), slide, across), roll, along);
	push(b, force, contact, time);
}

static void turn(body *b, float time)
{
	b->ahead = unit(add(b->ahead, time, cross(b->spin, b->ahead)));
	b->up = add(b->up, time, cross(b->spin, b->up));
	b->right = unit(cross(b->ahead, b->up));
	b->up = cross(b->right, b->ahead);
}

static void advance(drive *d, const input *keys)
{
	const float time = 1.0f / 60 / STEPS;
	for (int step = 0; step < STEPS; step++)
	{
		d->touching = 0;
		for (int wheel = 0; wheel < 4; wheel++)
			push_wheel(d, wheel, keys, time);
		d->car.velocity.y -= gravity * time;
		d->car.at = add(d->car.at, time, d->car.velocity);
		turn(&d->car, time);
	}
}

// Whether there is ground below the vehicle: a body that fell through a border has none.
static bool is_above_ground(const drive *d)
{
	kiln_ray down = {.origin = d->car.at, .direction = {0, -1, 0}};
	return kiln_world_ray_any(d->world, &down, NULL);
}

static kiln_status play(drive *d)
{
	int number = 0, lost = 0;
	kiln_status status = stream(d);
	for (size_t i = 0; i < sizeof recorded / sizeof *recorded; i++)
	{
		for (int k = 0; k < recorded[i].frames && status == KILN_OK; k++)
		{
			advance(d, &recorded[i]);
			status = stream(d);
			lost += !is_above_ground(d);
			if (++number % 60 != 0)
				continue;
			kiln_vec3 at = d->car.at;
			printf("frame %4d: %6.2f %5.2f %6.2f, %d wheels touch, %d tiles\n", number, (double)at.x, (double)at.y,
				(double)at.z, d->touching, d->mapped - d->dropped);
		}
	}
	printf("%d tiles mapped, %d dropped, %d frames without ground\n", d->mapped, d->dropped, lost);
	return status == KILN_OK && lost > 0 ? KILN_E_RANGE : status;
}

// The first tile says how large tiles are, and where the landscape begins.
static kiln_result measure(drive *d)
{
	char path[PATH_SIZE];
	kiln_heightfield first;
	snprintf(path, sizeof path, "%s/tile_0_0.kiln", d->folder);
	kiln_result result = kiln_heightfield_map(&first, path);
	if (result.status != KILN_OK)
		return result;
	d->origin = first.min;
	d->size = first.max.x - first.min.x;
	d->car = (body){.ahead = {1, 0, 0}, .up = {0, 1, 0}, .right = {0, 0, 1}};
	d->car.at = (kiln_vec3){first.min.x + 0.5f * d->size, first.max.y + 2, first.min.z + 0.5f * d->size};
	kiln_heightfield_unmap(&first);
	return result;
}

int main(int argc, char **argv)
{
	static drive d;
	if (argc != 2)
	{
		fprintf(stderr, "usage: drive_tiles FOLDER, with tile_COLUMN_ROW.kiln\n");
		return 2;
	}
	d.folder = argv[1];
	kiln_result measured = measure(&d);
	if (measured.status != KILN_OK)
	{
		fprintf(stderr, "%s/tile_0_0.kiln: %s\n", d.folder, measured.reason);
		return 1;
	}
	// A removed member keeps its room until the next update.
	kiln_world_options options = {.broadphase = {.capacity = 2 * TILES, .pair_capacity = 1}};
	size_t size = kiln_world_size(&options);
	void *memory = aligned_alloc(64, (size + 63) / 64 * 64);
	kiln_status status = memory ? kiln_world_create(&d.world, memory, size, &options) : KILN_E_CAPACITY;
	status = status == KILN_OK ? play(&d) : status;
	if (status != KILN_OK)
		fprintf(stderr, "drive_tiles: %s\n", kiln_status_name(status));
	for (int i = 0; i < TILES; i++)
		kiln_heightfield_unmap(&d.tiles[i].field);
	free(memory);
	return status == KILN_OK ? 0 : 4;
}
