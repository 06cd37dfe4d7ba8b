// SPDX-License-Identifier: MIT
// CGAL's checks of its own arguments are for debugging: a fair race is without them.
#define CGAL_NDEBUG 1

#include "rival_wrap.h"

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/orient_polygon_soup.h>
#include <CGAL/Polygon_mesh_processing/polygon_soup_to_polygon_mesh.h>
#include <CGAL/Polygon_mesh_processing/self_intersections.h>
#include <CGAL/Side_of_triangle_mesh.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/alpha_wrap_3.h>
#include <CGAL/version.h>
#include <array>
#include <cstdlib>
#include <exception>
#include <vector>

namespace PMP = CGAL::Polygon_mesh_processing;

namespace
{

using kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using point = kernel::Point_3;
using surface = CGAL::Surface_mesh<point>;
using soup = std::vector<std::array<std::size_t, 3>>;

bool wrap(const rival_mesh *mesh, double alpha, double offset, rival_wrap *out)
{
	*out = rival_wrap{};
	try
	{
		std::vector<point> points;
		soup triangles;
		surface made;
		for (uint32_t i = 0; i < mesh->vertex_count; ++i)
			points.emplace_back(mesh->vertices[3 * i], mesh->vertices[3 * i + 1], mesh->vertices[3 * i + 2]);
		for (uint32_t i = 0; i < mesh->triangle_count; ++i)
			triangles.push_back({mesh->triangles[3 * i], mesh->triangles[3 * i + 1], mesh->triangles[3 * i + 2]});
		CGAL::alpha_wrap_3(points, triangles, alpha, offset, made);
		made.collect_garbage();
		out->vertex_count = static_cast<uint32_t>(made.number_of_vertices());
		out->triangle_count = static_cast<uint32_t>(made.number_of_faces());
		out->vertices = static_cast<double(*)[3]>(std::malloc((out->vertex_count + 1) * sizeof *out->vertices));
		out->triangles = static_cast<uint32_t(*)[3]>(std::malloc((out->triangle_count + 1) * sizeof *out->triangles));
		if (!out->vertices || !out->triangles)
			return false;
		for (surface::Vertex_index v : made.vertices())
			for (int k = 0; k < 3; ++k)
				out->vertices[v][k] = made.point(v)[k];
		for (surface::Face_index f : made.faces())
		{
			int k = 0;
			for (surface::Vertex_index v : made.vertices_around_face(made.halfedge(f)))
				out->triangles[f][k++] = v;
		}
		return out->triangle_count > 0;
	} catch (const std::exception &)
	{
		return false;
	}
}

/// False where the triangles are no surface.
bool connect(const rival_wrap *of, surface &mesh)
{
	std::vector<point> points;
	soup triangles;
	for (uint32_t i = 0; i < of->vertex_count; ++i)
		points.emplace_back(of->vertices[i][0], of->vertices[i][1], of->vertices[i][2]);
	for (uint32_t i = 0; i < of->triangle_count; ++i)
		triangles.push_back({of->triangles[i][0], of->triangles[i][1], of->triangles[i][2]});
	if (!PMP::is_polygon_soup_a_polygon_mesh(triangles))
		return false;
	PMP::polygon_soup_to_polygon_mesh(points, triangles, mesh);
	return true;
}

bool is_sound(const rival_wrap *of)
{
	surface mesh;
	return connect(of, mesh) && CGAL::is_closed(mesh) && !PMP::does_self_intersect(mesh);
}

uint32_t count_outside(const rival_wrap *of, const rival_mesh *art)
{
	surface mesh;
	uint32_t count = 0;
	if (!connect(of, mesh) || !CGAL::is_closed(mesh))
		return art->vertex_count;
	CGAL::Side_of_triangle_mesh<surface, kernel> side(mesh);
	for (uint32_t i = 0; i < art->vertex_count; ++i)
		count += side(point(art->vertices[3 * i], art->vertices[3 * i + 1], art->vertices[3 * i + 2])) ==
				 CGAL::ON_UNBOUNDED_SIDE;
	return count;
}

} // namespace

const rival_wrap_library rival_wrap_cgal_adapter = {"CGAL", CGAL_VERSION_STR, wrap, is_sound, count_outside};
