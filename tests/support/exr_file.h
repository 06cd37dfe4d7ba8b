// SPDX-License-Identifier: MIT
#ifndef KILN_TESTS_EXR_FILE_H
#define KILN_TESTS_EXR_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <OpenEXR/openexr.h>

/// OpenEXR images that tests write.

#define EXR_FILE_CHANNELS 5

typedef struct exr_file
{
	exr_storage_t storage; ///< of deep ones, each pixel has one sample, and all are 0
	exr_compression_t compression;
	exr_pixel_type_t type;				  ///< of all channels
	const char *names[EXR_FILE_CHANNELS]; ///< of channels, sorted; NULL ends them
	int32_t columns, rows, left, top;	  ///< the data window
	uint32_t tile;						  ///< side of tiles
	bool levels;						  ///< with all smaller levels, whose samples are 99
	bool deep_last;						  ///< the last of several parts has deep samples instead
	int parts;							  ///< of equal content; 0: one
	int32_t sampling;					  ///< pixels for each sample of the last channel, on both axes; 0: one
	double (*sample)(
		const void *user, int channel, int32_t column, int32_t row); ///< of a pixel, counted from the window's corner
	const void *user;
} exr_file;

/// The bits of the sample, as the file has them. Halves: of numbers that binary16 has.
uint32_t exr_file_bits(exr_pixel_type_t type, double sample);

/// Writes the image. Returns its bytes, which the caller frees (free); stops the program when the library fails.
uint8_t *exr_file_write(const exr_file *file, size_t *size);

#endif
