import { cpSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { outlive } from './after-use.ts';
import { runCommandHere } from './command-here.ts';
import { makeLibraryFolder, simpleModel } from './library-folder.ts';
import { makeFolder } from './make-folder.ts';
import { startServerChild, waitUntilReady } from './server-child.ts';

export const person = { email: 'a@example.org', password: 'long enough', name: 'A' };
export const post = async (address: string, body: unknown, token = '') => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  return (await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })).json();
};

/** A data folder and a library, removed after the test; `serve` starts a server on them, `run` a command. */
export function makePlace() {
  const dataDir = makeFolder();
  const library = makeLibraryFolder(simpleModel('table', { guid: 'table', priceUsd: 2 }));
  const environment = { LODESTOCK_LIBRARY_DIR: library.folder, LODESTOCK_PORT: '0' };
  return {
    dataDir,
    library,
    database: path.join(dataDir, 'lodestock.db'),
    run: (...args: string[]) => runCommandHere(args, { dataDir, environment }),
    async serve(settings: Readonly<Record<string, string>> = {}) {
      const env = { ...environment, LODESTOCK_DATA_DIR: dataDir, ...settings };
      const server = await startServerChild('dist/server/main.js', { env });
      await waitUntilReady(server.baseUrl);
      return server;
    },
  };
}

async function fillPlace() {
  const place = makePlace();
  const server = await place.serve();
  const { token } = await post(`${server.baseUrl}/api/auth/register`, person);
  const wish = { guid: 'table', format: 'obj', lod: '10k', relativePath: '10k/thing.obj' };
  await post(`${server.baseUrl}/api/download/direct`, wish, token);
  await server.stop();
  return { place, token, wish };
}

let used: ReturnType<typeof fillPlace> | undefined;

/** A place whose one person has unlocked its one model: a copy of one that a server made once for all tests of a process. */
export async function makeUsedPlace() {
  used ??= outlive('process', fillPlace);
  const { place: made, ...rest } = await used;
  const place = makePlace();
  cpSync(made.dataDir, place.dataDir, { recursive: true, preserveTimestamps: true });
  cpSync(made.library.folder, place.library.folder, { recursive: true, preserveTimestamps: true });
  return { ...place, ...rest };
}

/** Breaks a database as no program of ours could. */
export function falsify(file: string, sql: string) {
  const db = new Database(file);
  db.pragma('foreign_keys = OFF');
  const triggers = db.prepare(
    "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'ledger'",
  );
  for (const name of triggers.pluck().all()) db.exec(`DROP TRIGGER ${name}`);
  db.exec(sql);
  db.close();
}
