// SPDX-License-Identifier: MIT
#ifndef KILN_VIEW_ASSERT_H
#define KILN_VIEW_ASSERT_H

/// A false assertion traps: the page's call throws.
#define assert(condition) ((condition) ? (void)0 : __builtin_trap())
#define static_assert _Static_assert

#endif
