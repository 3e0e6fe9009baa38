import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeLibraryFolder, simpleModel } from '../../helpers/library-folder.ts';
import { drawPosters, posterEnvironment } from '../../helpers/poster-renderer.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

const rendererDir = path.resolve(import.meta.dirname, '../../../src-renderer');

async function start(environment: Readonly<Record<string, string>>, dataDir?: string) {
  const library = makeLibraryFolder(simpleModel('vase', { guid: 'vase', title: 'Vase', priceUsd: 0 }));
  const server = await startTestServer({
    ...{ libraryDir: library.folder, rendererDir },
    environment: { ...posterEnvironment, ...environment },
    ...(dataDir !== undefined && { dataDir }),
  });
  onTestFinished(async () => {
    await server.close();
    library.remove();
  });
  return { server, person: await registerPerson(server) };
}

test('ends files and pictures that were given with the link', async () => {
  const { server, person } = await start({ LODESTOCK_CATALOGUE: 'private' });
  await drawPosters(server);
  const wish = { guid: 'vase', days: 7, withFiles: true };
  const { id, url } = (await server.call('share', wish, person)).body;
  const page = await (await fetch(url)).text();
  const [, poster = ''] = /og:image" content="([^"]+)"/.exec(page) ?? [];
  const ask = (address: string) => fetch(address.replaceAll('&amp;', '&'), { redirect: 'manual' });
  const file = (await ask(`${url}/viewer-asset/vase/files/10k/thing.obj`)).headers.get('location') ?? '';
  const given = [file, poster];
  const before = await Promise.all(given.map(async (one) => (await ask(one)).status));

  await server.call('endShare', { shareId: id }, person);

  const after = await Promise.all(given.map(async (one) => (await ask(one)).status));
  expect(before).toEqual([200, 200]);
  expect(after).toEqual([404, 401]);
});

test('makes and opens no link where the admin has closed sharing', async () => {
  const { server, person } = await start({ LODESTOCK_SHARING: 'off' });

  const refused = await server.call('share', { guid: 'vase', days: 7, withFiles: false }, person);

  expect(refused.error).toMatchObject({ code: 'FORBIDDEN' });
  expect((await fetch(`${server.baseUrl}/s/any`)).status).toBe(410);
});
