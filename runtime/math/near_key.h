// SPDX-License-Identifier: MIT
#ifndef KILN_MATH_NEAR_KEY_H
#define KILN_MATH_NEAR_KEY_H

/// The float32 number that is reported for a distance in double, and by which distances are compared.
///
/// All pairs with the same number tie. So a search may end as soon as the lower bound of the remaining distances has
/// the number of the best pair, although rounding keeps the bound below the exact distance. A search takes long only
/// where many distances lie, within that rounding, beside a step from one number to the next. Distances of flat
/// surfaces are most often float32 numbers or halfway between two of them. So the steps lie a little beside both, by
/// about 2^-27 of the distance, in a ratio whose digits follow no pattern.

/// Monotone; at least 2^-149 for a distance above 0; the identity of float32 numbers.
static inline float kiln_near_key(double distance)
{
	// 1 - 2^-27 * 1.236..., twice the golden section's.
	float key = (float)(distance * 0x1.ffffffb0e4433p-1);
	return key > 0 || !(distance > 0) ? key : 0x1p-149f;
}

#endif
