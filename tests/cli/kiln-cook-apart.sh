#!/bin/bash
# SPDX-License-Identifier: MIT
# kiln-cook: a faulty importer cannot damage the cook. A library in place of assimp crashes, hangs, uses up memory, damages
# its heap, and tries what no import needs: sockets, processes, files of others.
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
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
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

// What the import may not do. Each fails, or ends the process.
static void overstep(const char *way)
{
	static char text[200];
	const char *secret = getenv("SECRET");
	int done = -1;
	if (strcmp(way, "socket") == 0)
		done = socket(AF_INET, SOCK_STREAM, 0);
	else if (strcmp(way, "fork") == 0)
		done = fork();
	else if (strcmp(way, "exec") == 0)
		done = execl("/bin/true", "true", (char *)NULL);
	else if (strcmp(way, "other") == 0)
		done = kill(getppid(), SIGCONT);
	else if (strcmp(way, "read") == 0)
		done = open(secret, O_RDONLY);
	else if (strcmp(way, "write") == 0)
		done = open(secret, O_WRONLY | O_APPEND);
	else if (strcmp(way, "create") == 0)
		done = open("made.txt", O_WRONLY | O_CREAT, 0666);
	else if (strcmp(way, "unlink") == 0)
		done = unlink(secret);
	else if (strcmp(way, "code") == 0)
		done = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0;
	else
		return;
	snprintf(text, sizeof text, "%s: %s", way, done < 0 ? strerror(errno) : "nothing stops it");
	reason = text;
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
	overstep(way);
	if (*reason)
		return NULL;
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
# LeakSanitizer looks for leaks from a process of its own, which the import cannot start.
ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0 refused "exits" exit import-crashed "import ended the process"
refused "lies about its end" lie import-damaged "no scene"
refused "hangs" hang time-limit "time limit of 1 s reached (import)" --time-limit 1
refused "sleeps" sleep time-limit "time limit of 1 s reached (import)" --time-limit 1
# child_of PROCESS
child_of()
{
	local status
	status=$(grep -lsx "PPid:[[:space:]]*$1" /proc/[0-9]*/status | head -n 1)
	[ -n "$status" ] && echo "${status//[^0-9]/}"
}
# terminated DEPTH: what a cook ends with whose descendant so far down gets a signal that itself does not.
terminated()
{
	local pid depth
	WAY=sleep LD_LIBRARY_PATH="$scratch/lib" "$cook" -q "$art" -o "$out" 2>"$scratch/stderr" &
	last=$!
	until_so 20 import_sleeps "$last" || return 1
	pid=$last
	for ((depth = 0; depth < $1; ++depth))
	do
		pid=$(child_of "$pid")
	done
	kill -TERM "$pid"
	wait "$last"
	test $? = 143
}
# import_sleeps PROCESS: the import, two processes below the cook, is in its middle.
import_sleeps()
{
	local child
	child=$(child_of "$1") && child=$(child_of "$child") && grep -q '^State:.*S' "/proc/$child/status"
}
for depth in 0 1 2
do
	claim "a signal to process $depth ends the cook" terminated $depth
	claim "process $depth: and says so" says "[interrupted]"
	claim "process $depth: nothing is left" test -z "$(find "$scratch" -maxdepth 1 -name '.kiln-*')"
done
refused "computes without end" hang time-limit "limit of 1 s of processor time reached (import)" --cpu-limit 1
claim "names with what separates messages do no harm" goes lines 0
claim "the same triangle" exits 0 "$dump" --verify "$out"
# What the system offers.
WAY=plain LD_LIBRARY_PATH="$scratch/lib" "$cook" -v "$art" -o "$out" 2>"$scratch/offered"
claim "-v says how the import is isolated" grep -q "tri.fbx: the import is isolated by limits" "$scratch/offered"
claim "--no-isolation says so" exits 0 env WAY=plain LD_LIBRARY_PATH="$scratch/lib" "$cook" -v --no-isolation "$art" -o "$out"
claim "in these words" says "the import is not isolated"
echo secret >"$scratch/secret"
mkdir "$scratch/art" && cp "$art" "$scratch/art" && art=$scratch/art/tri.fbx
export SECRET=$scratch/secret
if grep -qE ' (and|by limits,) seccomp' "$scratch/offered"
then
	refused "opens a socket" socket import-forbidden "system call that no import needs"
	refused "starts a process" fork import-forbidden "system call that no import needs"
	refused "starts a program" exec import-forbidden "system call that no import needs"
	refused "sends a signal" other import-failed "other: Operation not permitted"
	refused "makes code" code import-failed "code: Operation not permitted"
	refused "writes a file" write import-failed "write: Permission denied"
	refused "creates a file" create import-failed "create: Permission denied"
	refused "removes a file" unlink import-failed "unlink: Operation not permitted"
fi
if grep -q ' landlock (version' "$scratch/offered"
then
	refused "reads the file of another" read import-failed "read: Permission denied"
	SECRET=$art refused "reads beside the art" read import-failed "read: nothing stops it"
	claim "a folder can be allowed" goes read 1 --allow-outside "$scratch"
	claim "its files can be read" says "read: nothing stops it"
fi
claim "no file was made" test ! -e made.txt
claim "no file was changed" test "$(cat "$SECRET")" = secret
art=$scratch/tri.fbx
# Sanitizers have a different heap, and handle crashes themselves.
if ! nm "$cook" 2>/dev/null | grep -q __asan_init
then
	# A sanitizer's process prints to standard error, where the name of the call is not sought.
	if grep -qE ' (and|by limits,) seccomp' "$scratch/offered"
	then
		claim "the call is named" goes socket 1
		claim "as socket" says "no import needs: socket"
	fi
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
