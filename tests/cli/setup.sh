#!/bin/sh
# SPDX-License-Identifier: MIT
# If everything is installed, tools/setup.sh does nothing and prints nothing. It refuses unknown arguments.
cd "$(dirname "$0")/../.." || exit 3
[ -z "$(tools/setup.sh build 2>&1)" ] || { echo "setup.sh build speaks"; exit 1; }
tools/setup.sh cake 2>/dev/null
[ $? = 2 ] || { echo "setup.sh cake is not refused as usage"; exit 1; }
