import { expect, test } from 'vitest';
import { makeLibraryFolder, simpleModel } from '../../../helpers/library-folder.ts';
import { runServerCommand } from '../../../helpers/server-command.ts';
import { startTestServer } from '../../../helpers/test-server.ts';
import { waitUntil } from '../../../helpers/watched-library.ts';

/** A server that does not watch its library, with one model; `ingest` reads the library in its own process. */
async function start() {
  const library = makeLibraryFolder(simpleModel('chair'));
  const server = await startTestServer({ libraryDir: library.folder });
  const environment = { LODESTOCK_LIBRARY_DIR: library.folder, LODESTOCK_DEFAULT_PRICE_USD: '1' };
  const ingest = () => runServerCommand(['ingest'], { dataDir: server.dataDir, environment });
  const count = async (words: string) => (await server.call('search', { q: words })).body.total;
  return { library, server, ingest, count };
}

test('finds what another process took in', async () => {
  const { library, ingest, count } = await start();
  library.write(simpleModel('lamp'));

  const { stderr, code } = await ingest();

  // On a busy machine it says how far it is.
  expect({ stderr: stderr.replaceAll(/^\d+ of \d+\n/gm, ''), code }).toEqual({ stderr: '', code: 0 });
  await waitUntil(async () => (await count('lamp')) === 1);
});

test('ends a known listing after a change by another process', async () => {
  const { library, server, ingest } = await start();
  const address = `${server.baseUrl}/api-embeddings/browse`;
  const etag = (await fetch(address)).headers.get('etag') ?? '';
  const ask = async () => (await fetch(address, { headers: { 'if-none-match': etag } })).status;
  const before = await ask();
  library.write(simpleModel('lamp'));

  await ingest();

  expect(before).toBe(304);
  await waitUntil(async () => (await ask()) === 200);
});
