// SPDX-License-Identifier: MIT
#include "contact_weld.h"

#include "math/double3.h"
#include "surface.h"

#include <string.h>

/// Contacts this near to each other, as a share of the object's size, are one contact. Also the resolution of float32,
/// as a share of their coordinates.
#define NEAR 0x1p-10
#define NEAR_ROUNDING 0x1p-21

/// Normals whose sine is below this are equal, whatever the asset states.
#define SAME 0x1p-10

/// The size of a grid cell in the search for contacts, in terms of NEAR: so large that few contacts are near two cells,
/// and so small that few share one.
#define CELL 16

/// In place of a contact's feature: the contact was dropped.
#define DROPPED ((kiln_feature_kind)(KILN_FEATURE_FACE + 1))

// --- Hash tables
// ------------------------------------------------------------------------------------------------------

/// A hash table over the manifolds of one node, stored in those number fields of the manifolds that identify the
/// triangle and are set again afterwards. Each manifold's fields have room for the first entry of a list, and for the
/// successors of its own entries, four at most. An entry is four times its manifold's place plus its own number there.
typedef struct contact_table
{
	kiln_mesh_manifold *manifolds;
	uint32_t count;
} contact_table;

#define ENTRIES 4
_Static_assert(KILN_MANIFOLD_POINTS_MAX <= ENTRIES, "each contact has an entry");

static uint32_t *head_at(const contact_table *table, uint32_t hash)
{
	return &table->manifolds[hash % table->count].source_mesh;
}

static uint32_t *next_of(const contact_table *table, uint32_t entry)
{
	kiln_mesh_manifold *manifold = &table->manifolds[entry / ENTRIES];
	uint32_t *const next[ENTRIES] = {&manifold->source_face, &manifold->material, &manifold->tag, &manifold->shape};
	return next[entry % ENTRIES];
}

static void clear(const contact_table *table)
{
	for (uint32_t i = 0; i < table->count; ++i)
		table->manifolds[i].source_mesh = KILN_NONE;
}

static uint32_t hash_of(uint32_t x, uint32_t y, uint32_t z)
{
	uint32_t hash = x * 73856093u ^ y * 19349663u ^ z * 83492791u;
	hash = (hash ^ hash >> 15) * 0x9e3779b1u;
	return hash ^ hash >> 16;
}

// --- Contacts that a neighbour covers --------------------------------------------------------------------------------

static void corners_of(const kiln_contact_source *source, const kiln_mesh_manifold *manifold, kiln_vec3 corners[3])
{
	const kiln_asset *asset = source->asset;
	const kiln_surface *surface = source->surface;
	if (surface)
	{
		surface->operations->corners(surface->data, manifold->triangle, corners);
		return;
	}
	uint32_t number = manifold->triangle - asset->meshes[manifold->mesh].triangle_first;
	(void)kiln_triangle_corners(asset, manifold->mesh, number, corners);
}

static bool is_same_vertex(const kiln_vec3 *p, const kiln_vec3 *q)
{
	return p->x == q->x && p->y == q->y && p->z == q->z;
}

static uint32_t hash_of_vertex(const kiln_vec3 *p)
{
	// Both zeros are equal.
	const float place[3] = {p->x + 0.0F, p->y + 0.0F, p->z + 0.0F};
	uint32_t bits[3];
	memcpy(bits, place, sizeof bits);
	return hash_of(bits[0], bits[1], bits[2]);
}

/// The place in the table of the entry of a vertex, existing or new.
static uint32_t *find_vertex(const kiln_contact_source *source, const contact_table *table, const kiln_vec3 *vertex)
{
	uint32_t *link = head_at(table, hash_of_vertex(vertex));
	while (*link != KILN_NONE)
	{
		kiln_vec3 corners[3];
		corners_of(source, &table->manifolds[*link / ENTRIES], corners);
		if (is_same_vertex(&corners[*link % ENTRIES], vertex))
			break;
		link = next_of(table, *link);
	}
	return link;
}

/// Whether manifold `i` takes precedence over `k`: deeper, or as deep and not beside, or first.
static bool goes_before(const kiln_mesh_manifold *manifolds, uint32_t i, uint32_t k)
{
	const kiln_mesh_manifold *a = &manifolds[i], *b = &manifolds[k];
	float depth = a->manifold.contacts[0].depth, other = b->manifold.contacts[0].depth;
	if (depth > other || depth < other)
		return depth > other;
	return a->beside != b->beside ? b->beside : i < k;
}

/// Keeps for each vertex the manifold that takes precedence over all others with this vertex.
static void put_corners(const kiln_contact_source *source, const contact_table *table, uint32_t i)
{
	kiln_vec3 corners[3];
	corners_of(source, &table->manifolds[i], corners);
	for (uint32_t k = 0; k < 3; ++k)
	{
		uint32_t *link = find_vertex(source, table, &corners[k]), entry = *link;
		if (entry != KILN_NONE && !goes_before(table->manifolds, i, entry / ENTRIES))
			continue;
		*next_of(table, ENTRIES * i + k) = entry == KILN_NONE ? KILN_NONE : *next_of(table, entry);
		*link = ENTRIES * i + k;
	}
}

static bool is_covered(const kiln_contact_source *source, const contact_table *table, uint32_t i)
{
	kiln_vec3 corners[3];
	bool covered = false;
	corners_of(source, &table->manifolds[i], corners);
	for (uint32_t k = 0; k < 3; ++k)
		covered = covered || *find_vertex(source, table, &corners[k]) / ENTRIES != i;
	return covered;
}

/// Empties manifolds of one node that lie beside their triangles and are covered by a neighbour. The neighbour may be
/// covered, too; but along such a chain manifolds get deeper, and its end remains.
static void drop_covered(const kiln_contact_source *source, const contact_table *table)
{
	uint32_t beside = 0;
	for (uint32_t i = 0; i < table->count; ++i)
		beside += table->manifolds[i].beside;
	if (beside == 0)
		return;
	clear(table);
	for (uint32_t i = 0; i < table->count; ++i)
		put_corners(source, table, i);
	for (uint32_t i = 0; i < table->count; ++i)
		if (table->manifolds[i].beside && (!table->manifolds[i].corrected || is_covered(source, table, i)))
			table->manifolds[i].manifold.count = 0;
}

// --- Welding ----------------------------------------------------------------------------------------------------------

typedef struct contact_welder
{
	contact_table table;
	double near;
	double flat2;		 ///< squared sine up to which normals are equal
	double reach, cells; ///< greatest distance of contacts that are one; grid cells per unit
} contact_welder;

/// Whether a neighbour may have the contact, too.
static bool is_on_rim(const kiln_contact *contact)
{
	return contact->feature_b.kind == KILN_FEATURE_EDGE || contact->feature_b.kind == KILN_FEATURE_VERTEX;
}

static bool same_normals(const contact_welder *welder, const kiln_mesh_manifold *a, const kiln_mesh_manifold *b)
{
	kiln_d3 n = kiln_d3_from(a->manifold.normal), m = kiln_d3_from(b->manifold.normal);
	return kiln_d3_dot(n, m) > 0 && kiln_d3_length2(kiln_d3_cross(n, m)) <= welder->flat2;
}

static bool same_place(const contact_welder *welder, const kiln_contact *a, const kiln_contact *b)
{
	kiln_d3 p = kiln_d3_from(a->on_b), q = kiln_d3_from(b->on_b), way = kiln_d3_sub(p, q);
	double near = welder->near + NEAR_ROUNDING * kiln_double_max(kiln_d3_largest(p), kiln_d3_largest(q));
	return kiln_d3_length2(way) <= near * near;
}

/// Drops the common contacts of two manifolds from the one where they are less deep, or from the second.
static void weld_pair(const contact_welder *welder, kiln_mesh_manifold *a, kiln_mesh_manifold *b)
{
	if (!same_normals(welder, a, b))
		return;
	for (uint32_t i = 0; i < a->manifold.count; ++i)
	{
		kiln_contact *first = &a->manifold.contacts[i];
		for (uint32_t k = 0; is_on_rim(first) && k < b->manifold.count; ++k)
		{
			kiln_contact *second = &b->manifold.contacts[k];
			if (!is_on_rim(second) || !same_place(welder, first, second))
				continue;
			kiln_contact *less = second->depth > first->depth ? first : second;
			less->feature_b.kind = DROPPED;
		}
	}
}

/// Monotone in the coordinate.
static uint32_t cell_of(const contact_welder *welder, double at)
{
	return (uint32_t)(at * welder->cells + 0x1p24);
}

/// A list of candidates near a contact.
typedef struct contact_cursor
{
	uint32_t contact; ///< number of the contact in its manifold
	uint32_t entry;
} contact_cursor;

/// Advances from an entry to the next near one, which may be the entry itself, or to the end.
static void seek(const contact_welder *welder, uint32_t i, contact_cursor *cursor)
{
	const kiln_mesh_manifold *manifolds = welder->table.manifolds;
	const kiln_contact *contact = &manifolds[i].manifold.contacts[cursor->contact];
	if (!is_on_rim(contact))
		cursor->entry = KILN_NONE;
	while (cursor->entry != KILN_NONE)
	{
		const kiln_contact *other = &manifolds[cursor->entry / ENTRIES].manifold.contacts[cursor->entry % ENTRIES];
		if (is_on_rim(other) && same_place(welder, contact, other))
			return;
		cursor->entry = *next_of(&welder->table, cursor->entry);
	}
}

/// Opens the lists of the cells, at most eight, that a contact is near. Removes from the lists the manifolds up to the
/// own one: they come first, and no later manifold needs them.
static uint32_t open_lists(const contact_welder *welder, uint32_t i, uint32_t k, contact_cursor *cursors)
{
	const kiln_vec3 *p = &welder->table.manifolds[i].manifold.contacts[k].on_b;
	const double at[3] = {(double)p->x, (double)p->y, (double)p->z};
	uint32_t low[3], high[3], count = 0;
	for (int axis = 0; axis < 3; ++axis)
	{
		low[axis] = cell_of(welder, at[axis] - welder->reach);
		high[axis] = cell_of(welder, at[axis] + welder->reach);
	}
	for (uint32_t cell = 0; cell < 8; ++cell)
	{
		uint32_t x = cell & 1 ? high[0] : low[0], y = cell & 2 ? high[1] : low[1], z = cell & 4 ? high[2] : low[2];
		if ((cell & 1 && x == low[0]) || (cell & 2 && y == low[1]) || (cell & 4 && z == low[2]))
			continue;
		uint32_t *head = head_at(&welder->table, hash_of(x, y, z));
		while (*head != KILN_NONE && *head / ENTRIES <= i)
			*head = *next_of(&welder->table, *head);
		cursors[count] = (contact_cursor){k, *head};
		seek(welder, i, &cursors[count]);
		count += cursors[count].entry != KILN_NONE;
	}
	return count;
}

/// Welds a manifold with the later ones that have a contact near one of its own, in their order.
static void weld_one(const contact_welder *welder, uint32_t i)
{
	kiln_mesh_manifold *manifolds = welder->table.manifolds;
	contact_cursor cursors[8 * KILN_MANIFOLD_POINTS_MAX];
	uint32_t count = 0;
	for (uint32_t k = 0; k < manifolds[i].manifold.count; ++k)
		if (is_on_rim(&manifolds[i].manifold.contacts[k]))
			count += open_lists(welder, i, k, cursors + count);
	while (count > 0)
	{
		uint32_t next = KILN_NONE, open = 0;
		for (uint32_t c = 0; c < count; ++c)
			next = cursors[c].entry / ENTRIES < next ? cursors[c].entry / ENTRIES : next;
		weld_pair(welder, &manifolds[i], &manifolds[next]);
		for (uint32_t c = 0; c < count; ++c)
		{
			while (cursors[c].entry != KILN_NONE && cursors[c].entry / ENTRIES <= next)
				cursors[c].entry = *next_of(&welder->table, cursors[c].entry);
			seek(welder, i, &cursors[c]);
			if (cursors[c].entry != KILN_NONE)
				cursors[open++] = cursors[c];
		}
		count = open;
	}
}

/// Adds the contacts to the lists of their cells, each list in the order of the manifolds.
static void fill_cells(contact_welder *welder)
{
	const contact_table *table = &welder->table;
	double largest = 0;
	for (uint32_t i = 0; i < table->count; ++i)
		for (uint32_t k = 0; k < table->manifolds[i].manifold.count; ++k)
			largest =
				kiln_double_max(largest, kiln_d3_largest(kiln_d3_from(table->manifolds[i].manifold.contacts[k].on_b)));
	welder->reach = (welder->near + NEAR_ROUNDING * largest) * (1 + 0x1p-20);
	welder->cells = welder->reach > 0 ? 1 / (CELL * welder->reach) : 0;
	clear(table);
	for (uint32_t i = table->count; i-- > 0;)
	{
		const kiln_manifold *manifold = &table->manifolds[i].manifold;
		for (uint32_t k = manifold->count; k-- > 0;)
		{
			const kiln_vec3 *p = &manifold->contacts[k].on_b;
			uint32_t *head = head_at(table,
				hash_of(cell_of(welder, (double)p->x), cell_of(welder, (double)p->y), cell_of(welder, (double)p->z)));
			*next_of(table, ENTRIES * i + k) = *head;
			*head = ENTRIES * i + k;
		}
	}
}

/// Removes the dropped contacts; the others keep their order.
static void close_up(kiln_manifold *manifold)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < manifold->count; ++i)
		if (manifold->contacts[i].feature_b.kind != DROPPED)
			manifold->contacts[kept++] = manifold->contacts[i];
	for (uint32_t i = kept; i < manifold->count; ++i)
		manifold->contacts[i] = (kiln_contact){.depth = 0};
	manifold->count = kept;
}

/// Removes manifolds without contacts.
static uint32_t compact(kiln_mesh_manifold *manifolds, uint32_t count)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		close_up(&manifolds[i].manifold);
		if (manifolds[i].manifold.count > 0)
			manifolds[kept++] = manifolds[i];
	}
	return kept;
}

static uint32_t weld_node(const kiln_contact_source *source, kiln_mesh_manifold *manifolds, uint32_t count, double size)
{
	double sine = kiln_double_max(source->asset->provenance->flat_edge, SAME);
	contact_welder welder = {.table = {manifolds, count}, .near = NEAR * size, .flat2 = sine * sine};
	drop_covered(source, &welder.table);
	welder.table.count = compact(manifolds, count);
	if (welder.table.count > 1)
	{
		fill_cells(&welder);
		for (uint32_t i = 0; i < welder.table.count; ++i)
			weld_one(&welder, i);
	}
	return compact(manifolds, welder.table.count);
}

uint32_t kilni_contacts_weld(
	const kiln_contact_source *source, kiln_mesh_manifold *manifolds, uint32_t count, double size)
{
	uint32_t kept = 0;
	for (uint32_t first = 0, end = 0; first < count; first = end)
	{
		while (end < count && manifolds[end].node == manifolds[first].node)
			++end;
		uint32_t left = weld_node(source, manifolds + first, end - first, size);
		memmove(manifolds + kept, manifolds + first, left * sizeof *manifolds);
		kept += left;
	}
	return kept;
}
