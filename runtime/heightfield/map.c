// SPDX-License-Identifier: MIT
#include "open/map.h"
#include "kiln/heightfield.h"

kiln_result kiln_heightfield_map(kiln_heightfield *field, const char *path)
{
	if (!field || !path)
		return (kiln_result){KILN_E_ARGUMENT, 0, "the field or the path is NULL"};
	kiln_mapping mapping;
	kiln_result result = kilni_mapping_open(&mapping, path, false);
	if (result.status != KILN_OK)
		return result;
	result = kiln_heightfield_open(field, mapping.address, mapping.size);
	if (result.status != KILN_OK)
	{
		kilni_mapping_close(&mapping);
		return result;
	}
	field->mapping = mapping.address;
	field->mapping_size = mapping.size;
	return result;
}

void kiln_heightfield_unmap(kiln_heightfield *field)
{
	if (!field)
		return;
	if (field->mapping)
		kilni_mapping_close(&(kiln_mapping){field->mapping, (size_t)field->mapping_size});
	*field = (kiln_heightfield){0};
}
