// SPDX-License-Identifier: MIT
#include "heightfield.h"

#include <cmath>
#include <new>
#include <ode/ode.h>

struct rival_field
{
	rival_grid grid;
	dHeightfieldDataID data;
	dGeomID geom;
	dGeomID ray;
};

namespace
{

/// Contacts of a ray, of which the closest one counts.
constexpr int contacts_most = 64;

void release(rival_field *field)
{
	if (!field)
		return;
	dGeomDestroy(field->ray);
	dGeomDestroy(field->geom);
	dGeomHeightfieldDataDestroy(field->data);
	dCloseODE();
	delete field;
}

rival_field *make(const rival_grid *grid)
{
	rival_field *field = new (std::nothrow) rival_field();
	if (!field)
		return nullptr;
	dInitODE2(0);
	dAllocateODEDataForThread(dAllocateMaskAll);
	const dReal width = dReal(grid->spacing) * dReal(grid->columns - 1);
	const dReal depth = dReal(grid->spacing) * dReal(grid->rows - 1);
	field->grid = *grid;
	field->data = dGeomHeightfieldDataCreate();
	dGeomHeightfieldDataBuildSingle(
		field->data, grid->heights, 0, width, depth, int(grid->columns), int(grid->rows), 1, 0, 0, 0);
	dGeomHeightfieldDataSetBounds(field->data, grid->low, grid->high);
	field->geom = dCreateHeightfield(nullptr, field->data, 1);
	// ODE places the middle of the grid at the origin; heights stay.
	dGeomSetPosition(field->geom, width / 2, 0, depth / 2);
	field->ray = dCreateRay(nullptr, 1);
	dGeomRaySetClosestHit(field->ray, 1);
	return field;
}

uint64_t held_bytes(const rival_field *field)
{
	return uint64_t(field->grid.columns) * field->grid.rows * sizeof(float);
}

float first_hit(const rival_field *field, const rival_ray &ray)
{
	dContactGeom contacts[contacts_most];
	const dReal x = ray.direction[0], y = ray.direction[1], z = ray.direction[2];
	const dReal length = std::sqrt(x * x + y * y + z * z);
	dGeomRaySetLength(field->ray, length * ray.t_end);
	dGeomRaySet(field->ray, ray.origin[0], ray.origin[1], ray.origin[2], x, y, z);
	const int count = dCollide(field->ray, field->geom, contacts_most, contacts, sizeof *contacts);
	dReal least = -1;
	for (int i = 0; i < count; ++i)
		if (least < 0 || contacts[i].depth < least)
			least = contacts[i].depth;
	return least < 0 ? -1.0f : float(least / length);
}

void closest(rival_field *field, const rival_ray *rays, uint32_t count, float *t)
{
	for (uint32_t i = 0; i < count; ++i)
		t[i] = first_hit(field, rays[i]);
}

} // namespace

const rival_field_library rival_field_ode_adapter = {"ODE", make, held_bytes, closest, release, 200, 65};
