// SPDX-License-Identifier: MIT
#include "shapes.h"

#include "../lines/text_parts.h"
#include "sdf.h"

const char *shape_kind_name(uint32_t kind)
{
	static const char *const names[KILN_SHAPE_KIND_END] = {"mesh", "hull", "sphere", "capsule", "box", "cylinder"};
	return kind < KILN_SHAPE_KIND_END ? names[kind] : "unknown";
}

static void write_vector(FILE *out, const char *before, const float v[3], const char *after)
{
	fprintf(out, "%s(%.9g %.9g %.9g)%s", before, (double)v[0], (double)v[1], (double)v[2], after);
}

static void write_primitive(FILE *out, const kiln_format_shape *shape)
{
	const float *p = shape->parameters;
	write_label(out, shape_kind_name(shape->kind));
	switch (shape->kind)
	{
	case KILN_SHAPE_SPHERE:
		write_vector(out, "centre ", p, "");
		fprintf(out, ", radius %.9g\n", (double)p[3]);
		break;
	case KILN_SHAPE_BOX:
		write_vector(out, "centre ", p, ", half extents ");
		write_vector(out, "", p + 3, "");
		fprintf(out, ", quaternion (%.9g %.9g %.9g %.9g)\n", (double)p[6], (double)p[7], (double)p[8], (double)p[9]);
		break;
	default:
		write_vector(out, "from ", p, "");
		write_vector(out, " to ", p + 3, "");
		fprintf(out, ", radius %.9g\n", (double)p[6]);
		break;
	}
}

static void write_hull(FILE *out, const kiln_format_hull *hull)
{
	static const char *const kinds[4] = {"point", "segment", "flat polygon", "polyhedron"};
	write_label(out, "hull");
	fprintf(out, "%s of %lu vert%s, %lu edge%s, %lu face%s; %llu bytes\n", kinds[hull->dimension],
		(unsigned long)hull->vertex_count, hull->vertex_count == 1 ? "ex" : "ices", (unsigned long)hull->edge_count,
		plural(hull->edge_count), (unsigned long)hull->face_count, plural(hull->face_count),
		(unsigned long long)hull->size);
	write_label(out, "hull error");
	if (hull->error > 0)
	{
		fprintf(out, "%.9g: lies %s the exact hull of %lu vertices\n", (double)hull->error,
			hull->flags & KILN_HULL_INNER ? "inside" : "around", (unsigned long)hull->exact_vertex_count);
	}
	else
	{
		fputs("0: it is exact\n", out);
	}
	if (hull->level_count > 0)
	{
		write_label(out, "hierarchy");
		fprintf(out, "%lu level%s, %lu links\n", (unsigned long)hull->level_count, plural(hull->level_count),
			(unsigned long)hull->link_count);
	}
}

static void write_mass(FILE *out, const kiln_format_shape *shape)
{
	const float *i = shape->inertia, *m = shape->moments, *q = shape->axes;
	write_label(out, "area");
	fprintf(out, "%.9g, ", (double)shape->area);
	if (!(shape->flags & KILN_SHAPE_HAS_MASS))
	{
		write_vector(out, "centre ", shape->center, ": no solid, so no volume and no inertia\n");
		return;
	}
	fprintf(out, "volume %.9g", (double)shape->volume);
	write_vector(out, ", centre of mass ", shape->center, "\n");
	write_label(out, "inertia");
	fprintf(out, "xx %.9g yy %.9g zz %.9g xy %.9g xz %.9g yz %.9g\n", (double)i[0], (double)i[1], (double)i[2],
		(double)i[3], (double)i[4], (double)i[5]);
	write_label(out, "principal");
	write_vector(out, "moments ", m, "");
	fprintf(
		out, ", axes by quaternion (%.9g %.9g %.9g %.9g)\n", (double)q[0], (double)q[1], (double)q[2], (double)q[3]);
}

static void write_volumes(FILE *out, const kiln_format_volumes *v)
{
	const float *low = v->aabb_min, *high = v->aabb_max, *h = v->obb_half_extents;
	double sides = 1, box = 8.0 * (double)h[0] * (double)h[1] * (double)h[2];
	for (int axis = 0; axis < 3; ++axis)
		sides *= (double)high[axis] - (double)low[axis];
	write_label(out, "AABB");
	write_vector(out, "", low, " .. ");
	write_vector(out, "", high, "");
	fprintf(out, ", volume %.6g\n", sides);
	write_label(out, "OBB");
	write_vector(out, "centre ", v->obb_center, ", half extents ");
	write_vector(out, "", h, "");
	fprintf(out, ", volume %.6g\n", box);
	write_label(out, "sphere");
	write_vector(out, "centre ", v->sphere_center, "");
	fprintf(out, ", radius %.9g\n", (double)v->sphere_radius);
	write_label(out, "capsule");
	write_vector(out, "from ", v->capsule_a, "");
	write_vector(out, " to ", v->capsule_b, "");
	fprintf(out, ", radius %.9g\n", (double)v->capsule_radius);
	write_label(out, "RSS");
	write_vector(out, "corner ", v->rss_origin, "");
	write_vector(out, ", edges ", v->rss_edges, " ");
	write_vector(out, "", v->rss_edges + 3, "");
	fprintf(out, ", radius %.9g\n", (double)v->rss_radius);
	write_label(out, "26-DOP");
	for (int i = 0; i < KILN_KDOP_AXES; ++i)
		fprintf(out, "%s%.6g..%.6g", i ? ", " : "", (double)v->kdop_min[i], (double)v->kdop_max[i]);
	putc('\n', out);
}

void shape_text(FILE *out, const kiln_asset *asset, uint32_t index)
{
	const kiln_format_shape *shape = &asset->shapes[index];
	uint32_t nodes = 0;
	for (uint32_t i = 0; i < asset->node_count; ++i)
		nodes += asset->nodes[i].shape == index;
	fprintf(out, "\nshape %lu ", (unsigned long)index);
	write_name(out, kiln_name(asset, shape->name));
	fprintf(out, ": %s, placed by %lu node%s", shape_kind_name(shape->kind), (unsigned long)nodes, plural(nodes));
	if (shape->material != KILN_NONE)
	{
		fputs(", material ", out);
		write_material_name(out, asset, shape->material);
	}
	putc('\n', out);
	if (shape->kind == KILN_SHAPE_HULL)
	{
		write_hull(out, &asset->hulls[shape->index]);
		sdf_text(out, asset, index);
	}
	else if (shape->kind != KILN_SHAPE_MESH)
		write_primitive(out, shape);
	write_mass(out, shape);
	if (shape->volumes != KILN_NONE)
		write_volumes(out, &asset->volumes[shape->volumes]);
}
