#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs a command and stops it when it hangs: after KILN_TEST_LIMIT seconds, far more than any test takes on a slow and busy
# machine. Prints the stopped command, and exits with 124.
#   tests/within.sh COMMAND...
limit=${KILN_TEST_LIMIT:-14400}
timeout "$limit" "$@"
status=$?
[ $status != 124 ] || echo "tests/within.sh: error: stopped after $limit s: $*" >&2
exit $status
