import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../server/base/db/open-database.ts';
import { makeLibraryFolder } from '../../helpers/library-folder.ts';
import { makeFolder } from '../../helpers/make-folder.ts';
import { startServerChild, waitUntilReady } from '../../helpers/server-child.ts';
import { makeSolidGlb } from '../../helpers/solid-glb.ts';
import { until } from '../../helpers/test-site.ts';

/** So many that hardly ever a model is being worked on at both kills: then it is given up, as it should. */
const count = 6;
const kills = 2;

type Made = { readonly relativePath: string; readonly sha256: string; readonly sizeBytes: number };

async function makePlace() {
  const files: Record<string, Uint8Array> = {};
  for (let index = 0; index < count; index += 1)
    files[`ball ${index}/10k/ball.glb`] = await makeSolidGlb({ name: `ball ${index}` });
  const library = makeLibraryFolder(files);
  const dataDir = makeFolder();
  const env = {
    ...{ LODESTOCK_DATA_DIR: dataDir, LODESTOCK_LIBRARY_DIR: library.folder, LODESTOCK_PORT: '0' },
    LODESTOCK_LEVELS: 'auto',
    LODESTOCK_LEVEL_FORMATS: 'glb',
  };
  const read = <T>(sql: string) => {
    const db = openDatabase(path.join(dataDir, 'lodestock.db'));
    const rows = db.prepare<[], T>(sql).all();
    db.close();
    return rows;
  };
  return { dataDir, env, read };
}

test('leaves nothing half when the server is killed over levels', async () => {
  const { dataDir, env, read } = await makePlace();
  const made = () =>
    read<Made>(
      'SELECT relative_path AS relativePath, sha256, size_bytes AS sizeBytes FROM file WHERE derived IS NOT NULL',
    );
  const folder = path.join(dataDir, 'levels');

  for (let killed = 0; killed < kills; killed += 1) {
    const before = made().length;
    const server = await startServerChild('dist/server/main.js', { env });
    onTestFinished(() => void server.child.kill('SIGKILL'));
    await until(() => made().length > before || before === count);
    const gone = once(server.child, 'exit');
    server.child.kill('SIGKILL');
    await gone;
    for (const { sha256, sizeBytes } of made()) {
      const bytes = readFileSync(path.join(folder, sha256.slice(0, 2), `${sha256}.glb`));
      expect([createHash('sha256').update(bytes).digest('hex'), bytes.length]).toEqual([sha256, sizeBytes]);
    }
  }
  const givenUp = read(
    `SELECT 1 FROM job WHERE kind = 'level' AND state = 'waiting' AND attempts >= ${kills}`,
  ).length;
  const last = await startServerChild('dist/server/main.js', { env });
  await waitUntilReady(last.baseUrl);
  await until(() => made().length === count - givenUp);
  await until(() => read("SELECT 1 FROM job WHERE kind = 'level' AND state = 'waiting'").length === 0);

  expect(read("SELECT 1 FROM listed_problem WHERE kind = 'levels'")).toHaveLength(givenUp);
});
