import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openBeside } from '../../server/base/db/open-database.ts';
import { discoveryRoutes } from '../../server/contract/catalogue/discovery.ts';
import { startServerChild, waitUntilReady } from '../helpers/server-child.ts';
import type { Entry } from './read-shared.ts';
import { toGuid, writeLibrary } from './write-library.ts';

/** Finds the ids of the best records for some words, best first. */
export type Find = (query: string) => Promise<readonly string[]>;

export type ServedLibrary = {
  readonly find: Find;
  /** The id of the record that a model was made of. */
  readonly idOf: (guid: string) => string;
  /** The database that the server has filled. */
  readonly database: string;
  close(): Promise<void>;
};

/** So many answers are asked for: judged ones stand below the first ten too. */
export const asked = 100;

async function waitForVectors(database: string, models: number) {
  const db = openBeside(database, { readonly: true });
  const count = db.prepare('SELECT count(*) FROM model_embedding').pluck();
  while (count.get() !== models) await delay(1000);
  db.close();
}

/**
 * Publishes records as a studio does: folders in a library that its own server has read. With a pack, answers are by
 * meaning too.
 */
export async function serveLibrary(entries: readonly Entry[], pack?: string): Promise<ServedLibrary> {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-relevance-'));
  const idByGuid = new Map(entries.map(({ id }) => [toGuid(id), id]));
  const idOf = (guid: string) => idByGuid.get(guid) ?? '';
  const dataDir = path.join(folder, 'data');
  const library = path.join(folder, 'library');
  writeLibrary(library, entries);
  const packed = pack === undefined ? {} : { LODESTOCK_EMBEDDINGS_PACK: pack };
  const database = path.join(dataDir, 'lodestock.db');
  const start = async () => {
    const server = await startServerChild('server/main.ts', {
      env: { LODESTOCK_DATA_DIR: dataDir, LODESTOCK_LIBRARY_DIR: library, LODESTOCK_PORT: '0', ...packed },
    });
    await waitUntilReady(server.baseUrl);
    return server;
  };
  // Indexed again as a whole: the parts that a scan adds to an index follow from how fast it was.
  await (await start()).stop();
  rmSync(path.join(dataDir, 'search.index'), { force: true });
  const server = await start();
  const { path: address, response } = discoveryRoutes.search;
  const ask = async (query: Readonly<Record<string, string>>) => {
    // A new connection each time: one that is kept may be closed as idle just then, where the machine is busy with others.
    const answer = await fetch(`${server.baseUrl}${address}?${new URLSearchParams(query)}`, {
      headers: { connection: 'close' },
    });
    if (!answer.ok) throw new Error(`${JSON.stringify(query)}: ${answer.status} ${await answer.text()}`);
    return response.parse(await answer.json());
  };
  const { total } = await ask({ limit: '1' });
  if (total !== entries.length) throw new Error(`${total} of ${entries.length} records were published`);
  if (pack !== undefined) await waitForVectors(database, entries.length);
  const askTwice = async (query: string) => {
    const answer = () => ask({ q: query, limit: String(asked) });
    const { results } = await answer();
    if (pack === undefined || results.some(({ embeddingScore }) => embeddingScore !== null)) return results;
    await delay(1000); // the vector of the query came late
    return (await answer()).results;
  };
  return {
    find: async (query) => (await askTwice(query)).map(({ guid }) => idOf(guid)),
    idOf,
    database,
    close: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
