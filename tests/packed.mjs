// SPDX-License-Identifier: MIT
// Rewrites a glTF file by functions of gltf-transform, each into a file of its own: packed.mjs IN FOLDER. A way that fails
// leaves no file.
import { NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { dedup, draco, flatten, instance, join, meshopt, quantize, reorder, sparse, unweld, weld } from '@gltf-transform/functions';
import draco3d from 'draco3dgltf';
import { MeshoptDecoder, MeshoptEncoder } from 'meshoptimizer';

await Promise.all([MeshoptDecoder.ready, MeshoptEncoder.ready]);
const io = new NodeIO().registerExtensions(ALL_EXTENSIONS).registerDependencies({
	'meshopt.encoder': MeshoptEncoder,
	'meshopt.decoder': MeshoptDecoder,
	'draco3d.encoder': await draco3d.createEncoderModule(),
	'draco3d.decoder': await draco3d.createDecoderModule(),
});
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const ways = {
	quantize: [quantize()],
	'quantize-scene': [quantize({ quantizationVolume: 'scene' })],
	meshopt: [meshopt({ encoder: MeshoptEncoder, level: 'high' })],
	instance: [dedup(), instance({ min: 2 })],
	join: [dedup(), flatten(), join()],
	weld: [weld(), reorder({ encoder: MeshoptEncoder })],
	unweld: [unweld()],
	sparse: [sparse({ ratio: 1 })],
	draco: [draco()],
};
for (const [name, steps] of Object.entries(ways))
	try {
		const document = await io.read(process.argv[2]);
		await document.setLogger(quiet).transform(...steps);
		await io.write(`${process.argv[3]}/${name}.glb`, document);
	} catch (error) {
		console.error(`${name}: ${error}`);
	}
