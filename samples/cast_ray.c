// SPDX-License-Identifier: MIT
// Maps a blob, casts one ray and prints what it hits. cc cast_ray.c $(pkg-config --cflags --libs kiln)
#include <kiln.h>

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	if (argc != 8)
	{
		fprintf(stderr, "usage: cast_ray FILE.kiln OX OY OZ DX DY DZ\n");
		return 2;
	}
	kiln_asset asset;
	kiln_result result = kiln_map(&asset, argv[1], NULL);
	if (result.status != KILN_OK)
	{
		fprintf(stderr, "%s: offset %llu: %s\n", argv[1], (unsigned long long)result.offset, result.reason);
		return 1;
	}
	float n[6];
	for (int i = 0; i < 6; ++i)
	{
		n[i] = strtof(argv[2 + i], NULL);
	}
	kiln_ray ray = {.origin = {n[0], n[1], n[2]}, .direction = {n[3], n[4], n[5]}};
	kiln_hit hit = kiln_ray_closest(&asset, &ray);
	if (!hit.hit)
	{
		printf("no hit\n");
	}
	else
	{
		const char *material = kiln_name(&asset, asset.materials[hit.material].name);
		printf("t %g, triangle %u, material \"%s\"\n", (double)hit.t, (unsigned)hit.triangle, material);
	}
	kiln_unmap(&asset);
	return 0;
}
