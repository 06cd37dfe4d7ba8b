// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_HULL_SIMPLIFY_INTERNAL_H
#define KILN_COOKER_HULL_SIMPLIFY_INTERNAL_H

#include "simplify.h"

/// Functions that the files of hull simplification share. They search in double, in coordinates that are exact images
/// of the input's coordinates, with the longest side of the true hull's box in (1/2, 1]. Only round.c decides whether a
/// result may be returned, by exact signs on float32 numbers.

#define SHELL_NONE 0xffffffffu
#define SHELL_LISTS 6

/// Larger numbers of vertices and faces are searched from neighbour to neighbour instead of one after the other.
#define SIMPLIFY_MANY 1024

/// The most vertices and faces that a climb or a walk visits before it switches to a tree. On most hulls both end
/// earlier.
#define SIMPLIFY_LOOKS 256
/// The most faces around a vertex that is removed for a trial.
#define SIMPLIFY_RING_MOST 256
/// A hull with at least so many vertices gets a tree.
#define SIMPLIFY_TREE_LEAST 256
/// A depth-first search keeps one pending half a level, for any 32-bit number of vertices.
#define SIMPLIFY_TREE_DEPTH 34

typedef struct simplify_tree_box
{
	double low[3];
	double high[3];
} simplify_tree_box;

/// A binary tree over points, which halves boxes along their longest side.
typedef struct simplify_tree
{
	const double (*points)[3];
	uint32_t count;
	uint32_t *order;
	simplify_tree_box *boxes; ///< box 1 is the root; the children of box i are 2 i and 2 i + 1
	uint32_t box_count;
	uint64_t *looks; ///< counts visited boxes and points
} simplify_tree;

bool simplify_tree_create(
	const kilncook_context *context, const double (*points)[3], uint32_t count, uint64_t *looks, simplify_tree *tree);
void simplify_tree_free(const kilncook_context *context, simplify_tree *tree);
/// Returns a point that is farthest along `direction`: `start` if no point is farther.
uint32_t simplify_tree_support(const simplify_tree *tree, const double direction[3], uint32_t start);

typedef struct shell_face
{
	uint32_t v[3];	  ///< counter-clockwise from outside; v[0] is SHELL_NONE in a free slot
	uint32_t n[3];	  ///< n[k]: the face across v[k] v[k + 1]
	uint32_t support; ///< a vertex of the true hull where a climb starts; any valid number works
	double plane[4];  ///< unit normal and its offset
} shell_face;

/// Four planes of a face, for one lane each: lanes 0 to 2 are perpendicular to the face and have the inside of the
/// triangle behind them, lane 3 is the face's plane.
typedef struct shell_sides
{
	double x[4];
	double y[4];
	double z[4];
	double offset[4];
} shell_sides;

/// A closed convex surface of triangles that grows and shrinks by single points. exact_orient3d decides which faces a
/// point sees, so that the surface stays closed and convex for any points; neighbouring triangles may be coplanar.
typedef struct shell
{
	const double (*points)[3];
	uint32_t point_capacity;
	shell_face *faces;
	shell_sides *sides; ///< per face, for shell_closest; NULL in shells that are not asked
	shell_face *hole;	///< room for face_capacity faces, for shell_hole
	uint32_t face_capacity;
	uint32_t face_end;	///< slots in use or free
	uint32_t free_face; ///< first free slot, linked through n[0]
	uint32_t any;		///< a live face
	uint32_t *corner;	///< per point: a face at it; SHELL_NONE: not a vertex
	uint32_t *scratch;	///< SHELL_LISTS lists, each with room for face_capacity + 8 numbers
	uint32_t *spoke;	///< per point, during an insertion: the new face that starts there
	double center[3];	///< strictly inside, if `has_center`
	bool has_center;
	/// by direction from the center: the vertex inserted last; only for shells with many possible vertices
	uint32_t *latest;
	uint32_t side;			   ///< 6 x side x side directions
	uint64_t *looks;		   ///< counts visited faces and corners, and exact signs; NULL: no counting
	const simplify_tree *tree; ///< a tree over the points when all of them are vertices and they are many; else NULL
} shell;

static inline void shell_look(const shell *s, uint64_t looks)
{
	if (s->looks)
		*s->looks += looks;
}

/// Allocates room for `points` numbers of points, of which at most `most` are vertices at the same time.
/// With `near`, shell_closest can be called.
bool shell_create(const kilncook_context *context, const double (*points)[3], uint32_t point_count, uint32_t most,
	bool near, shell *s);
void shell_free(const kilncook_context *context, shell *s);
/// Chooses four points with a large span, among the `count` points in `list`, or among the first `count` points if
/// `list` is NULL: the point farthest from the origin, then the points farthest from this point, from their line and
/// from their plane. False when all points are in one plane.
bool shell_span(const double (*x)[3], const uint32_t *list, uint32_t count, uint32_t four[4]);
/// Restarts with a tetrahedron of the four; false when they are exactly coplanar.
bool shell_start(shell *s, const uint32_t four[4]);
/// Makes point `i` a vertex and drops the vertices that it hides. False when it lies inside or on the surface.
bool shell_insert(shell *s, uint32_t i);
/// Removes vertex `i`; false, and no change, when the rest is not a solid. Only for points in convex position, such as
/// the vertices of an inner hull.
bool shell_remove(shell *s, uint32_t i);
/// The step of shell_remove that changes the shell: replaces the faces around vertex `i` by `count` triangles of places
/// in `ring`, counter-clockwise. The triangle on one side of an edge precedes the triangles on its other edges. `made`
/// has room for `count` numbers.
void shell_replace_ring(shell *s, uint32_t i, const uint32_t *ring, const uint32_t *beyond, uint32_t ring_count,
	const uint32_t (*triangles)[3], uint32_t count, uint32_t *made);
/// Makes the shell convex after its points have moved, by flips of edges, up to rounding. False when flips do not
/// suffice: the shell then needs a new start.
bool shell_settle(shell *s);
/// Computes `f`'s plane from its corners; all 0 for a triangle without area.
void shell_face_plane(const shell *s, shell_face *f);
/// Computes the other planes of a face that has its own.
shell_sides shell_sides_of(const shell *s, const shell_face *f);
/// Returns the faces with which shell_remove would replace those around vertex `i`; they are valid until the next call.
uint32_t shell_hole(shell *s, uint32_t i, shell_face **faces);
/// Returns the distance from vertex `i` to the shell that shell_remove would leave.
double shell_height(shell *s, uint32_t i);
/// Copies `from`, which has the same capacities, over `to`.
void shell_copy(shell *to, const shell *from);
/// Whether more than SIMPLIFY_RING_MOST faces meet at vertex `i`. Searches that remove vertices for a trial skip such
/// vertices: hulls have few of them, and filling their hole takes quadratic time.
bool shell_is_hub(const shell *s, uint32_t i);
/// Returns the next face around vertex `v`, clockwise.
uint32_t shell_turn(const shell *s, uint32_t face, uint32_t v);
/// Returns the distance from `p` to the solid, 0 inside; `q` gets the nearest point. The search starts at `*face`,
/// which gets the face of q. Walks downhill over faces (after Lin and Canny, 1991), and scans all faces if the walk
/// ends at a face that has `p` behind it.
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
	uint32_t *neighbors;	  ///< an even number a vertex: the first may stand there twice
	double (*around)[3][2];	  ///< coordinates of each two neighbors
	simplify_tree tree;		  ///< without `boxes` for few vertices
	uint32_t effort;		  ///< hull_budget's effort, with the default in place of 0
	uint64_t *looks;		  ///< counts vertices and faces that searches for supports and nearest points visit
	uint64_t *steps;		  ///< counts all other work: exact signs, planes, corners
	uint64_t limit;	   ///< limit of `looks` and `steps` together; beyond it, every search ends with its result so far
	double enough;	   ///< distance, in the coordinates of the search, below which an outer hull need not improve; 0:
					   ///< none
	bool cut_short;	   ///< a search reached the limit and ended
	bool give_up;	   ///< the search for an outer hull ends when it cannot reach `enough`
	double axes[3][3]; ///< principal axes
	double half[3];	   ///< half of the body's extents along the axes
	double middle[3];  ///< the middle of these extents
} simplify_body;

static inline bool body_is_spent(const simplify_body *body)
{
	return *body->looks + *body->steps >= body->limit;
}

bool body_create(
	const kilncook_context *context, const convex_hull *exact, uint64_t *looks, uint64_t *steps, simplify_body *body);
void body_free(const kilncook_context *context, simplify_body *body);
/// Returns the vertex that is farthest along `direction`, by hill climbing from `start` over the true hull's edges, and
/// by the tree where the climb is long.
uint32_t body_support(const simplify_body *body, const double direction[3], uint32_t start);

/// Moves `p` outwards: by `offset` where the body ends along each of its principal axes, and in proportion elsewhere.
/// Of the simple ways to enlarge a hull around the body, this one changes thin bodies least.
void body_stretch(const simplify_body *body, const double p[3], double offset, double to[3]);
/// Returns a vertex near `target`: the end of a walk in which each edge decreases the distance.
uint32_t body_nearest(const simplify_body *body, const double target[3], uint32_t start);

/// Fills `list` with vertices that are extreme along pseudo-random directions, the same on every machine; they are all
/// different, if that is easy. `*random` is the state, any number at first.
void body_scatter(const simplify_body *body, uint32_t count, uint32_t *list, uint32_t *random);

/// Chooses `count` (4 or more, less than all) vertices of the hull whose own hull is close to all others: `chosen` gets
/// their numbers, `*error` the distance. Starts from the `seed_count` numbers in `seed`; drops vertices beyond `count`
/// and adds missing ones. If the seed does not span a solid, the search chooses its own start. False when out of
/// memory. With `start`, the vertices are only the start of an outer hull, which is worth less work.
bool simplify_inner(const kilncook_context *context, const simplify_body *body, const uint32_t *seed,
	uint32_t seed_count, uint32_t count, bool start, uint32_t *chosen, double *error);

/// Places at most `*count` points whose hull contains the body, up to rounding, and is close to it. `seed` has the
/// numbers of `*count` vertices of the body that span a solid; on input, `*error` is about the distance that their hull
/// leaves.
bool simplify_outer(const kilncook_context *context, const simplify_body *body, const uint32_t *seed, uint32_t *count,
	double (*points)[3], double *error);

/// Rounds the points of an outer hull to float32 and stretches them until their hull contains the true hull, by exact
/// signs. KILNCOOK_REFUSED without a message when no stretch suffices.
kilncook_status simplify_round(const kilncook_context *context, const simplify_body *body, const double (*points)[3],
	uint32_t count, convex_hull *out);

/// Returns the largest coordinate that a result may have: KILN_COORDINATE_MAX, unless the true hull already exceeds it.
double simplify_limit(const convex_hull *exact);

/// Most vertices and faces; never 0.
typedef struct simplify_counts
{
	uint32_t vertices;
	uint32_t faces;
} simplify_counts;

/// Makes an upright prism along a coordinate axis around a solid, within counts and nearer than `distance`;
/// KILNCOOK_REFUSED when no such prism exists.
kilncook_status simplify_prism(const kilncook_context *context, const simplify_body *body, int axis,
	simplify_counts counts, double distance, convex_hull *out);

/// Whether some points of every prism along an axis are farther than `distance`: both ends of the lines through the
/// vertices that end the body along the other axes. Takes less time than a prism.
bool simplify_prism_is_hopeless(const simplify_body *body, int axis, double distance);

/// Returns the coordinate that all vertices share, or -1.
int simplify_constant_axis(const convex_hull *exact);

/// Makes a polygon with at most `most` corners in the plane of a given polygon, which needs a constant axis unless
/// `inner`.
kilncook_status simplify_flat(const kilncook_context *context, const convex_hull *exact, uint32_t most, bool inner,
	convex_hull *out, double *distance);

/// Makes a thin solid around a polygon, with twice its corners.
kilncook_status simplify_thicken(const kilncook_context *context, const convex_hull *exact, convex_hull *out);

/// Builds the hull of `count` points if it is a solid that contains every vertex of `exact`, by exact signs; else
/// KILNCOOK_REFUSED.
kilncook_status simplify_hull_around(const kilncook_context *context, const float (*points)[3], uint32_t count,
	const convex_hull *exact, convex_hull *out);

/// Does the work of hull_simplify, and ends after about `limit` looks, or hull_looks_most if `limit` is 0; `*looked`
/// gets the number of looks.
kilncook_status simplify_within(const kilncook_context *context, const convex_hull *exact, const hull_budget *budget,
	uint64_t limit, convex_hull *out, double *distance, uint64_t *looked);

/// Does the work of hull_distance, and counts the corners and planes that it visits.
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
