import { DOMParser } from '@xmldom/xmldom';
import {
  BufferAttribute,
  BufferGeometry,
  Group,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  Points,
} from 'three';
import { ThreeMFLoader } from 'three/addons/loaders/3MFLoader.js';
import { ColladaLoader } from 'three/addons/loaders/ColladaLoader.js';
import { FBXLoader } from 'three/addons/loaders/FBXLoader.js';
import { PLYLoader } from 'three/addons/loaders/PLYLoader.js';
import { STLLoader } from 'three/addons/loaders/STLLoader.js';
import { TDSLoader } from 'three/addons/loaders/TDSLoader.js';
import { isText, type MeshFormat } from '../../server/contract/catalogue/formats.ts';
import { mendCollada } from '../../server/shared/mend-collada.ts';
import { mendPly, mendStl } from '../../server/shared/mend-text.ts';
import { decodeText, fromUtf16 } from '../../server/shared/plain-text.ts';
import { read3ds } from '../../server/shared/read-3ds.ts';
import { readVox } from '../../server/shared/vox/read-vox.ts';
import { listVoxSurfaces } from '../../server/shared/vox/vox-faces.ts';
import { toBrowserParser } from '../../server/shared/xml-queries.ts';
import type { LoadedModel } from './loaded-model.ts';
import type { MeshFile } from './mesh-file.ts';
import { readObj } from './read-obj.ts';
import { readUsd } from './read-usd.ts';

/** Adds an XML parser in a worker, which has none; a page keeps its own. */
function ensureXml(): void {
  if (!('DOMParser' in globalThis)) Object.assign(globalThis, { DOMParser: toBrowserParser(DOMParser) });
}

/** Reads bytes; pictures come through a manager. */
type Read = (file: MeshFile) => LoadedModel | Promise<LoadedModel>;

const never = () => false;
const always = () => true;

/** Rotates from Z up, as in CAD and printing, to three.js's Y up. */
function standUp(object: Object3D): Object3D {
  object.rotation.x = -Math.PI / 2;
  const root = new Group();
  root.add(object);
  return root;
}

const readFbx: Read = ({ bytes, manager }) => {
  const root = new FBXLoader(manager).parse(bytes, '');
  const { unitScaleFactor } = root.userData;
  // The unit is the centimetre, times a factor.
  const metresPerUnit = 0.01 * (typeof unitScaleFactor === 'number' ? unitScaleFactor : 1);
  return { root, clips: root.animations, isBare: never, metresPerUnit };
};

const readStl: Read = ({ bytes, manager }) => {
  const geometry = new STLLoader(manager).parse(mendStl(bytes));
  // Normals in STL files are often zero or point inwards.
  geometry.deleteAttribute('normal');
  const hasColours = geometry.hasAttribute('color');
  const mesh = new Mesh(geometry, new MeshStandardMaterial({ vertexColors: hasColours }));
  return { root: standUp(mesh), clips: [], isBare: hasColours ? never : always, metresPerUnit: 0.001 };
};

const faces = /^element\s+face\s+[1-9]/m;

/** If faces have colours, the loader gives each corner its own vertex, as in a point cloud. */
const readPly: Read = ({ bytes, manager }) => {
  const head = new TextDecoder('latin1').decode(bytes.slice(0, 16_384)).split(/^end_header/m, 1)[0] ?? '';
  const geometry = new PLYLoader(manager).parse(mendPly(bytes));
  const hasColours = geometry.hasAttribute('color');
  const material = new MeshStandardMaterial({ vertexColors: hasColours });
  const root = faces.test(head) ? new Mesh(geometry, material) : new Points(geometry);
  return { root, clips: [], isBare: hasColours ? never : always, metresPerUnit: null };
};

const readCollada: Read = ({ bytes, manager }) => {
  ensureXml();
  const collada = new ColladaLoader(manager).parse(mendCollada(decodeText(new Uint8Array(bytes))), '');
  if (!collada) throw new Error('it is no COLLADA document');
  const { scene } = collada;
  return { root: scene, clips: scene.animations, isBare: never, metresPerUnit: 1 };
};

const read3mf: Read = ({ bytes, manager }) => {
  ensureXml();
  return {
    root: standUp(new ThreeMFLoader(manager).parse(bytes)),
    clips: [],
    isBare: never,
    metresPerUnit: 0.001,
  };
};

const readTds: Read = ({ bytes, manager }) => {
  read3ds(new Uint8Array(bytes));
  return {
    root: standUp(new TDSLoader(manager).parse(bytes, '')),
    clips: [],
    isBare: never,
    metresPerUnit: null,
  };
};

const readCubes: Read = ({ bytes }) => {
  const scene = new Group();
  for (const { points, colours, indices, place } of listVoxSurfaces(readVox(new Uint8Array(bytes)))) {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(points, 3));
    geometry.setAttribute('color', new BufferAttribute(colours, 3));
    geometry.setIndex(new BufferAttribute(indices, 1));
    const mesh = new Mesh(geometry, new MeshStandardMaterial({ vertexColors: true }));
    mesh.applyMatrix4(new Matrix4().fromArray(place));
    scene.add(mesh);
  }
  return { root: standUp(scene), clips: [], isBare: never, metresPerUnit: null };
};

const readers: Readonly<Record<MeshFormat, Read>> = {
  fbx: readFbx,
  obj: readObj,
  stl: readStl,
  ply: readPly,
  dae: readCollada,
  '3mf': read3mf,
  usdz: readUsd,
  usd: readUsd,
  usda: readUsd,
  usdc: readUsd,
  vox: readCubes,
  '3ds': readTds,
};

export const isMeshFormat = (format: string): format is MeshFormat => Object.hasOwn(readers, format);

/** Throws if the file is not of this format. */
export const readMeshFile = async (format: MeshFormat, file: MeshFile): Promise<LoadedModel> =>
  readers[format]({
    ...file,
    bytes: (isText(format) && fromUtf16(new Uint8Array(file.bytes))?.buffer) || file.bytes,
  });
