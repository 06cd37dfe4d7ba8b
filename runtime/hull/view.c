// SPDX-License-Identifier: MIT
#include "view.h"
#include "extreme.h"

static const float *floats(const uint8_t *data, uint64_t at)
{
	return (const float *)(const void *)(data + at);
}

/// The box of the vertices is the box of the six seeds along the axes.
static void measure(kiln_hull *view)
{
	view->low.x = view->x[kiln_hull_seed(view, -1, 0, 0)];
	view->low.y = view->y[kiln_hull_seed(view, 0, -1, 0)];
	view->low.z = view->z[kiln_hull_seed(view, 0, 0, -1)];
	view->high.x = view->x[kiln_hull_seed(view, 1, 0, 0)];
	view->high.y = view->y[kiln_hull_seed(view, 0, 1, 0)];
	view->high.z = view->z[kiln_hull_seed(view, 0, 0, 1)];
	const float sizes[6] = {-view->low.x, -view->low.y, -view->low.z, view->high.x, view->high.y, view->high.z};
	for (int i = 0; i < 6; ++i)
		view->reach = sizes[i] > view->reach ? sizes[i] : view->reach;
}

void kilni_hull_view_arrays(const kiln_format_hull *head, const uint8_t *data, kiln_isa isa, kiln_hull *view)
{
	kiln_format_hull_layout at = kiln_format_hull_place_arrays(head);
	*view = (kiln_hull){
		.dimension = head->dimension,
		.vertex_count = head->vertex_count,
		.edge_count = head->edge_count,
		.face_count = head->face_count,
		.index_size = head->index_size,
		.level_count = head->level_count,
		.error = head->error,
		.flags = head->flags,
		.x = floats(data, at.x),
		.y = floats(data, at.y),
		.z = floats(data, at.z),
		.nx = floats(data, at.nx),
		.ny = floats(data, at.ny),
		.nz = floats(data, at.nz),
		.d = floats(data, at.d),
		.face_first = data + at.face_first,
		.origins = data + at.origins,
		.twins = data + at.twins,
		.faces = data + at.faces,
		.edges = data + at.edges,
		.vertex_first = data + at.vertex_first,
		.neighbours = data + at.neighbours,
		.seeds = data + at.seeds,
		.level_sizes = data + at.level_sizes,
		.link_first = data + at.link_first,
		.links = data + at.links,
		.isa = isa,
	};
	for (int axis = 0; axis < 3; ++axis)
	{
		view->a[axis] = floats(data, at.a[axis]);
		view->b[axis] = floats(data, at.b[axis]);
	}
	measure(view);
}

bool kiln_hull_from_asset(const kiln_asset *asset, uint32_t number, kiln_hull *view)
{
	if (!asset || !view || number >= asset->hull_count)
		return false;
	const kiln_format_hull *head = &asset->hulls[number];
	kilni_hull_view_arrays(head, asset->hull_data + head->data, asset->isa, view);
	return true;
}
