import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { note, reason, type Stage, setStage } from './failure-stage.ts';
import { fileRow, listTree, openModel, takeFile, type Walk, type Wanted } from './walk.ts';

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

let stage: Stage;
/** One app for all, as they want different models. */
let opened: Awaited<ReturnType<Stage['openSignedIn']>>;
beforeAll(async () => {
  if (reason !== null) return;
  stage = await setStage();
  opened = await stage.openSignedIn();
});
afterEach(() => stage?.proxy.set('none'));
afterAll(async () => {
  await stage?.clear();
  await stage?.close();
});

const wanted = (title: string, fileName: string): Wanted => ({
  search: title,
  title,
  lod: '10k',
  format: 'obj',
  fileName,
  sha256: '',
});
const table = wanted('Table', 'table.obj');
const lamp = wanted('Lamp', 'lamp.obj');

async function download(walk: Walk, model: Wanted) {
  await openModel(walk, model);
  const row = fileRow(walk, model);
  await takeFile(walk, model);
  return row;
}

test.skipIf(reason !== null)(`says that a file does not exist any more${note}`, async () => {
  const before = await stage.readBalance();
  const vase = wanted('Vase', 'vase.obj');
  const { walk, desk } = opened;
  await openModel(walk, vase);
  stage.library.remove('Vase/10k/vase.obj');
  await stage.server.scan();

  const row = fileRow(walk, vase);
  await row.getByRole('button', { name: /^Unlock/ }).click();

  await row.getByText(/has no file for obj, 10k, 10k\/vase\.obj/).waitFor();
  expect(listTree(desk.libraryFolder)).toEqual([]);
  expect(await stage.readBalance()).toBe(before);
});

test.skipIf(reason !== null)(
  `says that the server went away, and takes up again by itself${note}`,
  async () => {
    const before = await stage.readBalance();
    const { walk, desk } = opened;
    stage.proxy.set('cut');

    const row = await download(walk, lamp);
    await row.getByText(/kept breaking/).waitFor();
    await expect.poll(() => listTree(desk.libraryFolder)).toEqual([]);
    stage.proxy.set('none');
    await row.getByText('In your library').waitFor();

    const isState = (name: string) => name.includes('/.lodestock/');
    expect(listTree(desk.libraryFolder).filter((name) => !isState(name))).toHaveLength(2);
    expect(await stage.readBalance()).toBe(before - 1);
  },
);

const whyNoSmallDisk = reason ?? (isRoot ? null : 'mounting a small disk needs root');

test.skipIf(whyNoSmallDisk !== null)(
  `says that the disk is full${whyNoSmallDisk === null ? '' : ` (skipped: ${whyNoSmallDisk})`}`,
  async () => {
    const disk = path.join(stage.library.folder, '.small-disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk]);
    try {
      const { walk } = await stage.openSignedIn(path.join(disk, 'models'));

      const row = await download(walk, table);

      await row.getByText(/space|room|full/i).waitFor();
      await expect.poll(() => listTree(disk)).toEqual([]);
    } finally {
      execFileSync('umount', [disk]);
      rmSync(disk, { recursive: true });
    }
  },
);

test.skipIf(reason !== null)(`leaves ledger and unlocks in agreement${note}`, () => {
  const charges = stage.server.db
    .prepare("SELECT guid, count(*) AS times FROM ledger WHERE kind = 'unlock' GROUP BY guid")
    .all();
  const unlocks = stage.server.db.prepare('SELECT guid, 1 AS times FROM unlock ORDER BY guid').all();

  expect(charges).toEqual(unlocks);
});
