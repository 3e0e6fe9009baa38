import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeLibraryFolder, simpleModel } from '../helpers/library-folder.ts';
import { startServerChild, waitUntilReady } from '../helpers/server-child.ts';
import { admin, ask } from './people.ts';

/** The exact file that a judge may unlock. */
export const wish = { guid: 'table', format: 'obj', lod: '10k', relativePath: '10k/thing.obj' };
export const guids = ['table', 'chair', 'lamp'];

type Options = { readonly env?: Readonly<Record<string, string>> };

type Trial = {
  readonly baseUrl: string;
  readonly pid: number;
  readonly libraryDir: string;
  /** Everything that the server has written to its log. */
  readonly log: () => string;
};

/** Lets a judge at a server: the product's own process, with three models, an admin, and a log that tells everything. */
export async function withServer<T>(judge: (trial: Trial) => Promise<T>, { env = {} }: Options = {}) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'lodestock-trial-'));
  const models = guids.map((guid) => simpleModel(guid, { guid, priceUsd: 3, license: 'CC0-1.0' }));
  const library = makeLibraryFolder(Object.assign({}, ...models));
  const lines: string[] = [];
  const server = await startServerChild('server/main.ts', {
    env: {
      LODESTOCK_DATA_DIR: dataDir,
      LODESTOCK_LIBRARY_DIR: library.folder,
      LODESTOCK_PORT: '0',
      LODESTOCK_LOG_LEVEL: 'debug',
      LODESTOCK_WATCH: 'false',
      ...env,
    },
    onLine: (line) => lines.push(line),
  });
  try {
    // Behind a web server, the log names that one's address.
    const baseUrl = env.LODESTOCK_PORT ? `http://127.0.0.1:${env.LODESTOCK_PORT}` : server.baseUrl;
    await waitUntilReady(baseUrl);
    await ask(baseUrl, '/api/auth/register', { body: admin });
    const pid = server.child.pid ?? 0;
    return await judge({
      baseUrl,
      pid,
      libraryDir: library.folder,
      log: () => lines.join('\n'),
    });
  } finally {
    await server.stop();
    library.remove();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20 });
  }
}
