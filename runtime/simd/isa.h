// SPDX-License-Identifier: MIT
#ifndef KILN_SIMD_ISA_H
#define KILN_SIMD_ISA_H

#include "kiln/asset.h"

/// Dispatch: decides in one place which of the compiled instruction sets a query runs on. An asset and a broadphase
/// resolve the instruction set once, when they are made (kilni_isa_resolve, which is slow). Afterwards every query uses
/// the set that they store.
///
/// Kernels are compiled once for each instruction set under the names `prefix_scalar`, `prefix_sse2`, `prefix_avx2`,
/// `prefix_neon` and `prefix_simd128` (WebAssembly). Where SSE2, NEON or SIMD128 is the baseline, no machine needs the
/// scalar kernels: they are linked only with KILN_WITH_SCALAR, for comparison. Without KILN_WITH_SCALAR, KILN_ISA_SCALAR selects the baseline there.

#if defined(KILN_ONLY_SCALAR)
#define KILN_ISA_CHOOSE(isa, prefix) ((void)(isa), &prefix##_scalar)
#elif defined(__x86_64__) || defined(_M_X64)
#define KILN_ISA_HAS_SSE2
#define KILN_ISA_CHOOSE(isa, prefix) ((isa) == KILN_ISA_AVX2 ? &prefix##_avx2 : KILN_ISA_BASELINE(isa, prefix, sse2))
#elif defined(__aarch64__)
#define KILN_ISA_HAS_NEON
#define KILN_ISA_CHOOSE(isa, prefix) KILN_ISA_BASELINE(isa, prefix, neon)
#elif defined(__wasm_simd128__)
// A module has one instruction set: its baseline, KILN_ISA_SCALAR.
#define KILN_ISA_CHOOSE(isa, prefix) KILN_ISA_BASELINE(isa, prefix, simd128)
#else
#define KILN_ISA_CHOOSE(isa, prefix) ((void)(isa), &prefix##_scalar)
#endif

#ifdef KILN_WITH_SCALAR
#define KILN_ISA_BASELINE(isa, prefix, set) ((isa) == KILN_ISA_SCALAR ? &prefix##_scalar : &prefix##_##set)
#else
#define KILN_ISA_BASELINE(isa, prefix, set) ((void)(isa), &prefix##_##set)
#endif

/// The instruction set to use when the caller wishes `isa`: `isa` itself where this machine has it, else the widest of
/// this machine.
kiln_isa kilni_isa_resolve(kiln_isa isa);

#endif
