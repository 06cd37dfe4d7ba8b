// SPDX-License-Identifier: MIT
// Maps a blob, casts a ray down through its middle and prints the hit. cc cast_ray.c $(pkg-config --cflags --libs kiln)
#include <kiln.h>

#include <stdio.h>

int main(int argc, char **argv)
{
	if (argc != 2)
	{
		fprintf(stderr, "usage: cast_ray FILE.kiln\n");
		return 2;
	}
	kiln_asset asset;
	kiln_result result = kiln_map(&asset, argv[1], NULL);
	if (result.status != KILN_OK)
	{
		fprintf(stderr, "%s: offset %llu: %s\n", argv[1], (unsigned long long)result.offset, result.reason);
		return 1;
	}
	const float *min = asset.scene->bounds_min;
	const float *max = asset.scene->bounds_max;
	kiln_ray ray = {.origin = {(min[0] + max[0]) / 2, max[1], (min[2] + max[2]) / 2}, .direction = {0, -1, 0}};
	kiln_hit hit = kiln_scene_ray_closest(&asset, &ray);
	if (!hit.hit)
	{
		printf("no hit\n");
	}
	else
	{
		const char *material = kiln_name(&asset, asset.materials[hit.material].name);
		printf("hit after %g, triangle %u, material \"%s\"\n", (double)hit.t, (unsigned)hit.triangle, material);
	}
	kiln_unmap(&asset);
	return 0;
}
