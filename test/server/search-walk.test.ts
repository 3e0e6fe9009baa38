import { rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { makeLibraryFolder, simpleModel } from '../helpers/library-folder.ts';
import { startServerChild, waitUntilReady } from '../helpers/server-child.ts';

const root = `${pathToFileURL(path.resolve(import.meta.dirname, '../..')).href}/`;
const counter = path.resolve(import.meta.dirname, '../helpers/count-files.mjs');

/** A server that tells which files run between two signals. */
async function startCountedServer(libraryDir: string) {
  const heard: string[] = [];
  const env = {
    NODE_OPTIONS: `--import=${pathToFileURL(counter).href}`,
    LODESTOCK_DATA_DIR: path.join(libraryDir, '.data'),
    LODESTOCK_LIBRARY_DIR: libraryDir,
    LODESTOCK_PORT: '0',
    LODESTOCK_WATCH: 'false',
    LODESTOCK_SCAN_INTERVAL_SECONDS: '0',
  };
  const server = await startServerChild('server/main.ts', { env, onLine: (line) => heard.push(line) });
  await waitUntilReady(server.baseUrl);
  const say = async (event: string) => {
    server.child.kill('SIGUSR2');
    await expect.poll(() => heard.some((line) => line.includes(`"event":"${event}"`))).toBe(true);
    const at = heard.findIndex((line) => line.includes(`"event":"${event}"`));
    return JSON.parse(heard.splice(at, 1)[0] ?? '{}');
  };
  /** The product's files whose functions run for this. */
  const count = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
    await say('counting');
    await work();
    const { urls }: { urls: readonly string[] } = await say('counted');
    return urls.filter((url) => url.startsWith(`${root}server/`)).map((url) => url.slice(root.length));
  };
  return { ...server, count };
}

test('a search runs the code of few files', async () => {
  const names = ['oak chair', 'pine table', 'steel lamp', 'oak shelf'];
  const library = makeLibraryFolder(Object.assign({}, ...names.map((name) => simpleModel(name))));
  const server = await startCountedServer(library.folder);
  const ask = (words: string) => () =>
    fetch(`${server.baseUrl}/api-embeddings/?q=${words}`).then((one) => one.json());
  await ask('lamp')();

  // What runs by a timer runs during some of them, on a busy computer during most.
  let files = await server.count(ask('oak+chair'));
  for (const first of ['pine', 'steel', 'oak'])
    for (const second of ['table', 'lamp', 'shelf', 'bench']) {
      const others = new Set(await server.count(ask(`${first}+${second}`)));
      files = files.filter((file) => others.has(file));
    }

  await server.stop();
  rmSync(library.folder, { recursive: true, force: true });
  expect(files.length).toBeGreaterThan(20);
  expect(files.length, files.join(' ')).toBeLessThanOrEqual(29);
});
