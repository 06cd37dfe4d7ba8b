// SPDX-License-Identifier: MIT
#include "surface.h"

#include "solid_faces.h"
#include "tree/layout.h"

#include <stdlib.h>
#include <string.h>

typedef struct surface_visit
{
	void (*see)(void *user, const surface_triangle *triangle);
	void *user;
	float (*vertices)[3]; ///< of a solid
	uint32_t count;
	uint32_t room;
	uint32_t face[2]; ///< the first and the latest corner of a face
	uint32_t corners; ///< of the face so far
	bool memory;	  ///< memory ran out
} surface_visit;

static void see_mesh(surface_visit *visit, const kiln_asset *asset, const kiln_format_node *node)
{
	const kiln_format_mesh *m = &asset->meshes[node->mesh];
	const kiln_tree tree = kiln_mesh_tree(asset, node->mesh);
	const bool mirrored = (node->flags & KILN_NODE_MIRRORED) != 0;
	for (uint32_t unit = 0; unit < m->leaf_units;)
	{
		kiln_leaf_room room;
		const kiln_leaf leaf = kiln_leaf_at(tree.leaves, unit, &room);
		for (uint32_t i = 0; i < leaf.triangle_count; ++i)
		{
			kiln_vec3 corners[3];
			surface_triangle triangle = {.edges = kiln_triangle_edges(asset, node->mesh, leaf.triangle + i)};
			kiln_leaf_triangle(&leaf, i, corners);
			for (int k = 0; k < 3; ++k)
			{
				const kiln_vec3 *p = &corners[mirrored ? (3 - k) % 3 : k];
				for (int row = 0; row < 3; ++row)
				{
					const float *map = node->to_asset + 4 * row;
					triangle.at[k][row] = (double)map[0] * (double)p->x + (double)map[1] * (double)p->y +
										  (double)map[2] * (double)p->z + (double)map[3];
				}
			}
			if (mirrored)
			{
				// Sides 0 and 2 change places.
				triangle.edges = (triangle.edges & 7u) << 6 | (triangle.edges & 7u << 3) | (triangle.edges >> 6 & 7u);
			}
			visit->see(visit->user, &triangle);
		}
		unit += kiln_format_leaf_units(kiln_leaf_head(tree.leaves, unit));
	}
}

static void add_vertex(void *user, const float at[3])
{
	surface_visit *visit = user;
	if (visit->count == visit->room && !visit->memory)
	{
		const uint32_t room = visit->room > 0 ? 2 * visit->room : 256;
		float(*more)[3] = realloc(visit->vertices, room * sizeof *more);
		visit->memory = more == NULL;
		visit->vertices = more != NULL ? more : visit->vertices;
		visit->room = more != NULL ? room : visit->room;
	}
	if (!visit->memory)
		memcpy(visit->vertices[visit->count++], at, sizeof *visit->vertices);
}

// Cuts a face into a fan of triangles around its first corner.
static void add_corner(void *user, uint32_t vertex, bool ends)
{
	surface_visit *visit = user;
	if (visit->memory)
		return;
	if (visit->corners >= 2)
	{
		const uint32_t fan[3] = {visit->face[0], visit->face[1], vertex};
		surface_triangle triangle = {.solid = true};
		const uint32_t convex = KILN_EDGE_CONVEX, flat = KILN_EDGE_FLAT;
		triangle.edges = (visit->corners == 2 ? convex : flat) | convex << 3 | (ends ? convex : flat) << 6;
		for (int k = 0; k < 3; ++k)
			for (int i = 0; i < 3; ++i)
				triangle.at[k][i] = (double)visit->vertices[fan[k]][i];
		visit->see(visit->user, &triangle);
	}
	visit->face[visit->corners > 0] = vertex;
	visit->corners = ends ? 0 : visit->corners + 1;
}

bool surface_each(const kiln_asset *asset, void (*see)(void *user, const surface_triangle *triangle), void *user)
{
	surface_visit visit = {.see = see, .user = user};
	for (uint32_t i = 0; i < asset->node_count && !visit.memory; ++i)
	{
		const kiln_format_node *node = &asset->nodes[i];
		if (node->mesh != KILN_NONE)
		{
			see_mesh(&visit, asset, node);
			continue;
		}
		visit.count = visit.corners = 0;
		solid_faces(asset, node, &(solid_sink){&visit, add_vertex, add_corner});
	}
	free(visit.vertices);
	return !visit.memory;
}
