# SPDX-License-Identifier: MIT
# A script for kiln-query: `count` rounds of every question, in and around a box, the same ones for the same seed.
#   awk -v seed=1 -v count=100 -v box="MINX MINY MINZ MAXX MAXY MAXZ" -f tests/queries.awk

# Park and Miller's generator (1988), exact in doubles and so the same in every awk.
function random()
{
	state = (state * 16807) % 2147483647
	return state / 2147483647
}

# A point in the box, grown on each side by `grow` times its size.
function point(grow, axis, text)
{
	text = ""
	for (axis = 1; axis <= 3; axis++)
		text = text sprintf(" %.9g", low[axis] + (random() * (1 + 2 * grow) - grow) * size[axis])
	return text
}

# A point whose coordinates are those of the box's corners, its centre or its quarter marks: queries that touch.
function mark(axis, text)
{
	text = ""
	for (axis = 1; axis <= 3; axis++)
		text = text sprintf(" %.9g", low[axis] + int(random() * 5) / 4 * size[axis])
	return text
}

function direction()
{
	return sprintf(" %.9g %.9g %.9g", random() - 0.5, random() - 0.5, random() - 0.5)
}

function axis_direction(which, sign)
{
	which = int(random() * 3)
	sign = random() < 0.5 ? -1 : 1
	return sprintf(" %d %d %d", which == 0 ? sign : 0, which == 1 ? sign : 0, which == 2 ? sign : 0)
}

function number(factor)
{
	return sprintf(" %.9g", random() * factor * largest)
}

BEGIN {
	split(box, corner, " ")
	largest = 0
	for (axis = 1; axis <= 3; axis++)
	{
		low[axis] = corner[axis] + 0
		size[axis] = corner[axis + 3] - corner[axis]
		if (size[axis] > largest)
			largest = size[axis]
	}
	state = seed * 7919 + 1
	for (round = 0; round < count; round++)
	{
		print "ray" point(0.5) direction()
		print "ray" point(0.5) direction() number(1)
		print "ray" mark() axis_direction()
		print "rayall" point(0.5) direction()
		print "rayall" mark() axis_direction()
		print "closest" point(0.5)
		print "closest" point(2) number(1)
		print "closest" mark()
		print "inside" point(0.1)
		print "inside" mark()
		print "sphere" point(0.2) number(0.2)
		print "sphere" mark() number(0.1)
		print "box" point(0.2) number(0.1) number(0.1) number(0.1)
		print "box" point(0.2) number(0.1) number(0.1) number(0.1) direction() " 0.5"
		print "box" mark() sprintf(" %.9g %.9g %.9g", size[1] / 4, size[2] / 4, size[3] / 4)
		print "capsule" point(0.2) point(0.2) number(0.1)
		print "castsphere" point(0.5) number(0.1) direction()
		print "castbox" point(0.5) number(0.1) number(0.1) number(0.1) direction()
		print "castcapsule" point(0.5) point(0.5) number(0.1) direction()
	}
	print "ray 0 0 0 0 0 0"
	print "ray 0 0 0 nan 0 1"
	print "ray inf 0 0 1 0 0"
	print "ray 1e38 0 0 -1e38 0 0"
	print "ray 0 0 -1e12 1e-40 0 1e-38"
	print "sphere 0 0 0 -1"
	print "sphere 0 0 0 1e30"
	print "closest nan 0 0"
}
