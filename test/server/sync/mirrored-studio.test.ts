import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { simpleModel } from '../../helpers/library-folder.ts';
import { startStudio } from '../../helpers/studio.ts';
import { until, wish } from '../../helpers/test-site.ts';

const guids = Array.from({ length: 16 }, (_, index) => `model-${index}`);
const models = Object.assign({}, ...guids.map((guid) => simpleModel(`Oak ${guid}`, { guid, priceUsd: 2 })));
const names = ['north', 'south'] as const;
const studio = await startStudio(names, () => models);
await until(async () => Object.keys(await studio.listed()).length === guids.length);

async function fetchAll() {
  const fetched = guids.map(async (guid) => {
    const answer = await studio.post('/api/download/direct', wish(guid));
    if (!answer.ok) return { guid, answer };
    const bytes = Buffer.from(await (await fetch(answer.downloadUrl)).arrayBuffer());
    const texture = await fetch(new URL('textures/wood.png', answer.downloadUrl));
    const isExact = createHash('sha256').update(bytes).digest('hex') === answer.sha256;
    return { guid, isExact, texture: texture.status, origin: new URL(answer.downloadUrl).origin };
  });
  return Promise.all(fetched);
}
const originsOf = (found: Awaited<ReturnType<typeof fetchAll>>) => [
  ...new Set(found.flatMap(({ origin }) => origin ?? [])),
];
const areExact = (found: Awaited<ReturnType<typeof fetchAll>>) =>
  found.every(({ isExact, texture }) => isExact && texture === 200);

/** Asks seldom, as one person may ask for so many downloads a minute. */
async function untilBothServe() {
  while (originsOf(await fetchAll()).length < 2) await setTimeout(2000);
}

test('serves every file of two hosts that have the same library, whichever is killed', async () => {
  const [north, south] = [studio.host('north'), studio.host('south')];
  await untilBothServe();

  await north.stop('SIGKILL');
  const withoutNorth = await fetchAll();
  await north.start();
  await untilBothServe();
  await south.stop('SIGKILL');
  const withoutSouth = await fetchAll();
  await south.start();

  expect([areExact(withoutNorth), originsOf(withoutNorth)]).toEqual([true, [south.url]]);
  expect([areExact(withoutSouth), originsOf(withoutSouth)]).toEqual([true, [north.url]]);
});

test('leads to archives of the host that is left', async () => {
  await untilBothServe();
  await studio.host('north').stop('SIGKILL');

  const { headers } = studio.browser;
  const zip = await fetch(`${studio.baseUrl()}/download/model-7/all?ext=obj&lod=10k`, { headers });
  await studio.host('north').start();

  expect([zip.status, new URL(zip.url).origin]).toEqual([200, studio.host('south').url]);
  expect(zip.headers.get('content-type')).toBe('application/zip');
});
