import { createHash } from 'node:crypto';
import { mkdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { textOf } from '../../../server/contract/sentence.ts';
import { createLibraryHandlers } from '../../../src-main/library/handlers.ts';
import {
  mergeReceipt,
  type Receipt,
  type ReceiptFile,
  readReceipt,
} from '../../../src-main/library/receipt.ts';
import type { Library } from '../../../src-main/platform/ipc/contract.ts';
import { createScratch } from '../scratch.ts';
import { readLibrary } from './read-library.ts';

const entry = (relativePath: string, sizeBytes = 5): ReceiptFile => ({
  ...{
    format: 'glb',
    lod: '1k',
    variant: null,
    role: 'scene',
    relativePath,
    sizeBytes,
    sha256: 'a'.repeat(64),
  },
});
const receipt = (guid: string, files: ReceiptFile[]): Receipt => ({
  ...{ receiptVersion: 1, guid, title: `Model ${guid}`, version: 1, license: 'CC0-1.0', attribution: null },
  ...{ serverUrl: 'http://127.0.0.1:8787', downloadedAt: '2026-01-01T00:00:00Z', files },
});

async function writeModel(library: string, name: string, content: Receipt) {
  for (const { relativePath, sizeBytes } of content.files) {
    if (relativePath.includes('..')) continue;
    const file = path.join(library, name, relativePath);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, 'x'.repeat(sizeBytes));
  }
  await mkdir(path.join(library, name), { recursive: true });
  await writeFile(path.join(library, name, 'model.json'), JSON.stringify(content));
}

test('lists models with their files and sizes', async () => {
  const library = await createScratch();
  await writeModel(library, 'Knight_a', receipt('a', [entry('k_1k/k.glb'), entry('k_1k/k.png', 7)]));

  const { models, problems } = await readLibrary(library);

  expect(problems).toEqual([]);
  expect(models).toMatchObject([{ guid: 'a', folder: path.join(library, 'Knight_a'), sizeBytes: 12 }]);
  expect(models[0]?.files.map(({ isPresent }) => isPresent)).toEqual([true, true]);
});

test('finds a file whose disk writes accents apart', async () => {
  const library = await createScratch();
  const named = (form: string) => receipt('a', [entry('k_1k/Café.glb'.normalize(form))]);
  await writeModel(library, 'Knight_a', named('NFD'));
  await writeFile(path.join(library, 'Knight_a/model.json'), JSON.stringify(named('NFC')));

  const { models } = await readLibrary(library);

  expect(models[0]?.files[0]).toMatchObject({ isPresent: true, isEdited: false });
});

test('shows a file that is gone as missing', async () => {
  const library = await createScratch();
  await writeModel(library, 'Knight_a', receipt('a', [entry('k_1k/k.glb')]));
  await rm(path.join(library, 'Knight_a/k_1k/k.glb'));

  const { models } = await readLibrary(library);

  expect(models[0]?.files[0]).toMatchObject({ isPresent: false, isEdited: false });
  expect(models[0]?.sizeBytes).toBe(0);
});

const inEnglish = (problems: Library['problems']) =>
  problems.map(({ path, message }) => ({ path, message: textOf(message) }));

test.each(['{"receiptVersion":1,', '[]', '{"receiptVersion":0}', '', 'null'])(
  'lists the broken receipt %j as a problem',
  async (text) => {
    const library = await createScratch();
    await writeModel(library, 'Good_a', receipt('a', []));
    await mkdir(path.join(library, 'Bad_b'));
    await writeFile(path.join(library, 'Bad_b/model.json'), text);

    const { models, problems } = await readLibrary(library);

    expect(models.map(({ guid }) => guid)).toEqual(['a']);
    expect(inEnglish(problems)).toEqual([
      { path: path.join(library, 'Bad_b'), message: expect.stringContaining('cannot be read') },
    ]);
  },
);

test('finds models in folders of the person', async () => {
  const library = await createScratch();
  await writeModel(library, 'Furniture/Chairs/Chair_a', receipt('a', [entry('c_1k/c.glb')]));
  await writeModel(library, 'Knight_b', receipt('b', []));

  const { models, problems } = await readLibrary(library);

  expect(problems).toEqual([]);
  expect(models.map(({ folder }) => path.relative(library, folder))).toEqual([
    'Furniture/Chairs/Chair_a',
    'Knight_b',
  ]);
});

test('shows a copied folder as a problem, not as a model', async () => {
  const library = await createScratch();
  await writeModel(library, 'Knight_a', receipt('a', []));
  await writeModel(library, 'Knight_a copy', receipt('a', []));

  const { models, problems } = await readLibrary(library);

  expect(models.map(({ folder }) => folder)).toEqual([path.join(library, 'Knight_a')]);
  expect(inEnglish(problems)).toEqual([
    {
      path: path.join(library, 'Knight_a copy'),
      message: expect.stringContaining('holds the same model as'),
    },
  ]);
});

test('leaves out a file that leads elsewhere', async () => {
  const library = await createScratch();
  await writeModel(library, 'Evil_a', receipt('a', [entry('../../etc/passwd'), entry('k_1k/k.glb')]));

  const { models, problems } = await readLibrary(library);

  expect(models[0]?.files.map(({ relativePath }) => relativePath)).toEqual(['k_1k/k.glb']);
  expect(problems.length).toBe(1);
});

test('is empty before the first download', async () => {
  const folder = path.join(await createScratch(), 'not-made-yet');

  expect(await readLibrary(folder)).toMatchObject({ folder, absence: null, models: [], problems: [] });
});

test('says so when the library cannot be read', async () => {
  const folder = path.join(await createScratch(), 'file');
  await writeFile(folder, 'not a folder');

  const { problems } = await readLibrary(folder);

  expect(inEnglish(problems)).toEqual([{ path: folder, message: expect.stringContaining('ENOTDIR') }]);
});

test('keeps earlier files in a merged receipt', () => {
  const before = receipt('a', [entry('k_1k/k.glb'), entry('k_1k/k.fbx', 9)]);
  const after = { ...receipt('a', [entry('k_1k/k.glb', 6)]), version: 2 };

  const merged = mergeReceipt(before, after);

  expect(merged.version).toBe(2);
  expect(merged.files.map(({ relativePath, sizeBytes }) => [relativePath, sizeBytes])).toEqual([
    ['k_1k/k.fbx', 9],
    ['k_1k/k.glb', 6],
  ]);
});

test('a folder without receipt is no model', async () => {
  expect(await readReceipt(await createScratch())).toEqual({ kind: 'none' });
});

async function createReveal() {
  const library = await createScratch();
  const showItemInFolder = vi.fn();
  const checked = new Map();
  const onChecked = vi.fn();
  const readNow = async () => ({ ...(await readLibrary(library, { checked })), revision: 1 });
  const readLibraryNow = vi.fn(readNow);
  const handlers = createLibraryHandlers({
    library: { read: readNow, show: readNow, refresh: readLibraryNow },
    ...{ checked, onChecked, findPrograms: async () => [] },
    desktop: { showItemInFolder, openPath: vi.fn(), startProgram: vi.fn(), startDrag: vi.fn() },
    compare: async () => ({ outdated: [], current: [] }),
  });
  return {
    library,
    showItemInFolder,
    handlers,
    readNow,
    readLibraryNow,
    onChecked,
    reveal: handlers['library.reveal'],
  };
}

test('finds an edit of the same size when it is asked to look', async () => {
  const { library, handlers, readNow, onChecked } = await createReveal();
  const sha256 = createHash('sha256').update('xxxxx').digest('hex');
  const names = ['k_1k/whole.glb', 'k_1k/edited.glb', 'k_1k/gone.glb'];
  await writeModel(
    library,
    'Knight_a',
    receipt(
      'a',
      names.map((name) => ({ ...entry(name), sha256 })),
    ),
  );
  await writeFile(path.join(library, 'Knight_a/k_1k/edited.glb'), 'yyyyy');
  await rm(path.join(library, 'Knight_a/k_1k/gone.glb'));

  const check = await handlers['library.check']({ guid: 'a' });

  expect(check).toEqual({ count: 3, missing: ['k_1k/gone.glb'], edited: ['k_1k/edited.glb'] });
  expect(onChecked).toHaveBeenCalledOnce();
  expect((await readNow()).models[0]?.files.map(({ isEdited }) => isEdited)).toEqual([false, true, false]);
});

test('looks at no other model while it checks one', async () => {
  const { library, handlers, readLibraryNow } = await createReveal();
  for (const guid of ['a', 'b', 'c'])
    await writeModel(library, `Knight_${guid}`, receipt(guid, [entry('k_1k/k.glb')]));

  const checks = await Promise.all(['a', 'b', 'c'].map((guid) => handlers['library.check']({ guid })));

  expect(checks.map(({ count }) => count)).toEqual([1, 1, 1]);
  expect(readLibraryNow).not.toHaveBeenCalled();
});

test('forgets what it saw of a file that has changed since', async () => {
  const { library, handlers, readNow } = await createReveal();
  await writeModel(library, 'Knight_a', receipt('a', [entry('k_1k/k.glb')]));
  await handlers['library.check']({ guid: 'a' });

  await writeFile(path.join(library, 'Knight_a/k_1k/k.glb'), 'again');
  await utimes(path.join(library, 'Knight_a/k_1k/k.glb'), 1, 1);

  expect((await readNow()).models[0]?.files[0]?.isEdited).toBe(false);
});

test('shows a downloaded file in its folder', async () => {
  const { library, showItemInFolder, reveal } = await createReveal();
  await writeModel(library, 'Knight_a', receipt('a', [entry('k_1k/k.glb')]));

  await reveal({ guid: 'a', relativePath: 'k_1k/k.glb' });

  expect(showItemInFolder).toHaveBeenCalledWith(path.join(library, 'Knight_a/k_1k/k.glb'));
});

test.each([
  ['nothing', null, 'MODEL_NOT_FOUND'],
  ['a', '../../etc/passwd', 'FILE_NOT_FOUND'],
  ['a', 'k_1k/other.glb', 'FILE_NOT_FOUND'],
])('shows nothing for %s and %s', async (guid, relativePath, code) => {
  const { library, showItemInFolder, reveal } = await createReveal();
  await writeModel(library, 'Knight_a', receipt('a', [entry('k_1k/k.glb')]));

  await expect(reveal({ guid, relativePath })).rejects.toMatchObject({ code });

  expect(showItemInFolder).not.toHaveBeenCalled();
});

test('shows nothing behind a link out', async () => {
  const { library, showItemInFolder, reveal } = await createReveal();
  const outside = await createScratch();
  await writeFile(path.join(outside, 'k.glb'), 'xxxxx');
  await writeModel(library, 'Knight_a', receipt('a', [entry('k_1k/k.glb')]));
  await symlink(outside, path.join(library, 'Knight_a/linked'));
  await writeFile(
    path.join(library, 'Knight_a/model.json'),
    JSON.stringify(receipt('a', [entry('linked/k.glb')])),
  );

  await expect(reveal({ guid: 'a', relativePath: 'linked/k.glb' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });

  expect(showItemInFolder).not.toHaveBeenCalled();
});
