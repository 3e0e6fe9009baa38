import { readFile } from 'node:fs/promises';
import type { Document } from '@gltf-transform/core';
import { weld } from '@gltf-transform/functions';
import { DOMParser } from '@xmldom/xmldom';
import {
  BufferAttribute,
  BufferGeometry,
  Group,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
} from 'three';
import { ThreeMFLoader } from 'three/addons/loaders/3MFLoader.js';
import { ColladaLoader } from 'three/addons/loaders/ColladaLoader.js';
import { FBXLoader } from 'three/addons/loaders/FBXLoader.js';
import { MTLLoader } from 'three/addons/loaders/MTLLoader.js';
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js';
import { PLYLoader } from 'three/addons/loaders/PLYLoader.js';
import { STLLoader } from 'three/addons/loaders/STLLoader.js';
import { TDSLoader } from 'three/addons/loaders/TDSLoader.js';
import { USDComposer } from 'three/addons/loaders/usd/USDComposer.js';
import type { MeshFormat } from '../../../contract/catalogue/formats.ts';
import { usdTools } from '../../../inspect/archive/usd-scene.ts';
import { mendCollada } from '../../../shared/mend-collada.ts';
import { mendObj, mendPly, mendStl, pickLibraries, plainLines } from '../../../shared/mend-text.ts';
import { decodeText, fromUtf16 } from '../../../shared/plain-text.ts';
import { read3ds } from '../../../shared/read-3ds.ts';
import { openUsd } from '../../../shared/usd/open-usd.ts';
import { toSpecs } from '../../../shared/usd/to-specs.ts';
import { readVox } from '../../../shared/vox/read-vox.ts';
import { listVoxSurfaces } from '../../../shared/vox/vox-faces.ts';
import { toBrowserParser } from '../../../shared/xml-queries.ts';
import { bindTextures } from './bind-textures.ts';
import { fromThree } from './from-three.ts';
import { createSupportFinder, type SourceFile } from './source-file.ts';
import { createNotingManager, createPictureStore, noteTextures } from './three-pictures.ts';

// The FBX loader needs a global URL, and a window size for cameras.
Object.assign(globalThis, {
  window: globalThis,
  innerWidth: 1,
  innerHeight: 1,
  DOMParser: toBrowserParser(DOMParser),
});

const readBytes = async (place: string) => Uint8Array.from(await readFile(place)).buffer;
const readText = async (place: string) => decodeText(await readFile(place));
/** File content, with UTF-16 text converted to UTF-8. */
const readPlain = async (place: string) => {
  const bytes = await readBytes(place);
  return fromUtf16(new Uint8Array(bytes))?.buffer ?? bytes;
};

function forEachMesh(root: Object3D, act: (mesh: Mesh) => void): void {
  root.traverse((object) => {
    if (object instanceof Mesh) act(object);
  });
}

/** Marks surfaces that the file does not describe, so that their levels do not either and look the same everywhere. */
function markBare(root: Object3D): void {
  forEachMesh(root, ({ geometry, material }) => {
    if (!geometry.hasAttribute('color')) for (const own of [material].flat()) own.userData.isBare = true;
  });
}

async function readObj({ file, support }: SourceFile): Promise<Object3D> {
  const manager = createNotingManager();
  const loader = new OBJLoader(manager);
  const text = mendObj(await readText(file));
  const libraries = pickLibraries(text, Object.keys(support)).flatMap((name) => support[name] ?? []);
  if (libraries.length > 0) {
    const texts = await Promise.all(libraries.map(readText));
    const materials = new MTLLoader(manager).parse(texts.map(plainLines).join('\n'), '');
    materials.preload();
    loader.setMaterials(materials);
  }
  const root = loader.parse(text);
  if (libraries.length === 0) markBare(root);
  // A surface without normals is drawn flat, so its corners can be shared.
  if (!/^vn\s/m.test(text)) forEachMesh(root, ({ geometry }) => geometry.deleteAttribute('normal'));
  return root;
}

/** FBX counts in centimetres, glTF in metres. */
async function readFbx({ file }: SourceFile): Promise<Object3D> {
  const scene = new FBXLoader(createNotingManager()).parse(await readPlain(file), '');
  const { unitScaleFactor } = scene.userData;
  // The loader's root can be a node of the file with its own transform, so wraps it.
  const root = new Group();
  root.scale.setScalar(
    (typeof unitScaleFactor === 'number' && unitScaleFactor > 0 ? unitScaleFactor : 1) / 100,
  );
  root.add(scene);
  root.animations = scene.animations;
  return root;
}

function toMesh(geometry: BufferGeometry): Mesh {
  const vertexColors = geometry.hasAttribute('color');
  const mesh = new Mesh(geometry, new MeshStandardMaterial({ vertexColors, metalness: 0 }));
  markBare(mesh);
  return mesh;
}

/** Turns Z up, used by CAD and 3D printing, into glTF's Y up. */
function standUp(scene: Object3D): Object3D {
  scene.rotation.x = -Math.PI / 2;
  return new Group().add(scene);
}

async function readStl({ file }: SourceFile): Promise<Object3D> {
  const geometry = new STLLoader().parse(mendStl(await readPlain(file)));
  // Normals in STL files are often zero or point inwards.
  geometry.deleteAttribute('normal');
  return standUp(toMesh(geometry));
}

async function readPly({ file }: SourceFile): Promise<Object3D> {
  const geometry = new PLYLoader().parse(mendPly(await readPlain(file)));
  if (geometry.getIndex() === null) throw new Error('it has points and no triangles');
  return toMesh(geometry);
}

async function readCollada({ file }: SourceFile): Promise<Object3D> {
  const text = mendCollada(await readText(file));
  const collada = noteTextures(() => new ColladaLoader().parse(text, ''));
  if (!collada) throw new Error('it is no COLLADA document');
  const { scene } = collada;
  const root = new Group();
  root.add(scene);
  root.animations = scene.animations;
  return root;
}

/** 3MF counts in millimetres, Z up. */
async function read3mf({ file }: SourceFile): Promise<Object3D> {
  const bytes = await readBytes(file);
  const scene = noteTextures(() => new ThreeMFLoader().parse(bytes));
  scene.scale.multiplyScalar(0.001);
  return standUp(scene);
}

async function readUsd({ file, support }: SourceFile): Promise<Object3D> {
  const find = createSupportFinder(support);
  const scene = await openUsd(new Uint8Array(await readBytes(file)), usdTools, async (path) => {
    const place = find(path);
    return place === undefined ? null : new Uint8Array(await readBytes(place));
  });
  return noteTextures(() => new USDComposer().compose(toSpecs(scene), scene.pictures));
}

async function readTds({ file }: SourceFile): Promise<Object3D> {
  const bytes = await readBytes(file);
  read3ds(new Uint8Array(bytes));
  const scene = noteTextures(() => new TDSLoader().parse(bytes, ''));
  return standUp(scene);
}

async function readCubes({ file }: SourceFile): Promise<Object3D> {
  const scene = new Group();
  for (const { points, colours, indices, place } of listVoxSurfaces(readVox(await readFile(file)))) {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(points, 3));
    geometry.setAttribute('color', new BufferAttribute(colours, 3));
    const mesh = toMesh(geometry.setIndex(new BufferAttribute(indices, 1)));
    mesh.applyMatrix4(new Matrix4().fromArray(place));
    scene.add(mesh);
  }
  return standUp(scene);
}

const readers: Readonly<Record<MeshFormat, (source: SourceFile) => Promise<Object3D>>> = {
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

const isMeshFormat = (format: string): format is MeshFormat => Object.hasOwn(readers, format);

/** Reads a scene with the loaders of three.js that need no browser. */
export async function readWithThree(source: SourceFile): Promise<Document> {
  if (!isMeshFormat(source.format)) throw new Error(`${source.format} files are not read here`);
  const pictures = createPictureStore(source);
  const root = await readers[source.format](source);
  const document = await fromThree(root, pictures, await bindTextures(root, source, pictures));
  return document.transform(weld());
}
