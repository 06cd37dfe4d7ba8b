// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_HULL_SIMPLIFY_INTERNAL_H
#define KILN_COOKER_HULL_SIMPLIFY_INTERNAL_H

#include "simplify.h"

/// What the files of hull simplification share. They search in double, in coordinates that are exact
/// images of the input's and where the longest side of the true hull's box lies in (1/2, 1]; only round.c decides whether a result may be
/// handed out, and it does so by exact signs on float32 numbers.

#define SHELL_NONE 0xffffffffu
#define SHELL_LISTS 6

/// More vertices and faces than that are looked through from neighbour to neighbour, and not one after the other.
#define SIMPLIFY_MANY 1024

/// Vertices and faces that a climb or a walk looks at before a tree is asked. On most hulls both end earlier.
#define SIMPLIFY_LOOKS 256
/// Faces around a vertex that is taken away for a trial.
#define SIMPLIFY_RING_MOST 256
/// Vertices of a hull that gets a tree.
#define SIMPLIFY_TREE_LEAST 256
/// One half a level waits in a tree of any 32-bit number of vertices.
#define SIMPLIFY_TREE_DEPTH 34

typedef struct simplify_tree_box
{
	double low[3];
	double high[3];
} simplify_tree_box;

/// A binary tree over points, of halves along the longest side of their box.
typedef struct simplify_tree
{
	const double (*points)[3];
	uint32_t count;
	uint32_t *order;
	simplify_tree_box *boxes; ///< box 1 is the root, below box i stand 2 i and 2 i + 1
	uint32_t box_count;
	uint64_t *looks; ///< counts boxes and points that were looked at
} simplify_tree;

bool simplify_tree_create(
	const kilncook_context *context, const double (*points)[3], uint32_t count, uint64_t *looks, simplify_tree *tree);
void simplify_tree_free(const kilncook_context *context, simplify_tree *tree);
/// A point that is farthest along `direction`: `start` where none is farther.
uint32_t simplify_tree_support(const simplify_tree *tree, const double direction[3], uint32_t start);

typedef struct shell_face
{
	uint32_t v[3];	  ///< counter-clockwise from outside; v[0] is SHELL_NONE in a free slot
	uint32_t n[3];	  ///< n[k]: the face across v[k] v[k + 1]
	uint32_t support; ///< a vertex of the true hull to start climbing at; any number that is in range will do
	double plane[4];  ///< unit normal and its offset
} shell_face;

/// A closed convex surface of triangles that grows and shrinks by single points. exact_orient3d decides which faces a
/// point sees, so that it stays closed and convex whatever the points are; coplanar triangles may be neighbours.
typedef struct shell
{
	const double (*points)[3];
	uint32_t point_capacity;
	shell_face *faces;
	shell_face *hole; ///< face_capacity faces for shell_hole
	uint32_t face_capacity;
	uint32_t face_end;	///< slots in use or free
	uint32_t free_face; ///< first free slot, linked through n[0]
	uint32_t any;		///< a live face
	uint32_t *corner;	///< per point: a face at it; SHELL_NONE: not a vertex
	uint32_t *scratch;	///< SHELL_LISTS lists of face_capacity + 8 numbers
	uint32_t *spoke;	///< per point, while inserting: the new face that starts there
	double center[3];	///< strictly inside, if `has_center`
	bool has_center;
	uint32_t
		*latest;	 ///< by direction from the center: the vertex inserted last; only where many points may be vertices
	uint32_t side;	 ///< 6 x side x side directions
	uint64_t *looks; ///< counts faces, corners and exact signs that were looked at; NULL: nobody asks
	const simplify_tree *tree; ///< over the points, where all of them are vertices and many; else NULL
} shell;

static inline void shell_look(const shell *s, uint64_t looks)
{
	if (s->looks)
		*s->looks += looks;
}

/// Room for `points` numbers of points, of which `most` are vertices at a time.
bool shell_create(
	const kilncook_context *context, const double (*points)[3], uint32_t point_count, uint32_t most, shell *s);
void shell_free(const kilncook_context *context, shell *s);
/// Of the `count` points in `list`, or of the first `count` without one, four that span much: the farthest from the
/// origin, from that, from their line and from their plane. False when all are in one plane.
bool shell_span(const double (*x)[3], const uint32_t *list, uint32_t count, uint32_t four[4]);
/// Restarts with a tetrahedron of the four; false when they are exactly coplanar.
bool shell_start(shell *s, const uint32_t four[4]);
/// Makes point `i` a vertex; vertices that it hides are given up. False when it lies inside or on the surface.
bool shell_insert(shell *s, uint32_t i);
/// Takes vertex `i` away; false (and nothing is changed) when the rest is not a solid. Only for points in convex
/// position, as an inner hull's are.
bool shell_remove(shell *s, uint32_t i);
/// The step of shell_remove that changes something: the faces around vertex `i` give way to `count` triangles, of places
/// in `ring`, counter-clockwise, in the order in which an edge's triangle is found before what stands on its other edges.
/// `made` is room for `count` numbers.
void shell_replace_ring(shell *s, uint32_t i, const uint32_t *ring, const uint32_t *beyond, uint32_t ring_count,
	const uint32_t (*triangles)[3], uint32_t count, uint32_t *made);
/// Sets `f`'s plane from its corners; all 0 for a triangle without area.
void shell_face_plane(const shell *s, shell_face *f);
/// The faces that shell_remove would put in the place of those around vertex `i`; they last until the next call.
uint32_t shell_hole(shell *s, uint32_t i, shell_face **faces);
/// Distance from vertex `i` to the shell that shell_remove would leave.
double shell_height(shell *s, uint32_t i);
/// Copies `from`, which has the same capacities, over `to`.
void shell_copy(shell *to, const shell *from);
/// Whether more than SIMPLIFY_RING_MOST faces meet at vertex `i`. What is looked for by taking vertices away for a trial
/// leaves such vertices where they are: hulls have few of them, and filling their hole takes the square of their faces.
bool shell_is_hub(const shell *s, uint32_t i);
/// The next face around vertex `v`, clockwise.
uint32_t shell_turn(const shell *s, uint32_t face, uint32_t v);
/// Distance from `p` to the solid, 0 inside; `q` gets the nearest point. `*face` is where to start, and gets the face of
/// q. Walks downhill over faces (after Lin and Canny, 1991), and scans all faces where that ends behind one.
double shell_closest(const shell *s, const double p[3], uint32_t *face, double q[3]);

/// The true hull in the coordinates of the search.
typedef struct simplify_body
{
	const convex_hull *exact;
	double center[3];
	double scale; ///< a power of two: search = (input - center) * scale
	uint32_t count;
	double (*points)[3];
	shell surface;
	uint32_t *neighbor_first; ///< count + 1 numbers in `neighbors`
	uint32_t *neighbors;
	simplify_tree tree; ///< without `boxes` where there are few vertices
	uint32_t effort;	///< as hull_budget's, but not 0
	uint64_t *looks;	///< counts vertices and faces that were looked at in search of supports and nearest points
	uint64_t *steps;	///< counts all else that was looked at: exact signs, planes, corners
	uint64_t limit;		///< of `looks` and `steps` together: beyond, every search ends with what it has
	double enough;		///< distance, in the coordinates of the search, that no outer hull need be nearer than; 0: none
	bool cut_short;		///< a search ended because of the limit
	bool give_up;		///< the search for an outer hull ends where `enough` is out of its reach
	double axes[3][3];	///< principal axes
	double half[3];		///< half of how far it reaches along them
	double middle[3];	///< of these reaches
} simplify_body;

static inline bool body_is_spent(const simplify_body *body)
{
	return *body->looks + *body->steps >= body->limit;
}

bool body_create(
	const kilncook_context *context, const convex_hull *exact, uint64_t *looks, uint64_t *steps, simplify_body *body);
void body_free(const kilncook_context *context, simplify_body *body);
/// The vertex that is farthest along `direction`, by hill climbing from `start` over the true hull's edges, and by the
/// tree where that is long.
uint32_t body_support(const simplify_body *body, const double direction[3], uint32_t start);

/// Moves `p` outwards: by `offset` where the body ends along each of its principal axes, and in proportion elsewhere. Of
/// all simple ways to enlarge something around the body this harms thin ones least.
void body_stretch(const simplify_body *body, const double p[3], double offset, double to[3]);
/// A vertex near `target`: the last one on a walk that comes nearer with every edge.
uint32_t body_nearest(const simplify_body *body, const double target[3], uint32_t start);

/// Fills `list` with vertices that are extreme along directions that look random and are the same everywhere; all
/// different, if that is easy. `*random` is the state, any number at first.
void body_scatter(const simplify_body *body, uint32_t count, uint32_t *list, uint32_t *random);

/// Chooses `count` (4 or more, less than all) vertices of the hull whose own hull comes near all others: `chosen` gets
/// their numbers, `*error` the distance. Starts from the `seed_count` numbers in `seed`, of which more than `count` are
/// given up again and fewer filled up; what they do not span is chosen. False when out of memory.
bool simplify_inner(const kilncook_context *context, const simplify_body *body, const uint32_t *seed,
	uint32_t seed_count, uint32_t count, uint32_t *chosen, double *error);

/// Places at most `*count` points whose hull contains the body, up to rounding, and comes near it. `seed` are numbers of
/// `*count` vertices of the body that span a solid; `*error` comes with about what their hull leaves out.
bool simplify_outer(const kilncook_context *context, const simplify_body *body, const uint32_t *seed, uint32_t *count,
	double (*points)[3], double *error);

/// Rounds the points of an outer hull to float32 and stretches them until their hull contains the true one, by exact
/// signs. KILNCOOK_REFUSED without a message when that can't be reached.
kilncook_status simplify_round(const kilncook_context *context, const simplify_body *body, const double (*points)[3],
	uint32_t count, convex_hull *out);

/// The largest coordinate that a result may have: KILN_COORDINATE_MAX, unless the true hull is beyond it already.
double simplify_limit(const convex_hull *exact);

/// A box or a tetrahedron around the true hull, whichever is within `vertices` and `faces`: what is always possible.
/// KILNCOOK_REFUSED with `hull-range` when it is out of range.
kilncook_status simplify_enclose(
	const kilncook_context *context, const convex_hull *exact, uint32_t vertices, uint32_t faces, convex_hull *out);

/// Copies a hull.
kilncook_status simplify_copy(const kilncook_context *context, const convex_hull *from, convex_hull *out);

/// Most vertices and faces; never 0.
typedef struct simplify_counts
{
	uint32_t vertices;
	uint32_t faces;
} simplify_counts;

/// An upright prism along a coordinate axis around a solid, within counts and nearer than `distance`; KILNCOOK_REFUSED
/// when there is none.
kilncook_status simplify_prism(const kilncook_context *context, const simplify_body *body, int axis,
	simplify_counts counts, double distance, convex_hull *out);

/// The coordinate that all vertices share, or -1.
int simplify_constant_axis(const convex_hull *exact);

/// A polygon of at most `most` corners in the plane of one, which needs a constant axis unless `inner`.
kilncook_status simplify_flat(const kilncook_context *context, const convex_hull *exact, uint32_t most, bool inner,
	convex_hull *out, double *distance);

/// A thin solid around a polygon, with twice its corners.
kilncook_status simplify_thicken(const kilncook_context *context, const convex_hull *exact, convex_hull *out);

/// The hull of `count` points when it is a solid in which every vertex of `exact` lies, by exact signs; else
/// KILNCOOK_REFUSED.
kilncook_status simplify_hull_around(const kilncook_context *context, const float (*points)[3], uint32_t count,
	const convex_hull *exact, convex_hull *out);

/// hull_simplify, which ends after about `limit` looks, or hull_looks_most where that is 0; `*looked` gets how many.
kilncook_status simplify_within(const kilncook_context *context, const convex_hull *exact, const hull_budget *budget,
	uint64_t limit, convex_hull *out, double *distance, uint64_t *looked);

/// hull_distance, and counts the corners and planes that were looked at.
double simplify_distance(const convex_hull *outer, const convex_hull *inner, uint64_t *looks);

/// The box of a hull's vertices.
void simplify_box(const convex_hull *h, double low[3], double high[3]);
/// The longest side of the box around both.
double simplify_longest(const convex_hull *a, const convex_hull *b);

static inline double simplify_dot(const double a[3], const double b[3])
{
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void simplify_sub(const double a[3], const double b[3], double r[3])
{
	r[0] = a[0] - b[0];
	r[1] = a[1] - b[1];
	r[2] = a[2] - b[2];
}

static inline void simplify_cross(const double a[3], const double b[3], double r[3])
{
	r[0] = a[1] * b[2] - a[2] * b[1];
	r[1] = a[2] * b[0] - a[0] * b[2];
	r[2] = a[0] * b[1] - a[1] * b[0];
}

#endif
