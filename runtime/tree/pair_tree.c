// SPDX-License-Identifier: MIT
#include "pair_tree.h"
#include "math/double3.h"
#include "math/rounding.h"

void kilni_pair_tree_box(kiln_pair_tree *tree, const float min[3], const float max[3])
{
	for (int k = 0; k < 3; ++k)
	{
		// Sums and differences of floats of at most 2^40 may round in double; kiln_float_up has room for that.
		double low = (double)min[k], high = (double)max[k];
		tree->middle[k] = (float)(0.5 * (low + high));
		double below = (double)tree->middle[k] - low, above = high - (double)tree->middle[k];
		tree->half[k] = kiln_float_up(kiln_double_max(below, above));
	}
}
