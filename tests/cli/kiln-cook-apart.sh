#!/bin/bash
# SPDX-License-Identifier: MIT
# kiln-cook: a faulty importer cannot damage the cook. A library in place of assimp crashes, hangs, uses up memory and
# damages its heap.
. "$(dirname "$0")/claims.bash"
cook=$build/kiln-cook
art=$scratch/tri.fbx
out=$scratch/out.kiln
echo tri >"$art"
not() { ! "$@"; }
soname=$(readelf -d "$cook" | sed -n 's/.*Shared library: \[\(libassimp[^]]*\)\]/\1/p')
claim "assimp is a library that another can stand in for" test -n "$soname"
mkdir "$scratch/lib"
cat >"$scratch/assimp.c" <<'C'
#include <assimp/cimport.h>
#include <assimp/scene.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct aiVector3D corners[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
static unsigned indices[3] = {0, 1, 2}, numbers[1] = {0};
static struct aiFace face = {3, indices};
static struct aiMesh mesh, *meshes[1] = {&mesh};
static struct aiNode root;
static struct aiScene scene;
static const char *reason = "";

static void smash_heap(void)
{
	for (int i = 0; i < 50; ++i)
	{
		char *block = malloc(24 + 16 * (size_t)i);
		memset(block - 8, 0x41, 200);
	}
}

static const struct aiScene *triangle(void)
{
	mesh.mVertices = corners;
	mesh.mNumVertices = 3;
	mesh.mFaces = &face;
	mesh.mNumFaces = 1;
	root.mMeshes = numbers;
	root.mNumMeshes = 1;
	root.mTransformation.a1 = root.mTransformation.b2 = root.mTransformation.c3 = root.mTransformation.d4 = 1;
	scene.mMeshes = meshes;
	scene.mNumMeshes = 1;
	scene.mRootNode = &root;
	return &scene;
}

const struct aiScene *aiImportFileExWithProperties(
	const char *path, unsigned flags, struct aiFileIO *io, const struct aiPropertyStore *store)
{
	(void)path, (void)flags, (void)io, (void)store;
	const char *way = getenv("WAY");
	if (strcmp(way, "crash") == 0)
		raise(SIGSEGV);
	if (strcmp(way, "corrupt") == 0)
	{
		fputs("malloc(): memory corruption\n", stderr);
		abort();
	}
	if (strcmp(way, "throw") == 0)
	{
		fputs("terminate called after throwing an instance of 'std::bad_alloc'\n", stderr);
		abort();
	}
	if (strcmp(way, "exit") == 0)
		exit(0);
	if (strcmp(way, "lie") == 0)
	{
		// What looks like the end of the work, on every descriptor that there may be.
		for (int i = 3; i < 64; ++i)
			if (write(i, "\0040\n", 3) < 0)
				continue;
		_exit(0);
	}
	if (strcmp(way, "hang") == 0)
		for (;;)
			;
	if (strcmp(way, "sleep") == 0)
		sleep(1000);
	if (strcmp(way, "eat") == 0)
		for (char *block = malloc(1 << 20); block; block = malloc(1 << 20))
			memset(block, 1, 1 << 20);
	if (strcmp(way, "eat") == 0)
	{
		reason = "std::bad_alloc";
		return NULL;
	}
	if (strcmp(way, "smash") == 0)
		smash_heap();
	if (strcmp(way, "lines") == 0)
	{
		mesh.mName.length = 20;
		memcpy(mesh.mName.data, "x\x1f" "9\x1f" "9\n\0040\nM\x1f" "9", 14);
	}
	return triangle();
}

void aiAttachLogStream(const struct aiLogStream *stream)
{
	if (strcmp(getenv("WAY"), "talk") == 0)
	{
		stream->callback("Warn,  T0: a\x1f" "9\nM\x1f" "2\x1f\x1fusage\x1f" "b\n", stream->user);
		for (int i = 0; i < 1000; ++i)
			stream->callback(i & 1 ? "Error, T0: again\n" : "Error, T0: and again\n", stream->user);
	}
}
enum aiReturn aiDetachLogStream(const struct aiLogStream *stream) { (void)stream; return aiReturn_SUCCESS; }

struct aiPropertyStore *aiCreatePropertyStore(void)
{
	static struct aiPropertyStore store;
	return &store;
}

void aiReleasePropertyStore(struct aiPropertyStore *store) { (void)store; }
void aiSetImportPropertyInteger(struct aiPropertyStore *store, const char *name, int value)
{
	(void)store, (void)name, (void)value;
}
void aiReleaseImport(const struct aiScene *gone)
{
	(void)gone;
	if (strcmp(getenv("WAY"), "smash") == 0)
		for (int i = 0; i < 100; ++i)
			free(malloc((size_t)i * 24));
}
const char *aiGetErrorString(void) { return reason; }
aiBool aiIsExtensionSupported(const char *extension) { (void)extension; return 1; }
unsigned aiGetVersionMajor(void) { return 5; }
unsigned aiGetVersionMinor(void) { return 0; }
unsigned aiGetVersionPatch(void) { return 0; }
enum aiReturn aiGetMaterialString(
	const struct aiMaterial *material, const char *key, unsigned type, unsigned index, struct aiString *text)
{
	(void)material, (void)key, (void)type, (void)index, (void)text;
	return aiReturn_FAILURE;
}
C
# shellcheck disable=SC2046
gcc -shared -fPIC -O0 -w $(pkg-config --cflags assimp) "$scratch/assimp.c" -Wl,-soname,"$soname" -o "$scratch/lib/$soname" || exit 3

# goes WAY EXIT [OPTION...]: cooks with an importer that ends in this way.
goes()
{
	local way=$1 status=$2
	shift 2
	rm -f "$out"
	exits "$status" env WAY="$way" LD_LIBRARY_PATH="$scratch/lib" "$cook" -q "$art" -o "$out" "$@"
}
# refused TEXT WAY CODE WORDS [OPTION...]
refused()
{
	claim "an importer that $1 refuses the art" goes "$2" 1 "${@:5}"
	claim "an importer that $1: [$3]" says "[$3]"
	claim "an importer that $1: $4" says "$4"
	claim "an importer that $1: one error" test "$(grep -c ' error: ' "$scratch/stderr")" = 1
	claim "an importer that $1: no output" test ! -e "$out"
	claim "an importer that $1: nothing left" test -z "$(find "$scratch" -maxdepth 1 -name '.kiln-*')"
}

claim "the other library imports a triangle" goes plain 0
cp "$out" "$scratch/plain.kiln"
claim "an importer that talks is read" goes talk 0
claim "its controls are shown, not obeyed" says "warning: a\\x1f9\\x0aM\\x1f2\\x1f\\x1fusage\\x1fb [assimp-warning]"
claim "its repetitions are counted" says "warning: and again (500 times) [assimp-error]"
refused "exits" exit import-crashed "import ended the process"
refused "lies about its end" lie import-damaged "no scene"
refused "hangs" hang time-limit "time limit of 1 s reached (import)" --time-limit 1
refused "sleeps" sleep time-limit "time limit of 1 s reached (import)" --time-limit 1
claim "names with what separates messages do no harm" goes lines 0
claim "the same triangle" exits 0 "$dump" --verify "$out"
# Sanitizers have a different heap, and handle crashes themselves.
if ! nm "$cook" 2>/dev/null | grep -q __asan_init
then
	refused "crashes" crash import-crashed "import crashed (signal 11)"
	refused "finds its heap damaged" corrupt import-crashed "import crashed (signal 6)"
	refused "runs out of memory and throws" throw memory-limit "(import)"
	refused "takes all memory" eat memory-limit "memory limit of 500 MB reached (import)" --memory-limit 500
	refused "takes all memory by default" eat memory-limit "memory limit of 20"
	# Whether the damage is detected or not, the result is the triangle or a refusal, never a damaged asset.
	env WAY=smash LD_LIBRARY_PATH="$scratch/lib" "$cook" -q "$art" -o "$out" 2>"$scratch/stderr"
	status=$?
	claim "a damaged heap is the art's fault" test $status -le 1
	claim "it goes no further" test $status = 1 -o "$(cmp "$out" "$scratch/plain.kiln" 2>&1)" = ""

	# 2^30 nodes in a thousand bytes.
	{
		printf '{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":['
		for i in {1..30}
		do
			printf '{"children":[%d,%d]},' "$i" "$i"
		done
		printf '{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"accessors":[{"bufferView":0,'
		printf '"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}],"bufferViews":[{"buffer":0,'
		printf '"byteLength":36}],"buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,'
		printf 'AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]}\n'
	} >"$scratch/dag.gltf"
	claim "a graph that unfolds without end is refused" exits 1 "$cook" -q "$scratch/dag.gltf" -o "$out" --memory-limit 600 --time-limit 60
	claim "for its nodes or its memory" grep -qE '\[(import-too-big|memory-limit|import-failed)\]' "$scratch/stderr"
fi

claims_end
