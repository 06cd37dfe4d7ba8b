#!/bin/sh
# SPDX-License-Identifier: MIT
# Once everything is there, tools/setup.sh does nothing and says nothing; it refuses what it does not know.
cd "$(dirname "$0")/../.." || exit 3
[ -z "$(tools/setup.sh build 2>&1)" ] || { echo "setup.sh build speaks"; exit 1; }
tools/setup.sh cake 2>/dev/null
[ $? = 2 ] || { echo "setup.sh cake is not refused as usage"; exit 1; }
