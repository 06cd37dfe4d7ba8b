// SPDX-License-Identifier: MIT
// kiln-samples OUTDIR [--terrain N]: writes the small models that the project's demo and tests cook.
//
//   crate.obj, crate.mtl   closed; concave eight-cornered sides, and a rim with a hole, written as one polygon that
//   runs
//                          along a bridge twice; three materials
//   terrain.obj            N x N quads (64 by default), not planar, one unit each; open
//   terrain.png            the heights of terrain.obj's vertices as an image of 16 bits: black is 0, white 8
//   yard.gltf              meshes placed many times: nested, mirrored, unevenly scaled; one mesh of two materials
//
// The same bytes everywhere: heights are exact in double, so that no rounding differs.

#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#include <direct.h>
#define make_directory(path) _mkdir(path)
#else
#include <sys/stat.h>
#define make_directory(path) mkdir(path, 0777)
#endif

#define TERRAIN_DEFAULT 64
#define TERRAIN_MAX 8192

static FILE *create(const char *directory, const char *name, char path[4096])
{
	int length = snprintf(path, 4096, "%s/%s", directory, name);
	FILE *file = length > 0 && length < 4096 ? fopen(path, "wb") : NULL;
	if (file == NULL)
	{
		fprintf(stderr, "%s: error: cannot write: %s [write]\n", path, strerror(errno));
	}
	return file;
}

static int finish(FILE *file, const char *path)
{
	int lost = ferror(file);
	if (fclose(file) != 0 || lost)
	{
		fprintf(stderr, "%s: error: cannot write [write]\n", path);
		return 3;
	}
	return 0;
}

static int write_text(const char *directory, const char *name, const char *text)
{
	char path[4096];
	FILE *file = create(directory, name, path);
	if (file == NULL)
	{
		return 3;
	}
	fputs(text, file);
	return finish(file, path);
}

// Has feet at the bottom with a slot between them for a fork, and a hollow that is open at the top. 24 vertices, 44
// triangles.
static const char crate[] =
	"# A crate, two units wide\n"
	"mtllib crate.mtl\n"
	"o crate\n"
	"v -1 0 1\nv -0.5 0 1\nv -0.5 0.25 1\nv 0.5 0.25 1\nv 0.5 0 1\nv 1 0 1\nv 1 2 1\nv -1 2 1\n"
	"v -1 0 -1\nv -0.5 0 -1\nv -0.5 0.25 -1\nv 0.5 0.25 -1\nv 0.5 0 -1\nv 1 0 -1\nv 1 2 -1\nv -1 2 -1\n"
	"v -0.75 2 0.75\nv 0.75 2 0.75\nv 0.75 2 -0.75\nv -0.75 2 -0.75\n"
	"v -0.75 0.5 0.75\nv 0.75 0.5 0.75\nv 0.75 0.5 -0.75\nv -0.75 0.5 -0.75\n"
	"usemtl wood\n"
	"# front and back: concave\n"
	"f 1 2 3 4 5 6 7 8\n"
	"f 16 15 14 13 12 11 10 9\n"
	"# sides, feet and slot\n"
	"f 2 1 9 10\nf 3 2 10 11\nf 4 3 11 12\nf 5 4 12 13\nf 6 5 13 14\nf 7 6 14 15\nf 1 8 16 9\n"
	"usemtl iron\n"
	"# rim: the square outside, over the bridge 8-17 to the hole, and back\n"
	"f 8 7 15 16 8 17 20 19 18 17\n"
	"usemtl felt\n"
	"# hollow\n"
	"f 20 17 21 24\nf 19 20 24 23\nf 18 19 23 22\nf 17 18 22 21\nf 21 22 23 24\n";

static const char crate_materials[] = "newmtl wood\nKd 0.6 0.4 0.2\n"
									  "newmtl iron\nKd 0.3 0.3 0.35\n"
									  "newmtl felt\nKd 0.1 0.4 0.2\n";

// A wall of brick with a pane of glass in it, and a wall behind it. 12 triangles.
static const char window[] = "# Two walls, the front one with a window\n"
							 "mtllib window.mtl\n"
							 "o house\n"
							 "v -2 0 0\nv 2 0 0\nv 2 3 0\nv -2 3 0\n"
							 "v -1 1 0\nv 1 1 0\nv 1 2 0\nv -1 2 0\n"
							 "v -2 0 -4\nv 2 0 -4\nv 2 3 -4\nv -2 3 -4\n"
							 "usemtl brick\n"
							 "# around the window, and the wall behind\n"
							 "f 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n"
							 "f 9 10 11 12\n"
							 "usemtl glass\n"
							 "f 5 6 7 8\n";

static const char window_materials[] = "newmtl brick\nKd 0.6 0.3 0.2\n"
									   "newmtl glass\nKd 0.8 0.9 0.9\nd 0.2\n";

// Returns a number for a lattice point, 0 .. 255 / 256, mixed like MurmurHash3's finaliser (Appleby 2011).
static double lattice(uint32_t x, uint32_t z, uint32_t octave)
{
	uint32_t h = x * 0x8da6b343u ^ z * 0xd8163841u ^ (octave + 1u) * 0xcb1ab31fu;
	h = (h ^ h >> 16) * 0x85ebca6bu;
	h = (h ^ h >> 13) * 0xc2b2ae35u;
	h ^= h >> 16;
	return (double)(h >> 24) / 256.0;
}

// Value noise with a smooth step. `period` is a power of two up to 16, which keeps every product exact.
static double noise(uint32_t x, uint32_t z, uint32_t period, uint32_t octave)
{
	double u = (double)(x % period) / (double)period;
	double v = (double)(z % period) / (double)period;
	u = u * u * (3.0 - 2.0 * u);
	v = v * v * (3.0 - 2.0 * v);
	uint32_t i = x / period;
	uint32_t k = z / period;
	double near = lattice(i, k, octave) * (1.0 - u) + lattice(i + 1, k, octave) * u;
	double far = lattice(i, k + 1, octave) * (1.0 - u) + lattice(i + 1, k + 1, octave) * u;
	return near * (1.0 - v) + far * v;
}

static double height(uint32_t x, uint32_t z)
{
	double sum = 0.0;
	double amplitude = 4.0;
	uint32_t period = 16;
	for (uint32_t octave = 0; octave < 4; ++octave)
	{
		sum += amplitude * noise(x, z, period, octave);
		amplitude *= 0.5;
		period /= 2;
	}
	return sum;
}

static int write_terrain(const char *directory, uint32_t size)
{
	char path[4096];
	FILE *file = create(directory, "terrain.obj", path);
	if (file == NULL)
	{
		return 3;
	}
	fprintf(file, "# Value noise, %lu x %lu quads\no terrain\n", (unsigned long)size, (unsigned long)size);
	for (uint32_t z = 0; z <= size; ++z)
	{
		for (uint32_t x = 0; x <= size; ++x)
		{
			fprintf(file, "v %lu %.9g %lu\n", (unsigned long)x, height(x, z), (unsigned long)z);
		}
	}
	for (uint32_t z = 0; z < size; ++z)
	{
		for (uint32_t x = 0; x < size; ++x)
		{
			unsigned long corner = (unsigned long)z * (size + 1ul) + x + 1ul;
			unsigned long below = corner + size + 1ul;
			fprintf(file, "f %lu %lu %lu %lu\n", corner, below, below + 1ul, corner + 1ul);
		}
	}
	return finish(file, path);
}

// --- terrain.png ---

// A PNG image (W3C, Portable Network Graphics, 2003) without compression: blocks of stored bytes (RFC 1950, RFC 1951).

typedef struct png_writer
{
	FILE *file;
	uint32_t crc;	   // of a chunk
	uint32_t adler[2]; // of the image's bytes
	uint32_t block;	   // bytes left in the stored block
	uint64_t left;	   // bytes left in the image
} png_writer;

static void put_bytes(png_writer *png, const unsigned char *bytes, size_t size)
{
	for (size_t i = 0; i < size; ++i)
	{
		png->crc ^= bytes[i];
		for (int k = 0; k < 8; ++k)
		{
			png->crc = (png->crc & 1u ? 0xedb88320u : 0u) ^ png->crc >> 1;
		}
	}
	fwrite(bytes, 1, size, png->file);
}

static void put_uint32(png_writer *png, uint32_t number)
{
	const unsigned char bytes[4] = {(unsigned char)(number >> 24), (unsigned char)(number >> 16 & 255u),
		(unsigned char)(number >> 8 & 255u), (unsigned char)(number & 255u)};
	put_bytes(png, bytes, 4);
}

static void begin_chunk(png_writer *png, uint32_t size, const char *type)
{
	put_uint32(png, size);
	png->crc = 0xffffffffu;
	put_bytes(png, (const unsigned char *)type, 4);
}

static void end_chunk(png_writer *png)
{
	put_uint32(png, ~png->crc);
}

// A byte of the image.
static void put_stored(png_writer *png, unsigned char byte)
{
	if (png->block == 0)
	{
		png->block = png->left < 65535u ? (uint32_t)png->left : 65535u;
		const unsigned char head[5] = {png->block == png->left, (unsigned char)(png->block & 255u),
			(unsigned char)(png->block >> 8), (unsigned char)(~png->block & 255u),
			(unsigned char)(~png->block >> 8 & 255u)};
		put_bytes(png, head, 5);
	}
	put_bytes(png, &byte, 1);
	--png->block;
	--png->left;
	png->adler[0] = (png->adler[0] + byte) % 65521u;
	png->adler[1] = (png->adler[1] + png->adler[0]) % 65521u;
}

static void write_rows(png_writer *png, uint32_t side)
{
	const unsigned char zlib[2] = {0x78, 0x01};
	png->left = (uint64_t)side * (2u * (uint64_t)side + 1u);
	const uint64_t blocks = (png->left + 65534u) / 65535u;
	begin_chunk(png, (uint32_t)(png->left + 5u * blocks + 6u), "IDAT");
	put_bytes(png, zlib, 2);
	for (uint32_t z = 0; z < side; ++z)
	{
		put_stored(png, 0);
		for (uint32_t x = 0; x < side; ++x)
		{
			const uint32_t level = (uint32_t)(height(x, z) * (65535.0 / 8.0) + 0.5);
			put_stored(png, (unsigned char)(level >> 8 & 255u));
			put_stored(png, (unsigned char)(level & 255u));
		}
	}
	put_uint32(png, png->adler[1] << 16 | png->adler[0]);
	end_chunk(png);
}

static int write_image(const char *directory, uint32_t size)
{
	static const unsigned char magic[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
	static const unsigned char kind[5] = {16, 0, 0, 0, 0};
	char path[4096];
	FILE *file = create(directory, "terrain.png", path);
	if (file == NULL)
	{
		return 3;
	}
	png_writer png = {.file = file, .adler = {1, 0}};
	fwrite(magic, 1, sizeof magic, file);
	begin_chunk(&png, 13, "IHDR");
	put_uint32(&png, size + 1);
	put_uint32(&png, size + 1);
	put_bytes(&png, kind, sizeof kind);
	end_chunk(&png);
	write_rows(&png, size + 1);
	begin_chunk(&png, 0, "IEND");
	end_chunk(&png);
	return finish(file, path);
}

// --- yard.gltf ---

typedef struct buffer
{
	unsigned char bytes[2048];
	size_t size;
} buffer;

static void add_floats(buffer *data, const float *values, size_t count)
{
	for (size_t i = 0; i < count; ++i)
	{
		uint32_t bits;
		memcpy(&bits, &values[i], sizeof bits);
		for (int shift = 0; shift < 32; shift += 8)
		{
			data->bytes[data->size++] = (unsigned char)(bits >> shift & 255u);
		}
	}
}

static void add_indices(buffer *data, const uint16_t *values, size_t count)
{
	for (size_t i = 0; i < count; ++i)
	{
		data->bytes[data->size++] = (unsigned char)(values[i] & 255u);
		data->bytes[data->size++] = (unsigned char)(values[i] >> 8);
	}
	data->size = (data->size + 3) / 4 * 4;
}

static void write_base64(FILE *file, const buffer *data)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	for (size_t i = 0; i < data->size; i += 3)
	{
		size_t left = data->size - i;
		uint32_t word = (uint32_t)data->bytes[i] << 16;
		word |= left > 1 ? (uint32_t)data->bytes[i + 1] << 8 : 0u;
		word |= left > 2 ? data->bytes[i + 2] : 0u;
		putc(digits[word >> 18], file);
		putc(digits[word >> 12 & 63u], file);
		putc(left > 1 ? digits[word >> 6 & 63u] : '=', file);
		putc(left > 2 ? digits[word & 63u] : '=', file);
	}
}

// A primitive: its positions and its triangles.
typedef struct shape
{
	const float *positions;
	size_t vertex_count;
	const uint16_t *indices;
	size_t index_count;
	const char *min;
	const char *max;
} shape;

static const float wall_positions[] = {-1, 0, 1, 1, 0, 1, 1, 2, 1, -1, 2, 1, -1, 0, -1, 1, 0, -1, 1, 2, -1, -1, 2, -1};
static const uint16_t wall_indices[] = {
	0, 1, 2, 0, 2, 3, 5, 4, 7, 5, 7, 6, 1, 5, 6, 1, 6, 2, 4, 0, 3, 4, 3, 7, 4, 5, 1, 4, 1, 0};
static const float roof_positions[] = {-1, 2, 1, 1, 2, 1, 1, 2, -1, -1, 2, -1, 0, 3, 0};
static const uint16_t roof_indices[] = {0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4};
static const float fence_positions[] = {-2, 0, 0, 2, 0, 0, 2, 1, 0, -2, 1, 0};
static const uint16_t fence_indices[] = {0, 1, 2, 0, 2, 3};
static const float ramp_positions[] = {-1, 0, 1, 1, 0, 1, 1, 1, 1, -1, 0, -1, 1, 0, -1, 1, 1, -1};
static const uint16_t ramp_indices[] = {0, 1, 2, 4, 3, 5, 0, 3, 4, 0, 4, 1, 1, 4, 5, 1, 5, 2, 0, 2, 5, 0, 5, 3};

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])
#define SHAPE(name, min, max)                                                                                          \
	{                                                                                                                  \
		name##_positions, COUNT_OF(name##_positions) / 3, name##_indices, COUNT_OF(name##_indices), min, max           \
	}

static const shape shapes[] = {
	SHAPE(wall, "[-1,0,-1]", "[1,2,1]"),
	SHAPE(roof, "[-1,2,-1]", "[1,3,1]"),
	SHAPE(fence, "[-2,0,0]", "[2,1,0]"),
	SHAPE(ramp, "[-1,0,-1]", "[1,1,1]"),
};

// Rotations come from the 3-4-5 triangle, so that they have unit length except for one rounding.
static const char yard_head[] =
	"{\n"
	"\"asset\":{\"version\":\"2.0\",\"generator\":\"kiln-samples\"},\n"
	"\"scene\":0,\n"
	"\"scenes\":[{\"name\":\"yard\",\"nodes\":[0]}],\n"
	"\"nodes\":[\n"
	"{\"name\":\"yard\",\"children\":[1,2,6,7,8,9]},\n"
	"{\"name\":\"house_a\",\"mesh\":0,\"translation\":[-4,0,0]},\n"
	"{\"name\":\"street\",\"children\":[3,4],\"translation\":[6,0,0],\"rotation\":[0,0.6,0,0.8]},\n"
	"{\"name\":\"house_b\",\"mesh\":0,\"scale\":[0.5,0.5,0.5]},\n"
	"{\"name\":\"mirror\",\"children\":[5],\"translation\":[0,0,5],\"scale\":[-1,1,1]},\n"
	"{\"name\":\"house_c\",\"mesh\":0,\"translation\":[3,0,0],\"scale\":[1,1.5,0.75]},\n"
	"{\"name\":\"fence\",\"mesh\":1,\"translation\":[0,0,-6],\"scale\":[3,1,1]},\n"
	"{\"name\":\"fence_mirrored\",\"mesh\":1,\"translation\":[0,0,-8],\"scale\":[1,2,-1]},\n"
	"{\"name\":\"ramp\",\"mesh\":2,\"translation\":[0,0,4],\"scale\":[2,0.5,1]},\n"
	"{\"name\":\"ramp_mirrored\",\"mesh\":2,\"translation\":[0,4,4],\"scale\":[1,-1,1]}\n"
	"],\n"
	"\"materials\":[{\"name\":\"brick\"},{\"name\":\"tile\"},{\"name\":\"wire\",\"doubleSided\":true},"
	"{\"name\":\"earth\"}],\n"
	"\"meshes\":[\n"
	"{\"name\":\"house\",\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1,\"material\":0},"
	"{\"attributes\":{\"POSITION\":2},\"indices\":3,\"material\":1}]},\n"
	"{\"name\":\"fence\",\"primitives\":[{\"attributes\":{\"POSITION\":4},\"indices\":5,\"material\":2}]},\n"
	"{\"name\":\"ramp\",\"primitives\":[{\"attributes\":{\"POSITION\":6},\"indices\":7,\"material\":3}]}\n"
	"],\n";

static int write_yard(const char *directory)
{
	char path[4096];
	FILE *file = create(directory, "yard.gltf", path);
	if (file == NULL)
	{
		return 3;
	}
	buffer data = {{0}, 0};
	size_t starts[2 * COUNT_OF(shapes) + 1];
	for (size_t i = 0; i < COUNT_OF(shapes); ++i)
	{
		starts[2 * i] = data.size;
		add_floats(&data, shapes[i].positions, shapes[i].vertex_count * 3);
		starts[2 * i + 1] = data.size;
		add_indices(&data, shapes[i].indices, shapes[i].index_count);
	}
	starts[2 * COUNT_OF(shapes)] = data.size;
	fputs(yard_head, file);
	fputs("\"accessors\":[\n", file);
	for (size_t i = 0; i < COUNT_OF(shapes); ++i)
	{
		fprintf(file,
			"{\"bufferView\":%zu,\"componentType\":5126,\"count\":%zu,\"type\":\"VEC3\",\"min\":%s,\"max\":%s},\n",
			2 * i, shapes[i].vertex_count, shapes[i].min, shapes[i].max);
		fprintf(file, "{\"bufferView\":%zu,\"componentType\":5123,\"count\":%zu,\"type\":\"SCALAR\"}%s\n", 2 * i + 1,
			shapes[i].index_count, i + 1 < COUNT_OF(shapes) ? "," : "");
	}
	fputs("],\n\"bufferViews\":[\n", file);
	for (size_t i = 0; i < 2 * COUNT_OF(shapes); ++i)
	{
		// No accessor uses the padding after indices.
		size_t used = i % 2 == 0 ? starts[i + 1] - starts[i] : shapes[i / 2].index_count * 2;
		fprintf(file, "{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu,\"target\":%d}%s\n", starts[i], used,
			i % 2 == 0 ? 34962 : 34963, i + 1 < 2 * COUNT_OF(shapes) ? "," : "");
	}
	fprintf(file, "],\n\"buffers\":[{\"byteLength\":%zu,\"uri\":\"data:application/octet-stream;base64,", data.size);
	write_base64(file, &data);
	fputs("\"}]\n}\n", file);
	return finish(file, path);
}

static int parse_size(const char *text, uint32_t *size)
{
	uint32_t value = 0;
	for (const char *c = text; *c != '\0'; ++c)
	{
		if (*c < '0' || *c > '9' || value > TERRAIN_MAX)
		{
			return 2;
		}
		value = value * 10u + (uint32_t)(*c - '0');
	}
	*size = value;
	return value >= 1 && value <= TERRAIN_MAX ? 0 : 2;
}

int main(int argc, char **argv)
{
	const char *directory = NULL;
	uint32_t size = TERRAIN_DEFAULT;
	int code = argc > 1 ? 0 : 2;
	for (int i = 1; i < argc && code == 0; ++i)
	{
		if (strcmp(argv[i], "--terrain") == 0)
		{
			code = i + 1 < argc ? parse_size(argv[++i], &size) : 2;
		}
		else if (directory == NULL && argv[i][0] != '-')
		{
			directory = argv[i];
		}
		else
		{
			code = 2;
		}
	}
	if (code != 0 || directory == NULL)
	{
		fprintf(stderr, "usage: kiln-samples OUTDIR [--terrain 1..%d]\n", TERRAIN_MAX);
		return 2;
	}
	// The folder may exist; if it can't be created, writing the first file fails and reports it.
	(void)make_directory(directory);
	code = write_text(directory, "crate.obj", crate);
	code = code == 0 ? write_text(directory, "crate.mtl", crate_materials) : code;
	code = code == 0 ? write_text(directory, "window.obj", window) : code;
	code = code == 0 ? write_text(directory, "window.mtl", window_materials) : code;
	code = code == 0 ? write_terrain(directory, size) : code;
	code = code == 0 ? write_image(directory, size) : code;
	return code == 0 ? write_yard(directory) : code;
}
