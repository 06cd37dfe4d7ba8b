// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_JACOBI_H
#define KILN_COOKER_JACOBI_H

/// Eigenvalues, increasing, and eigenvectors of the symmetric matrix whose entries are given in the order xx, yy, zz,
/// xy, xz, yz (cyclic Jacobi rotations; Golub and Van Loan 1996, section 8.4). Whether an entry counts as zero is
/// judged beside the two on the diagonal that it couples, so that the scale of the matrix does not matter.
///
/// `vectors[i]` belongs to `values[i]`; they are unit, at right angles and right-handed. The sign is fixed: of the
/// first two the entry of greatest magnitude is positive. Where values are equal to 1e-12 of the greatest magnitude,
/// the coordinate axes take the place of arbitrary vectors: all of them, or those nearest to a right angle with the one
/// vector that is not arbitrary. A matrix that is not finite gives vectors that are not.
void jacobi_eigen(const double matrix[6], double values[3], double vectors[3][3]);

#endif
