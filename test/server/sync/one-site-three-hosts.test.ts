import { createHash } from 'node:crypto';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { objText, simpleModel } from '../../helpers/library-folder.ts';
import { waitUntilReady } from '../../helpers/server-child.ts';
import { startStudio, studioKey } from '../../helpers/studio.ts';
import { until, wish } from '../../helpers/test-site.ts';

const names = ['north', 'east', 'south'] as const;
const studio = await startStudio(names, (name) => ({
  ...simpleModel(`${name} chair`, { guid: `${name}-chair`, priceUsd: 2, tags: ['seat'] }),
  ...simpleModel(`${name} lamp`, { guid: `${name}-lamp`, priceUsd: 0 }),
  ...simpleModel('Oak table', { guid: 'table', priceUsd: 2 }), // every host has it
}));

const everything = {
  'east-chair': 1,
  'east-lamp': 1,
  'north-chair': 1,
  'north-lamp': 1,
  'south-chair': 1,
  'south-lamp': 1,
  table: 1,
};

test('lists the models of hosts that started after the site', async () => {
  await until(async () => Object.keys(await studio.listed()).length === 7);

  expect(await studio.listed()).toEqual(everything);
});

test.each(names)('walks from search to the bytes of the host %s', async (name) => {
  await until(
    async () => (await studio.get(`/api-embeddings/?q=${name}+chair`)).results[0]?.guid === `${name}-chair`,
  );

  const formats = await studio.get(`/api/download/formats/${name}-chair`);
  const { body } = formats.topologies
    .flatMap(
      ({ files }: { files: { role: string; lod: string; downloadRequest: { body: unknown } }[] }) => files,
    )
    .find(
      ({ role, lod }: { role: string; lod: string }) => role === 'scene' && lod === '10k',
    ).downloadRequest;
  const first = await studio.post('/api/download/direct', body);
  const again = await studio.post('/api/download/direct', body);
  const bytes = Buffer.from(await (await fetch(first.downloadUrl)).arrayBuffer());
  const texture = await fetch(new URL('textures/wood.png', first.downloadUrl));

  expect(first).toMatchObject({ ok: true, chargedUsd: 2 });
  expect(again).toMatchObject({ ok: true, chargedUsd: 0 });
  expect(first.downloadUrl.startsWith(`${studio.host(name).url}/data/`)).toBe(true);
  expect(bytes.length).toBe(first.sizeBytes);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(first.sha256);
  expect(texture.status).toBe(200);
});

test('leads a browser to ZIP and poster of the host', async () => {
  const { headers } = studio.browser;
  const zip = await fetch(`${studio.baseUrl()}/download/south-chair/all?ext=obj&lod=10k`, { headers });
  const poster = await fetch(`${studio.baseUrl()}/posters/south-chair/small`, { redirect: 'manual' });
  const bytes = Buffer.from(await zip.arrayBuffer());

  expect(new URL(zip.url).origin).toBe(studio.host('south').url);
  expect(zip.headers.get('content-type')).toBe('application/zip');
  expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
  expect(bytes.length).toBe(Number(zip.headers.get('content-length')));
  expect(poster.headers.get('location')).toBe(`${studio.host('south').url}/posters/south-chair/small`);
});

test('serves nothing by a capability that the site did not sign', async () => {
  const { downloadUrl } = await studio.post('/api/download/direct', wish('north-chair'));

  const changed = downloadUrl.replace(
    /\/data\/(.)/,
    (_all: string, first: string) => `/data/${first === 'a' ? 'b' : 'a'}`,
  );
  const elsewhere = downloadUrl.replace(studio.host('north').url, studio.host('east').url);
  const answers = await Promise.all([changed, elsewhere].map((address) => fetch(address)));

  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
});

test('charges nothing for a killed host, and goes on with others, which have its models too', async () => {
  await studio.host('east').stop('SIGKILL');

  const refused = await studio.post('/api/download/direct', wish('east-chair'));
  const given = await studio.post('/api/download/direct', wish('south-chair'));
  const mirrored = await studio.post('/api/download/direct', wish('table'));
  const bytes = Buffer.from(await (await fetch(mirrored.downloadUrl)).arrayBuffer());
  const address = `${studio.baseUrl()}/download/table/all?ext=obj&lod=10k`;
  const zip = await fetch(address, { headers: studio.browser.headers });
  await studio.host('east').start();
  // Seldom, as one person may ask for so many downloads a minute.
  while (!(await studio.post('/api/download/direct', wish('east-chair'))).ok) await setTimeout(500);

  expect(refused).toMatchObject({ ok: false, code: 'FILE_HOST_UNAVAILABLE' });
  expect(given.ok).toBe(true);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(mirrored.sha256);
  expect([zip.status, zip.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const origins = [mirrored.downloadUrl, zip.url].map((url) => new URL(url).origin);
  expect(origins).not.toContain(studio.host('east').url);
  expect(await studio.listed()).toEqual(everything);
});

test('catches up after site and hosts were killed meanwhile', async () => {
  const { library, start, stop } = studio.host('south');
  for (let index = 0; index < 120; index += 1)
    library.write({
      [`many/${index}/product.json`]: JSON.stringify({ guid: `many-${index}` }),
      [`many/${index}/1k/thing.obj`]: objText(4, `many ${index}`),
    });
  await stop('SIGKILL');
  await start();
  await until(async () => Object.keys(await studio.listed()).length > 7);
  await studio.site.stop('SIGKILL');
  await stop('SIGKILL');
  library.remove('south lamp');
  library.write({ 'south chair/10k/thing.obj': objText(44, 'another') });
  await Promise.all([start(), studio.site.start()]);
  await until(async () => {
    const models = await studio.listed();
    // With the lamp, 126 models are there before the last of the many has come.
    const isGone = models['south-lamp'] === undefined;
    return isGone && models['south-chair'] === 2 && Object.keys(models).length === 126;
  });

  const { sha256, chargedUsd, downloadUrl } = await studio.post('/api/download/direct', wish('south-chair'));
  const bytes = Buffer.from(await (await fetch(downloadUrl)).arrayBuffer());

  expect(chargedUsd).toBe(0);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  expect((await studio.listed())['south-lamp']).toBeUndefined();
});

test('follows a host that was restored from an old copy', async () => {
  const { library, start, stop, url, dataDir } = studio.host('north');
  const status = async () => {
    const headers = { authorization: `Bearer ${studioKey}` };
    return (await fetch(`${url}/api-sync/status.json`, { headers })).json();
  };
  const before = await status();
  await stop();
  const saved = path.join(studio.folder, 'north-copy');
  cpSync(dataDir, saved, { recursive: true });
  await start();
  await waitUntilReady(url);
  library.remove('north lamp');
  library.write(simpleModel('north desk', { guid: 'north-desk' }));
  await stop();
  await start();
  await until(async () => (await studio.listed())['north-desk'] === 1);
  await stop();

  // The database alone comes back from the copy, as a person would do it by hand.
  for (const file of readdirSync(dataDir))
    if (/^(lodestock|catalogue)\.db/.test(file)) rmSync(path.join(dataDir, file));
  for (const file of ['lodestock.db', 'catalogue.db'])
    cpSync(path.join(saved, file), path.join(dataDir, file));
  library.remove('north desk');
  library.write(simpleModel('north stool', { guid: 'north-stool' }));
  await start();
  await until(async () => {
    const models = await studio.listed();
    return models['north-stool'] === 1 && models['north-desk'] === undefined;
  });
  const after = await status();

  expect(after.hostId).toBe(before.hostId);
  expect(after.epoch).not.toBe(before.epoch);
  expect(Object.keys(await studio.listed()).filter((guid) => guid.startsWith('north'))).toEqual(
    expect.arrayContaining(['north-chair', 'north-stool']),
  );
});
