import { readdirSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { makeLibraryFolder, objText } from '../../helpers/library-folder.ts';
import { makeFolder } from '../../helpers/make-folder.ts';
import { createClient, type Json } from '../../helpers/patient-client.ts';
import { sha256Of } from '../../helpers/publishing.ts';
import { killServer, startServerChild, waitUntilReady } from '../../helpers/server-child.ts';

/** The suite runs a few rounds; `LODESTOCK_TEST_KILLS=30` runs as many as docs/benchmarks.md reports. */
const rounds = Number(process.env.LODESTOCK_TEST_KILLS ?? 2);
const seed = Number(process.env.LODESTOCK_TEST_KILL_SEED ?? 20_261_122);
const longestMs = 400;

test('loses and halves nothing when it is killed', { timeout: 900_000 + rounds * 60_000 }, async () => {
  const library = makeLibraryFolder({});
  const dataDir = makeFolder();
  const env = {
    LODESTOCK_DATA_DIR: dataDir,
    LODESTOCK_LIBRARY_DIR: library.folder,
    LODESTOCK_PORT: '0',
  };
  onTestFinished(() => server.stop());
  const start = () => startServerChild('dist/server/main.js', { env });
  const delays = fc.sample(fc.integer({ min: 0, max: longestMs }), { numRuns: rounds, seed });
  const modelOf = (round: number) => ({
    [`Chair ${round}/chair.obj`]: objText(4000, `chair ${round}`),
    [`Chair ${round}/table.txt`]: `round ${round}`,
  });
  let server = await start();
  const person = { email: 'admin@example.org', password: 'correct horse battery', name: 'Admin' };
  const first = createClient(server.baseUrl, '');
  const { token } = await first.ask('POST', '/api/auth/register', person);

  const whole = async (client: ReturnType<typeof createClient>) => {
    const { results } = await client.ask('GET', '/api-embeddings/browse?limit=200');
    for (const { guid, title } of results) {
      const { topologies } = await client.ask('GET', `/api/download/formats/${guid}`);
      const round = Number(title.split(' ').at(-1));
      const found = topologies.flatMap((one: { files: readonly Json[] }) =>
        one.files.map((file) => file.sha256),
      );
      expect(found).toEqual([sha256Of(objText(4000, `chair ${round}`))]);
    }
    return results.length;
  };
  for (const [round, delay] of delays.entries()) {
    await waitUntilReady(server.baseUrl);
    const client = createClient(server.baseUrl, token);
    await whole(client);
    const pushing = client.push(`Chair ${round}`, modelOf(round)).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, delay));
    await killServer(server);
    await pushing;
    server = await start();
    await createClient(server.baseUrl, token).push(`Chair ${round}`, modelOf(round));
  }
  await waitUntilReady(server.baseUrl);
  const last = createClient(server.baseUrl, token);
  await expect
    .poll(async () => (await last.list()).map(({ state }) => state))
    .toEqual(delays.map(() => 'published'));

  expect(await whole(last)).toBe(rounds);
  expect(readdirSync(path.join(dataDir, 'published'))).toHaveLength(rounds);
  await server.stop();
  const after = await start();
  expect(readdirSync(path.join(dataDir, 'uploads'))).toEqual([]);
  await after.stop();
});
