import { closeSync, fstatSync } from 'node:fs';
import { openOnDisk } from '../../base/bucket/library-disk.ts';
import { throwIfExhausted } from '../../base/storage/storage-fault.ts';
import { bringsPicture, type SketchedFormat } from '../../catalogue/model/find-drawable.ts';
import { createDescriptorSource } from '../byte-source.ts';
import { createSiblingReader, openFlags } from '../sibling-files.ts';
import { drawShape, sketchSide } from './draw-shape.ts';
import { readThumbnail } from './read-thumbnail.ts';
import { createShape } from './shape.ts';
import type { ReadShape } from './shape-source.ts';

export type Drawable = { readonly file: string; readonly format: string; readonly triangles: number };

export const mostSketchBytes = 3072;
const windowBytes = 1024 * 1024;

const glb = () => import('./read-gltf.ts').then(({ readGlb }) => readGlb);

/** How the triangles of each format are read; loaded when the first file of one comes. */
const loaders: Readonly<Record<SketchedFormat, () => Promise<ReadShape>>> = {
  glb,
  vrm: glb,
  gltf: () => import('./read-gltf.ts').then(({ readGltf }) => readGltf),
  fbx: () => import('./read-fbx.ts').then(({ readFbx }) => readFbx),
  obj: () => import('./read-mesh.ts').then(({ readObj }) => readObj),
  stl: () => import('./read-mesh.ts').then(({ readStl }) => readStl),
  ply: () => import('./read-mesh.ts').then(({ readPly }) => readPly),
};

const isSketched = (format: string): format is SketchedFormat => Object.hasOwn(loaders, format);

/** Writes the picture with as much detail as its bytes allow; null where they allow too little. */
export async function toWebp(pixels: Uint8Array): Promise<Buffer | null> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  const raw = { width: sketchSide, height: sketchSide, channels: 4 } as const;
  for (const quality of [60, 35, 10, 1]) {
    const options = { quality, alphaQuality: quality, effort: 0 };
    const webp = await sharp(pixels, { raw }).webp(options).toBuffer();
    if (webp.length <= mostSketchBytes) return webp;
  }
  return null;
}

let windows: readonly [Uint8Array, Uint8Array] | null = null;

/**
 * Draws a scene file in this thread, or answers the picture that is in it; null where there is nothing to see, or it is
 * written in a way that is not read here.
 */
export async function drawSketch({ file, format, triangles }: Drawable): Promise<Buffer | null> {
  const isPictured = bringsPicture(format);
  const read = isSketched(format) ? await loaders[format]() : null;
  if (!isPictured && (read === null || triangles === 0)) return null;
  const shape = createShape(triangles);
  windows ??= [new Uint8Array(windowBytes), new Uint8Array(windowBytes)];
  const descriptor = openOnDisk(file, openFlags);
  try {
    const source = createDescriptorSource(descriptor, fstatSync(descriptor).size, windows[0]);
    const readSibling = createSiblingReader(file, windows[1]);
    if (isPictured) return await readThumbnail(source, format);
    await read?.({ source, readSibling }, shape);
  } catch (error) {
    throwIfExhausted(error);
    return null;
  } finally {
    closeSync(descriptor);
  }
  const pixels = drawShape(shape);
  return pixels && toWebp(pixels);
}
