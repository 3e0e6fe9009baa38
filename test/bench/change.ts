import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startServerChild, waitUntilReady } from '../helpers/server-child.ts';
import type { BenchLibrary } from './library.ts';
import type { Row } from './run.ts';

const rounds = 5;
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function waitUntilFound(baseUrl: string, word: string): Promise<void> {
  for (;;) {
    const { results } = await (await fetch(`${baseUrl}/api-embeddings/?q=${word}`)).json();
    if (results.length > 0) return;
    await pause(10);
  }
}

/** From the moment that a model was copied into a watched library until a search finds it. */
export async function benchChange(library: BenchLibrary): Promise<Row[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'lodestock-bench-change-'));
  const env = {
    LODESTOCK_DATA_DIR: dataDir,
    LODESTOCK_LIBRARY_DIR: library.folder,
    LODESTOCK_PORT: '0',
    LODESTOCK_QUIET_SECONDS: '2',
  };
  const server = await startServerChild('server/main.ts', { env });
  const times: number[] = [];
  const copies: string[] = [];
  try {
    await waitUntilReady(server.baseUrl);
    // The first copy also waits until every folder is watched; it is not counted.
    for (let round = 0; round <= rounds; round += 1) {
      const copy = path.join(library.folder, `copied-${round}`);
      copies.push(copy);
      cpSync(path.join(library.folder, 'model-0'), copy, { recursive: true });
      writeFileSync(path.join(copy, 'product.json'), JSON.stringify({ title: `zyxgobelin${round}` }));
      const start = performance.now();
      await waitUntilFound(server.baseUrl, `zyxgobelin${round}`);
      if (round > 0) times.push(performance.now() - start);
    }
  } finally {
    await server.stop();
    for (const folder of [dataDir, ...copies]) rmSync(folder, { recursive: true, force: true });
  }
  const median = times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  return [
    {
      what: `A copied model is found by a search, among ${library.modelCount.toLocaleString('en')}`,
      ours: `after ${seconds(median)}`,
      anchor: 'the quiet that is waited for: 2.00 s',
      ratio: `${((median - 2000) / 1000).toFixed(2)} s more`,
    },
  ];
}
