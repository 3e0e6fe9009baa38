import { sampleThreemf, sampleUsda, sampleUsdz } from '../../helpers/sample-archives.ts';
import { sample3ds } from '../../helpers/sample-cad.ts';
import { sampleDae } from '../../helpers/sample-dae.ts';
import { sampleFbxAscii, sampleFbxBinary } from '../../helpers/sample-fbx.ts';
import {
  sampleAsciiPly,
  sampleAsciiStl,
  sampleBinaryStl,
  sampleGlb,
  sampleGltfBuffer,
  sampleGltfDocument,
  sampleMtl,
  sampleObj,
  samplePly,
  samplePng,
} from '../../helpers/sample-files.ts';
import { sampleJpeg, sampleWebp } from '../../helpers/sample-images.ts';
import { maxLines, sampleMax } from '../../helpers/sample-max.ts';
import { sampleVox, voxBox, voxMove, voxShape } from '../../helpers/sample-vox.ts';

export type SoundSample = { readonly title: string; readonly format: string; readonly bytes: Uint8Array };

const triangles = 3;
const fbx = {
  triangles,
  animated: true,
  rigged: true,
  texture: 'maps\\wood.png',
  content: Buffer.alloc(300, 65),
};
const dae = sampleDae({
  primitives:
    '<polylist><input offset="0"/><vcount>3 4</vcount><p>10 1 12 <!-- > --> 0 10 20 30</p></polylist>',
  animated: true,
  rigged: true,
  image: '<![CDATA[wood>]].png]]>',
});
const embedded = sampleGltfDocument(
  { triangles },
  `data:application/octet-stream;base64,${sampleGltfBuffer({ triangles }).toString('base64')}`,
);

function sample(title: string, format: string, content: string | Uint8Array): SoundSample {
  return { title, format, bytes: Buffer.from(content) };
}

/** One small file without fault of every kind that has its own reader. */
export const soundSamples: readonly SoundSample[] = [
  sample('GLB', 'glb', sampleGlb({ triangles, animated: true, rigged: true })),
  sample('glTF', 'gltf', JSON.stringify(embedded)),
  sample('OBJ', 'obj', sampleObj({ triangles, material: 'wood grain.mtl' }).replace('f 1', 'f 1 \\\n')),
  sample('OBJ with CR LF', 'obj', sampleObj({ triangles, material: 'a.mtl b.mtl' }).replaceAll('\n', '\r\n')),
  sample('MTL', 'mtl', sampleMtl('-bm 1 wood grain.png')),
  sample('binary STL', 'stl', sampleBinaryStl({ triangles, title: 'solid thing' })),
  sample('ASCII STL', 'stl', sampleAsciiStl({ triangles })),
  sample('ASCII PLY', 'ply', sampleAsciiPly({ triangles })),
  sample('binary PLY', 'ply', samplePly({ triangles })),
  sample('big-endian PLY', 'ply', samplePly({ triangles, isBigEndian: true })),
  sample('binary FBX', 'fbx', sampleFbxBinary(fbx)),
  sample('wide binary FBX', 'fbx', sampleFbxBinary(fbx, { version: 7700, isPacked: false })),
  sample('ASCII FBX', 'fbx', sampleFbxAscii(fbx)),
  sample('DAE', 'dae', dae),
  sample('3MF', '3mf', sampleThreemf()),
  sample('USDZ', 'usdz', sampleUsdz()),
  sample('USD', 'usda', sampleUsda({ animated: true })),
  sample('MAX', 'max', sampleMax({ lines: maxLines('26.00', '26.00') })),
  sample('3DS', '3ds', sample3ds()),
  sample('VOX', 'vox', sampleVox([voxBox(2, 1, 1)], voxMove(0, 1, { _t: '1 2 3' }), voxShape(1, 0))),
  sample('PNG', 'png', samplePng({ side: 4 })),
  sample('JPEG', 'jpg', sampleJpeg()),
  sample('WebP', 'webp', sampleWebp()),
];
