// SPDX-License-Identifier: MIT
#include "box.h"

typedef struct visit_query
{
	const kiln_heightfield *field;
	const kiln_aabb *box;
	kiln_visit_heightfield_triangle *visit;
	void *user;
} visit_query;

/// Whether the box of a triangle overlaps the box, on one axis.
static bool meets(float low, float high, float a, float b, float c)
{
	return !(a < low && b < low && c < low) && !(a > high && b > high && c > high);
}

static bool visit_cell(void *user, const kiln_field_cell *cell, uint32_t column, uint32_t row)
{
	const visit_query *query = user;
	const kiln_vec3 low = query->box->min, high = query->box->max;
	float at[4][3];
	kiln_field_corners(query->field, cell, column, row, at);
	for (uint32_t k = 0; k < 2; ++k)
	{
		kiln_heightfield_face face = {.triangle = 2 * kiln_field_cell_number(query->field, column, row) + k};
		kiln_vec3 *c = face.corners;
		kiln_field_triangle_corners(query->field, cell, at, k, c);
		if (!meets(low.x, high.x, c[0].x, c[1].x, c[2].x) || !meets(low.y, high.y, c[0].y, c[1].y, c[2].y) ||
			!meets(low.z, high.z, c[0].z, c[1].z, c[2].z))
			continue;
		face.material = kiln_heightfield_material(query->field, face.triangle / 2);
		if (!query->visit(query->user, &face))
			return false;
	}
	return true;
}

void kiln_heightfield_triangles_visit(
	const kiln_heightfield *field, const kiln_aabb *box, kiln_visit_heightfield_triangle *visit, void *user)
{
	if (!kiln_field_is_open(field) || !box || !visit)
		return;
	visit_query query = {field, box, visit, user};
	const double low[3] = {(double)box->min.x, (double)box->min.y, (double)box->min.z};
	const double high[3] = {(double)box->max.x, (double)box->max.y, (double)box->max.z};
	kilni_heightfield_walk_box(field, low, high, visit_cell, &query);
}
