// SPDX-License-Identifier: MIT
// CGAL's checks of its own arguments are for debugging: a fair race is without them.
#define CGAL_NDEBUG 1

#include "rival_surface.h"

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/border.h>
#include <CGAL/Polygon_mesh_processing/connected_components.h>
#include <CGAL/Polygon_mesh_processing/orient_polygon_soup.h>
#include <CGAL/Polygon_mesh_processing/orientation.h>
#include <CGAL/Polygon_mesh_processing/polygon_soup_to_polygon_mesh.h>
#include <CGAL/Polygon_mesh_processing/self_intersections.h>
#include <CGAL/Polygon_mesh_processing/stitch_borders.h>
#include <CGAL/Polygon_mesh_processing/triangulate_hole.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/version.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <utility>
#include <vector>

namespace PMP = CGAL::Polygon_mesh_processing;

namespace
{

using kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using point = kernel::Point_3;
using surface = CGAL::Surface_mesh<point>;
using soup = std::vector<std::array<std::size_t, 3>>;
using pairs = std::vector<std::pair<surface::Face_index, surface::Face_index>>;

} // namespace

struct rival_surface
{
	std::vector<point> points;
	soup triangles;
	surface connected; ///< face i is triangle i
	surface repaired;
	pairs found;
	std::size_t parts, borders;
};

namespace
{

rival_surface *prepare(const rival_mesh *mesh)
{
	try
	{
		rival_surface *s = new rival_surface();
		for (uint32_t i = 0; i < mesh->vertex_count; ++i)
			s->points.emplace_back(mesh->vertices[3 * i], mesh->vertices[3 * i + 1], mesh->vertices[3 * i + 2]);
		for (uint32_t i = 0; i < mesh->triangle_count; ++i)
			s->triangles.push_back({mesh->triangles[3 * i], mesh->triangles[3 * i + 1], mesh->triangles[3 * i + 2]});
		return s;
	} catch (const std::exception &)
	{
		return nullptr;
	}
}

/// Cuts the soup apart where it is not manifold, winds it consistently, and connects it.
void connect(const rival_surface *s, surface &out)
{
	std::vector<point> points = s->points;
	soup triangles = s->triangles;
	PMP::orient_polygon_soup(points, triangles);
	out.clear();
	PMP::polygon_soup_to_polygon_mesh(points, triangles, out);
}

std::size_t count_borders(const surface &mesh)
{
	std::size_t count = 0;
	for (surface::Edge_index edge : mesh.edges())
		count += mesh.is_border(edge);
	return count;
}

bool survey(rival_surface *s)
{
	try
	{
		connect(s, s->connected);
		auto parts = s->connected.add_property_map<surface::Face_index, std::size_t>("f:part", 0).first;
		s->parts = PMP::connected_components(s->connected, parts);
		s->borders = count_borders(s->connected);
		return true;
	} catch (const std::exception &)
	{
		return false;
	}
}

bool intersect(rival_surface *s)
{
	try
	{
		s->found.clear();
		PMP::self_intersections(s->connected, std::back_inserter(s->found));
		return true;
	} catch (const std::exception &)
	{
		return false;
	}
}

void close_holes(surface &mesh, double diagonal)
{
	std::vector<surface::Halfedge_index> cycles;
	PMP::extract_boundary_cycles(mesh, std::back_inserter(cycles));
	for (surface::Halfedge_index cycle : cycles)
	{
		CGAL::Bbox_3 box;
		for (surface::Halfedge_index h : CGAL::halfedges_around_face(cycle, mesh))
			box += mesh.point(mesh.target(h)).bbox();
		double x = box.xmax() - box.xmin(), y = box.ymax() - box.ymin(), z = box.zmax() - box.zmin();
		std::vector<surface::Face_index> made;
		if (std::sqrt(x * x + y * y + z * z) <= diagonal)
			PMP::triangulate_hole(mesh, cycle, std::back_inserter(made));
	}
}

bool repair(rival_surface *s, double hole_diagonal)
{
	try
	{
		connect(s, s->repaired);
		PMP::stitch_borders(s->repaired);
		close_holes(s->repaired, hole_diagonal);
		if (CGAL::is_closed(s->repaired))
			PMP::orient(s->repaired);
		return true;
	} catch (const std::exception &)
	{
		return false;
	}
}

rival_surface_verdict judge_surface(const surface &mesh, bool with_pairs)
{
	pairs found;
	if (with_pairs)
		PMP::self_intersections(mesh, std::back_inserter(found));
	return {true, CGAL::is_closed(mesh), static_cast<uint32_t>(count_borders(mesh)), found.size()};
}

rival_surface_verdict judge(const rival_surface *s, bool with_pairs)
{
	if (!PMP::is_polygon_soup_a_polygon_mesh(s->triangles))
		return {false, false, 0, 0};
	surface mesh;
	PMP::polygon_soup_to_polygon_mesh(s->points, s->triangles, mesh);
	return judge_surface(mesh, with_pairs);
}

rival_surface_verdict judge_repaired(const rival_surface *s)
{
	return judge_surface(s->repaired, true);
}

uint64_t pair_count(const rival_surface *s)
{
	return s->found.size();
}

void pair_of(const rival_surface *s, uint64_t i, uint32_t triangles[2])
{
	triangles[0] = static_cast<uint32_t>(s->found[i].first);
	triangles[1] = static_cast<uint32_t>(s->found[i].second);
}

bool keeps_shared(const rival_surface *s, uint32_t a, uint32_t b)
{
	int given = 0, kept = 0;
	for (std::size_t p : s->triangles[a])
		for (std::size_t q : s->triangles[b])
			given += p == q;
	if (given == 0)
		return true;
	auto ring = [&](uint32_t t) {
		return s->connected.vertices_around_face(s->connected.halfedge(surface::Face_index(t)));
	};
	for (surface::Vertex_index p : ring(a))
		for (surface::Vertex_index q : ring(b))
			kept += p == q;
	return kept == given;
}

void release(rival_surface *s)
{
	delete s;
}

} // namespace

const rival_surface_library rival_cgal_adapter = {"CGAL", CGAL_VERSION_STR, prepare, survey, intersect, repair, judge,
	judge_repaired, pair_count, pair_of, keeps_shared, release};
