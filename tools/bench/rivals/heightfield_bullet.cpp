// SPDX-License-Identifier: MIT
#include "heightfield.h"

#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <BulletCollision/NarrowPhaseCollision/btRaycastCallback.h>
#include <btBulletCollisionCommon.h>
#include <new>

struct rival_field
{
	rival_grid grid;
	btHeightfieldTerrainShape *shape;
	btVector3 middle; ///< Bullet places the middle of the field's box at the origin
};

namespace
{

/// Cells on a side of a chunk of the accelerator: Bullet's default.
constexpr int chunk = 16;

/// Keeps the fraction of the first hit.
struct nearest_triangle : public btTriangleRaycastCallback
{
	nearest_triangle(const btVector3 &from, const btVector3 &to) : btTriangleRaycastCallback(from, to)
	{
	}

	btScalar reportHit(const btVector3 &, btScalar fraction, int, int) override
	{
		return fraction;
	}
};

void release(rival_field *field)
{
	if (!field)
		return;
	delete field->shape;
	delete field;
}

rival_field *make(const rival_grid *grid)
{
	rival_field *field = new (std::nothrow) rival_field();
	if (!field)
		return nullptr;
	field->grid = *grid;
	field->shape = new btHeightfieldTerrainShape(
		int(grid->columns), int(grid->rows), grid->heights, btScalar(1), grid->low, grid->high, 1, PHY_FLOAT, false);
	field->shape->setLocalScaling(btVector3(grid->spacing, 1, grid->spacing));
	field->shape->buildAccelerator(chunk);
	field->middle = btVector3(grid->spacing * btScalar(grid->columns - 1) / 2, (grid->low + grid->high) / 2,
		grid->spacing * btScalar(grid->rows - 1) / 2);
	return field;
}

uint64_t held_bytes(const rival_field *field)
{
	const uint64_t columns = field->grid.columns, rows = field->grid.rows;
	const uint64_t chunks = (columns / chunk) * (rows / chunk);
	return sizeof *field->shape + columns * rows * sizeof(float) + chunks * sizeof(btHeightfieldTerrainShape::Range);
}

void closest(rival_field *field, const rival_ray *rays, uint32_t count, float *t)
{
	for (uint32_t i = 0; i < count; ++i)
	{
		const rival_ray &ray = rays[i];
		const btVector3 from = btVector3(ray.origin[0], ray.origin[1], ray.origin[2]) - field->middle;
		const btVector3 to = from + btVector3(ray.direction[0], ray.direction[1], ray.direction[2]) * ray.t_end;
		nearest_triangle nearest(from, to);
		field->shape->performRaycast(&nearest, from, to);
		t[i] = nearest.m_hitFraction < btScalar(1) ? nearest.m_hitFraction * ray.t_end : -1.0f;
	}
}

} // namespace

const rival_field_library rival_field_bullet_adapter = {"Bullet", make, held_bytes, closest, release, 1, UINT32_MAX};
