/// <reference path="./draco3dgltf.d.ts" />
import { Logger, NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import draco3d from 'draco3dgltf';
import { MeshoptDecoder, MeshoptSimplifier } from 'meshoptimizer';

const silent = new Logger(Logger.Verbosity.SILENT);

/** Creates a reader and writer of glTF with all known extensions, including compressed meshes. */
export async function createGltfIo(): Promise<NodeIO> {
  await Promise.all([MeshoptDecoder.ready, MeshoptSimplifier.ready]);
  return new NodeIO()
    .setLogger(silent)
    .registerExtensions(ALL_EXTENSIONS)
    .registerDependencies({
      'meshopt.decoder': MeshoptDecoder,
      'draco3d.decoder': await draco3d.createDecoderModule(),
    });
}
