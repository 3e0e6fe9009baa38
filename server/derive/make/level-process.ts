import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parentPort } from 'node:worker_threads';
import type { NodeIO } from '@gltf-transform/core';
import { sentence, type Words } from '../../contract/sentence.ts';
import { type LevelGroup, type LevelNews, LevelTask } from '../messages.ts';
import { makeLevels } from './make-levels.ts';
import { createGltfIo } from './read/decoders.ts';
import { isDressedByName } from './read/dress-by-name.ts';
import { readSource } from './read/read-source.ts';

// Runs as its own process, or as a thread where processes cannot be started, so that a file that takes all memory or
// time does not cost the server either.

// Silences readers' warnings about odd files.
for (const name of ['log', 'info', 'warn', 'error'] as const) console[name] = () => {};

const tell = (news: LevelNews) => {
  if (parentPort) parentPort.postMessage(news);
  else if (process.connected) process.send?.(news);
};
const describe = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';

async function write(folder: string, bytes: Uint8Array): Promise<string> {
  const file = path.join(folder, `${randomUUID()}.tmp`);
  await writeFile(file, bytes, { flag: 'wx', flush: true });
  return file;
}

type Attempt = { readonly group: LevelGroup; readonly candidate: number; readonly folder: string };

async function attempt(io: NodeIO, { group, candidate, folder }: Attempt): Promise<void> {
  const source = group.candidates[candidate];
  if (!source) return;
  const document = await readSource(io, source);
  const texturesByName = document.getRoot().listMaterials().some(isDressedByName);
  for await (const { lod, format, bytes, deviation, support } of makeLevels(io, document, group.levels)) {
    const written: Record<string, string> = {};
    for (const needed of support) written[needed.path] = await write(folder, needed.bytes);
    const file = await write(folder, bytes);
    tell({ event: 'made', lod, format, deviation, candidate, file, support: written, texturesByName });
  }
}

/** Tries one file after another; reports the first fault, because it is about the best file. */
async function makeGroup(io: NodeIO, group: LevelGroup, folder: string): Promise<void> {
  let reason: Words | null = null;
  for (const [candidate, { file }] of group.candidates.entries()) {
    try {
      await attempt(io, { group, candidate, folder });
      return;
    } catch (error) {
      const fault = describe(error).replace(/\.$/, '');
      reason ??= sentence`${{ file: path.basename(file) }} could not be read for it: ${{ reason: fault }}.`;
    }
  }
  tell({ event: 'failed', reason: reason ?? 'There is no file to make them from.' });
}

async function run(task: LevelTask): Promise<void> {
  const io = await createGltfIo();
  for (const group of task.groups) await makeGroup(io, group, task.folder);
  tell({ event: 'done' });
}

const take = (message: unknown) => {
  run(LevelTask.parse(message)).catch((error: unknown) => {
    tell({ event: 'failed', reason: describe(error) });
    tell({ event: 'done' });
  });
};
if (parentPort) parentPort.on('message', take);
else {
  process.on('message', take);
  process.once('disconnect', () => process.exit(0));
}
