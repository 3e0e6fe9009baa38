import type { TuningInput } from '../../server/config/tuning.ts';
import { outlive } from './after-use.ts';
import { makeLibraryFolder } from './library-folder.ts';
import { replaceLibrary } from './replace-library.ts';
import { samplePictures } from './sample-webp.ts';
import { startTestServer, type TestServer } from './test-server.ts';

const key = 'a-key-of-forty-characters-for-the-tests.';
const headers = { authorization: `Bearer ${key}` };

/** What makes a server wait for a test to draw its posters. */
export const posterEnvironment = { LODESTOCK_POSTERS: 'auto', LODESTOCK_POSTERS_KEY: key } as const;

/** Draws every poster that a server waits for; the guids in their order. */
export async function drawPosters(server: TestServer): Promise<readonly string[]> {
  const guids: string[] = [];
  const claim = async () => (await server.call('claimPoster', {}, { headers })).body.job;
  for (let job = await claim(); job; job = await claim()) {
    await server.call(
      'deliverPosters',
      { token: job.token, ...samplePictures(guids.length + 1) },
      { headers },
    );
    guids.push(job.guid);
  }
  return guids;
}

type Options = {
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly tuning?: TuningInput;
  readonly environment?: Readonly<Record<string, string>>;
  readonly rendererDir?: string;
};

/** A server whose posters this test renders, in the place of a browser. */
export async function startPosterServer({ files, environment = {}, ...options }: Options) {
  const library = makeLibraryFolder(files);
  const server = await startTestServer({
    libraryDir: library.folder,
    environment: { ...posterEnvironment, ...environment },
    ...options,
  });
  const claim = async () => (await server.call('claimPoster', {}, { headers })).body.job;
  const deliver = (token: string, seed = 1) =>
    server.call('deliverPosters', { token, ...samplePictures(seed) }, { headers });
  return {
    ...{ server, library, headers, claim, deliver },
    fail: (token: string, reason = 'it is broken') =>
      server.call('failPoster', { token, reason }, { headers }),
    keepOwn: (token: string, isTexture: boolean) =>
      server.call('keepOwnPoster', { token, isTexture }, { headers }),
    lose: (reason: string) => server.call('losePosterRenderer', { reason }, { headers }),
    progress: async () => (await server.call('posterProgress', {}, { headers })).body,
    model: async (guid: string) => (await server.call('model', { guid })).body,
    renderAll: () => drawPosters(server),
  };
}

/** Starts one server for each environment, on which later libraries are read instead of those before. */
export function reusePosterServers() {
  const kept = new Map<string, Awaited<ReturnType<typeof startPosterServer>>>();
  return async (wish: Options) => {
    const { files, ...options } = wish;
    const name = JSON.stringify(options);
    const known = kept.get(name);
    if (known === undefined) {
      const opened = await outlive('file', () => startPosterServer(wish));
      kept.set(name, opened);
      return opened;
    }
    await known.lose('The library is another.');
    await replaceLibrary(known, files);
    return known;
  };
}

/** A job that must be there. */
export function requireJob<T>(job: T | null): T {
  if (job === null) throw new Error('there was no job');
  return job;
}
