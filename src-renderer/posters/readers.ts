import {
  FileLoader,
  Group,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  Points,
  type WebGLRenderer,
} from 'three';
import { ThreeMFLoader } from 'three/addons/loaders/3MFLoader.js';
import { ColladaLoader } from 'three/addons/loaders/ColladaLoader.js';
import { FBXLoader } from 'three/addons/loaders/FBXLoader.js';
import { PLYLoader } from 'three/addons/loaders/PLYLoader.js';
import { STLLoader } from 'three/addons/loaders/STLLoader.js';
import { USDLoader } from 'three/addons/loaders/USDLoader.js';
import type { PosterFormat } from '../../server/contract/formats.ts';
import {
  createDecoders,
  createGltfLoader,
  type Decoders,
  detectTextureSupport,
  fromGltf,
} from '../studio/gltf.ts';
import type { LoadedModel } from '../studio/loaded-model.ts';
import { readObj } from './read-obj.ts';
import type { ReadTools } from './read-tools.ts';

export type Reader = (tools: ReadTools) => Promise<LoadedModel>;

const never = () => false;
const always = () => true;

/** CAD and printing count upwards along Z; three.js along Y. */
function standUp(object: Object3D): Object3D {
  object.rotation.x = -Math.PI / 2;
  const root = new Group();
  root.add(object);
  return root;
}

const decodersOf = new WeakMap<WebGLRenderer, Decoders>();

function findDecoders(renderer: WebGLRenderer): Decoders {
  const decoders = decodersOf.get(renderer) ?? createDecoders(detectTextureSupport(renderer));
  decodersOf.set(renderer, decoders);
  return decoders;
}

const readGltf: Reader = async ({ candidate, manager, renderer }) =>
  fromGltf(await createGltfLoader(manager, findDecoders(renderer)).loadAsync(candidate.url));

const readFbx: Reader = async ({ candidate, manager }) => {
  const root = await new FBXLoader(manager).loadAsync(candidate.url);
  return { root, clips: root.animations, isBare: never };
};

const readStl: Reader = async ({ candidate, manager }) => {
  const geometry = await new STLLoader(manager).loadAsync(candidate.url);
  // Normals in STL files are often zero or point inwards.
  geometry.deleteAttribute('normal');
  const hasColours = geometry.hasAttribute('color');
  const mesh = new Mesh(geometry, new MeshStandardMaterial({ vertexColors: hasColours }));
  return { root: standUp(mesh), clips: [], isBare: hasColours ? never : always };
};

const readPly: Reader = async ({ candidate, manager }) => {
  const geometry = await new PLYLoader(manager).loadAsync(candidate.url);
  const hasColours = geometry.hasAttribute('color');
  const material = new MeshStandardMaterial({ vertexColors: hasColours });
  const root = geometry.index === null ? new Points(geometry) : new Mesh(geometry, material);
  return { root, clips: [], isBare: hasColours ? never : always };
};

/** Some exporters wrote numbers as their country does: 0,588235. */
const withDecimalPoints = (text: string) =>
  /<unit[^>]*meter="\d+,\d+"/.test(text) ? text.replace(/(\d),(\d{6})(?!\d)/g, '$1.$2') : text;

const readCollada: Reader = async ({ candidate, manager }) => {
  const text = await new FileLoader(manager).loadAsync(candidate.url);
  if (typeof text !== 'string') throw new Error('it is no text');
  const folder = candidate.url.slice(0, candidate.url.lastIndexOf('/') + 1);
  const collada = new ColladaLoader(manager).parse(withDecimalPoints(text), folder);
  if (!collada) throw new Error('it is no COLLADA document');
  const { scene } = collada;
  return { root: scene, clips: scene.animations, isBare: never };
};

const read3mf: Reader = async ({ candidate, manager }) => {
  const group = await new ThreeMFLoader(manager).loadAsync(candidate.url);
  return { root: standUp(group), clips: [], isBare: never };
};

const readUsd: Reader = async ({ candidate, manager }) => {
  const root = await new USDLoader(manager).loadAsync(candidate.url);
  return { root, clips: root.animations, isBare: never };
};

/** How each format is read that posters are drawn from. */
const readers: Readonly<Record<PosterFormat, Reader>> = {
  glb: readGltf,
  gltf: readGltf,
  fbx: readFbx,
  obj: readObj,
  stl: readStl,
  ply: readPly,
  dae: readCollada,
  '3mf': read3mf,
  usdz: readUsd,
};
const readerByFormat = new Map<string, Reader>(Object.entries(readers));

/** The reader of a format; undefined for formats that no poster is drawn from. */
export const findReader = (format: string) => readerByFormat.get(format);
