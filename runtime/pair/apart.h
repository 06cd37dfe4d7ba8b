// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_APART_H
#define KILN_PAIR_APART_H

#include "kiln/pair.h"

/// Whether balls around the boxes of two valid objects prove that these are farther apart than a distance, before anything is
/// prepared for the query: a third of the time of the test of two roots. False for objects that are not plainly valid, and
/// where counters, a front or a budget would miss their part.
bool kilni_pair_apart(const kiln_object *a, const kiln_object *b, const kiln_pair_options *options, double distance);

#endif
