import { once } from 'node:events';
import path from 'node:path';
import type { TuningInput } from '../../server/config/tuning.ts';
import { routes } from '../../server/contract/index.ts';
import { outlive } from './after-use.ts';
import { findQuietPort } from './find-quiet-port.ts';
import { type LibraryFolder, makeLibraryFolder } from './library-folder.ts';
import { makeFolder } from './make-folder.ts';
import { type ServerChild, startServerChild, waitUntilReady } from './server-child.ts';

export const studioKey = 'the-key-of-this-studio';

/** Less patience with hosts that are down than a site has, as these are up again within a second. */
const sync = { idle: 100, firstPause: 50, longestPause: 500, hurry: 200 } satisfies TuningInput['sync'];

type StudioHost = {
  readonly url: string;
  readonly dataDir: string;
  readonly library: LibraryFolder;
  start(): Promise<unknown>;
  /** Ends it in order, or as a power cut would. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
};

export type Studio<Name extends string> = Awaited<ReturnType<typeof startStudio<Name>>>;

/** A server process that can be ended and started again. */
function makeRestartable(env: Readonly<Record<string, string>>) {
  let running: ServerChild | null = null;
  return {
    async start() {
      running = await outlive('file', () => startServerChild('dist/server/main.js', { env }));
      return running;
    },
    async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') {
      const child = running?.child;
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}

async function makeHost(
  dataDir: string,
  files: Parameters<typeof makeLibraryFolder>[0],
): Promise<StudioHost> {
  const library = makeLibraryFolder(files);
  const port = await findQuietPort();
  const child = makeRestartable({
    LODESTOCK_ROLE: 'host',
    LODESTOCK_SYNC_KEY: studioKey,
    LODESTOCK_LIBRARY_DIR: library.folder,
    LODESTOCK_DATA_DIR: dataDir,
    LODESTOCK_PORT: String(port),
  });
  return { ...child, url: `http://127.0.0.1:${port}`, dataDir, library };
}

/** Requests of a signed-in person, JSON in and out. */
async function signUp(baseUrl: () => string) {
  const send = async (address: string, body: unknown, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const options = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await fetch(`${baseUrl()}${address}`, options)).json();
  };
  const person = { email: 'a@example.org', password: 'long enough', name: 'A' };
  const { token } = await send('/api/auth/register', person);
  const signedIn = await fetch(`${baseUrl()}${routes.signIn.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: person.email, password: person.password }),
  });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  return {
    /** What the person's browser sends. */
    browser: { headers: { cookie } },
    post: (address: string, body: unknown) => send(address, body, token),
    get: async (address: string) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${baseUrl()}${address}`, { headers })).json();
    },
  };
}

/** A site and its file hosts, each its own process; the site is started before its hosts. */
export async function startStudio<Name extends string>(
  names: readonly Name[],
  filesOf: (name: Name) => Parameters<typeof makeLibraryFolder>[0],
) {
  const folder = makeFolder();
  const made = new Map<Name, StudioHost>();
  for (const name of names) made.set(name, await makeHost(path.join(folder, name), filesOf(name)));
  const hosts = [...made.values()];
  const siteChild = makeRestartable({
    LODESTOCK_ROLE: 'site',
    LODESTOCK_SYNC_KEY: studioKey,
    LODESTOCK_HOSTS: hosts.map(({ url }) => url).join(','),
    LODESTOCK_DATA_DIR: path.join(folder, 'site'),
    LODESTOCK_TEST_TUNING: JSON.stringify({ sync }),
    LODESTOCK_PORT: '0',
  });
  let baseUrl = '';
  const startSite = async () => {
    ({ baseUrl } = await siteChild.start());
    await waitUntilReady(baseUrl);
  };
  await startSite();
  const person = await signUp(() => baseUrl);
  await Promise.all(hosts.map(({ start }) => start()));

  return {
    ...person,
    folder,
    baseUrl: () => baseUrl,
    site: { start: startSite, stop: siteChild.stop },
    host(name: Name) {
      const host = made.get(name);
      if (!host) throw new Error(`there is no host ${name}`);
      return host;
    },
    /** guid → version of everything the site lists. */
    async listed(): Promise<Record<string, number>> {
      const { results } = await person.get('/api-embeddings/browse?limit=200');
      const found: { guid: string; version: number }[] = results;
      return Object.fromEntries(found.map(({ guid, version }) => [guid, version]));
    },
  };
}
