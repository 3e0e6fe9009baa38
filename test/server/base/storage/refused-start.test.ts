import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '../../../helpers/make-folder.ts';
import { canMount, holdDatabase, inOwnDisk, mountNote } from '../../../helpers/storage-place.ts';

const main = path.resolve(import.meta.dirname, '../../../../server/main.ts');

type Start = {
  readonly dataDir: string;
  /** Put before the command that starts the server. */
  readonly within?: readonly string[];
};

/** Starts a server that is expected to end on its own; what it said on stderr. */
async function failToStart({ dataDir, within = [] }: Start) {
  const [program = '', ...args] = [...within, process.execPath, main];
  const child = spawn(program, args, {
    env: {
      ...process.env,
      LODESTOCK_DATA_DIR: dataDir,
      LODESTOCK_LIBRARY_DIR: makeFolder(),
      LODESTOCK_PORT: '0',
      LODESTOCK_POSTERS: 'off',
      LODESTOCK_LEVELS: 'off',
      LODESTOCK_BLENDER: 'off',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.on('data', (bytes: Buffer) => {
    said += bytes;
  });
  const [code] = await once(child, 'close');
  return { code, said };
}

test.skipIf(!canMount)(`names a full disk at the start${mountNote}`, async () => {
  const dataDir = makeFolder();

  const { code, said } = await failToStart({
    dataDir,
    within: inOwnDisk(dataDir, 65_536, `head -c 65536 /dev/zero > '${dataDir}/filling'`),
  });

  expect(code).toBe(1);
  expect(said).toContain(`There is no space left for the data folder ${dataDir}. Free some space`);
});

test.skipIf(!canMount)(`names a read-only file system at the start${mountNote}`, async () => {
  const dataDir = makeFolder();

  const { code, said } = await failToStart({
    dataDir,
    within: inOwnDisk(dataDir, 65_536, `mount -o remount,ro '${dataDir}'`),
  });

  expect(code).toBe(1);
  expect(said).toContain(`The data folder ${dataDir} is on a read-only file system. Mount it`);
});

const isRoot = process.getuid?.() === 0;
const canBecomeNobody =
  !isRoot || spawnSync('setpriv', ['--reuid=65534', '--clear-groups', 'cat', main]).status === 0;
const nobodyNote = canBecomeNobody ? '' : ' (skipped: root cannot give its rights up here)';

test.skipIf(!canBecomeNobody || process.platform === 'win32')(
  `names a folder that it may not write to${nobodyNote}`,
  async () => {
    const dataDir = path.join(makeFolder(), 'data');
    mkdirSync(dataDir);
    chmodSync(path.dirname(dataDir), 0o755);
    chmodSync(dataDir, 0o555);
    const within = isRoot ? ['setpriv', '--reuid=65534', '--clear-groups'] : [];

    const { code, said } = await failToStart({ dataDir, within });

    expect(code).toBe(1);
    expect(said).toMatch(/^The user \S+ may not write to /);
    expect(said).toContain(`${dataDir}. Give that user the folder`);
  },
);

test('names a file that is not a database', async () => {
  const dataDir = makeFolder();
  const database = path.join(dataDir, 'lodestock.db');
  writeFileSync(database, 'this is not a database, whatever its name says');

  const { code, said } = await failToStart({ dataDir });

  expect(code).toBe(1);
  expect(said).toContain(`${database} is not a database of Lodestock, or it is damaged. Put a backup`);
});

test('names a database that another program locks', async () => {
  const dataDir = makeFolder();
  const database = path.join(dataDir, 'lodestock.db');
  writeFileSync(database, ''); // so that the server has a schema to make
  await holdDatabase(database);

  const { code, said } = await failToStart({ dataDir });

  expect(code).toBe(1);
  expect(said).toContain(`${database} is locked by another program. End it`);
});

test('names a file in the place of the folder', async () => {
  const dataDir = path.join(makeFolder(), 'data');
  writeFileSync(dataDir, '');

  const { code, said } = await failToStart({ dataDir });

  expect(code).toBe(1);
  expect(said).toContain(`${dataDir} cannot be made, as there is a file of that name`);
});
