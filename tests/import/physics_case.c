// SPDX-License-Identifier: MIT
#include "physics_case.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <stdio.h>

const char physics_case_meshes[] =
	"\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]},{\"primitives\":[{\"attributes\":"
	"{\"POSITION\":0}}]}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],"
	"\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],\"buffers\":[{\"uri\":\"data.bin\",\"byteLength\":36}]";

bool physics_case_begin(import_case *test)
{
	static const float triangle[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
	if (!import_case_begin(test))
		return false;
	import_case_write(test, "data.bin", triangle, sizeof triangle);
	return true;
}

kilncook_status physics_case_file(import_case *test, const char *nodes, const char *extensions)
{
	static char text[16384];
	int size = snprintf(text, sizeof text,
		"{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[%s],\"extensions\":{%s},%"
		"s}",
		nodes, extensions, physics_case_meshes);
	assert_true(size > 0 && (size_t)size < sizeof text);
	return import_case_text(test, "file.gltf", text);
}

kilncook_status physics_case_shape(import_case *test, bool omi, const char *shape)
{
	char extensions[512];
	(void)snprintf(extensions, sizeof extensions, "\"%s\":{\"shapes\":[%s]}",
		omi ? "OMI_physics_shape" : "KHR_implicit_shapes", shape);
	return physics_case_file(test,
		omi ? "{\"extensions\":{\"OMI_physics_body\":{\"collider\":{\"shape\":0}}}}"
			: "{\"extensions\":{\"KHR_physics_rigid_bodies\":{\"collider\":{\"geometry\":{\"shape\":0}}}}}",
		extensions);
}
