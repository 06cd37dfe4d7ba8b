// SPDX-License-Identifier: MIT
// The material of surfaces: flat faces in the colours of paint.js, their edges, and a section.
import { DoubleSide, GLSL3, RawShaderMaterial, Vector4, Color } from 'three';

/** Colours of the kinds of edge, and of backs, in sRGB. */
export const EDGE_COLOURS = ['#e01010', '#b000e0', '#1070ff', '#ff9000', '#808080'];
export const BACK_COLOUR = '#3060e0';

const vertexShader = `
precision highp float;
uniform mat4 modelViewMatrix, projectionMatrix;
in vec3 position;
in vec4 colour;
out vec3 vView, vColour, vCorner;
flat out int vEdges;
void main() {
	int corner = gl_VertexID % 3;
	vCorner = vec3(corner == 0, corner == 1, corner == 2);
	vColour = colour.rgb;
	vEdges = int(colour.a * 255.0 + 0.5);
	vec4 view = modelViewMatrix * vec4(position, 1.0);
	vView = view.xyz;
	gl_Position = projectionMatrix * view;
}`;

// An edge's distance is the weight of the corner across it, in pixels.
const fragmentShader = `
precision highp float;
uniform bool lit, winding, wire, edgeKinds, openEdges;
uniform vec4 section;
uniform vec3 kindColours[5], backColour, wireColour;
in vec3 vView, vColour, vCorner;
flat in int vEdges;
out vec4 result;
void main() {
	if (dot(section.xyz, vView) > section.w) discard;
	vec3 base = vColour;
	if (winding && !gl_FrontFacing) base = backColour;
	if (lit) {
		vec3 normal = cross(dFdx(vView), dFdy(vView));
		float facing = abs(dot(normal, vView)) / max(length(normal) * length(vView), 1e-30);
		base *= 0.45 + 0.55 * facing;
		if (!gl_FrontFacing && !winding) base *= 0.6;
	}
	vec3 pixels = vCorner / max(fwidth(vCorner), vec3(1e-20));
	for (int side = 0; side < 3; ++side) {
		int kind = side == 0 ? vEdges % 5 : side == 1 ? vEdges / 5 % 5 : vEdges / 25;
		float distance = side == 0 ? pixels.z : side == 1 ? pixels.x : pixels.y;
		bool open = kind < 2;
		if (openEdges && open && distance < 2.5 || edgeKinds && distance < 2.0) base = kindColours[kind];
		else if (wire && distance < 1.0) base = mix(wireColour, base, 0.25);
	}
	result = vec4(base, 1.0);
}`;

const rgb = (text) => new Color().set(text);

export function makeSurfaceMaterial() {
	return new RawShaderMaterial({
		glslVersion: GLSL3, vertexShader, fragmentShader, side: DoubleSide,
		polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1,
		uniforms: {
			lit: { value: true }, winding: { value: false }, wire: { value: false }, edgeKinds: { value: false }, openEdges: { value: false },
			section: { value: new Vector4(0, 0, 0, 1) },
			kindColours: { value: EDGE_COLOURS.map(rgb) }, backColour: { value: rgb(BACK_COLOUR) }, wireColour: { value: rgb('#000') },
		},
	});
}
