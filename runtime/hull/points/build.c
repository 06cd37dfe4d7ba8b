// SPDX-License-Identifier: MIT
#include "points.h"

#include "kiln/shape.h"
#include "math/rounding.h"
#include "simd/isa.h"

kiln_format_hull kilni_cloud_head(uint32_t dimension, uint32_t vertices, uint32_t edges, uint32_t faces)
{
	kiln_format_hull head = {.dimension = dimension,
		.vertex_count = vertices,
		.edge_count = edges,
		.face_count = faces,
		.index_size = 2,
		.exact_vertex_count = vertices};
	head.size = kiln_format_hull_place_arrays(&head).size;
	return head;
}

size_t kiln_hull_build_size(uint32_t count)
{
	if (count == 0 || count > KILN_HULL_POINTS_MAX)
		return 0;
	uint32_t edges = count > 3 ? 3 * count - 6 : count == 3 ? 3 : 0, faces = count > 3 ? 2 * count - 4 : edges ? 2 : 0;
	return (size_t)kilni_cloud_head(0, count, edges, faces).size;
}

static bool in_range(float value)
{
	return value >= -KILN_COORDINATE_MAX && value <= KILN_COORDINATE_MAX;
}

/// Copies the points; a negative zero becomes zero. False where a coordinate is out of range.
static bool read_points(const kiln_vec3 *points, uint32_t count, kiln_cloud *cloud)
{
	cloud->count = count;
	for (uint32_t i = 0; i < count; ++i)
	{
		kiln_vec3 p = points[i];
		if (!in_range(p.x) || !in_range(p.y) || !in_range(p.z))
			return false;
		cloud->at[i] = (kiln_vec3){p.x + 0.0f, p.y + 0.0f, p.z + 0.0f};
	}
	return true;
}

kiln_status kiln_hull_build(
	kiln_hull *hull, const kiln_vec3 *points, uint32_t count, kiln_isa isa, void *memory, size_t size)
{
	kiln_cloud cloud;
	if (!points || !memory || !hull || count == 0 || count > KILN_HULL_POINTS_MAX ||
		!read_points(points, count, &cloud))
		return KILN_E_ARGUMENT;
	if ((uintptr_t)memory % KILN_FORMAT_ALIGNMENT)
		return KILN_E_ALIGNMENT;
	if (size < kiln_hull_build_size(count))
		return KILN_E_CAPACITY;
	kiln_cloud_span span;
	kiln_cloud_faces faces = {.face_count = 0};
	kilni_cloud_span(&cloud, &span);
	if (span.dimension == 3)
		kilni_cloud_polyhedron(&cloud, &span, &faces);
	else if (span.dimension == 2)
		kilni_cloud_polygon(&cloud, &span, &faces);
	else
		for (uint32_t i = 0; i <= span.dimension; ++i)
			faces.vertices[faces.vertex_count++] = span.corners[i];
	// Asking the processor takes longer than to build a small hull.
	const kiln_isa resolved = isa == KILN_ISA_AUTO ? kilni_isa_resolve(isa) : isa;
	kilni_cloud_lay_out(&cloud, span.dimension, &faces, resolved, memory, hull);
	return KILN_OK;
}
