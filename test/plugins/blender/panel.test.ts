import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { sampleObj } from '../../helpers/sample-files.ts';
import { registerPerson } from '../../helpers/test-server.ts';
import { type Stage, startStage } from '../3dsmax/stage.ts';
import { nobody, startDesktopAssets } from '../desktop-assets.ts';
import { oakLibrary } from '../oak-library.ts';
import { changing } from '../overlay-server.ts';
import { hasBlender } from './blender-program.ts';
import { answerFeed, makeFolder } from './parts.ts';
import { runBlender } from './run-blender.ts';
import { addonFolder, type Line } from './run-python.ts';

const needsBlender = test.skipIf(!hasBlender);
const reason = hasBlender ? '' : ' (skipped: Blender is not installed)';
let stage: Stage;
beforeAll(async () => {
  if (!hasBlender) return;
  const models = { Stool: {}, Bench: {}, Shelf: {}, Stand: { priceUsd: 0, license: 'CC0-1.0' } };
  const files = Object.entries(models).flatMap(([title, more]) => [
    [`${title}/product.json`, JSON.stringify({ title, ...more })],
    ...['1k', '10k', '100k'].map((lod, at) => [`${title}/${lod}/it.obj`, sampleObj({ triangles: 8 + at })]),
  ]);
  stage = await startStage({ ...oakLibrary(), ...Object.fromEntries(files) });
});
afterEach(() => {
  stage?.fault.set('none');
  stage?.overlay.clear();
});
afterAll(() => stage?.close());

function scratch() {
  const { folder, remove } = makeFolder();
  onTestFinished(remove);
  return folder;
}

const asked = () => stage.overlay.askedFiles().map((body) => JSON.parse(body));
const once = '1.00 USD once, your balance is 100.00 USD; 1k is free';
const question =
  'Unlock "Stool" for 1.00 USD? Your balance is 100.00 USD. All other files of this model are then free. [Unlock for 1.00 USD] [Cancel]';
const countPrices = (page: unknown) => String(page).match(/\[OBJ[^\]]*, 1\.00 USD\]/g)?.length ?? 0;

needsBlender(`asks before it charges, and says what it cost${reason}`, async () => {
  const folder = scratch();
  const before: Record<string, number> = {};
  const onLine = async (line: Line) => {
    if (typeof line.approveUrl === 'string') await stage.approve(line.approveUrl);
    if (typeof line.now === 'string') before[line.now] = asked().length;
    if (line.now === 'corrupt') stage.fault.set('corrupt');
    if (line.now === 'mended') stage.fault.set('none');
    if (line.now === 'dearer') {
      const product = path.join(stage.library.folder, 'Shelf/product.json');
      writeFileSync(product, JSON.stringify({ title: 'Shelf', priceUsd: 5 }));
      await stage.server.scan();
    }
  };

  const wish = { do: 'money', server: stage.address, folder };
  const found = await runBlender({ wish, onLine, home: folder });

  expect(found).toMatchObject({
    opened: '',
    page: expect.stringContaining(once),
    question: expect.stringContaining(question),
    declined: 'Cancelled. Nothing was charged.',
    free: { error: '', status: 'Stool, 1k: 1 object.' },
    switch: expect.stringContaining(question),
    paid: { error: '', status: 'Stool, 10k: 1 object. Charged 1.00 USD, 99.00 left.' },
    pageAfter: expect.not.stringContaining('for 1.00'),
    again: true,
    broken: expect.stringMatching(/arrived damaged.* Charged 1\.00 USD, 98\.00 left\.$/),
    left: { error: '', status: 'Bench, 10k: 1 object.' },
    dearer: '"Shelf" now costs $5.00, more than you agreed to pay. Nothing was charged.',
  });
  expect([countPrices(found.page), countPrices(found.pageAfter)]).toEqual([2, 0]);
  expect(before).toMatchObject({ asked: 1 });
  expect(asked().map(({ lod, maxPriceUsd }) => [lod, maxPriceUsd])).toEqual([
    ['1k', undefined],
    ['10k', 1],
    ['100k', 0],
    ['10k', 1],
    ['10k', 1],
    ['10k', 0],
  ]);
});

function seePoster() {
  const wish = { do: 'poster', server: stage.address, words: 'oak chair', folder: '' };
  return runBlender({ wish, onLine: () => {}, home: scratch() });
}

needsBlender(`shows a poster as JPEG${reason}`, async () => {
  const found = await seePoster();

  expect(found).toMatchObject({ error: '', poster: [256, 256] });
  const asked = stage.overlay.seen.find(({ path }) => path.startsWith('/posters/'));
  expect(asked?.headers.accept).toBe('image/jpeg, image/png');
});

needsBlender(`shows its cube for a picture it cannot read${reason}`, async () => {
  stage.overlay.answer(/^\/posters\//, () => ({ type: 'image/webp', body: 'RIFF....WEBPVP8 and more' }));

  const found = await seePoster();

  expect(found).toMatchObject({ error: '', poster: null });
});

needsBlender(`connects to the server of the preferences${reason}`, async () => {
  answerFeed(stage, Buffer.from('x'));

  const found = await runBlender({
    wish: { do: 'preferences', server: stage.address, next: nobody, folder: '' },
    onLine: () => {},
    home: scratch(),
  });

  expect(found).toMatchObject({
    first: {
      server: stage.address,
      written: stage.address,
      titles: expect.arrayContaining(['Oak chair', 'Robot']),
    },
    next: nobody,
    stillOffered: false,
    error: expect.stringContaining('is unreachable'),
  });
});

needsBlender(`knows newer versions of what the file uses, and tells a project${reason}`, async () => {
  const folder = scratch();
  const owner = await registerPerson(stage.server);
  const { id: projectId } = (await stage.server.call('makeProject', { name: 'Film', isShared: true }, owner))
    .body;
  const check = async () => (await stage.server.call('checkProject', { projectId }, owner)).body.models;
  const seen: unknown[] = [];
  const toVersion3 = changing((text) => text.replace('"version":1', '"version":3'));
  const news = 'The scene has version 1. Version 3 is available.';

  const found = await runBlender({
    wish: { do: 'report', server: stage.address, folder },
    home: folder,
    onLine: async (line) => {
      if (typeof line.approveUrl === 'string') await stage.approve(line.approveUrl);
      if (line.now === 'newer') stage.overlay.answer(/download\/formats/, toVersion3);
      if (line.now === 'two') seen.push(...(await check()));
    },
  });

  expect(found).toMatchObject({
    same: expect.not.stringContaining('The scene has version'),
    newer: expect.stringContaining(news),
    loaded: '',
    unsaved: expect.stringContaining('Save the file first'),
    offered: expect.stringContaining('[Report to a project] [Film]'),
    reported: { error: '', status: 'Film: 2 files of models reported.' },
    page: expect.stringContaining('[Report to Film]'),
    emptied: { error: '', status: 'Film: 0 files of models reported.' },
  });
  expect(seen).toMatchObject([
    {
      title: 'Stand',
      version: 1,
      people: 1,
      scenes: ['film/010/main.blend'],
      isEdited: false,
      isOutdated: false,
    },
  ]);
  expect(await check()).toEqual([]);
});

needsBlender(`updates itself from the app while the server is away${reason}`, async () => {
  const home = scratch();
  const addon = path.join(home, 'lodestock');
  const manifest = path.join(addon, 'blender_manifest.toml');
  cpSync(addonFolder, addon, { recursive: true });
  const current = readFileSync(manifest, 'utf8');
  const version = /^version = "([^"]+)"/m.exec(current)?.[1];
  writeFileSync(manifest, current.replace(/^version = ".*"/m, 'version = "0.0.9"'));
  await startDesktopAssets(path.join(home, '.config/Lodestock/dcc.json'));

  const found = await runBlender({
    wish: { do: 'update', server: nobody, folder: '' },
    onLine: () => {},
    home,
    addon,
  });

  expect(found).toMatchObject({
    shown: `Update to ${version} (from the desktop app)`,
    error: '',
    status: `Version ${version} is installed. Restart Blender to use it. It came from the desktop app, because the server is unreachable.`,
    left: false,
  });
  expect(readFileSync(manifest, 'utf8')).toBe(current);
  expect(readFileSync(path.join(`${addon}.previous`, 'blender_manifest.toml'), 'utf8')).toContain('"0.0.9"');
});
