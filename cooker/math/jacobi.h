// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_JACOBI_H
#define KILN_COOKER_JACOBI_H

/// Computes the eigenvalues, increasing, and the eigenvectors of the symmetric matrix with entries in the order xx, yy,
/// zz, xy, xz, yz (cyclic Jacobi rotations; Golub and Van Loan 1996, section 8.4). An entry counts as zero in
/// comparison with the two diagonal entries that it couples, so that the scale of the matrix does not matter.
///
/// `vectors[i]` belongs to `values[i]`; the vectors are unit, perpendicular and right-handed. The signs are fixed: in
/// each of the first two vectors the entry of greatest magnitude is positive. Where values are equal to 1e-12 of the
/// greatest magnitude, coordinate axes replace arbitrary vectors: all three axes, or those closest to perpendicular to
/// the one vector that is not arbitrary. A matrix that is not finite gives vectors that are not finite.
void jacobi_eigen(const double matrix[6], double values[3], double vectors[3][3]);

#endif
