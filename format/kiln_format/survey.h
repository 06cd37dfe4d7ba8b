// SPDX-License-Identifier: MIT
#ifndef KILN_FORMAT_SURVEY_H
#define KILN_FORMAT_SURVEY_H

#include "blob.h"

/// What is known of a surface: its connected parts, faults and T-junctions.

/// What can be wrong with a surface. Values are fixed. "The tolerance" is that of the survey.
typedef uint32_t kiln_fault_kind;
enum kiln_fault_kind_values
{
	/// Two boundary edges, each longer than twice the tolerance, whose ends are pairwise within the tolerance. distance: between the
	/// ends that are farther apart. length: of the first edge.
	KILN_FAULT_CRACK = 0,
	/// A boundary vertex within the tolerance of the inside of a boundary edge. distance: from the edge.
	KILN_FAULT_T_JUNCTION = 1,
	KILN_FAULT_GAP = 2, ///< a hole that is long and narrow
	/// A loop of boundary edges that cracks and T-junctions do not explain. count: its edges. length: their sum. distance: the largest
	/// distance of a vertex from the mean plane.
	KILN_FAULT_HOLE = 3,
	KILN_FAULT_SLIVER = 4,	  ///< a triangle of little height. length: of its longest edge. distance: the height
	KILN_FAULT_DUPLICATE = 5, ///< a face that cleaning dropped: it has the vertices of another one, wound the same way
	KILN_FAULT_OPPOSITE = 6,  ///< the same, wound the opposite way
	KILN_FAULT_NONMANIFOLD_EDGE = 7,   ///< an edge of more than two triangles. count: how many. length: of the edge
	KILN_FAULT_NONMANIFOLD_VERTEX = 8, ///< a vertex at which surfaces meet that share no edge there. count: how many
	KILN_FAULT_WINDING = 9,			   ///< an edge that its two triangles run the same way. length: of the edge
	KILN_FAULT_INVERTED = 10,		   ///< a closed connected part, wound inside out, that bounds no cavity of another
	KILN_FAULT_INNER = 11,	  ///< a connected part inside a closed one, other than a cavity. count: parts around it
	KILN_FAULT_CROSSING = 12, ///< two triangles whose insides cross
	KILN_FAULT_COPLANAR = 13, ///< two triangles of one plane that share an area
	KILN_FAULT_TOUCHING = 14, ///< two triangles that touch beyond the vertices and the edge that they share
	KILN_FAULT_OVERLAPPING =
		15, ///< two connected parts with triangles that cross or are coplanar. count: pairs of these
	KILN_FAULT_KIND_END = 16,
};

/// The survey of a mesh: its connected parts and the faults of its surface, after cleaning and repairs.
typedef struct kiln_format_survey
{
	uint32_t mesh;	   ///< in MESHES
	uint32_t surveyed; ///< bits 1 << kiln_fault_kind of what was looked for
	uint32_t
		unfinished; ///< those of `surveyed` whose search ended at its limit of work: there may be more than `counts` says
	uint32_t components;				  ///< connected parts of the mesh, listed or not
	uint32_t component_first;			  ///< in COMPONENTS: the first parts of the mesh
	uint32_t component_count;			  ///< of those that are listed
	uint32_t fault_first;				  ///< in FAULTS: the first faults of each kind
	uint32_t fault_count;				  ///< of those that are listed
	double tolerance;					  ///< in mesh coordinates, >= 0
	uint64_t counts[KILN_FAULT_KIND_END]; ///< faults of each kind, listed or not
} kiln_format_survey;

/// No genus is known.
#define KILN_NO_GENUS (-1)

/// A connected part of a mesh: triangles that are connected by shared vertices.
typedef struct kiln_format_component
{
	uint32_t source_mesh; ///< mesh in the art of the part's first triangle
	uint32_t face;		  ///< face of that mesh
	uint32_t flags;		  ///< bits of kiln_mesh_flags
	uint32_t triangles;
	uint32_t vertices;
	uint32_t edges;
	uint32_t boundary_edges;
	uint32_t nonmanifold_edges;
	uint32_t nonmanifold_vertices;
	uint32_t inconsistent_edges;
	uint32_t boundary_loops;
	int32_t euler_characteristic;
	int32_t genus;	///< handles of an orientable part, crosscaps of another one, or KILN_NO_GENUS
	uint32_t depth; ///< closed parts around this one; KILN_NONE where the search ended at its limit of work
	double area;	///< >= 0
	double volume;	///< of a closed part that is consistently wound, negative when inside out; else 0
	float bounds_min[3];
	float bounds_max[3];
} kiln_format_component;

/// A fault of a surface. Numbers that do not apply are KILN_NONE, lengths 0.
typedef struct kiln_format_fault
{
	kiln_fault_kind kind;
	uint32_t source_mesh; ///< mesh in the art
	uint32_t face;		  ///< face of that mesh
	uint32_t other_source_mesh;
	uint32_t other_face;
	uint32_t component; ///< the connected part: a number below kiln_format_survey.components
	uint32_t other_component;
	uint32_t count;	   ///< as the kind says
	float place[3];	   ///< a point of the fault, in mesh coordinates
	float length;	   ///< as the kind says, >= 0
	float distance;	   ///< as the kind says, >= 0
	uint32_t triangle; ///< of the mesh
	uint32_t other_triangle;
} kiln_format_fault;

/// Two sides of triangles of one mesh that run along each other without sharing an edge, as at a T-junction. A side is 3 times its
/// triangle plus its number, as in ADJACENCY.
typedef struct kiln_format_junction
{
	uint32_t mesh;	///< in MESHES
	uint32_t side;	///< has no twin
	uint32_t other; ///< has no twin; a side of another triangle, for which there is an entry with the sides exchanged
	float distance; ///< the farthest that the two are apart where they run along each other, in mesh coordinates; >= 0
} kiln_format_junction;

KILN_FORMAT_LAYOUT(kiln_format_survey, 168);
KILN_FORMAT_FIELD(kiln_format_survey, mesh, 0);
KILN_FORMAT_FIELD(kiln_format_survey, surveyed, 4);
KILN_FORMAT_FIELD(kiln_format_survey, unfinished, 8);
KILN_FORMAT_FIELD(kiln_format_survey, components, 12);
KILN_FORMAT_FIELD(kiln_format_survey, component_first, 16);
KILN_FORMAT_FIELD(kiln_format_survey, component_count, 20);
KILN_FORMAT_FIELD(kiln_format_survey, fault_first, 24);
KILN_FORMAT_FIELD(kiln_format_survey, fault_count, 28);
KILN_FORMAT_FIELD(kiln_format_survey, tolerance, 32);
KILN_FORMAT_FIELD(kiln_format_survey, counts, 40);

KILN_FORMAT_LAYOUT(kiln_format_component, 96);
KILN_FORMAT_FIELD(kiln_format_component, source_mesh, 0);
KILN_FORMAT_FIELD(kiln_format_component, face, 4);
KILN_FORMAT_FIELD(kiln_format_component, flags, 8);
KILN_FORMAT_FIELD(kiln_format_component, triangles, 12);
KILN_FORMAT_FIELD(kiln_format_component, vertices, 16);
KILN_FORMAT_FIELD(kiln_format_component, edges, 20);
KILN_FORMAT_FIELD(kiln_format_component, boundary_edges, 24);
KILN_FORMAT_FIELD(kiln_format_component, nonmanifold_edges, 28);
KILN_FORMAT_FIELD(kiln_format_component, nonmanifold_vertices, 32);
KILN_FORMAT_FIELD(kiln_format_component, inconsistent_edges, 36);
KILN_FORMAT_FIELD(kiln_format_component, boundary_loops, 40);
KILN_FORMAT_FIELD(kiln_format_component, euler_characteristic, 44);
KILN_FORMAT_FIELD(kiln_format_component, genus, 48);
KILN_FORMAT_FIELD(kiln_format_component, depth, 52);
KILN_FORMAT_FIELD(kiln_format_component, area, 56);
KILN_FORMAT_FIELD(kiln_format_component, volume, 64);
KILN_FORMAT_FIELD(kiln_format_component, bounds_min, 72);
KILN_FORMAT_FIELD(kiln_format_component, bounds_max, 84);

KILN_FORMAT_LAYOUT(kiln_format_fault, 60);
KILN_FORMAT_FIELD(kiln_format_fault, kind, 0);
KILN_FORMAT_FIELD(kiln_format_fault, source_mesh, 4);
KILN_FORMAT_FIELD(kiln_format_fault, face, 8);
KILN_FORMAT_FIELD(kiln_format_fault, other_source_mesh, 12);
KILN_FORMAT_FIELD(kiln_format_fault, other_face, 16);
KILN_FORMAT_FIELD(kiln_format_fault, component, 20);
KILN_FORMAT_FIELD(kiln_format_fault, other_component, 24);
KILN_FORMAT_FIELD(kiln_format_fault, count, 28);
KILN_FORMAT_FIELD(kiln_format_fault, place, 32);
KILN_FORMAT_FIELD(kiln_format_fault, length, 44);
KILN_FORMAT_FIELD(kiln_format_fault, distance, 48);
KILN_FORMAT_FIELD(kiln_format_fault, triangle, 52);
KILN_FORMAT_FIELD(kiln_format_fault, other_triangle, 56);

KILN_FORMAT_LAYOUT(kiln_format_junction, 16);
KILN_FORMAT_FIELD(kiln_format_junction, mesh, 0);
KILN_FORMAT_FIELD(kiln_format_junction, side, 4);
KILN_FORMAT_FIELD(kiln_format_junction, other, 8);
KILN_FORMAT_FIELD(kiln_format_junction, distance, 12);

#endif
