// SPDX-License-Identifier: MIT
#ifndef KILN_WASM_MATH_H
#define KILN_WASM_MATH_H

/// The parts of C's math.h that the runtime uses. Each function is one instruction of WebAssembly.

#define NAN __builtin_nanf("")
#define INFINITY __builtin_inff()
#define HUGE_VAL __builtin_huge_val()
#define HUGE_VALF __builtin_huge_valf()

#define signbit(x) __builtin_signbit(x)

float fabsf(float x);
double fabs(double x);
float sqrtf(float x);
double sqrt(double x);
float copysignf(float x, float sign);
double copysign(double x, double sign);
double floor(double x);

#endif
