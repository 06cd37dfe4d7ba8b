# SPDX-License-Identifier: MIT
# A script for kiln-query with two assets: `count` rounds of every question about the two, the second one in and around
# the box of the first, the same ones for the same seed.
#   awk -v seed=1 -v count=20 -v box="MINX MINY MINZ MAXX MAXY MAXZ" -f tests/pairs.awk

# Park and Miller's generator (1988), exact in doubles and so the same in every awk.
function random()
{
	state = (state * 16807) % 2147483647
	return state / 2147483647
}

# Moved by up to a size, turned, and every third time scaled; or moved by a half of each size and not turned: things
# touch then.
function pose(round, axis, text)
{
	text = ""
	if (round % 4 == 0)
	{
		for (axis = 1; axis <= 3; axis++)
			text = text sprintf(" %.9g", int(random() * 5 - 2) / 2 * size[axis])
		return text " 0 0 0 1"
	}
	for (axis = 1; axis <= 3; axis++)
		text = text sprintf(" %.9g", (random() * 2 - 1) * size[axis])
	for (axis = 1; axis <= 4; axis++)
		text = text sprintf(" %.9g", random() - 0.5)
	return text (round % 3 == 0 ? sprintf(" %.9g", 0.5 + random()) : "")
}

BEGIN {
	split(box, corner, " ")
	for (axis = 1; axis <= 3; axis++)
		size[axis] = corner[axis + 3] - corner[axis]
	state = seed * 7919 + 1
	for (round = 0; round < count; round++)
	{
		where = pose(round)
		print "collide" where
		print "contacts" where
		print "distance" where
		print "within " sprintf("%.9g", random() * (size[1] + size[2] + size[3]) / 10) where
	}
}
