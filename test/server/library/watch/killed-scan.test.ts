import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../../server/base/db/open-database.ts';
import { makeLibraryFolder, objText } from '../../../helpers/library-folder.ts';
import { makeFolder } from '../../../helpers/make-folder.ts';
import { startServerChild, waitUntilReady } from '../../../helpers/server-child.ts';
import { waitUntil } from '../../../helpers/watched-library.ts';

const count = 400;
const killAt = [1, 150, 380];

type Model = { readonly guid: string; readonly folder: string; readonly version: number };

function makeLibrary() {
  const names = Array.from({ length: count }, (_, index) => `model ${index}`);
  const library = makeLibraryFolder(
    Object.fromEntries(names.map((name) => [`${name}/1k/thing.obj`, objText(400, name)])),
  );
  const dataDir = makeFolder();
  const env = {
    LODESTOCK_DATA_DIR: dataDir,
    LODESTOCK_LIBRARY_DIR: library.folder,
    LODESTOCK_PORT: '0',
  };
  const database = path.join(dataDir, 'lodestock.db');
  const read = () => {
    const db = openDatabase(database);
    const rows = db.prepare<[], Model>('SELECT guid, folder, version FROM model ORDER BY folder').all();
    db.close();
    return rows;
  };
  return { library, env, read };
}

test('loses nothing when it is killed while it scans', async () => {
  const { library, env, read } = makeLibrary();
  const seen = new Map<string, string>();

  for (const least of killAt) {
    const server = await startServerChild('dist/server/main.js', { env });
    await waitUntil(() => read().length >= least);
    const gone = once(server.child, 'exit');
    server.child.kill('SIGKILL');
    await gone;
    for (const { folder, guid } of read()) seen.set(folder, guid);
  }
  const last = await startServerChild('dist/server/main.js', { env });
  await waitUntilReady(last.baseUrl);
  const sidecarOf = (folder: string) => path.join(library.folder, folder, '.lodestock.json');
  await waitUntil(() => read().every(({ folder }) => existsSync(sidecarOf(folder))));
  await last.stop();

  const models = read();
  const sidecars = models.map(({ folder }) => JSON.parse(readFileSync(sidecarOf(folder), 'utf8')).guid);
  expect(models).toHaveLength(count);
  expect(new Set(models.map(({ guid }) => guid)).size).toBe(count);
  expect(models.every(({ version }) => version === 1)).toBe(true);
  expect(models.map(({ guid }) => guid)).toEqual(sidecars);
  expect(models.filter(({ folder, guid }) => (seen.get(folder) ?? guid) !== guid)).toEqual([]);
});
