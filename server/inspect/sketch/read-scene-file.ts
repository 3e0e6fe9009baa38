import { closeSync, fstatSync } from 'node:fs';
import { openOnDisk } from '../../base/bucket/library-disk.ts';
import { throwIfExhausted } from '../../base/storage/storage-fault.ts';
import { createDescriptorSource } from '../byte-source.ts';
import { createSiblingReader, openFlags } from '../sibling-files.ts';
import { asUtf8 } from '../text/as-utf8.ts';
import type { Triangles } from './shape.ts';
import type { ReadShape, SceneFile } from './shape-source.ts';

const windowBytes = 1024 * 1024;

const usd = () => import('./read-usd.ts').then(({ readUsd }) => readUsd);
const glb = () => import('./read-gltf.ts').then(({ readGlb }) => readGlb);

const loaders: Readonly<Record<string, () => Promise<ReadShape>>> = {
  glb,
  vrm: glb,
  gltf: () => import('./read-gltf.ts').then(({ readGltf }) => readGltf),
  fbx: () => import('./read-fbx.ts').then(({ readFbx }) => readFbx),
  obj: () => import('./read-mesh.ts').then(({ readObj }) => readObj),
  stl: () => import('./read-mesh.ts').then(({ readStl }) => readStl),
  usd,
  usda: usd,
  usdc: usd,
  usdz: usd,
  dae: () => import('./read-three.ts').then(({ readDae }) => readDae),
  '3mf': () => import('./read-three.ts').then(({ read3mf }) => read3mf),
  '3ds': () => import('./read-three.ts').then(({ read3dsShape }) => read3dsShape),
  vox: () => import('./read-vox.ts').then(({ readVoxShape }) => readVoxShape),
  ply: () => import('./read-mesh.ts').then(({ readPly }) => readPly),
};

let windows: readonly [Uint8Array, Uint8Array] | null = null;

/** Reads a scene file in this thread; null if `read` does not support it. */
export async function readSceneFile<Result>(
  file: string,
  read: (scene: SceneFile) => Promise<Result>,
): Promise<Result | null> {
  windows ??= [new Uint8Array(windowBytes), new Uint8Array(windowBytes)];
  const descriptor = openOnDisk(file, openFlags);
  try {
    const source = createDescriptorSource(descriptor, fstatSync(descriptor).size, windows[0]);
    return await read({ source, readSibling: createSiblingReader(file, windows[1]) });
  } catch (error) {
    throwIfExhausted(error);
    return null;
  } finally {
    closeSync(descriptor);
  }
}

/** Adds a file's triangles to `shape`; false if the format is not supported. */
export async function readTriangles(file: string, format: string, shape: Triangles): Promise<boolean> {
  const read = Object.hasOwn(loaders, format) ? await loaders[format]?.() : undefined;
  if (!read) return false;
  const isRead = await readSceneFile(file, async ({ source, readSibling }) => {
    await read({ source: asUtf8(source, format), readSibling }, shape);
    return true;
  });
  return isRead ?? false;
}
