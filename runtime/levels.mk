# SPDX-License-Identifier: MIT
# How much each source of the runtime is optimised. The Makefile and CMakeLists.txt read this file, so each line is
# `name := words` or `name += words`, without conditions and without references. Paths begin in this folder; % stands for any
# characters. A source has the first level whose patterns match it.
#
# `tiny`: for size, since it is not hot. `small`: -O2, without copies of loops. `peeled`: -O2, and loops of three steps are
# unrolled. All other sources, the kernels among them, have the level `kernel`: -O3 without options that make them larger but not
# faster, which copy loops and functions for special cases. Those that are not `loose` also get the limits `tight` on inlining and
# unrolling large bodies, or `tight_wide` in the rooms of `wide`; rays and small shapes are slower with these limits.
#
# No level costs a query more than 2 % (kiln-bench). Opening, a proof of all bytes, takes 4 % more instructions for a blob of 220 KB
# than with -O3, and 11 to 14 % more for blobs of 3 to 5 KB (callgrind, gcc 12.2); its code is 18 % smaller.
sources.tiny := open/access% open/map% open/open% open/status% open/proof_meshes% open/proof_shapes% open/proof_optional% open/proof_bodies% world/% log/% draw/%
sources.tiny += scene/contact% scene/overlap% scene/inside% pair/front% pair/group% pair/pair_group% pair/pieces% pair/settle_part% pair/patches%
sources.tiny += pair/time% bounds/% deform/% mover/% pack/asset% pack/open% pack/rules%
sources.tiny += heightfield/cell% heightfield/from_pack% heightfield/map% heightfield/rules% sdf/open% sdf/exact% survey/% open/origin%
sources.tiny += convex/motion/cast_rounded% convex/shape/rounded% convex/manifold/lasting% convex/manifold/point%
sources.small := heightfield/open% heightfield/proof% heightfield/ranges% heightfield/edit% heightfield/cast% heightfield/overlap_convex% heightfield/search% heightfield/patch% open/% pack/% scene/% shape/% walk/% implicit/% pair/scene_pair% pair/kernel/front% hull/kdop% hull/view% hull/plane% hull/points/%
sources.small += convex/depth/sat% convex/depth/penetration.c convex/depth/boxes% convex/manifold/manifold% convex/manifold/search% convex/manifold/round% convex/manifold/body% convex/manifold/flood% convex/manifold/tops% convex/manifold/area% convex/manifold/clip%
sources.small += convex/distance/gjk_wide% convex/manifold/reduce% convex/manifold/segments% convex/manifold/sum% convex/motion/cast_object%
sources.peeled := convex/shape/shape% convex/shape/points% convex/shape/body% pair/mesh_solid% pair/solid% pair/scene_settle%
sources.peeled += pair/mesh_pair% pair/pair.c pair/object% primitive/moving/%
sources.loose := tree% primitive% math% convex/shape/support% convex/distance/gjk% sdf/sample%
sources.wide := pair/kernel/% broadphase/%

# Flags of each level, for GCC and for Clang.
gcc.tiny := -Os
clang.tiny := -O2
gcc.small := -O2
clang.small := -O2
gcc.peeled := -O2 -fpeel-loops --param max-completely-peeled-insns=100
clang.peeled := -O2
gcc.kernel := -fno-tree-loop-vectorize -fno-ipa-cp-clone -fno-unswitch-loops -fno-split-loops -fno-peel-loops
gcc.kernel += -fno-version-loops-for-strides -fno-loop-unroll-and-jam -fno-loop-interchange -fno-gcse-after-reload
gcc.tight := --param max-inline-insns-single=100 --param max-completely-peeled-insns=100
gcc.tight_wide := --param max-inline-insns-single=140 --param max-completely-peeled-insns=100
