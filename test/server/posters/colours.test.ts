import path from 'node:path';
import sharp from 'sharp';
// Pictures are read by a process of their own.
import 'node:child_process';
import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fakeProduct, startFakeHost, syncKey } from '../../helpers/fake-host.ts';
import { makeLibraryFolder, simpleModel } from '../../helpers/library-folder.ts';
import { requireJob, startPosterServer } from '../../helpers/poster-renderer.ts';
import { startTestServer } from '../../helpers/test-server.ts';
import { startTestSite, until } from '../../helpers/test-site.ts';

/** A thing of a colour on white paper. */
const picture = (colour: string) =>
  sharp({ create: { width: 96, height: 96, channels: 3, background: '#f4f4f4' } })
    .composite([{ input: { create: { width: 48, height: 48, channels: 3, background: colour } } }])
    .png()
    .toBuffer();
const [red, blue] = [await picture('#b5202a'), await picture('#2050b0')];

async function startWith(
  files: Readonly<Record<string, string | Uint8Array>>,
  environment: Readonly<Record<string, string>> = {},
) {
  const library = makeLibraryFolder(files);
  const server = await startTestServer({ libraryDir: library.folder, environment });
  return { library, server };
}
const chairs = {
  ...simpleModel('chair', { guid: 'chair' }),
  ...simpleModel('table', { guid: 'table' }),
  'chair/previewMedium.png': red,
};

test('finds models by the colour of their posters', async () => {
  const { server } = await startWith({ ...chairs, 'table/previewSmall.png': blue });
  const facets = async () => (await server.call('filters', { colour: ['red'] })).body.colours;
  await until(async () => (await facets()).length === 2);

  const { body } = await server.call('browse', { colour: ['RED'] });

  expect(body.results.map(({ guid, colour }) => [guid, colour])).toEqual([['chair', 'red']]);
  expect(await facets()).toEqual([
    { value: 'blue', count: 1 },
    { value: 'red', count: 1 },
  ]);
});

test('follows a poster that changes, and one that goes', async () => {
  const { server, library } = await startWith(chairs);
  const colour = async () => (await server.call('model', { guid: 'chair' })).body.colour;
  await until(async () => (await colour()) === 'red');

  library.write({ 'chair/previewMedium.png': blue });
  await server.scan();
  await until(async () => (await colour()) === 'blue');
  rmSync(path.join(library.folder, 'chair/previewMedium.png'));
  await server.scan();

  await until(async () => (await colour()) === null);
});

test('knows the colour at a site that follows the host', async () => {
  const host = await startWith(chairs, { LODESTOCK_ROLE: 'host', LODESTOCK_SYNC_KEY: syncKey });
  const site = await startTestSite([{ url: host.server.baseUrl }]);
  const found = async () => (await site.call('browse', { colour: ['red'] })).body.results;

  await until(async () => (await found()).length === 1);

  expect((await found())[0]).toMatchObject({ guid: 'chair', colour: 'red' });
});

test('takes models of hosts that say no colour, or another', async () => {
  const host = await startFakeHost();
  host.put(fakeProduct('old', 1));
  host.put({ ...fakeProduct('new', 1), colour: 'green' });
  host.put({ ...fakeProduct('newer', 1), colour: 'turquoise' });
  const site = await startTestSite([host]);
  const colours = async () =>
    (await site.call('browse', { sort: 'title' })).body.results.map(({ guid, colour }) => [guid, colour]);

  await until(async () => (await colours()).length === 3);

  expect(await colours()).toEqual([
    ['new', 'green'],
    ['newer', null],
    ['old', null],
  ]);
});

const thing = (pixels: number) =>
  sharp({ create: { width: pixels, height: pixels, channels: 4, background: '#00000000' } }).composite([
    { input: { create: { width: pixels / 2, height: pixels / 2, channels: 3, background: '#8a5a34' } } },
  ]);
async function drawThing() {
  const [small = '', medium = '', large = ''] = await Promise.all(
    [256, 512, 1024].map(async (pixels) => (await thing(pixels).webp().toBuffer()).toString('base64')),
  );
  const [smallJpeg = '', mediumJpeg = ''] = await Promise.all(
    [256, 512].map(async (pixels) => (await thing(pixels).jpeg().toBuffer()).toString('base64')),
  );
  return { small, medium, large, jpeg: { small: smallJpeg, medium: mediumJpeg } };
}

test('takes the clay of a poster for no colour of the model', async () => {
  const { server, claim, model, headers } = await startPosterServer({
    files: { ...simpleModel('bare', { guid: 'bare' }), ...simpleModel('brown', { guid: 'brown' }) },
  });
  const drawn = await drawThing();
  const waiting = server.db
    .prepare("SELECT count(*) FROM job WHERE kind = 'colour' AND state = 'waiting'")
    .pluck();

  for (const _ of [0, 1]) {
    const { token, guid } = requireJob(await claim());
    await server.call('deliverPosters', { token, isClay: guid === 'bare', ...drawn }, { headers });
  }
  await until(async () => (await model('brown')).colour !== null && waiting.get() === 0);

  expect([(await model('bare')).colour, (await model('brown')).colour]).toEqual([null, 'brown']);
});
