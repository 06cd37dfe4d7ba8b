// SPDX-License-Identifier: MIT
#include "palette.h"

const uint8_t *palette_color(uint32_t number)
{
	static const uint8_t colors[][4] = {{230, 159, 0, 255}, {86, 180, 233, 255}, {0, 158, 115, 255},
		{240, 228, 66, 255}, {0, 114, 178, 255}, {213, 94, 0, 255}, {204, 121, 167, 255}, {190, 190, 190, 255}};
	return colors[number % (sizeof colors / sizeof *colors)];
}
