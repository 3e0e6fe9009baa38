import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { formatOf } from '../../server/contract/formats.ts';
import { readSharedModels, sharedModelsFolder } from '../helpers/shared-models.ts';

const headBytes = 20;

/** A GLB whose document says which copy it is. */
function varyGlb(glb: Buffer, copy: number): Buffer {
  const jsonBytes = glb.readUInt32LE(12);
  const document = JSON.parse(glb.toString('utf8', headBytes, headBytes + jsonBytes));
  const text = JSON.stringify({ ...document, asset: { ...document.asset, extras: { copy } } });
  const json = Buffer.from(text.padEnd(text.length + 4 - (Buffer.byteLength(text) % 4)));
  const head = Buffer.from(glb.subarray(0, headBytes));
  const rest = glb.subarray(headBytes + jsonBytes);
  head.writeUInt32LE(headBytes + json.length + rest.length, 8);
  head.writeUInt32LE(json.length, 12);
  return Buffer.concat([head, json, rest]);
}

function varyGltf(gltf: Buffer, copy: number): Buffer {
  const document = JSON.parse(gltf.toString('utf8'));
  return Buffer.from(JSON.stringify({ ...document, asset: { ...document.asset, extras: { copy } } }));
}

/** The thousandths of the second in which an FBX was written. */
const writtenAt = /CreationTime.{0,16}?\d\d:\d\d:\d\d:(?=\d{3})/s;

function varyFbx(fbx: Buffer, copy: number): Buffer | null {
  const found = writtenAt.exec(fbx.toString('latin1'));
  if (found === null) return null;
  const own = Buffer.from(fbx);
  own.write(String(copy % 1000).padStart(3, '0'), found.index + found[0].length, 'latin1');
  return own;
}

type Vary = (bytes: Buffer, copy: number) => Buffer | null;
const varying: Readonly<Record<string, Vary>> = {
  glb: varyGlb,
  gltf: varyGltf,
  fbx: varyFbx,
  obj: (obj, copy) => Buffer.concat([Buffer.from(`# copy ${copy}\n`), obj]),
};

const rooms = ['Kitchen', 'Office', 'Garden', 'Street'];

/**
 * Fills a folder with so many models as an admin's disk may have them, each in its own folder: the sound real models
 * again and again, no two scenes with the same bytes.
 */
export function layOutCopies(libraryDir: string, count: number): void {
  const sources = readSharedModels()
    .filter(({ malformed }) => malformed !== true)
    .map((model) => ({ ...model, bytes: readFileSync(path.join(sharedModelsFolder, model.id, model.main)) }))
    .filter(({ main, bytes }) => varying[formatOf(main)]?.(bytes, 0));
  for (let index = 0; index < count; index += 1) {
    const source = sources[index % sources.length];
    if (source === undefined) throw new Error('No real model can be copied.');
    const { id, main, files, bytes } = source;
    const folder = path.join(libraryDir, rooms[index % rooms.length] ?? '', `Thing ${index}`);
    for (const file of files.filter((name) => name !== main)) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      cpSync(path.join(sharedModelsFolder, id, file), path.join(folder, file));
    }
    const scene = varying[formatOf(main)]?.(bytes, Math.floor(index / sources.length));
    mkdirSync(path.dirname(path.join(folder, main)), { recursive: true });
    writeFileSync(path.join(folder, main), scene ?? bytes);
  }
}
