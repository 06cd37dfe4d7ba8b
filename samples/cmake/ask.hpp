// SPDX-License-Identifier: MIT
// What game and plugin ask an asset.
#include <kiln.h>

#include <cstdio>

static int ask(const char *path)
{
	kiln_asset asset;
	kiln_result result = kiln_map(&asset, path, NULL);
	if (result.status != KILN_OK)
	{
		std::fprintf(stderr, "%s: byte %llu: %s\n", path, (unsigned long long)result.offset, result.reason);
		return 1;
	}
	kiln_ray down = {};
	down.origin.y = 10;
	down.direction.y = -1;
	kiln_hit hit = kiln_scene_ray_closest(&asset, &down);
	std::printf("t %.9g, triangle %u, face %u of the art\n", (double)hit.t, hit.triangle, hit.source_face);
	kiln_unmap(&asset);
	return 0;
}
