import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { makeLibraryFolder, simpleModel } from './library-folder.ts';
import { startServerChild, waitUntilReady } from './server-child.ts';
import { runServerCommand } from './server-command.ts';

export const person = { email: 'a@example.org', password: 'long enough', name: 'A' };
export const post = async (address: string, body: unknown, token = '') => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  return (await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })).json();
};

/** A data folder and a library, removed after the test; `serve` starts a server on them, `run` a command. */
export function makePlace() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'lodestock-data-'));
  const library = makeLibraryFolder(simpleModel('table', { guid: 'table', priceUsd: 2 }));
  onTestFinished(() => {
    library.remove();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const environment = { LODESTOCK_LIBRARY_DIR: library.folder, LODESTOCK_PORT: '0' };
  return {
    dataDir,
    library,
    database: path.join(dataDir, 'lodestock.db'),
    run: (...args: string[]) => runServerCommand(args, { dataDir, environment }),
    async serve() {
      const env = { ...environment, LODESTOCK_DATA_DIR: dataDir };
      const server = await startServerChild('server/main.ts', { env });
      onTestFinished(server.stop);
      await waitUntilReady(server.baseUrl);
      return server;
    },
  };
}

/** A place whose one person has unlocked its one model. */
export async function makeUsedPlace() {
  const place = makePlace();
  const server = await place.serve();
  const { token } = await post(`${server.baseUrl}/api/auth/register`, person);
  const wish = { guid: 'table', format: 'obj', lod: '10k', relativePath: '10k/thing.obj' };
  await post(`${server.baseUrl}/api/download/direct`, wish, token);
  await server.stop();
  return { ...place, token, wish };
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
