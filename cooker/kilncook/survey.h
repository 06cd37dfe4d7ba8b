// SPDX-License-Identifier: MIT
#ifndef KILNCOOK_SURVEY_H
#define KILNCOOK_SURVEY_H

#include "options.h"
#include "repair.h"
#include "scene.h"

#ifdef __cplusplus
extern "C" {
#endif

struct kilncook_report;

/// What can be wrong with a surface. Every kind is looked for after cleaning: equal vertices are one. "The tolerance" is that
/// of the options, as a length.
typedef uint32_t kilncook_fault_kind;
enum kilncook_fault_kind_values
{
	/// Two boundary edges, each longer than twice the tolerance, whose ends are pairwise within the tolerance of each other. Each edge
	/// is matched with its nearest. distance: between the ends that are farther apart.
	KILNCOOK_FAULT_CRACK = 0,
	/// A boundary vertex within the tolerance of the inside of a boundary edge, farther than the tolerance from the edge's ends, and
	/// no corner of the edge's triangle. distance: from the vertex to the nearest such edge.
	KILNCOOK_FAULT_T_JUNCTION = 1,
	/// A hole that is long and narrow: 4 pi times its area is less than a tenth of its squared length (1 for a circle).
	KILNCOOK_FAULT_GAP = 2,
	/// A loop of boundary edges, some of which are part of no crack and no T-junction. count: its edges. length: their sum.
	/// distance: flatness, the largest distance of a vertex from the mean plane. The outer border of an open surface is one.
	KILNCOOK_FAULT_HOLE = 3,
	/// A triangle whose height is at most 1e-4 of its longest edge. length: of this edge. distance: the height.
	KILNCOOK_FAULT_SLIVER = 4,
	KILNCOOK_FAULT_DUPLICATE = 5, ///< a triangle with the vertices of another, wound the same way; cleaning drops it
	KILNCOOK_FAULT_OPPOSITE = 6,  ///< the same, wound the opposite way; cleaning drops it
	KILNCOOK_FAULT_NONMANIFOLD_EDGE = 7, ///< an edge of more than two triangles. count: how many. length: of the edge
	/// A vertex at which surfaces meet that share no edge there. count: how many surfaces.
	KILNCOOK_FAULT_NONMANIFOLD_VERTEX = 8,
	KILNCOOK_FAULT_WINDING = 9,	  ///< an edge that its two triangles run the same way. length: of the edge
	KILNCOOK_FAULT_INVERTED = 10, ///< a closed connected part, wound inside out, that bounds no cavity of another
	/// A connected part inside a closed one, other than a cavity: nothing outside reaches it. count: parts around it.
	KILNCOOK_FAULT_INNER = 11,
	KILNCOOK_FAULT_CROSSING = 12, ///< two triangles whose insides cross
	KILNCOOK_FAULT_COPLANAR = 13, ///< two triangles of one plane that share an area
	KILNCOOK_FAULT_TOUCHING = 14, ///< two triangles that touch beyond the vertices and the edge that they share
	/// Two connected parts with triangles that cross or are coplanar. count: pairs of such triangles.
	KILNCOOK_FAULT_OVERLAPPING = 15,
	KILNCOOK_FAULT_KIND_END = 16,
};

/// Returns the name of a kind of fault, such as `t-junction`. Names do not change from version to version.
KILNCOOK_API const char *kilncook_fault_name(kilncook_fault_kind kind);

#define KILNCOOK_NONE 0xffffffffu
#define KILNCOOK_NO_GENUS (-1)

/// A fault, with the triangle where it is and, where two triangles take part, the other one. Numbers that do not apply are
/// KILNCOOK_NONE, lengths 0.
typedef struct kilncook_fault
{
	kilncook_fault_kind kind;
	uint32_t source_mesh; ///< mesh in the art file
	uint32_t face;		  ///< face of that mesh
	uint32_t other_source_mesh;
	uint32_t other_face;
	uint32_t component; ///< the connected part
	uint32_t other_component;
	uint32_t count;	   ///< as the kind says
	float place[3];	   ///< a point of the fault, in the mesh's own coordinates
	float length;	   ///< as the kind says, in the mesh's own units
	float distance;	   ///< as the kind says, in the mesh's own units
	uint32_t triangle; ///< of the cleaned mesh; triangles are in the order of faces
	uint32_t other_triangle;
	kilncook_hole_reason stays; ///< of a hole or gap: why the repair `holes` left it
} kilncook_fault;

/// A connected part of a cleaned mesh: triangles that are connected by shared vertices.
typedef struct kilncook_component
{
	uint32_t source_mesh; ///< of its first triangle
	uint32_t face;
	uint32_t flags; ///< bits of kiln_mesh_flags
	uint32_t triangles;
	uint32_t vertices;
	uint32_t edges;
	uint32_t boundary_edges;
	uint32_t nonmanifold_edges;
	uint32_t nonmanifold_vertices;
	uint32_t inconsistent_edges;
	uint32_t boundary_loops;
	int32_t euler_characteristic;
	/// Handles of an orientable part, crosscaps of another one, its holes taken as closed. KILNCOOK_NO_GENUS where an edge
	/// or vertex is not manifold.
	int32_t genus;
	/// Closed parts of the mesh whose box contains this part's box and which contain its highest vertex, by the parity of a ray.
	/// KILNCOOK_NONE when the search reached its limit of work.
	uint32_t depth;
	double area;
	/// Of a closed part that is consistently wound: positive when wound outwards, negative when inside out, 0 when rounding hides the
	/// sign. 0 for all others.
	double volume;
	float bounds_min[3]; ///< in the mesh's own units
	float bounds_max[3];
} kilncook_component;

/// Reads an art file, cleans its meshes and surveys them without cooking them: the report has the source's figures, and rows
/// with counts of cleaning, connected parts and faults of all kinds. Fails as kilncook_cook_file does up to there.
KILNCOOK_API kilncook_status kilncook_survey_file(
	const kilncook_context *context, const char *path, const kilncook_options *options, struct kilncook_report *report);

/// Surveys a scene in memory, as kilncook_survey_file surveys a file. Fails as kilncook_cook_memory does.
KILNCOOK_API kilncook_status kilncook_survey_memory(const kilncook_context *context, const kilncook_scene *scene,
	const kilncook_options *options, struct kilncook_report *report);

/// The tables of a surveyed mesh: which triangles meet at its edges and vertices. A side is 3 * triangle + corner: it leads from this
/// corner to the triangle's next one. An edge is a pair of vertices, in either order, with all sides between them.
typedef struct kilncook_tables
{
	float (*vertices)[3]; ///< in the mesh's own units, after cleaning; distinct, but for those that a repair cut apart
	uint32_t vertex_count;
	uint32_t (*triangles)[3]; ///< vertex numbers; kilncook_fault.triangle is a number in this list
	uint32_t triangle_count;
	uint32_t *source_meshes; ///< per triangle: the mesh of the art file
	uint32_t *faces;		 ///< per triangle: the face of that mesh
	uint32_t *sides;		 ///< 3 * triangle_count, edge after edge, increasing within an edge
	uint32_t *edge_first;	 ///< edge_count + 1 offsets into `sides`
	uint32_t edge_count;
	uint32_t *vertex_first;		///< vertex_count + 1 offsets into `vertex_triangles`
	uint32_t *vertex_triangles; ///< the triangles at each vertex, increasing
	uint32_t *components;		///< per triangle: its connected part, numbered by first triangle
	uint32_t component_count;
} kilncook_tables;

/// Surveys a file as kilncook_survey_file does, but for pairs of triangles, and returns the tables of the mesh in one row of that
/// report. Fails as kilncook_survey_file does. KILNCOOK_USAGE where the report has no such row, or the row no triangles.
KILNCOOK_API kilncook_status kilncook_tables_file(const kilncook_context *context, const char *path,
	const kilncook_options *options, uint64_t row, kilncook_tables *tables);

/// The same of a scene in memory.
KILNCOOK_API kilncook_status kilncook_tables_memory(const kilncook_context *context, const kilncook_scene *scene,
	const kilncook_options *options, uint64_t row, kilncook_tables *tables);

/// Frees tables and clears the structure.
KILNCOOK_API void kilncook_tables_free(const kilncook_context *context, kilncook_tables *tables);

/// Writes the surveys of a report for people: lines for each mesh, its connected parts and its faults. KILNCOOK_INTERNAL when
/// memory runs out.
KILNCOOK_API kilncook_status kilncook_survey_text(
	const kilncook_context *context, const struct kilncook_report *report, kilncook_blob *text);

#ifdef __cplusplus
}
#endif

#endif
