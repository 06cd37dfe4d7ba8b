// SPDX-License-Identifier: MIT
#include "section_name.h"

#include "kiln_format.h"

const char *cook_section_name(uint32_t kind)
{
	static const char *const names[KILN_SECTION_END] = {
		[KILN_SECTION_NAMES] = "names",
		[KILN_SECTION_MATERIALS] = "materials",
		[KILN_SECTION_PARTS] = "parts",
		[KILN_SECTION_MESHES] = "meshes",
		[KILN_SECTION_NODES] = "nodes",
		[KILN_SECTION_SCENE] = "scene",
		[KILN_SECTION_TREE] = "tree",
		[KILN_SECTION_LEAVES] = "leaves",
		[KILN_SECTION_SOURCES] = "sources",
		[KILN_SECTION_LEAF_INDEX] = "leaf_index",
		[KILN_SECTION_PROVENANCE] = "provenance",
		[KILN_SECTION_SHAPES] = "shapes",
		[KILN_SECTION_VOLUMES] = "volumes",
		[KILN_SECTION_HULLS] = "hulls",
		[KILN_SECTION_HULL_DATA] = "hull_data",
		[KILN_SECTION_VOLUME_TREES] = "volume_trees",
		[KILN_SECTION_VOLUME_NODES] = "volume_nodes",
		[KILN_SECTION_VERTICES] = "vertices",
		[KILN_SECTION_EDGES] = "edges",
		[KILN_SECTION_LAYERS] = "layers",
		[KILN_SECTION_BODIES] = "bodies",
		[KILN_SECTION_NODE_BODIES] = "node_bodies",
		[KILN_SECTION_SURFACES] = "surfaces",
		[KILN_SECTION_METADATA] = "metadata",
		[KILN_SECTION_METADATA_TEXT] = "metadata_text",
		[KILN_SECTION_ADJACENCY] = "adjacency",
		[KILN_SECTION_LEVELS] = "levels",
		[KILN_SECTION_SDFS] = "sdfs",
		[KILN_SECTION_SDF_CELLS] = "sdf_cells",
		[KILN_SECTION_SDF_BLOCKS] = "sdf_blocks",
		[KILN_SECTION_SURVEYS] = "surveys",
		[KILN_SECTION_COMPONENTS] = "components",
		[KILN_SECTION_FAULTS] = "faults",
		[KILN_SECTION_JUNCTIONS] = "junctions",
		[KILN_SECTION_ORIGIN] = "origin",
	};
	return kind < KILN_SECTION_END ? names[kind] : NULL;
}
