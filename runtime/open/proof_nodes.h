// SPDX-License-Identifier: MIT
#ifndef KILN_OPEN_PROOF_NODES_H
#define KILN_OPEN_PROOF_NODES_H

#include "proof.h"

/// The rule that the matrices of a node break, apart from its flags; KILN_RULE_COUNT if they break no rule. Let T =
/// to_asset and M = to_mesh, without their translations unless the rule names them:
///
/// - Both are finite; T's translation is at most 2^63, M's at most 2^126, and T's largest entry from 2^-60 to 2^60.
/// - |T| |M| <= 2^20 in the Frobenius norm.
/// - M T is the identity and M carries T's translation to 0: each of the twelve numbers is off by at most 2^-23 of the
///   sum of the absolute products that it is the sum of. (To each entry of M the smallest normal float is added there,
///   for rounding to a denormal number.)
///
/// The second and third rule keep T regular: M T differs from the identity by at most 1/8 in norm, so that the true
/// condition number is below 2^21. The third holds for every inverse whose entries have a relative error of at most 1.9
/// * 2^-24. All three together keep float32 finite: T carries points within 2^63, and M, whose entries are at most
/// 2^80, those within 2^43 to finite numbers.
kiln_rule kilni_node_matrices(const kiln_format_node *node);

/// Whether to_asset mirrors: its determinant is negative. For matrices that break no rule.
bool kilni_node_mirrors(const kiln_format_node *node);

#endif
