// SPDX-License-Identifier: MIT
#include "polytope_views.h"
#include "math/ieee.h"

// Padded as in a blob: floats up to whole blocks with the first one, indices with zero up to 32 bytes.

static const float nothing[8];

static const uint16_t cube_face_first[16] = {0, 4, 8, 12, 16, 20, 24, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const uint16_t cube_origins[32] = {
	0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6, 0, 0, 0, 0, 0, 0, 0, 0};
static const uint16_t cube_twins[32] = {
	11, 23, 12, 16, 18, 14, 21, 9, 19, 7, 20, 0, 2, 22, 5, 17, 3, 15, 4, 8, 10, 6, 13, 1, 0, 0, 0, 0, 0, 0, 0, 0};
static const uint16_t cube_faces[32] = {
	0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0, 0, 0, 0, 0, 0, 0, 0};
static const uint16_t cube_edges[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 13, 15, 0, 0, 0, 0};
static const uint16_t cube_vertex_first[16] = {0, 3, 6, 9, 12, 15, 18, 21, 24, 0, 0, 0, 0, 0, 0, 0};
static const uint16_t cube_neighbours[32] = {
	1, 2, 4, 0, 3, 5, 0, 3, 6, 1, 2, 7, 0, 5, 6, 1, 4, 7, 2, 4, 7, 3, 5, 6, 0, 0, 0, 0, 0, 0, 0, 0};
static const float cube_x[8] = {-1, 1, -1, 1, -1, 1, -1, 1};
static const float cube_y[8] = {-1, -1, 1, 1, -1, -1, 1, 1};
static const float cube_z[8] = {-1, -1, -1, -1, 1, 1, 1, 1};
static const float cube_nx[8] = {-1, 1, 0, 0, 0, 0, -1, -1};
static const float cube_ny[8] = {0, 0, -1, 1, 0, 0, 0, 0};
static const float cube_nz[8] = {0, 0, 0, 0, -1, 1, 0, 0};
static const float cube_d[8] = {1, 1, 1, 1, 1, 1, 1, 1};
static const float cube_ax[16] = {-1, -1, -1, -1, 1, 1, 1, 1, 0, 0, 0, 0, -1, -1, -1, -1};
static const float cube_ay[16] = {0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 1, 1, 0, 0, 0, 0};
static const float cube_az[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const float cube_bx[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const float cube_by[16] = {-1, 0, 1, 0, 0, 1, 0, -1, 0, 0, 0, 0, -1, -1, -1, -1};
static const float cube_bz[16] = {0, 1, 0, -1, -1, 0, 1, 0, -1, 1, 1, -1, 0, 0, 0, 0};
static const uint16_t cube_seeds[32] = {
	0, 0, 4, 0, 0, 4, 2, 2, 6, 0, 0, 4, 0, 4, 2, 2, 6, 1, 1, 5, 1, 1, 5, 3, 3, 7, 0, 0, 0, 0, 0, 0};

const kiln_hull kilni_view_cube = {
	.dimension = 3,
	.vertex_count = 8,
	.edge_count = 12,
	.face_count = 6,
	.index_size = 2,
	.low = {-1, -1, -1},
	.high = {1, 1, 1},
	.reach = 1,
	.x = cube_x,
	.y = cube_y,
	.z = cube_z,
	.nx = cube_nx,
	.ny = cube_ny,
	.nz = cube_nz,
	.d = cube_d,
	.a = {cube_ax, cube_ay, cube_az},
	.b = {cube_bx, cube_by, cube_bz},
	.face_first = cube_face_first,
	.origins = cube_origins,
	.twins = cube_twins,
	.faces = cube_faces,
	.edges = cube_edges,
	.vertex_first = cube_vertex_first,
	.neighbours = cube_neighbours,
	.seeds = cube_seeds,
};

static const uint16_t tetrahedron_face_first[16] = {0, 3, 6, 9, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const uint16_t tetrahedron_origins[16] = {1, 2, 3, 0, 3, 2, 0, 1, 3, 0, 2, 1, 0, 0, 0, 0};
static const uint16_t tetrahedron_twins[16] = {10, 4, 7, 8, 1, 9, 11, 2, 3, 5, 0, 6, 0, 0, 0, 0};
static const uint16_t tetrahedron_faces[16] = {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 0, 0, 0, 0};
static const uint16_t tetrahedron_edges[16] = {0, 1, 2, 3, 5, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const uint16_t tetrahedron_vertex_first[16] = {0, 3, 6, 9, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const uint16_t tetrahedron_neighbours[16] = {1, 2, 3, 0, 2, 3, 0, 1, 3, 0, 1, 2, 0, 0, 0, 0};
static const float corner0_x[8] = {0, 1, 0, 0, 0, 0, 0, 0};
static const float corner0_y[8] = {0, 0, 1, 0, 0, 0, 0, 0};
static const float corner0_z[8] = {0, 0, 0, 1, 0, 0, 0, 0};
static const float corner0_nx[8] = {0.57735027F, -1, 0, 0, 0.57735027F, 0.57735027F, 0.57735027F, 0.57735027F};
static const float corner0_ny[8] = {0.57735027F, 0, -1, 0, 0.57735027F, 0.57735027F, 0.57735027F, 0.57735027F};
static const float corner0_nz[8] = {0.57735027F, 0, 0, -1, 0.57735027F, 0.57735027F, 0.57735027F, 0.57735027F};
static const float corner0_d[8] = {0.57735027F, 0, 0, 0, 0.57735027F, 0.57735027F, 0.57735027F, 0.57735027F};
static const float corner0_ax[8] = {0.57735027F, 0.57735027F, 0.57735027F, -1, -1, 0, 0.57735027F, 0.57735027F};
static const float corner0_ay[8] = {0.57735027F, 0.57735027F, 0.57735027F, 0, 0, -1, 0.57735027F, 0.57735027F};
static const float corner0_az[8] = {0.57735027F, 0.57735027F, 0.57735027F, 0, 0, 0, 0.57735027F, 0.57735027F};
static const float corner0_bx[8] = {0, -1, 0, 0, 0, 0, 0, 0};
static const float corner0_by[8] = {0, 0, -1, -1, 0, 0, 0, 0};
static const float corner0_bz[8] = {-1, 0, 0, 0, -1, -1, -1, -1};
static const uint16_t corner0_seeds[32] = {
	0, 0, 3, 0, 0, 3, 2, 2, 2, 0, 0, 3, 0, 3, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0};
static const float corner1_x[8] = {1, 0, 0, 0, 1, 1, 1, 1};
static const float corner1_y[8] = {0, 0, 0, 1, 0, 0, 0, 0};
static const float corner1_z[8] = {0, 0, 1, 0, 0, 0, 0, 0};
static const float corner1_nx[8] = {-1, 0.57735027F, 0, 0, -1, -1, -1, -1};
static const float corner1_ny[8] = {0, 0.57735027F, 0, -1, 0, 0, 0, 0};
static const float corner1_nz[8] = {0, 0.57735027F, -1, 0, 0, 0, 0, 0};
static const float corner1_d[8] = {0, 0.57735027F, 0, 0, 0, 0, 0, 0};
static const float corner1_ax[8] = {-1, -1, -1, 0.57735027F, 0.57735027F, 0, -1, -1};
static const float corner1_ay[8] = {0, 0, 0, 0.57735027F, 0.57735027F, 0, 0, 0};
static const float corner1_az[8] = {0, 0, 0, 0.57735027F, 0.57735027F, -1, 0, 0};
static const float corner1_bx[8] = {0, 0.57735027F, 0, 0, 0, 0, 0, 0};
static const float corner1_by[8] = {-1, 0.57735027F, 0, 0, -1, -1, -1, -1};
static const float corner1_bz[8] = {0, 0.57735027F, -1, -1, 0, 0, 0, 0};
static const uint16_t corner1_seeds[32] = {
	1, 1, 2, 1, 1, 2, 3, 3, 2, 0, 0, 2, 0, 2, 3, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const float corner2_x[8] = {1, 0, 0, 0, 1, 1, 1, 1};
static const float corner2_y[8] = {0, 1, 0, 0, 0, 0, 0, 0};
static const float corner2_z[8] = {0, 0, 0, 1, 0, 0, 0, 0};
static const float corner2_nx[8] = {-1, 0, 0.57735027F, 0, -1, -1, -1, -1};
static const float corner2_ny[8] = {0, -1, 0.57735027F, 0, 0, 0, 0, 0};
static const float corner2_nz[8] = {0, 0, 0.57735027F, -1, 0, 0, 0, 0};
static const float corner2_d[8] = {0, 0, 0.57735027F, 0, 0, 0, 0, 0};
static const float corner2_ax[8] = {-1, -1, -1, 0, 0, 0.57735027F, -1, -1};
static const float corner2_ay[8] = {0, 0, 0, -1, -1, 0.57735027F, 0, 0};
static const float corner2_az[8] = {0, 0, 0, 0, 0, 0.57735027F, 0, 0};
static const float corner2_bx[8] = {0, 0, 0.57735027F, 0.57735027F, 0, 0, 0, 0};
static const float corner2_by[8] = {0, -1, 0.57735027F, 0.57735027F, 0, 0, 0, 0};
static const float corner2_bz[8] = {-1, 0, 0.57735027F, 0.57735027F, -1, -1, -1, -1};
static const uint16_t corner2_seeds[32] = {
	2, 2, 3, 1, 1, 3, 1, 1, 1, 0, 0, 3, 0, 3, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const float corner3_x[8] = {1, 0, 0, 0, 1, 1, 1, 1};
static const float corner3_y[8] = {0, 0, 1, 0, 0, 0, 0, 0};
static const float corner3_z[8] = {0, 1, 0, 0, 0, 0, 0, 0};
static const float corner3_nx[8] = {-1, 0, 0, 0.57735027F, -1, -1, -1, -1};
static const float corner3_ny[8] = {0, 0, -1, 0.57735027F, 0, 0, 0, 0};
static const float corner3_nz[8] = {0, -1, 0, 0.57735027F, 0, 0, 0, 0};
static const float corner3_d[8] = {0, 0, 0, 0.57735027F, 0, 0, 0, 0};
static const float corner3_ax[8] = {-1, -1, -1, 0, 0, 0, -1, -1};
static const float corner3_ay[8] = {0, 0, 0, 0, 0, -1, 0, 0};
static const float corner3_az[8] = {0, 0, 0, -1, -1, 0, 0, 0};
static const float corner3_bx[8] = {0.57735027F, 0, 0, 0, 0.57735027F, 0.57735027F, 0.57735027F, 0.57735027F};
static const float corner3_by[8] = {0.57735027F, 0, -1, -1, 0.57735027F, 0.57735027F, 0.57735027F, 0.57735027F};
static const float corner3_bz[8] = {0.57735027F, -1, 0, 0, 0.57735027F, 0.57735027F, 0.57735027F, 0.57735027F};
static const uint16_t corner3_seeds[32] = {
	3, 1, 1, 2, 1, 1, 2, 2, 1, 0, 0, 1, 0, 1, 2, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};

const kiln_hull kilni_view_tetrahedron[4] = {{
												 .dimension = 3,
												 .vertex_count = 4,
												 .edge_count = 6,
												 .face_count = 4,
												 .index_size = 2,
												 .low = {0, 0, 0},
												 .high = {1, 1, 1},
												 .reach = 1,
												 .x = corner0_x,
												 .y = corner0_y,
												 .z = corner0_z,
												 .nx = corner0_nx,
												 .ny = corner0_ny,
												 .nz = corner0_nz,
												 .d = corner0_d,
												 .a = {corner0_ax, corner0_ay, corner0_az},
												 .b = {corner0_bx, corner0_by, corner0_bz},
												 .face_first = tetrahedron_face_first,
												 .origins = tetrahedron_origins,
												 .twins = tetrahedron_twins,
												 .faces = tetrahedron_faces,
												 .edges = tetrahedron_edges,
												 .vertex_first = tetrahedron_vertex_first,
												 .neighbours = tetrahedron_neighbours,
												 .seeds = corner0_seeds,
											 },
	{
		.dimension = 3,
		.vertex_count = 4,
		.edge_count = 6,
		.face_count = 4,
		.index_size = 2,
		.low = {0, 0, 0},
		.high = {1, 1, 1},
		.reach = 1,
		.x = corner1_x,
		.y = corner1_y,
		.z = corner1_z,
		.nx = corner1_nx,
		.ny = corner1_ny,
		.nz = corner1_nz,
		.d = corner1_d,
		.a = {corner1_ax, corner1_ay, corner1_az},
		.b = {corner1_bx, corner1_by, corner1_bz},
		.face_first = tetrahedron_face_first,
		.origins = tetrahedron_origins,
		.twins = tetrahedron_twins,
		.faces = tetrahedron_faces,
		.edges = tetrahedron_edges,
		.vertex_first = tetrahedron_vertex_first,
		.neighbours = tetrahedron_neighbours,
		.seeds = corner1_seeds,
	},
	{
		.dimension = 3,
		.vertex_count = 4,
		.edge_count = 6,
		.face_count = 4,
		.index_size = 2,
		.low = {0, 0, 0},
		.high = {1, 1, 1},
		.reach = 1,
		.x = corner2_x,
		.y = corner2_y,
		.z = corner2_z,
		.nx = corner2_nx,
		.ny = corner2_ny,
		.nz = corner2_nz,
		.d = corner2_d,
		.a = {corner2_ax, corner2_ay, corner2_az},
		.b = {corner2_bx, corner2_by, corner2_bz},
		.face_first = tetrahedron_face_first,
		.origins = tetrahedron_origins,
		.twins = tetrahedron_twins,
		.faces = tetrahedron_faces,
		.edges = tetrahedron_edges,
		.vertex_first = tetrahedron_vertex_first,
		.neighbours = tetrahedron_neighbours,
		.seeds = corner2_seeds,
	},
	{
		.dimension = 3,
		.vertex_count = 4,
		.edge_count = 6,
		.face_count = 4,
		.index_size = 2,
		.low = {0, 0, 0},
		.high = {1, 1, 1},
		.reach = 1,
		.x = corner3_x,
		.y = corner3_y,
		.z = corner3_z,
		.nx = corner3_nx,
		.ny = corner3_ny,
		.nz = corner3_nz,
		.d = corner3_d,
		.a = {corner3_ax, corner3_ay, corner3_az},
		.b = {corner3_bx, corner3_by, corner3_bz},
		.face_first = tetrahedron_face_first,
		.origins = tetrahedron_origins,
		.twins = tetrahedron_twins,
		.faces = tetrahedron_faces,
		.edges = tetrahedron_edges,
		.vertex_first = tetrahedron_vertex_first,
		.neighbours = tetrahedron_neighbours,
		.seeds = corner3_seeds,
	}};

static const uint16_t triangle_face_first[16] = {0, 3, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const uint16_t triangle_origins[16] = {0, 1, 2, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const uint16_t triangle_twins[16] = {5, 4, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const uint16_t triangle_faces[16] = {0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const uint16_t triangle_edges[16] = {0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const uint16_t triangle_vertex_first[16] = {0, 2, 4, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const uint16_t triangle_neighbours[16] = {1, 2, 0, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const float triangle_x[8] = {0, 1, 0, 0, 0, 0, 0, 0};
static const float triangle_y[8] = {0, 0, 1, 0, 0, 0, 0, 0};
static const float triangle_z[8] = {0, 0, 0, 0, 0, 0, 0, 0};
static const float triangle_nx[8] = {0, 0, 0, 0, 0, 0, 0, 0};
static const float triangle_ny[8] = {0, 0, 0, 0, 0, 0, 0, 0};
static const float triangle_nz[8] = {1, -1, 1, 1, 1, 1, 1, 1};
static const float triangle_d[8] = {0, 0, 0, 0, 0, 0, 0, 0};
static const float triangle_ax[8] = {0, 0, 0, 0, 0, 0, 0, 0};
static const float triangle_ay[8] = {0, 0, 0, 0, 0, 0, 0, 0};
static const float triangle_az[8] = {1, 1, 1, 1, 1, 1, 1, 1};
static const float triangle_bx[8] = {0, 0, 0, 0, 0, 0, 0, 0};
static const float triangle_by[8] = {0, 0, 0, 0, 0, 0, 0, 0};
static const float triangle_bz[8] = {-1, -1, -1, -1, -1, -1, -1, -1};
static const uint16_t triangle_seeds[32] = {
	0, 0, 0, 0, 0, 0, 2, 2, 2, 0, 0, 0, 0, 0, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0};

const kiln_hull kilni_view_triangle = {
	.dimension = 2,
	.vertex_count = 3,
	.edge_count = 3,
	.face_count = 2,
	.index_size = 2,
	.low = {0, 0, 0},
	.high = {1, 1, 0},
	.reach = 1,
	.x = triangle_x,
	.y = triangle_y,
	.z = triangle_z,
	.nx = triangle_nx,
	.ny = triangle_ny,
	.nz = triangle_nz,
	.d = triangle_d,
	.a = {triangle_ax, triangle_ay, triangle_az},
	.b = {triangle_bx, triangle_by, triangle_bz},
	.face_first = triangle_face_first,
	.origins = triangle_origins,
	.twins = triangle_twins,
	.faces = triangle_faces,
	.edges = triangle_edges,
	.vertex_first = triangle_vertex_first,
	.neighbours = triangle_neighbours,
	.seeds = triangle_seeds,
};

static const uint16_t square_face_first[16] = {0, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const uint16_t square_origins[16] = {0, 1, 3, 2, 0, 2, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0};
static const uint16_t square_twins[16] = {7, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const uint16_t square_faces[16] = {0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0};
static const uint16_t square_edges[16] = {0, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const uint16_t square_vertex_first[16] = {0, 2, 4, 6, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const uint16_t square_neighbours[16] = {1, 2, 0, 3, 0, 3, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0};
static const float square_x[8] = {-1, 1, -1, 1, -1, -1, -1, -1};
static const float square_y[8] = {-1, -1, 1, 1, -1, -1, -1, -1};
static const float square_z[8] = {0, 0, 0, 0, 0, 0, 0, 0};
static const float square_nx[8] = {0, 0, 0, 0, 0, 0, 0, 0};
static const float square_ny[8] = {0, 0, 0, 0, 0, 0, 0, 0};
static const float square_nz[8] = {1, -1, 1, 1, 1, 1, 1, 1};
static const float square_d[8] = {0, 0, 0, 0, 0, 0, 0, 0};
static const float square_ax[8] = {0, 0, 0, 0, 0, 0, 0, 0};
static const float square_ay[8] = {0, 0, 0, 0, 0, 0, 0, 0};
static const float square_az[8] = {1, 1, 1, 1, 1, 1, 1, 1};
static const float square_bx[8] = {0, 0, 0, 0, 0, 0, 0, 0};
static const float square_by[8] = {0, 0, 0, 0, 0, 0, 0, 0};
static const float square_bz[8] = {-1, -1, -1, -1, -1, -1, -1, -1};
static const uint16_t square_seeds[32] = {
	0, 0, 0, 0, 0, 0, 2, 2, 2, 0, 0, 0, 0, 0, 2, 2, 2, 1, 1, 1, 1, 1, 1, 3, 3, 3, 0, 0, 0, 0, 0, 0};

const kiln_hull kilni_view_square = {
	.dimension = 2,
	.vertex_count = 4,
	.edge_count = 4,
	.face_count = 2,
	.index_size = 2,
	.low = {-1, -1, 0},
	.high = {1, 1, 0},
	.reach = 1,
	.x = square_x,
	.y = square_y,
	.z = square_z,
	.nx = square_nx,
	.ny = square_ny,
	.nz = square_nz,
	.d = square_d,
	.a = {square_ax, square_ay, square_az},
	.b = {square_bx, square_by, square_bz},
	.face_first = square_face_first,
	.origins = square_origins,
	.twins = square_twins,
	.faces = square_faces,
	.edges = square_edges,
	.vertex_first = square_vertex_first,
	.neighbours = square_neighbours,
	.seeds = square_seeds,
};

static const uint16_t segment_face_first[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const uint16_t segment_origins[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const uint16_t segment_twins[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const uint16_t segment_faces[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const uint16_t segment_edges[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const uint16_t segment_vertex_first[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const uint16_t segment_neighbours[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const float segment_x[8] = {0, 1, 0, 0, 0, 0, 0, 0};
static const float segment_y[8] = {0, 0, 0, 0, 0, 0, 0, 0};
static const float segment_z[8] = {0, 0, 0, 0, 0, 0, 0, 0};
static const uint16_t segment_seeds[32] = {
	0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0};

const kiln_hull kilni_view_segment = {
	.dimension = 1,
	.vertex_count = 2,
	.edge_count = 0,
	.face_count = 0,
	.index_size = 2,
	.low = {0, 0, 0},
	.high = {1, 0, 0},
	.reach = 1,
	.x = segment_x,
	.y = segment_y,
	.z = segment_z,
	.nx = nothing,
	.ny = nothing,
	.nz = nothing,
	.d = nothing,
	.a = {nothing, nothing, nothing},
	.b = {nothing, nothing, nothing},
	.face_first = segment_face_first,
	.origins = segment_origins,
	.twins = segment_twins,
	.faces = segment_faces,
	.edges = segment_edges,
	.vertex_first = segment_vertex_first,
	.neighbours = segment_neighbours,
	.seeds = segment_seeds,
};

static const uint16_t point_face_first[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const uint16_t point_origins[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const uint16_t point_twins[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const uint16_t point_faces[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const uint16_t point_edges[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const uint16_t point_vertex_first[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const uint16_t point_neighbours[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const float point_x[8] = {0, 0, 0, 0, 0, 0, 0, 0};
static const float point_y[8] = {0, 0, 0, 0, 0, 0, 0, 0};
static const float point_z[8] = {0, 0, 0, 0, 0, 0, 0, 0};
static const uint16_t point_seeds[32] = {
	0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};

const kiln_hull kilni_view_point = {
	.dimension = 0,
	.vertex_count = 1,
	.edge_count = 0,
	.face_count = 0,
	.index_size = 2,
	.low = {0, 0, 0},
	.high = {0, 0, 0},
	.reach = 0,
	.x = point_x,
	.y = point_y,
	.z = point_z,
	.nx = nothing,
	.ny = nothing,
	.nz = nothing,
	.d = nothing,
	.a = {nothing, nothing, nothing},
	.b = {nothing, nothing, nothing},
	.face_first = point_face_first,
	.origins = point_origins,
	.twins = point_twins,
	.faces = point_faces,
	.edges = point_edges,
	.vertex_first = point_vertex_first,
	.neighbours = point_neighbours,
	.seeds = point_seeds,
};
