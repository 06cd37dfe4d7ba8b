// SPDX-License-Identifier: MIT
#ifndef KILN_WASM_ASSERT_H
#define KILN_WASM_ASSERT_H

/// The runtime asserts at compile time only.
#define static_assert _Static_assert

#endif
