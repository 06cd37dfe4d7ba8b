// SPDX-License-Identifier: MIT
// CGAL's checks of its own arguments are for debugging: a fair race is without them.
#define CGAL_NDEBUG 1

#include "rival_distance.h"

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/distance.h>
#include <CGAL/Polygon_mesh_processing/orient_polygon_soup.h>
#include <CGAL/Polygon_mesh_processing/polygon_soup_to_polygon_mesh.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/version.h>
#include <array>
#include <exception>
#include <vector>

namespace PMP = CGAL::Polygon_mesh_processing;

namespace
{

using kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using point = kernel::Point_3;
using surface = CGAL::Surface_mesh<point>;

} // namespace

struct rival_distance
{
	surface sides[2];
};

namespace
{

/// Connects the triangles, which are cut apart where they are not manifold: the same surface.
void connect(const rival_mesh *mesh, surface &out)
{
	std::vector<point> points;
	std::vector<std::array<std::size_t, 3>> triangles;
	for (uint32_t i = 0; i < mesh->vertex_count; ++i)
		points.emplace_back(mesh->vertices[3 * i], mesh->vertices[3 * i + 1], mesh->vertices[3 * i + 2]);
	for (uint32_t i = 0; i < mesh->triangle_count; ++i)
		triangles.push_back({mesh->triangles[3 * i], mesh->triangles[3 * i + 1], mesh->triangles[3 * i + 2]});
	PMP::orient_polygon_soup(points, triangles);
	PMP::polygon_soup_to_polygon_mesh(points, triangles, out);
}

void release(rival_distance *d)
{
	delete d;
}

rival_distance *prepare(const rival_mesh *a, const rival_mesh *b)
{
	rival_distance *d = nullptr;
	try
	{
		d = new rival_distance();
		connect(a, d->sides[0]);
		connect(b, d->sides[1]);
		return d;
	} catch (const std::exception &)
	{
		release(d);
		return nullptr;
	}
}

double measure(const rival_distance *d, double error)
{
	try
	{
		return PMP::bounded_error_symmetric_Hausdorff_distance<CGAL::Sequential_tag>(d->sides[0], d->sides[1], error);
	} catch (const std::exception &)
	{
		return -1;
	}
}

} // namespace

const rival_distance_library rival_distance_cgal_adapter = {"CGAL", CGAL_VERSION_STR, prepare, measure, release};
