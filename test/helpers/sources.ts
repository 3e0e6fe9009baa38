import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Handlers } from '../../server/base/http/bind.ts';
import { createSqliteStore } from '../../server/base/store/sqlite-store.ts';
import { readConfig } from '../../server/config.ts';
import type { InputOf, OutputOf } from '../../server/contract/index.ts';
import { createSourceHandlers } from '../../server/sources/source-handlers.ts';
import { createSources } from '../../server/sources/sources.ts';
import { openInMemory } from './in-memory.ts';

/** Gives the file of LODESTOCK_SOURCES as long as it is needed. */
export async function withSourcesFile<T>(
  content: unknown,
  use: (environment: Readonly<Record<string, string>>) => T | Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-sources-'));
  const file = path.join(folder, 'sources.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  try {
    return await use({ LODESTOCK_SOURCES: file });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const readSources = (content: unknown) =>
  withSourcesFile(content, (environment) => readConfig({ LODESTOCK_DATA_DIR: '/tmp/none', ...environment }));

export const terms = 'https://example.org/terms';
/** What every source of a test has; hosts of tests are on this computer. */
export const entry = (name: string, kind: string, address: string, more: object = {}) => ({
  ...{ name, kind, address, terms, credit: `Powered by ${name}`, private: true, ...more },
});

const caller = { tokenId: 'test', accountId: 'test', role: 'member', kind: 'user', scopes: [] };
const noModels = { ok: true, results: [], total: 0, hasMore: false, limit: 1, offset: 0, tookMs: 0 };

/** The room of sources without the rest of a server, for a person who is signed in; time passes by advance() only. */
export async function openSources(sources: readonly object[], deadline = 60_000) {
  const read = await readSources(sources);
  const config = { ...read, tuning: { ...read.tuning, sourceDeadline: deadline } };
  let now = Date.now();
  const db = openInMemory();
  const room = createSources({
    ...{ config, store: createSqliteStore(db), clock: () => now },
    contact: () => 'http://test',
  });
  const handlers = createSourceHandlers(room, async () => noModels as OutputOf<'search'>);
  const call = (name: keyof typeof handlers, request: object) =>
    (handlers[name] as (request: object) => ReturnType<Handlers[typeof name]>)({ caller, ...request });
  return {
    search: async (q: string) =>
      (await call('search', { query: { q, sources: 'others' } })) as OutputOf<'search'>,
    model: async (guid: string) =>
      (await call('foreignModel', { params: { guid } })) as OutputOf<'foreignModel'>,
    file: async (body: InputOf<'foreignFile'>) =>
      (await call('foreignFile', { body })) as OutputOf<'foreignFile'>,
    list: room.list,
    advance: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}
