// SPDX-License-Identifier: MIT
#include "bench/scenes/convex.h"

#include <algorithm>
#include <cmath>
#include <fcl/geometry/shape/convex.h>
#include <fcl/narrowphase/detail/gjk_solver_indep.h>
#include <fcl/narrowphase/detail/gjk_solver_libccd.h>
#include <memory>
#include <new>
#include <vector>

namespace
{

using vec = fcl::Vector3d;
using pose = fcl::Transform3d;
using body = fcl::Convexd;

pose at(const kiln_pose &given)
{
	pose made = pose::Identity();
	made.linear() = Eigen::Quaterniond(
		double(given.rotation.w), double(given.rotation.x), double(given.rotation.y), double(given.rotation.z))
						.toRotationMatrix();
	made.translation() = vec(double(given.translation.x), double(given.translation.y), double(given.translation.z));
	return made;
}

body body_of(const kiln_hull &hull)
{
	auto vertices = std::make_shared<std::vector<vec>>();
	auto faces = std::make_shared<std::vector<int>>();
	for (uint32_t i = 0; i < hull.vertex_count; ++i)
		vertices->push_back(vec(double(hull.x[i]), double(hull.y[i]), double(hull.z[i])));
	for (uint32_t face = 0; face < hull.face_count; ++face)
	{
		uint32_t count, first = kiln_hull_face(&hull, face, &count);
		faces->push_back(int(count));
		for (uint32_t i = 0; i < count; ++i)
			faces->push_back(int(kiln_hull_origin(&hull, first + i)));
	}
	return body(vertices, int(hull.face_count), faces);
}

/// Both of FCL's solvers have the same functions.
template <typename solver> struct scene
{
	const convex_set *set;
	body a, b;
	pose at_a;
	std::vector<pose> at_b[2];
	std::vector<vec> guesses;
	solver ask;
};

template <typename solver> void *prepare(const convex_set *set)
{
	auto *made =
		new (std::nothrow) scene<solver>{set, body_of(set->a), body_of(set->b), at(set->pose_a), {}, {}, solver()};
	if (!made)
		return nullptr;
	for (int frame = 0; frame < 2; ++frame)
		for (uint32_t i = 0; i < set->count; ++i)
			made->at_b[frame].push_back(at(set->frames[frame][i]));
	made->guesses.assign(set->count, vec(1, 0, 0));
	return made;
}

template <typename solver> void release(void *prepared)
{
	delete static_cast<scene<solver> *>(prepared);
}

template <typename solver> void run_distance(void *prepared, uint32_t frame, float *answers)
{
	auto &s = *static_cast<scene<solver> *>(prepared);
	for (uint32_t i = 0; i < s.set->count; ++i)
	{
		double distance = 0;
		vec p, q;
		bool apart = s.ask.shapeDistance(s.a, s.at_a, s.b, s.at_b[frame][i], &distance, &p, &q);
		answers[i] = apart ? float(std::max(distance, 0.0)) : 0;
	}
}

template <typename solver> void run_warm(void *prepared, uint32_t frame, float *answers)
{
	auto &s = *static_cast<scene<solver> *>(prepared);
	s.ask.enable_cached_guess = true;
	for (uint32_t i = 0; i < s.set->count; ++i)
	{
		double distance = 0;
		vec p, q;
		s.ask.cached_guess = s.guesses[i];
		bool apart = s.ask.shapeDistance(s.a, s.at_a, s.b, s.at_b[frame][i], &distance, &p, &q);
		s.guesses[i] = s.ask.cached_guess;
		answers[i] = apart ? float(std::max(distance, 0.0)) : 0;
	}
	s.ask.enable_cached_guess = false;
}

template <typename solver> void run_overlap(void *prepared, uint32_t frame, float *answers)
{
	auto &s = *static_cast<scene<solver> *>(prepared);
	for (uint32_t i = 0; i < s.set->count; ++i)
		answers[i] = s.ask.shapeIntersect(s.a, s.at_a, s.b, s.at_b[frame][i], nullptr) ? 1 : 0;
}

template <typename solver> void run_depth(void *prepared, uint32_t frame, float *answers)
{
	auto &s = *static_cast<scene<solver> *>(prepared);
	std::vector<fcl::ContactPoint<double>> contacts;
	for (uint32_t i = 0; i < s.set->count; ++i)
	{
		contacts.clear();
		bool deep = s.ask.shapeIntersect(s.a, s.at_a, s.b, s.at_b[frame][i], &contacts);
		answers[i] = deep && !contacts.empty() ? float(std::abs(contacts[0].penetration_depth)) : 0;
	}
}

using own = fcl::detail::GJKSolver_indepd;
using ccd = fcl::detail::GJKSolver_libccdd;

convex_run *find(convex_task task)
{
	switch (task)
	{
	case CONVEX_TASK_DISTANCE:
		return run_distance<own>;
	case CONVEX_TASK_WARM:
		return run_warm<own>;
	case CONVEX_TASK_OVERLAP:
		return run_overlap<own>;
	case CONVEX_TASK_DEPTH:
		return run_depth<own>;
	default:
		return nullptr;
	}
}

convex_run *find_ccd(convex_task task)
{
	switch (task)
	{
	case CONVEX_TASK_DISTANCE:
		return run_distance<ccd>;
	case CONVEX_TASK_OVERLAP:
		return run_overlap<ccd>;
	case CONVEX_TASK_DEPTH:
		return run_depth<ccd>;
	default:
		return nullptr;
	}
}

} // namespace

const convex_library *convex_fcl(void)
{
	static const convex_library library = {"fcl", "FCL", prepare<own>, release<own>, find};
	return &library;
}

const convex_library *convex_fcl_ccd(void)
{
	static const convex_library library = {"fcl_ccd", "FCL ccd", prepare<ccd>, release<ccd>, find_ccd};
	return &library;
}
