// SPDX-License-Identifier: MIT
// No guard: proof.h includes this once for each arithmetic; see body.h.

/// What does not depend on the point. A field is set for the kinds that read it.
typedef struct BODY(body)
{
	NUMBER origin[3]; ///< centre, the segment's first end, apex or corner
	NUMBER edge[2][3];
	NUMBER square[2];	 ///< edge . edge
	NUMBER cross;		 ///< edge[0] . edge[1]
	NUMBER normal[3][3]; ///< OBB, ellipsoid: axes[j] x axes[k]; RSS: [0] is edge[0] x edge[1]
	NUMBER normal2;		 ///< RSS: normal[0] . normal[0]
	NUMBER determinant;	 ///< of the axes, made positive
	NUMBER radius2;
	NUMBER limit[3]; ///< what a term is compared with
	NUMBER weight[3];
	bool flat[3]; ///< ellipsoid: a zero radius
	bool hollow;  ///< the axes do not span space: nothing is inside
	bool unsure;  ///< so near to it that the sign is not known
} BODY(body);
