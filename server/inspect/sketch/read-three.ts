import { DOMParser } from '@xmldom/xmldom';
import { DataTextureLoader, Mesh, type Object3D, Texture, TextureLoader } from 'three';
import { ThreeMFLoader } from 'three/addons/loaders/3MFLoader.js';
import { ColladaLoader } from 'three/addons/loaders/ColladaLoader.js';
import { TDSLoader } from 'three/addons/loaders/TDSLoader.js';
import { multiply, zUp } from '../../shared/matrix.ts';
import { mendCollada } from '../../shared/mend-collada.ts';
import { read3ds } from '../../shared/read-3ds.ts';
import { toBrowserParser } from '../../shared/xml-queries.ts';
import { readAll } from '../byte-source.ts';
import { decodeText } from '../text/decode-text.ts';
import { clay, type Triangles } from './shape.ts';
import type { ReadShape, SceneFile } from './shape-source.ts';

// The loaders need a global DOMParser. Textures are not loaded in this thread.
Object.assign(globalThis, { DOMParser: toBrowserParser(DOMParser) });
for (const { prototype } of [TextureLoader, DataTextureLoader])
  Object.assign(prototype, { load: () => new Texture() });

/** Parsed text takes many times its size. */
const largestBytes = 32 * 1024 * 1024;

function readSmall({ source }: SceneFile): Uint8Array {
  if (source.size > largestBytes) throw new RangeError('is too large to be taken apart.');
  return readAll(source);
}

function addObject(shape: Triangles, root: Object3D, isZUp: boolean): void {
  root.updateMatrixWorld(true);
  root.traverse((object) => {
    if (!(object instanceof Mesh)) return;
    const { index, attributes } = object.geometry;
    const points = Float64Array.from(attributes.position?.array ?? []);
    const world = Float64Array.from(object.matrixWorld.elements);
    const look = { place: isZUp ? multiply(zUp, world) : world, colour: clay };
    const length = index ? index.count : points.length / 3;
    const cornerAt = (corner: number) => (index ? index.getX(corner) : corner);
    for (let corner = 0; corner + 2 < length; corner += 3)
      shape.add(points, cornerAt(corner), cornerAt(corner + 1), cornerAt(corner + 2), look);
  });
}

export const readDae: ReadShape = (file, shape) => {
  const collada = new ColladaLoader().parse(mendCollada(decodeText(readSmall(file))), '');
  if (!collada) throw new Error('is no COLLADA document.');
  // Keeps the file's unit, as all other readers do.
  collada.scene.scale.setScalar(1);
  addObject(shape, collada.scene, false);
};

export const read3mf: ReadShape = (file, shape) =>
  addObject(shape, new ThreeMFLoader().parse(Uint8Array.from(readSmall(file)).buffer), true);

export const read3dsShape: ReadShape = (file, shape) => {
  const bytes = Uint8Array.from(readSmall(file));
  read3ds(bytes);
  addObject(shape, new TDSLoader().parse(bytes.buffer, ''), true);
};
