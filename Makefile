# SPDX-License-Identifier: MIT
#
#   make [all]    libraries and tools into build/
#   make demo     sets up, cooks a model, dumps it and queries it
#   make test     sets up and passes the quick tests: unit tests and command line
#   make test-all  all others: sanitizers, compilers, machines, coverage, determinism, corpus, fuzz
#   make test-corpus  cooks every model of a folder: ARGS=FOLDER, or Debian's assimp-testmodels
#   make coverage  lines and branches of the primitive tests' code that the tests reach
#   make prove     a million random configurations of every primitive test against 256-bit arithmetic
#   make bench    measures against other libraries
#   make fuzz     a million damaged blobs, then libFuzzer for ten minutes
#   make install  DESTDIR= PREFIX=/usr/local
#   make shared   the runtime as a shared library, build/release-shared/libkiln.so.1
#   make single   the runtime as two files, build/single/kiln.h and kiln.c
#   make wasm     the runtime for WebAssembly, an npm package, build/wasm/kiln
#   make view     the page of kiln-view, build/share/kiln/view/page.html; needs Node and npm, which fetches what it is made of
#   make view_scalar the same page for browsers without WebAssembly SIMD, build/share/kiln/view/page-scalar.html
#   make view_wasm   what that page calls, in WebAssembly, build/view_wasm/kiln.view.wasm, and without SIMD
#   make sizes    what small programs link of the runtime, one for each capability
#
# config=release|debug|sanitize|scalar|fuzz|demo and CC=gcc|clang or a cross compiler choose a variant. Each has its own
# directory build/<variant>; the default one (release, gcc) puts libraries and programs right into build/. ASSIMP=no leaves
# assimp, libpng, libtiff and OpenEXR out. WITHOUT="ROOM..." leaves those rooms of tests/ out. QUIET=1 prints no line a file.

config ?= release
PREFIX ?= /usr/local
BUILD ?= build
# Clang compiles what the sanitizers add in a fraction of GCC's time.
usual := $(or $(if $(filter sanitize,$(config)),$(notdir $(shell command -v clang))),gcc)
ifeq ($(origin CC),default)
CC := $(usual)
endif
ifeq ($(origin CXX),default)
CXX := $(if $(findstring clang,$(CC)),$(subst clang,clang++,$(CC)),g++)
endif
# A cross compiler brings its own archiver; a wrapper such as musl-gcc takes the machine's.
ifneq ($(filter %-gcc,$(CC)),)
AR := $(or $(notdir $(shell command -v $(CC:%gcc=%ar) 2>/dev/null)),ar)
OBJCOPY := $(or $(notdir $(shell command -v $(CC:%gcc=%objcopy) 2>/dev/null)),objcopy)
endif
OBJCOPY ?= objcopy

variant := $(config)$(if $(filter no,$(ASSIMP)),-lone)$(if $(filter-out cc $(usual),$(notdir $(CC))),-$(notdir $(CC)))$(if $(filter yes,$(SHARED)),-shared)
obj := $(BUILD)/$(variant)/obj
out := $(if $(filter release,$(variant)),$(BUILD),$(BUILD)/$(variant))
target := $(shell $(CC) -dumpmachine 2>/dev/null)
machine := $(firstword $(subst -, ,$(target)))
windows := $(findstring mingw,$(target))
exe := $(if $(windows),.exe)
# Programs for other machines and C libraries run where their shared libraries are not installed.
static := $(if $(or $(filter musl-gcc,$(CC)),$(filter-out gcc clang,$(filter %-gcc,$(CC)))),-static)

# --- Flags ------------------------------------------------------------------------------------------------------------

warnings := -Wall -Wextra -Wshadow -Wconversion -Wdouble-promotion -Wstrict-prototypes -Werror
# Lines for stack traces and profiles; what a debugger shows of variables takes a third of the compilers' time.
flags.release := -O3 -g1
flags.debug := -O0 -g
# AddressSanitizer reports what null pointers, pointers that overflow and objects that are too small lead to.
flags.sanitize := -O1 -g1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize=null,object-size,pointer-overflow \
	-fno-sanitize-recover=all
flags.fuzz := $(flags.sanitize) -fsanitize=fuzzer-no-link
flags.scalar := -O3 -g1 -DKILN_ONLY_SCALAR
flags.demo := -O1
ifndef flags.$(config)
$(error config=$(config): choose release, debug, sanitize, scalar, fuzz or demo)
endif

# No fused multiply-add: the same bits from every compiler and every machine. GCC's vectorizer of straight-line code
# (12.2 at least) leaves out the rounding of (double)(float)x where two of them stand side by side.
exact := -ffp-contract=off -fno-math-errno $(if $(findstring clang,$(CC)),,-fno-tree-slp-vectorize)
# Each operation in its own type's precision: x87 registers are wider, and GCC's C17 calls float double on s390.
exact += $(if $(filter i386 i486 i586 i686,$(machine)),-msse2 -mfpmath=sse)
exact += $(if $(filter s390x,$(machine)),$(if $(findstring clang,$(CC)),,-fexcess-precision=fast))
# The classification macros of mingw's math.h name float for every type.
warnings += $(if $(windows),-Wno-float-conversion)
cflags := -std=c17 $(warnings) $(exact) -MMD -MP $(flags.$(config))
ldflags := $(filter -fsanitize%,$(flags.$(config)))

# Headers of other projects are not ours to warn about.
system = $(patsubst -I%,-isystem %,$(shell pkg-config --cflags $(1) 2>/dev/null))
# ASSIMP=no leaves out the readers that go through assimp, zlib, libpng, libtiff and OpenEXR: OBJ, PLY, STL, OFF, glTF and samples without a
# header are read without.
with_assimp := $(if $(filter no,$(ASSIMP)),,assimp)
# Of OpenEXR the core alone, which is C and needs zlib only.
exr_libs = $(filter -L% -lOpenEXRCore%,$(shell pkg-config --libs OpenEXR))
cook_libs = $(shell pkg-config --libs $(with_assimp) $(if $(with_assimp),zlib libpng libtiff-4) jansson libxxhash) $(if $(with_assimp),$(exr_libs)) -lmeshoptimizer -lpthread -lm
# Of the command only.
cache_libs = $(shell pkg-config --libs libzstd)
# Another machine's libraries are seldom installed: xxHash is compiled from its header there, assimp's functions are
# declared only, so that what reads art with assimp compiles but does not link.
ifneq ($(static),)
foreign := $(BUILD)/include
$(shell mkdir -p $(foreign) && cd $(foreign) && for h in assimp xxhash.h jansson.h jansson_config.h meshoptimizer.h zstd.h png.h pngconf.h pnglibconf.h OpenEXR; do [ -e $$h ] || ln -sf /usr/include/$$h; done; \
	for h in /usr/include/zlib.h /usr/include/zconf.h /usr/include/*/zconf.h /usr/include/*/tiff.h /usr/include/*/tiffio.h /usr/include/*/tiffconf.h /usr/include/*/tiffvers.h; do [ ! -e $$h ] || ln -sf $$h; done)
hash_libs :=
system = -isystem $(foreign) -DXXH_INLINE_ALL
else
hash_libs = $(shell pkg-config --libs libxxhash)
endif

# A program links the functions that it calls, without tables for exceptions, which must not leave a callback; a shared
# plugin can contain the libraries, and exports none of their names.
linkable := -ffunction-sections -fdata-sections -fno-asynchronous-unwind-tables $(if $(windows),,-fPIC -fvisibility=hidden)

# The level of each source of the runtime.
include runtime/levels.mk
family := $(if $(findstring clang,$(CC)),clang,gcc)
in_level = $(filter $(addprefix runtime/,$(sources.$(1))),$<)
level = $(if $(call in_level,tiny),tiny,$(if $(call in_level,small),small,$(if $(call in_level,peeled),peeled,$(if $(filter runtime/%,$<),kernel))))
tight = $(if $(call in_level,loose),,$($(family).tight$(if $(call in_level,wide),_wide)))
level_flags = $($(family).$(level)) $(if $(filter kernel,$(level)),$(tight))
# The tests' own code runs briefly: optimising it well takes longer than running it.
brief = $(if $(filter tests/%,$<),$(if $(filter -O3,$(flags.$(config))),-O1))
# Their oracles take most of the time of sanitized tests: only their memory is watched.
brief += $(if $(filter tests/%,$<),$(if $(filter sanitize,$(config)),-fno-sanitize=undefined))
optimize = $(brief) $(if $(filter -O3,$(flags.$(config))),$(level_flags))

# Who may include what: no arrow leads from runtime to cooker.
includes.runtime := -Iformat -Iruntime $(linkable) $(if $(filter yes,$(SHARED)),-DKILN_SHARED -DKILN_BUILD)
includes.cooker := -Iformat -Iruntime -Icooker $(linkable) $(call system,$(with_assimp) $(if $(with_assimp),libpng libtiff-4) jansson libxxhash libzstd) $(if $(with_assimp),,-DKILN_WITHOUT_ASSIMP)
# Libraries that a tool links must not call functions of the same names in the tool.
includes.tools := -Iformat -Iruntime -Icooker -Itools $(if $(windows),,-fvisibility=hidden) $(call system,libxxhash jansson)
includes.samples := -Iformat -Iruntime -Wno-double-promotion
includes.tests := -Iformat -Iruntime -Icooker -Itools -Itests $(call system,libxxhash cmocka)
# Clang takes NAN and INFINITY in a double for a promotion; gcc, which doesn't, watches over the tests.
includes.tests += $(if $(findstring clang,$(CC)),-Wno-double-promotion)

# --- Sources ----------------------------------------------------------------------------------------------------------

# What stands in folders, however deep; in one order everywhere.
sources = $(sort $(shell find $(1) -name '*.c'))
objects = $(patsubst %,$(obj)/%.o,$(basename $(1)))

# The tree walks are compiled once for each instruction set; queries choose by that of the asset.
kernels.x86_64 := sse2 avx2
kernels.aarch64 := neon
kernels := $(if $(filter scalar,$(config)),,$(kernels.$(machine)))
runtime_sources := $(call sources,runtime)
kernel_sources := $(filter %/kernels.c,$(runtime_sources))
kernel_objects := $(foreach k,$(kernels),$(kernel_sources:%.c=$(obj)/%_$(k).o))
# Where there are others, no machine needs the scalar kernels; the school has them. A program that links comparing_objects
# and the school can choose them.
scalar_objects := $(if $(kernels),$(kernel_sources:%.c=$(obj)/%.o))
runtime_objects := $(filter-out $(scalar_objects),$(call objects,$(filter-out runtime/school/%,$(runtime_sources)))) $(kernel_objects)
school_objects := $(call objects,$(filter runtime/school/%,$(runtime_sources))) $(scalar_objects)
comparing_objects := $(if $(kernels),$(kernel_sources:%/kernels.c=$(obj)/%/choose_scalar.o))
assimp_sources := $(addprefix cooker/import/import_,assimp.c assimp_log.c assimp_metadata.c convention.c files_assimp.c lost.c mesh.c node.c \
	sib.c skin.c unit.c xml.c zip.c) $(addprefix cooker/image/,exr.c png.c tiff.c)
cooker_objects := $(call objects,$(filter-out cooker/main/% cooker/pack/% $(if $(with_assimp),,$(assimp_sources)),$(call sources,cooker)))
# Commands have options and a cache; the library has neither.
library_objects := $(filter-out $(obj)/cooker/command/% $(obj)/cooker/cache/%,$(cooker_objects))
# What makes and reads packs: a library of its own.
pack_objects := $(call objects,$(call sources,cooker/pack))
cook_objects := $(call objects,$(call sources,cooker/main))
common_objects := $(call objects,$(call sources,tools/common))
# What the page of kiln-view shares with other commands. Its tests are native, too.
module_sources := $(wildcard tools/query/answer*.c) $(patsubst %,tools/query/%.c,field filter origin replay_entry session) \
	tools/dump/export/solid_faces.c tools/dump/blob/stats.c
module_own := $(call sources,tools/view/module)
module_objects := $(call objects,$(module_own) $(module_sources))

# Every source with a main() is a program, but for the fuzz driver and those of tests/sizes and tests/packaging; the others help them.
# The tests of a room, a folder in tests/, are linked into one program that runs those that it is given.
test_sources := $(filter-out tests/sizes/% tests/packaging/% tests/fuzz/fuzz_% tests/support/room.c,$(call sources,tests))
test_programs := $(if $(test_sources),$(shell grep -lw '^int main' $(test_sources)))
helper_objects := $(call objects,$(filter-out $(test_programs),$(test_sources)))
room_tests := $(foreach program,$(test_programs),$(if $(filter test_%,$(notdir $(program))),$(program)))
helper_programs := $(basename $(notdir $(filter-out $(room_tests),$(test_programs))))
rooms := $(filter-out $(WITHOUT),$(sort $(foreach test,$(room_tests),$(word 2,$(subst /, ,$(test))))))
room_of = $(filter tests/$(1)/%,$(room_tests))
program_object = $(filter %/$(1).o,$(call objects,$(test_programs)))
fuzz_targets := $(filter-out fuzz_driver,$(basename $(notdir $(wildcard tests/fuzz/fuzz_*.c))))

libkiln := $(out)/libkiln.a
# Its objects are compiled once more, since what it exports is hidden in the archive: by a make of their own with SHARED=yes.
libkiln_shared := $(if $(windows),,$(BUILD)/$(variant)$(if $(filter yes,$(SHARED)),,-shared)/libkiln.so.1)
libkilnschool := $(out)/libkilnschool.a
libkilncook := $(out)/libkilncook.a
# The cooker with the names of its rooms, for our own programs and tests.
libcook := $(obj)/libcook.a
# What commands that cook nothing share with it: options, manual pages, files.
libcommand := $(obj)/libcommand.a
libpack := $(obj)/libpack.a
libkilnpack := $(out)/libkilnpack.a
libhelpers := $(obj)/tests/libhelpers.a
# What tests call of kiln-batch.
libbatch := $(obj)/libbatch.a
tools := $(if $(cook_objects),kiln-cook) $(patsubst tools/%/main.c,kiln-%,$(wildcard tools/*/main.c))
samples := $(patsubst %,kiln-samples,$(wildcard samples/generate.c)) $(basename $(notdir \
	$(filter-out samples/generate.c,$(wildcard samples/*.c))))
# What the command-line tests need, and what all need.
programs := $(libkiln) $(libkilnschool) $(libkilncook) $(if $(static)$(windows),,$(libkilnpack)) $(patsubst %,$(out)/%$(exe),$(filter-out kiln-bench,$(tools)) $(samples))
# What `make install` puts in place. They print their own man pages and completions; those for other machines don't run here.
installed := $(filter-out kiln-bench,$(tools))
pages := $(if $(static)$(windows),,$(foreach tool,$(installed),man/man1/$(tool).1 bash-completion/completions/$(tool) zsh/site-functions/_$(tool)))
tests := $(addprefix $(out)/tests/,$(rooms:%=room_%) $(helper_programs))

# --- Targets ----------------------------------------------------------------------------------------------------------

.PHONY: shared single wasm wasm_package view view_page view_scalar view_scalar_page view_modules view_wasm always sizes all programs quick tests demo test test-all test-corpus coverage prove bench fuzz format install clean
.SECONDEXPANSION:
.SECONDARY:
.SUFFIXES:
.DELETE_ON_ERROR:

all: programs $(out)/kiln-bench shared
programs: $(programs)
quick: programs $(tests)
tests: all $(tests) $(addprefix $(out)/,$(fuzz_targets))

# As many jobs as processors, unless the caller says how many.
jobs = $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc))

demo:
	@tools/setup.sh demo
	@echo 'compiling kiln-cook, kiln-dump, kiln-query and kiln-view into $(BUILD)/demo, faster than well optimised'
	@$(MAKE) --no-print-directory -s $(jobs) QUIET=1 config=demo $(addprefix $(BUILD)/demo/kiln-,cook dump query view samples)
	@echo 'building the page of kiln-view: the runtime for WebAssembly, and packages that npm fetches'
	@$(MAKE) --no-print-directory -s QUIET=1 view || echo 'demo: going on without the page'
	@BUILD=$(BUILD)/demo tools/demo.sh

test:
	@tools/setup.sh test
	@MAKE='$(MAKE)' BUILD=$(BUILD) tests/run.sh quick

test-all:
	@tools/setup.sh test-all
	@MAKE='$(MAKE)' BUILD=$(BUILD) tests/run.sh all

test-corpus: all $(out)/tests/brute_force $(out)/tests/hull_holds $(out)/tests/pairs_hold
	@BUILD=$(BUILD) tests/corpus.sh $(ARGS)

coverage:
	@tools/setup.sh test
	@MAKE='$(MAKE)' BUILD=$(BUILD) tests/coverage.sh

prove:
	@tools/setup.sh test
	@MAKE='$(MAKE)' BUILD=$(BUILD) tests/prove.sh $(ARGS)

bench:
	@tools/setup.sh bench
	@tools/bench/fetch_models.sh $(BUILD)/models
	@$(MAKE) --no-print-directory $(out)/kiln-bench
	$(out)/kiln-bench --models $(BUILD)/models $(ARGS)

fuzz:
	@tools/setup.sh fuzz
	@MAKE='$(MAKE)' BUILD=$(BUILD) tests/fuzz.sh 1000000
	@MAKE='$(MAKE)' BUILD=$(BUILD) tests/libfuzzer.sh 600

single:
	@tools/single.py $(BUILD)/single

sizes: $(libkiln)
	@BUILD=$(out) CC='$(CC)' tests/cli/sizes.sh

format:
	clang-format -i $$(git ls-files '*.c' '*.h' '*.cpp')

clean:
	rm -rf $(BUILD)

# --- Libraries and programs -------------------------------------------------------------------------------------------

# A new archive each time, so that no object of a removed source stays in it.
archive = @mkdir -p $(@D) && rm -f $@ && $(AR) rcD $@ $^
link = @mkdir -p $(@D) && $(CC) $(ldflags) $(static) $(LDFLAGS) -o $@ $^

$(libkiln): $(runtime_objects)
	$(archive)
ifeq ($(SHARED),yes)
$(libkiln_shared): $(runtime_objects)
	@mkdir -p $(@D) && $(CC) $(ldflags) $(LDFLAGS) -shared -Wl,-soname,$(@F),-z,defs,-Bsymbolic-functions,--gc-sections -o $@ $^ -lm
else
shared:
	$(if $(libkiln_shared),@$(MAKE) --no-print-directory SHARED=yes $(libkiln_shared))
endif
$(libkilnschool): $(school_objects)
	$(archive)
$(libcook): $(cooker_objects)
	$(archive)
$(libcommand): $(filter $(obj)/cooker/command/% $(obj)/cooker/messages/% $(obj)/cooker/platform/% $(obj)/cooker/utf8.o,$(cooker_objects))
	$(archive)
# For others, kilncook_ names only: the rooms' own end in one object.
ifeq ($(windows),)
$(libkilncook): $(library_objects)
	@mkdir -p $(@D) && rm -f $@ && $(CC) -nostdlib -r -o $(obj)/kilncook.o $^ && $(OBJCOPY) --localize-hidden $(obj)/kilncook.o
	@$(AR) rcD $@ $(obj)/kilncook.o
else
$(libkilncook): $(library_objects)
	$(archive)
endif
$(libpack): $(pack_objects)
	$(archive)
# Its public functions read packs.
$(libkilnpack): $(obj)/cooker/pack/read.o $(obj)/cooker/pack/hash.o
	@mkdir -p $(@D) && rm -f $@ && $(CC) -nostdlib -r -o $(obj)/kilnpack.o $^ && $(OBJCOPY) --localize-hidden $(obj)/kilnpack.o
	@$(AR) rcD $@ $(obj)/kilnpack.o
$(libhelpers): $(helper_objects)
	$(archive)
$(libbatch): $(filter-out %/main.o,$(call objects,$(call sources,tools/batch)))
	$(archive)

$(out)/kiln-cook$(exe): $(cook_objects) $(libcook) $(libkiln)
	$(link) $(cook_libs) $(cache_libs)

$(patsubst %,$(out)/%$(exe),$(filter-out kiln-cook kiln-bench,$(tools))): $(out)/kiln-%$(exe): \
		$$(call objects,$$(filter-out $$(module_own),$$(call sources,tools/$$*))) $$(objects.$$*) $(common_objects) $$(archives.$$*) $(libkiln)
	$(link) $(libs.$*) -lm
# It checks hulls and volumes with the cooker's exact signs; nothing of assimp comes along.
archives.dump := $(libcook)
# --isa scalar asks the kernels that only the school has.
archives.query := $(comparing_objects) $(libcommand) $(libkilnschool)
libs.dump = $(hash_libs) -lpthread
archives.pack := $(libpack) $(libcook)
libs.pack = $(hash_libs) $(cache_libs) -lpthread
archives.batch := $(libcook)
# Its page shows what kiln-dump prints.
objects.view := $(call objects,$(filter-out tools/dump/main.c,$(call sources,tools/dump)))
archives.view := $(libcook)
libs.view = $(hash_libs) -lpthread
libs.batch = $(hash_libs) $(shell pkg-config --libs jansson) -lpthread

$(out)/share/man/man1/%.1: $(out)/%
	@mkdir -p $(@D) && $< --help=man >$@
$(out)/share/bash-completion/completions/%: $(out)/%
	@mkdir -p $(@D) && $< --help=bash >$@
$(out)/share/zsh/site-functions/_%: $(out)/%
	@mkdir -p $(@D) && $< --help=zsh >$@

$(out)/kiln-samples$(exe): $(call objects,samples/generate.c)
	$(link) -lm
$(patsubst %,$(out)/%$(exe),$(filter-out kiln-samples,$(samples))): $(out)/%$(exe): $(obj)/samples/%.o $(libkiln)
	$(link) -lm

# Tests of recorded walks link, before the libraries, what records natively: as in the page's module, but for the other sources.
recording_sources := $(addprefix runtime/,tree/kernels.c pair/kernel/kernels.c pair/kernel/settle.c pair/pair.c pair/scene_pair.c \
	pair/scene_settle.c pair/mesh_solid.c pair/time.c) tools/view/module/walk.c tools/view/module/walk_pair.c
recording.record := $(recording_sources:%.c=$(obj)/recording/%.o)
$(recording.record): $(obj)/recording/%.o: %.c Makefile runtime/levels.mk
	$(compile) -DKILN_WALK_RECORDING

test_libraries := $(comparing_objects) $(common_objects) $(module_objects) $(libhelpers) $(libbatch) $(libpack) $(libcook) $(libkilnschool) $(libkiln)
test_libs = $(cook_libs) $(cache_libs) $(shell pkg-config --libs cmocka) -lgmp
$(helper_programs:%=$(out)/tests/%): $(out)/tests/%: $$(call program_object,$$*) $(test_libraries)
	$(link) $(test_libs)
# One test alone: main() of test_x.c is compiled as test_x_main().
$(patsubst %,$(out)/tests/%,$(basename $(notdir $(room_tests)))): $(out)/tests/%: $$(call program_object,$$*) $(test_libraries)
	$(link) $(test_libs) -Wl,--defsym=main=$*_main
$(rooms:%=$(out)/tests/room_%): $(out)/tests/room_%: $(obj)/tests/support/room.o $(obj)/tests/room_%.o \
		$$(call objects,$$(call room_of,$$*)) $$(recording.$$*) $(test_libraries)
	$(link) $(test_libs)
# The same with objects that count what they execute, without optimisation, in place of the library's.
counting_objects := $(patsubst %.c,$(BUILD)/coverage/obj/%.o,$(call sources,runtime/primitive runtime/shape runtime/implicit))
$(counting_objects): $(BUILD)/coverage/obj/%.o: %.c Makefile
	@mkdir -p $(@D) && $(CC) $(filter-out $(flags.$(config)),$(cflags)) -O0 -g --coverage $(includes.runtime) -c -o $@ $<
$(patsubst %,$(BUILD)/coverage/%,$(basename $(notdir $(room_tests)))): $(BUILD)/coverage/%: $$(call program_object,$$*) $(counting_objects) $(test_libraries)
	$(link) --coverage $(test_libs) -Wl,--defsym=main=$*_main
# Looked at each time, written when the room has other tests than before.
$(rooms:%=$(obj)/tests/room_%.c): $(obj)/tests/room_%.c: always
	@mkdir -p $(@D) && { echo '#include "support/room.h"'; \
		printf 'int %s_main(void);\n' $(basename $(notdir $(call room_of,$*))); echo 'const room_test room_tests[] = {'; \
		printf '{"%s", %s_main},\n' $(foreach test,$(basename $(notdir $(call room_of,$*))),$(test) $(test)); \
		echo '{0}};'; } >$@.new && { cmp -s $@.new $@ || cp $@.new $@; }
always:

# With clang's engine (config=fuzz CC=clang) or with a driver of our own.
fuzz_driver := $(if $(filter fuzz,$(config)),,$(call objects,tests/fuzz/fuzz_driver.c))
fuzz_engine := $(if $(filter fuzz,$(config)),-fsanitize=fuzzer)
$(fuzz_targets:%=$(out)/%): $(out)/fuzz_%: $(obj)/tests/fuzz/fuzz_%.o $(comparing_objects) $(fuzz_driver) $(common_objects) $(libhelpers) $(libbatch) $(libpack) $(libcook) $(libkilnschool) $(libkiln)
	$(link) $(fuzz_engine) $(cook_libs) $(cache_libs) $(fuzz_libs) -lgmp
# Their trials check as tests do.
$(out)/fuzz_mesh $(out)/fuzz_heightfield: fuzz_libs = $(shell pkg-config --libs cmocka)

# The benchmark's rivals are used where they are installed, and linked into nothing else.
bench_sources := $(call sources,tools/bench) $(sort $(shell find tools/bench -name '*.cpp'))
hash := \#
has_header = $(shell echo '$(hash)include <$(1)>' | $(CXX) -E -x c++ $(2) - >/dev/null 2>&1 && echo yes)
ifneq ($(bench_sources),)
embree := $(call has_header,embree3/rtcore.h)
bullet := $(call has_header,btBulletCollisionCommon.h,$(call system,bullet))
qhull := $(call has_header,libqhull_r/libqhull_r.h)
fcl := $(call has_header,fcl/config.h)
ode := $(call has_header,ode/ode.h)
ccd := $(call has_header,ccd/ccd.h)
cgal := $(call has_header,CGAL/Polygon_mesh_processing/self_intersections.h)
alpha_wrap := $(call has_header,CGAL/alpha_wrap_3.h)
callgrind := $(call has_header,valgrind/callgrind.h)
bench_sources := $(filter-out $(if $(embree),,%_embree.c) $(if $(bullet),,%_bullet.cpp) $(if $(qhull),,%_qhull.c) \
	$(if $(fcl),,%_fcl.cpp) $(if $(ode),,%_ode.cpp) $(if $(ccd),,%_ccd.c) $(if $(cgal),,%_cgal.cpp) $(if $(alpha_wrap),,%_alpha_wrap.cpp),$(bench_sources))
includes.tools += $(call system,assimp) $(if $(embree),-DKILN_BENCH_EMBREE) $(if $(bullet),-DKILN_BENCH_BULLET $(call system,bullet))
includes.tools += $(if $(qhull),-DKILN_BENCH_QHULL) $(if $(fcl),-DKILN_BENCH_FCL $(call system,eigen3)) $(if $(ode),-DKILN_BENCH_ODE)
includes.tools += $(if $(ccd),-DKILN_BENCH_CCD) $(if $(callgrind),-DKILN_BENCH_CALLGRIND)
includes.tools += $(if $(cgal),-DKILN_BENCH_CGAL) $(if $(alpha_wrap),-DKILN_BENCH_ALPHA_WRAP)
bench_libs = $(if $(embree),-lembree3) $(if $(bullet),-lBulletCollision -lLinearMath) $(if $(qhull),-lqhull_r) \
	$(if $(fcl),-lfcl) $(if $(ccd),-lccd) $(if $(ode),-lode) $(if $(cgal)$(alpha_wrap),-lmpfr -lgmp)
endif

$(out)/kiln-bench: $(call objects,$(bench_sources)) $(comparing_objects) $(common_objects) $(libcook) $(libkilnschool) $(libkiln)
	@mkdir -p $(@D) && $(CXX) $(ldflags) $(LDFLAGS) -o $@ $^ $(bench_libs) $(cook_libs)

# --- Objects ----------------------------------------------------------------------------------------------------------

room = $(firstword $(subst /, ,$(1)))
# GCC spends minutes on optimising what the sanitizers add to the kernels' inlined lanes.
slow = $(if $(filter sanitize fuzz,$(config)),$(if $(findstring kernels,$<),$(if $(filter gcc,$(family)),-O0)))
say = $(if $(QUIET),,echo '  $(variant): $<' &&)
compile = @$(say) mkdir -p $(@D) && $(CC) $(cflags) $(optimize) $(slow) $(includes.$(call room,$<)) $(CPPFLAGS) $(CFLAGS) $(renamed) -c -o $@ $<
renamed = $(if $(filter test_%,$(notdir $<)),-Dmain=$(basename $(notdir $<))_main)

$(obj)/%.o: %.c Makefile runtime/levels.mk
	$(compile)

$(obj)/tests/room_%.o: $(obj)/tests/room_%.c
	@$(CC) $(cflags) -Itests -c -o $@ $<

$(obj)/%.o: %.cpp Makefile
	@$(say) mkdir -p $(@D) && $(CXX) -std=c++17 -Wall -Wextra -Werror -MMD -MP -ffp-contract=off \
		$(flags.$(config)) $(includes.$(call room,$<)) -c -o $@ $<

$(obj)/%/kernels_sse2.o: %/kernels.c Makefile runtime/levels.mk
	$(compile) -DKILN_BACKEND_SSE2
$(obj)/%/kernels_avx2.o: %/kernels.c Makefile runtime/levels.mk
	$(compile) -DKILN_BACKEND_AVX2 -mavx2 -mbmi -mbmi2 -mpopcnt
$(obj)/%/kernels_neon.o: %/kernels.c Makefile runtime/levels.mk
	$(compile) -DKILN_BACKEND_NEON
$(obj)/runtime/%/choose_scalar.o: runtime/%/choose.c Makefile runtime/levels.mk
	$(compile) -DKILN_WITH_SCALAR

-include $(shell find $(obj) $(BUILD)/coverage/obj -name '*.d' 2>/dev/null)

# --- WebAssembly ------------------------------------------------------------------------------------------------------

# The runtime as a module without a C library, with SIMD128 and without, in a package for npm. Clang and lld of any variant
# compile it; the folder does not depend on `config`. Files are the page's business: nothing is mapped or saved.
wasm := $(BUILD)/wasm
wasm_sets := simd128 scalar
wasm_sources := $(filter-out runtime/school/% runtime/open/map_%,$(runtime_sources))
wasm_set = $(firstword $(subst /, ,$(patsubst $(wasm)/%,%,$@)))
# Every engine that has SIMD128 has the instructions for bulk memory.
wasm_flags.simd128 := -msimd128 -mbulk-memory
wasm_flags.kernels.simd128 := -DKILN_BACKEND_SIMD128
wasm_flags.memory := -fno-builtin
# Clang's vectorizers, 14.0.6 at least, lose answers with SIMD128: the vectorized scene/placed.c lets casts miss. The kernels have
# their SIMD by themselves.
wasm_cflags := --target=wasm32 -nostdlibinc -isystem runtime/wasm/libc -std=c17 $(warnings) -ffp-contract=off -fno-math-errno \
	-fno-slp-vectorize -fno-vectorize -fvisibility=hidden -ffunction-sections -fdata-sections -MMD -MP -Iformat -Iruntime -DKILN_WASM_MODULE
# A page waits for its bytes: what is not hot is compiled for size.
wasm_level = $(if $(call in_level,tiny)$(call in_level,small),-Oz,$(if $(call in_level,loose)$(filter %/kernels.c,$<),-O2,-Os))
# The stack lies below everything else, so that an overflow traps. No query needs more than 192 KiB of it.
wasm_ldflags := --no-entry --gc-sections --strip-all --stack-first -z stack-size=524288 --export=__heap_base
wasm_files := package.json README.md LICENSE kiln.mjs kiln.d.ts $(wasm_sets:%=kiln.%.wasm)

wasm:
	@tools/setup.sh wasm
	@$(MAKE) --no-print-directory wasm_package
wasm_package: $(wasm_files:%=$(wasm)/kiln/%)

$(wasm)/%.o:
	@$(if $(QUIET),,echo '  wasm: $<' &&) mkdir -p $(@D) && clang $(wasm_cflags) $(wasm_level) $(wasm_flags.$(wasm_set)) $(wasm_flags.$(*F)) $(wasm_flags.$(*F).$(wasm_set)) -c -o $@ $<
define wasm_rules
$(wasm_sources:%.c=$(wasm)/$(1)/%.o): $(wasm)/$(1)/%.o: %.c Makefile
$(wasm)/kiln/kiln.$(1).wasm: $(wasm_sources:%.c=$(wasm)/$(1)/%.o) runtime/wasm/exports.txt
	@mkdir -p $$(@D) && wasm-ld $$(wasm_ldflags) $$(patsubst %,--export=%,$$(shell cat runtime/wasm/exports.txt)) -o $$@ $$(filter %.o,$$^)
endef
$(foreach set,$(wasm_sets),$(eval $(call wasm_rules,$(set))))
$(wasm)/kiln/package.json: runtime/wasm/package.json.in runtime/kiln/base.h
	@mkdir -p $(@D) && sed 's|@VERSION@|$(version)|' $< >$@
$(wasm)/kiln/LICENSE: LICENSE
	@mkdir -p $(@D) && cp $< $@
$(wasm)/kiln/%: runtime/wasm/%
	@mkdir -p $(@D) && cp $< $@

# --- The page of kiln-view --------------------------------------------------------------------------------------------

# One page for all variants: bundled JavaScript and the runtime's module. npm fetches exact versions, by their hashes.
view := $(BUILD)/share/kiln/view/page.html
view_scalar := $(BUILD)/share/kiln/view/page-scalar.html
view_modules := $(BUILD)/view/node_modules

view:
	@tools/setup.sh view
	@$(MAKE) --no-print-directory $(jobs) view_page
view_page: $(view)
# The page for browsers without SIMD, which kiln-view --scalar takes.
view_scalar:
	@tools/setup.sh view
	@$(MAKE) --no-print-directory $(jobs) view_scalar_page
view_scalar_page: $(view_scalar)

view_modules: $(view_modules)/.package-lock.json
$(view_modules)/.package-lock.json: tools/view/package.json tools/view/package-lock.json tools/view/.npmrc
	@echo 'npm: installing three, esbuild and playwright-core into $(view_modules)'
	@mkdir -p $(BUILD)/view && cp $^ $(BUILD)/view && \
		(cd $(BUILD)/view && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error) && touch $@
$(view): $(BUILD)/view_wasm/kiln.view.wasm
$(view_scalar): $(BUILD)/view_wasm/kiln.view.scalar.wasm
$(view) $(view_scalar): tools/view/build.mjs $(wildcard tools/view/page/*) tools/view/module/view.mjs runtime/wasm/kiln.mjs \
		$(view_modules)/.package-lock.json
	@$(if $(QUIET),,echo '  view: $@' &&) NODE_MODULES=$(view_modules) node $< $(filter %.wasm,$^) $@

-include $(if $(filter wasm_package,$(MAKECMDGOALS)),$(shell find $(wasm) -name '*.d' 2>/dev/null))

# What the page of kiln-view calls: the runtime, kiln-query's language, geometry in bulk. wasi-libc prints and reads its numbers.
# Everything for size; with SIMD128, and once more for browsers without it.
view_wasm := $(BUILD)/view_wasm
view_sources := $(module_own) $(module_sources) tools/common/json.c tools/common/number.c \
	tools/common/query_line.c cooker/utf8.c cooker/volume/volume_fit.c cooker/volume/volume_node.c cooker/volume/volume_slabs.c \
	cooker/bound/obb/frame.c cooker/bound/proof/slabs.c cooker/tree/quantize.c
view_runtime := $(filter-out runtime/wasm/memory.c,$(wasm_sources)) runtime/school/pair/descents.c
view_set = $(firstword $(subst /, ,$(patsubst $(view_wasm)/%,%,$@)))
view_cflags = $(subst wasm32 -nostdlibinc -isystem runtime/wasm/libc,wasm32-wasi -nostdlibinc -isystem tools/view/module/libc \
	-isystem /usr/include/wasm32-wasi,$(wasm_cflags)) -Icooker -Itools -DKILN_WALK_RECORDING -Oz -flto -fno-builtin-calloc -mbulk-memory $(view_flags.$(view_set))
view_flags.simd128 := -msimd128
view_flags.kernels.simd128 := -DKILN_BACKEND_SIMD128
view_libraries = /usr/lib/wasm32-wasi/libc.a /usr/lib/wasm32-wasi/libm.a
view_module.simd128 := $(view_wasm)/kiln.view.wasm
view_module.scalar := $(view_wasm)/kiln.view.scalar.wasm
view_optimize.simd128 := --enable-simd
# Nothing is in the first KiB but the end of the stack, where no query gets: constants of addresses go into loads and stores.
view_smaller := --flatten --rereloop --low-memory-unused -Oz -Oz

view_wasm:
	@tools/setup.sh wasm
	@$(MAKE) --no-print-directory $(view_module.simd128) $(view_module.scalar)
define view_rules
$(view_wasm)/$(1)/%.o: %.c Makefile
	@$$(if $$(QUIET),,echo '  view: $$<' &&) mkdir -p $$(@D) && clang $$(view_cflags) $$(view_flags.$$(*F).$(1)) -c -o $$@ $$<
$(view_wasm)/linked.$(1).wasm: $(patsubst %.c,$(view_wasm)/$(1)/%.o,$(view_sources) $(view_runtime)) \
		tools/view/module/exports.txt
	@wasm-ld $$(wasm_ldflags) --lto-O2 $$(patsubst %,--export=%,$$(shell cat tools/view/module/exports.txt)) -o $$@ $$(filter %.o,$$^) $$(view_libraries)
$(view_module.$(1)): $(view_wasm)/linked.$(1).wasm
	@wasm-opt $(view_optimize.$(1)) --enable-bulk-memory $(view_smaller) -o $$@ $$<
endef
$(foreach set,$(wasm_sets),$(eval $(call view_rules,$(set))))

-include $(if $(filter view view_page view_scalar view_scalar_page view_wasm $(view_wasm)/%,$(MAKECMDGOALS)),$(shell find $(view_wasm) -name '*.d' 2>/dev/null))

# --- Install ----------------------------------------------------------------------------------------------------------

version = $(shell sed -n 's/^.define KILN_VERSION_[MP].* //p' runtime/kiln/base.h | paste -sd.)
include := $(DESTDIR)$(PREFIX)/include
lib := $(DESTDIR)$(PREFIX)/lib

install: programs shared $(pages:%=$(out)/share/%)
	install -d $(DESTDIR)$(PREFIX)/bin $(include)/kiln/convex $(include)/kiln/primitive $(include)/kiln_format $(include)/kilncook $(lib)/pkgconfig
	install $(installed:%=$(out)/%$(exe)) $(DESTDIR)$(PREFIX)/bin
	[ ! -f $(view) ] || install -D -m 644 $(view) $(DESTDIR)$(PREFIX)/share/kiln/view/page.html
	[ ! -f $(view_scalar) ] || install -D -m 644 $(view_scalar) $(DESTDIR)$(PREFIX)/share/kiln/view/page-scalar.html
	for page in $(pages); do \
		install -D -m 644 $(out)/share/$$page $(DESTDIR)$(PREFIX)/share/$$page || exit 1; \
	done
	install -m 644 runtime/kiln.h format/kiln_format.h format/kiln_pack_format.h format/kiln_heightfield_format.h cooker/kilncook.h cooker/kilnpack.h $(include)
	install -m 644 format/kiln_format/*.h $(include)/kiln_format
	install -m 644 cooker/kilncook/*.h $(include)/kilncook
	install -m 644 runtime/kiln/*.h $(include)/kiln
	install -m 644 runtime/kiln/convex/*.h $(include)/kiln/convex
	install -m 644 runtime/kiln/primitive/*.h $(include)/kiln/primitive
	install -m 644 $(libkiln) $(libkilnschool) $(libkilncook) $(if $(static)$(windows),,$(libkilnpack)) $(lib)
	$(if $(libkiln_shared),install $(libkiln_shared) $(lib) && ln -sf $(notdir $(libkiln_shared)) $(lib)/libkiln.so)
	install -d $(lib)/cmake/Kiln
	install -m 644 runtime/cmake/KilnCook.cmake $(lib)/cmake/Kiln
	for cmake in KilnConfig KilnConfigVersion; do \
		sed 's|@VERSION@|$(version)|; s|@COOK_LIBS@|$(filter -l%,$(cook_libs))|' runtime/cmake/$$cmake.cmake.in \
			>$(lib)/cmake/Kiln/$$cmake.cmake || exit 1; \
	done
	for pc in runtime/kiln.pc runtime/kiln-shared.pc cooker/kilncook.pc cooker/kilnpack.pc; do \
		sed 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(version)|; s|@EXR_LIBS@|$(exr_libs)|' $$pc.in >$(lib)/pkgconfig/$${pc##*/} || exit 1; \
	done
