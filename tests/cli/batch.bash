# SPDX-License-Identifier: MIT
# What the tests of kiln-batch share: they run in a folder of their own, which has the samples.
# shellcheck shell=bash
. "$(dirname "$0")/claims.bash"
batch=$build/kiln-batch
cook=$build/kiln-cook
cd "$scratch" || exit 3
"$build/kiln-samples" samples || exit 3

# cooked COUNT WORD...: a batch of art into out ends with 0 and cooks so many assets.
cooked()
{
	local count=$1
	shift
	exits 0 "$batch" art -o out "$@" && shows " $count cooked,"
}
