// SPDX-License-Identifier: MIT
#include "bench/scenes/convex.h"

#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <btBulletCollisionCommon.h>
#include <new>
#include <vector>

namespace
{

/// Bullet's hulls without their margins. Distances by its pair detector, depths by its EPA, casts by its subsimplex
/// method and its continuous collision.
struct scene
{
	const convex_set *set;
	btConvexHullShape a, b;
	std::vector<btVector3> axes; ///< axes of the last answers
	btVoronoiSimplexSolver simplex;
	btGjkEpaPenetrationDepthSolver depth;
};

btTransform at(const kiln_pose &pose)
{
	return btTransform(btQuaternion(pose.rotation.x, pose.rotation.y, pose.rotation.z, pose.rotation.w),
		btVector3(pose.translation.x, pose.translation.y, pose.translation.z));
}

void fill(btConvexHullShape &shape, const kiln_hull &hull)
{
	for (uint32_t i = 0; i < hull.vertex_count; ++i)
		shape.addPoint(btVector3(hull.x[i], hull.y[i], hull.z[i]), false);
	shape.setMargin(0);
	shape.recalcLocalAabb();
}

void *prepare(const convex_set *set)
{
	scene *made = new (std::nothrow) scene();
	if (!made)
		return nullptr;
	made->set = set;
	fill(made->a, set->a);
	fill(made->b, set->b);
	made->axes.assign(set->count, btVector3(0, 1, 0));
	return made;
}

void release(void *prepared)
{
	delete static_cast<scene *>(prepared);
}

float distance_of(scene &s, uint32_t frame, uint32_t i, bool warm)
{
	btGjkPairDetector detector(&s.a, &s.b, &s.simplex, nullptr);
	if (warm)
		detector.setCachedSeparatingAxis(s.axes[i]);
	btGjkPairDetector::ClosestPointInput input;
	input.m_transformA = at(s.set->pose_a);
	input.m_transformB = at(s.set->frames[frame][i]);
	btPointCollector found;
	detector.getClosestPoints(input, found, nullptr);
	if (warm)
		s.axes[i] = detector.getCachedSeparatingAxis();
	return found.m_hasResult && found.m_distance > 0 ? found.m_distance : 0;
}

void run_distance(void *prepared, uint32_t frame, float *answers)
{
	scene &s = *static_cast<scene *>(prepared);
	for (uint32_t i = 0; i < s.set->count; ++i)
		answers[i] = distance_of(s, frame, i, false);
}

void run_warm(void *prepared, uint32_t frame, float *answers)
{
	scene &s = *static_cast<scene *>(prepared);
	for (uint32_t i = 0; i < s.set->count; ++i)
		answers[i] = distance_of(s, frame, i, true);
}

void run_depth(void *prepared, uint32_t frame, float *answers)
{
	scene &s = *static_cast<scene *>(prepared);
	for (uint32_t i = 0; i < s.set->count; ++i)
	{
		btTransform a = at(s.set->pose_a), b = at(s.set->frames[frame][i]);
		btGjkEpaSolver2::sResults results;
		bool deep = btGjkEpaSolver2::Penetration(&s.a, a, &s.b, b, a.getOrigin() - b.getOrigin(), results, false);
		answers[i] = deep ? -results.distance : 0;
	}
}

float cast_of(scene &s, btConvexCast &cast, const btTransform &from, const btTransform &to)
{
	btConvexCast::CastResult result;
	btTransform still = at(s.set->pose_a);
	return cast.calcTimeOfImpact(from, to, still, still, result) ? result.m_fraction : -1;
}

void run_cast(void *prepared, uint32_t, float *answers)
{
	scene &s = *static_cast<scene *>(prepared);
	for (uint32_t i = 0; i < s.set->count; ++i)
	{
		btTransform from = at(s.set->from[i]), to = from;
		to.setOrigin(at(s.set->to[i]).getOrigin());
		btSubsimplexConvexCast cast(&s.b, &s.a, &s.simplex);
		answers[i] = cast_of(s, cast, from, to);
	}
}

void run_spin(void *prepared, uint32_t, float *answers)
{
	scene &s = *static_cast<scene *>(prepared);
	for (uint32_t i = 0; i < s.set->count; ++i)
	{
		btContinuousConvexCollision cast(&s.b, &s.a, &s.simplex, &s.depth);
		answers[i] = cast_of(s, cast, at(s.set->from[i]), at(s.set->to[i]));
	}
}

convex_run *find(convex_task task)
{
	switch (task)
	{
	case CONVEX_TASK_DISTANCE:
		return run_distance;
	case CONVEX_TASK_WARM:
		return run_warm;
	case CONVEX_TASK_DEPTH:
		return run_depth;
	case CONVEX_TASK_CAST:
		return run_cast;
	case CONVEX_TASK_SPIN:
		return run_spin;
	default:
		return nullptr;
	}
}

} // namespace

const convex_library *convex_bullet(void)
{
	static const convex_library library = {"bullet", "Bullet", prepare, release, find};
	return &library;
}
