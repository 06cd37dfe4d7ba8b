// SPDX-License-Identifier: MIT
#include "heightfield.h"
#include "kiln/heightfield.h"
#include "memory.h"

kilncook_status heightfield_write(const kilncook_context *context, const kilncook_heightfield *grid,
	const heightfield_steps *heights, kilncook_blob *blob)
{
	kilncook_blob made = {0};
	kiln_heightfield field;
	const kilncook_status status = heightfield_pack(context, grid, heights, &made);
	if (status != KILNCOOK_OK)
		return status;
	const kiln_result proof = kiln_heightfield_open(&field, made.data, made.size);
	if (proof.status != KILN_OK)
	{
		cook_message(
			context, KILNCOOK_ERROR, "", "heightfield-proof", "the runtime refuses the height field: %s", proof.reason);
		kilncook_blob_free(context, &made);
		return KILNCOOK_INTERNAL;
	}
	*blob = made;
	return KILNCOOK_OK;
}

kilncook_status kilncook_heightfield_make(
	const kilncook_context *context, const kilncook_heightfield *grid, kilncook_blob *blob)
{
	heightfield_steps heights = {0};
	kilncook_status status = heightfield_check(context, grid);
	if (status == KILNCOOK_OK)
		status = heightfield_quantise(context, grid, &heights);
	if (status == KILNCOOK_OK)
		status = heightfield_write(context, grid, &heights, blob);
	cook_free(context, heights.steps, (size_t)grid->columns * grid->rows, sizeof *heights.steps);
	return status;
}
