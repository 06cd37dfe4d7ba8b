// SPDX-License-Identifier: MIT
#include "placed_body.h"

#include "hit.h"

kiln_placed_body kilni_place_body(const kiln_asset *asset, uint32_t node)
{
	const kiln_format_node *at = &asset->nodes[node];
	kiln_placed_body placed;
	placed.body = kilni_body_of(asset, &asset->shapes[at->shape]);
	placed.place = kilni_place_of(at);
	return placed;
}

uint32_t kilni_body_ray(const kiln_placed_body *placed, const kiln_ray *ray, kiln_body_hit hits[2])
{
	kiln_d3 origin = kiln_place_point_back(&placed->place, kiln_d3_from(ray->origin));
	kiln_d3 direction = kiln_place_vector_back(&placed->place, kiln_d3_from(ray->direction));
	float limit = ray->t_max > 0 && ray->t_max < FLT_MAX ? ray->t_max : FLT_MAX;
	kiln_crossing cross[2];
	uint32_t count = 0;
	if (placed->place.flat || !kilni_body_cross(&placed->body, origin, direction, cross))
		return 0;
	for (int i = 0; i < 2; ++i)
	{
		bool back = i == 1;
		if (!(cross[i].t >= 0 && cross[i].t <= (double)FLT_MAX) || (back && (ray->flags & KILN_RAY_CULL_BACK)))
			continue;
		// Compares times as they are reported; adding 0 removes the sign of a zero.
		float t = (float)cross[i].t + 0.0f;
		if (t <= limit && !(count && t == hits[0].t))
			hits[count++] = (kiln_body_hit){t, back, cross[i].point, cross[i].normal, cross[i].face};
	}
	return count;
}

void kilni_body_ray_fill(
	const kiln_asset *asset, uint32_t node, const kiln_ray *ray, const kiln_body_hit *found, kiln_hit *hit)
{
	const kiln_place place = kilni_place_of(&asset->nodes[node]);
	kiln_d3 normal = kiln_place_normal(&place, found->normal);
	double largest = kiln_d3_largest(normal);
	// A surface that is a point or a line has no normal: uses the direction against the ray.
	if (!(largest > 0 && largest <= DBL_MAX))
	{
		normal = kiln_d3_scale(kiln_d3_from(ray->direction), found->back ? 1 : -1);
		largest = kiln_d3_largest(normal);
	}
	normal = kiln_d3_scale(normal, 1 / largest);
	kiln_hit_begin(hit);
	hit->normal = kiln_d3_to(kiln_d3_scale(normal, 1 / sqrt(kiln_d3_length2(normal))));
	hit->back = found->back;
	hit->t = found->t;
	hit->point = kiln_d3_to(kiln_place_point(&place, found->point));
	hit->u = 0;
	hit->v = 0;
	kiln_hit_identify_body(asset, node, found->face, hit);
}
