// SPDX-License-Identifier: MIT
#ifndef KILN_MATH_IEEE_H
#define KILN_MATH_IEEE_H

#include <float.h>

/// Refuses to compile with other arithmetic than IEEE 754's, in which each operation is rounded once, in its own type.
/// Bounds, proofs and equal bits on all machines rest on this arithmetic. So every source of Kiln includes this header,
/// directly or through others; a test checks this in the compiler's lists of dependencies.
///
/// clang defines no macro for -fassociative-math, -freciprocal-math and -funsafe-math-optimizations without
/// -ffast-math: this header cannot detect them there. GCC defines a macro for each of them since version 12.

#if defined(__FAST_MATH__) || defined(_M_FP_FAST)
#error "Kiln must not be compiled with -ffast-math or /fp:fast"
#endif
#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
#error "Kiln must not be compiled with -ffinite-math-only: it refuses what is not finite by comparing"
#endif
#if defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__)
#error "Kiln must not be compiled with -fassociative-math, -freciprocal-math or -funsafe-math-optimizations"
#endif
#if defined(__NO_SIGNED_ZEROS__)
#error "Kiln must not be compiled with -fno-signed-zeros: its blobs and answers are compared bit by bit"
#endif
#if FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 16
#error "Kiln needs arithmetic without excess precision: -msse2 -mfpmath=sse on x86, -fexcess-precision=fast elsewhere"
#endif

#endif
