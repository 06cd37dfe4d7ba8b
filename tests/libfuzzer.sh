#!/bin/bash
# SPDX-License-Identifier: MIT
# libfuzzer.sh SECONDS: runs every fuzz target in clang's libFuzzer. A target begins with its own seeds, fuzz_blob also with
# cooked samples. build/corpus keeps inputs that reach new code, with which the next run begins, and build/corpus/failed-*
# the inputs that fail.
cd "$(dirname "$0")/.." || exit 3
: "${MAKE:=make}" "${BUILD:=build}"
seconds=${1:?usage: tests/libfuzzer.sh SECONDS}

for source in tests/fuzz/fuzz_*.c
do
	target=$(basename "$source" .c)
	[ "$target" != fuzz_driver ] || continue
	"$MAKE" --no-print-directory -s all "$BUILD/$target" || exit 1
	"$MAKE" --no-print-directory -s -j"$(nproc)" config=fuzz CC=clang "$BUILD/fuzz-clang/$target" || exit 1
	corpus=$BUILD/corpus/$target
	mkdir -p "$corpus"
	"$BUILD/$target" --write-seeds "$corpus" || exit 1
	if [ "$target" = fuzz_blob ]
	then
		"$BUILD/kiln-samples" "$corpus/art" --terrain 6 || exit 1
		for art in "$corpus"/art/*.obj "$corpus"/art/*.gltf
		do
			for shape in mesh hull box
		do
			"$BUILD/kiln-cook" -q --shape "$shape" "$art" -o "$corpus/$(basename "$art").$shape.kiln" 2>/dev/null || exit 1
		done
		done
		rm -rf "$corpus/art"
	fi
	echo "$target: libFuzzer for $seconds s"
	"$BUILD/fuzz-clang/$target" -max_total_time="$seconds" -timeout=10 -max_len=65536 -print_final_stats=1 \
		-artifact_prefix="$BUILD/corpus/failed-" "$corpus" 2>&1 | tail -n 20
	[ "${PIPESTATUS[0]}" = 0 ] || exit 1
done
