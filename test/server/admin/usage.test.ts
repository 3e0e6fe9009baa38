import { expect, test } from 'vitest';
import { reuseCorrectedLibraries } from '../../helpers/corrected-library.ts';
import { simpleModel } from '../../helpers/library-folder.ts';
import { until } from '../../helpers/test-site.ts';

const openLibrary = reuseCorrectedLibraries();
const files = {
  ...simpleModel('oak table', { guid: 'table', priceUsd: 2 }),
  ...simpleModel('stool', { guid: 'stool' }),
};

async function open() {
  const { server, token } = await openLibrary(files);
  const look = async (days?: '30' | '90') =>
    (await server.call('adminUsage', days === undefined ? {} : { days }, { token })).body;
  const today = async () => (await look()).traffic.days.at(-1);
  return { server, token, look, today };
}

test('tells what is stored by kind, format and topology', async () => {
  const { server, look } = await open();
  const row = server.db.prepare('SELECT count(*) AS files, sum(size_bytes) AS bytes FROM file').get();

  const { storage } = await look();

  expect(storage.kinds).toEqual([{ name: 'library', ...Object(row) }]);
  for (const list of [storage.formats, storage.lods])
    expect({
      files: list.reduce((sum, { files }) => sum + files, 0),
      bytes: list.reduce((sum, { bytes }) => sum + bytes, 0),
    }).toEqual(row);
  expect(storage.hosts).toEqual([]);
});

test('counts downloads, unlocks once, and the bytes that were sent', async () => {
  const { server, token, today } = await open();
  const ask = () =>
    server
      .call('agentDirect', { guid: 'table', format: 'obj', lod: '10k' }, { token })
      .then(({ body }) => body);
  const before = await today();
  const { downloadUrl } = await ask();
  await ask();
  const sent = Buffer.from(await (await fetch(downloadUrl)).arrayBuffer());

  await until(async () => (await today())?.sentBytes === sent.length);

  expect(before).toMatchObject({ downloads: 0, sentBytes: 0, unlocks: 0 });
  expect(await today()).toMatchObject({ downloads: 2, sentBytes: sent.length, unlocks: 1 });
});

test('answers for 30 or 90 days', async () => {
  const { look } = await open();

  expect([(await look()).traffic.days.length, (await look('90')).traffic.days.length]).toEqual([30, 90]);
});
