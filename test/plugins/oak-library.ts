import { sampleFbxBinary, sampleMtl, sampleObj, samplePng } from '../helpers/sample-files.ts';
import { sampleWebp } from '../helpers/sample-webp.ts';

const fbx = (triangles: number) => sampleFbxBinary({ triangles, texture: 'textures/wood.png' });

/**
 * A chair in three topologies as FBX, one as OBJ too, a costly palace, and a robot with two FBX files in a topology. The
 * palace brings a poster as WebP, the robot one as PNG; the chair's is drawn.
 */
export function oakLibrary() {
  const png = samplePng();
  return {
    'Oak chair/product.json': JSON.stringify({ title: 'Oak chair', tags: ['oak'] }),
    'Oak chair/1k/chair.fbx': fbx(10),
    'Oak chair/1k/chair.obj': sampleObj({ triangles: 10, material: 'chair.mtl' }),
    'Oak chair/1k/chair.mtl': sampleMtl('textures/wood.png'),
    'Oak chair/1k/textures/wood.png': png,
    'Oak chair/10k/chair.fbx': fbx(100),
    'Oak chair/10k/textures/wood.png': png,
    'Oak chair/100k/chair.fbx': fbx(1000),
    'Oak chair/100k/textures/wood.png': png,
    'Palace/product.json': JSON.stringify({ title: 'Palace', priceUsd: 500 }),
    'Palace/previewMedium.webp': sampleWebp(512),
    'Palace/1k/palace.fbx': sampleFbxBinary({ triangles: 8 }),
    'Palace/1k/hall.max': 'a scene that only 3ds Max reads',
    'Palace/10k/palace.fbx': sampleFbxBinary({ triangles: 80 }),
    'Robot/product.json': JSON.stringify({ title: 'Robot' }),
    'Robot/previewMedium.png': samplePng({ side: 64, grey: 90 }),
    'Robot/1k/walk.fbx': sampleFbxBinary({ triangles: 6 }),
    'Robot/1k/run.fbx': sampleFbxBinary({ triangles: 7 }),
    'Robot/10k/walk.fbx': sampleFbxBinary({ triangles: 60 }),
    'Robot/10k/run.fbx': sampleFbxBinary({ triangles: 70 }),
  };
}
