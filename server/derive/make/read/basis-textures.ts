import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import { isSource } from '../../../base/built-dir.ts';

/** A KTX2 file in the transcoder; `delete` frees its memory. */
type Ktx2File = {
  isValid(): boolean;
  isHDR(): boolean;
  getWidth(): number;
  getHeight(): number;
  getLevels(): number;
  startTranscoding(): boolean;
  getImageLevelInfo(level: number, layer: number, face: number): { origWidth: number; origHeight: number };
  getImageTranscodedSizeInBytes(level: number, layer: number, face: number, format: number): number;
  /** The last two are channels of the picture; -1 leaves them unchanged. */
  transcodeImage(
    target: Uint8Array,
    ...where: readonly [
      level: number,
      layer: number,
      face: number,
      format: number,
      flags: number,
      first: number,
      second: number,
    ]
  ): boolean;
  close(): void;
  delete(): void;
};
type Transcoder = { initializeBasis(): void; readonly KTX2File: new (bytes: Uint8Array) => Ktx2File };

/** Beside this file in the built server; in three.js when the sources run. */
const folder = isSource
  ? path.dirname(createRequire(import.meta.url).resolve('three/examples/jsm/libs/basis/basis_transcoder.js'))
  : import.meta.dirname;
/** The transcoder's constant for four bytes per pixel. */
const rgba32 = 13;

/** The transcoder is a browser script that cannot load files here, so its WebAssembly is passed in. */
async function startTranscoder(): Promise<Transcoder> {
  const [script, wasmBinary] = await Promise.all([
    readFile(path.join(folder, 'basis_transcoder.js'), 'utf8'),
    readFile(path.join(folder, 'basis_transcoder.wasm')),
  ]);
  const load = compileFunction(`${script}\nreturn BASIS;`, ['process']);
  const transcoder: Transcoder = await load()({ wasmBinary });
  transcoder.initializeBasis();
  return transcoder;
}

/** The smallest stored size with at least `longest` pixels on its longer side; else the largest. */
function chooseLevel(file: Ktx2File, longest: number): number {
  const side = Math.max(file.getWidth(), file.getHeight());
  let level = 0;
  while (level + 1 < file.getLevels() && side >> (level + 1) >= longest) level += 1;
  return level;
}

let started: Promise<Transcoder> | null = null;

/** Decodes a KTX2 texture of Basis Universal, in the stored size that suits `longest`. Throws for other files. */
export async function decodeBasis(bytes: Uint8Array, longest: number) {
  started ??= startTranscoder();
  const { KTX2File } = await started;
  const file = new KTX2File(bytes);
  try {
    if (!file.isValid() || file.isHDR() || !file.startTranscoding())
      throw new Error('It is no KTX2 file of Basis Universal');
    const level = chooseLevel(file, longest);
    const { origWidth: width, origHeight: height } = file.getImageLevelInfo(level, 0, 0);
    const data = new Uint8Array(file.getImageTranscodedSizeInBytes(level, 0, 0, rgba32));
    if (!file.transcodeImage(data, level, 0, 0, rgba32, 0, -1, -1))
      throw new Error('It cannot be transcoded');
    return { data, width, height };
  } finally {
    file.close();
    file.delete();
  }
}
