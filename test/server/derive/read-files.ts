import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Document, NodeIO } from '@gltf-transform/core';
import { readSource } from '../../../server/derive/make/read/read-source.ts';
import { makeFolder } from '../../helpers/make-folder.ts';

function writeFiles(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = makeFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  return folder;
}

/** Reads one of these files as a scene, next to the others. */
export async function readFiles(
  io: NodeIO,
  files: Readonly<Record<string, string | Uint8Array>>,
  name: string,
): Promise<Document> {
  const folder = writeFiles(files);
  const support = Object.fromEntries(Object.keys(files).map((file) => [file, path.join(folder, file)]));
  return readSource(io, { file: path.join(folder, name), format: path.extname(name).slice(1), support });
}
