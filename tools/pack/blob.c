// SPDX-License-Identifier: MIT
#include "blob.h"

#include "../common/message.h"
#include "kiln/heightfield.h"
#include "pack.h"

#include <string.h>

kiln_result blob_prove(const uint8_t *data, size_t size)
{
	kiln_asset asset;
	kiln_heightfield field;
	if (size >= KILN_HEIGHTFIELD_FORMAT_MAGIC_SIZE &&
		memcmp(data, KILN_HEIGHTFIELD_FORMAT_MAGIC, KILN_HEIGHTFIELD_FORMAT_MAGIC_SIZE) == 0)
		return kiln_heightfield_open(&field, data, size);
	return kiln_open(&asset, data, size, NULL);
}

int blob_map(const char *path, bool prove, blob_file *file)
{
	kiln_mapping mapping;
	kiln_result result = kilni_mapping_open(&mapping, path, false);
	if (result.status != KILN_OK)
		return tool_refused(path, result);
	*file = (blob_file){mapping.address, mapping.size, mapping};
	result = prove ? blob_prove(file->data, file->size) : result;
	if (result.status == KILN_OK)
		return TOOL_DONE;
	blob_unmap(file);
	return tool_refused(path, result);
}

void blob_unmap(blob_file *file)
{
	kilni_mapping_close(&file->mapping);
	*file = (blob_file){0};
}
