# SPDX-License-Identifier: MIT
# Prints a furnished house of boxes as OBJ: four rooms with doors, windows, tables, chairs and shelves.
#   awk -f tests/parts_house.awk -v seed=N -v radius=R -v casts=FILE    writes a ball's casts through the openings for kiln-query, too
#   awk -f tests/parts_house.awk -v single=1                            a wall with a door
function next_share() { seed = (seed * 16807) % 2147483647; return seed / 2147483647 }
function grid(x) { return int(x * 64 + 0.5) / 64 }
function box(x0, y0, z0, x1, y1, z1,   i) {
	for (i = 0; i < 8; i++)
		printf "v %.6f %.6f %.6f\n", (i % 2 ? x1 : x0), (int(i / 2) % 2 ? y1 : y0), (i < 4 ? z0 : z1) 
	i = boxes++ * 8
	print "f", i + 1, i + 3, i + 4, i + 2 "\nf", i + 5, i + 6, i + 8, i + 7 "\nf", i + 1, i + 2, i + 6, i + 5 
	print "f", i + 3, i + 7, i + 8, i + 4 "\nf", i + 1, i + 5, i + 7, i + 3 "\nf", i + 2, i + 4, i + 8, i + 6 
}
# A piece of a wall along x (axis 0) or y, from s to e and from low to high.
function piece(axis, at, s, e, low, high) {
	if (e <= s || high <= low) return
	if (axis) box(at, s, low, at + T, e, high)
	else box(s, at, low, e, at + T, high)
}
# A wall with an opening in the middle of each half, of a width, from low to high; none of a width of 0.
function wall(axis, at, from, to, width, low, high, width2, low2, high2,   middle) {
	middle = grid((from + to) / 2)
	half_wall(axis, at, from, middle, width, low, high)
	half_wall(axis, at, middle, to, width2, low2, high2)
}
function half_wall(axis, at, from, to, width, low, high,   s, e) {
	s = grid((from + to) / 2 + (next_share() - 0.5) * 0.3 - width / 2)
	e = s + width
	if (width == 0) s = e = to
	piece(axis, at, from, s, 0, H)
	piece(axis, at, s, e, 0, low)
	piece(axis, at, s, e, high, H)
	piece(axis, at, e, to, 0, H)
	if (width == 0) return
	middle = (low + high) / 2
	if (axis) print "castsphere", at - 0.55, (s + e) / 2, middle, radius, 1, 0, 0, 1.1 + T >casts
	else print "castsphere", (s + e) / 2, at - 0.55, middle, radius, 0, 1, 0, 1.1 + T >casts
}
function table(x, y, width, depth, height,   i, k, l) {
	l = 0.0625
	box(x, y, height - l, x + width, y + depth, height)
	for (i = 0; i < 2; i++)
		for (k = 0; k < 2; k++)
			box(x + i * (width - l), y + k * (depth - l), 0, x + i * (width - l) + l, y + k * (depth - l) + l, height - l)
}
function furnish(x0, y0, x1, y1,   x, y, z) {
	x = grid((x0 + x1) / 2 - 0.6 + next_share() * 0.4)
	y = grid((y0 + y1) / 2 - 0.4 + next_share() * 0.2)
	table(x, y, 1.25, 0.75, 0.75)
	for (z = 0; z < 2; z++) {
		table(x + 0.125 + z * 0.5625, y - 0.375, 0.4375, 0.4375, 0.4375)
		box(x + 0.125 + z * 0.5625, y - 0.375, 0.4375, x + 0.5625 + z * 0.5625, y - 0.3125, 0.9375)
	}
	for (z = 0; z < 2; z += 0.4375)
		box(x1 - 0.875, y1 - 0.375, z, x1 - 0.0625, y1 - 0.0625, z + 0.0625)
	box(x1 - 0.9375, y1 - 0.375, 0, x1 - 0.875, y1 - 0.0625, 1.8125)
}
BEGIN {
	if (single) {
		box(0, 0, 0, 1.5, 0.25, 3)
		box(2.5, 0, 0, 4, 0.25, 3)
		box(1.5, 0, 2, 2.5, 0.25, 3)
		exit
	}
	T = 0.1875; H = 2.5; W = 9; D = 8; door = 0.90625; window = 1
	box(0, 0, -0.25, W, D, 0)
	box(0, 0, H, W, D, H + 0.25)
	X = grid(4 + next_share()); Y = grid(3.5 + next_share())
	wall(0, 0, 0, W, door, 0, 2, window, 0.9375, 2)
	wall(0, D - T, 0, W, window, 0.9375, 2, window, 0.9375, 2)
	wall(1, 0, T, D - T, window, 0.9375, 2, window, 0.9375, 2)
	wall(1, W - T, T, D - T, 0, 0, 0, window, 0.9375, 2)
	wall(1, X, T, D - T, door, 0, 2, door, 0, 2)
	half_wall(0, Y, T, X, door, 0, 2)
	half_wall(0, Y, X + T, W - T, door, 0, 2)
	furnish(T, T, X, Y); furnish(X + T, T, W - T, Y); furnish(T, Y + T, X, D - T); furnish(X + T, Y + T, W - T, D - T)
}
