import { createProblems } from '../../server/catalogue/write/problems.ts';
import { type FakeHost, syncKey } from './fake-host.ts';
import { startTestServer } from './test-server.ts';

const quick = { wait: 0, idle: 10, retry: 50, compare: 0, firstPause: 10, longestPause: 50, hurry: 100 };

type Options = {
  readonly libraryDir?: string;
  readonly dataDir?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly isClockStopped?: boolean;
};

/** A site that follows these hosts impatiently and ends with the test. */
export async function startTestSite(hosts: readonly Pick<FakeHost, 'url'>[], options: Options = {}) {
  const { libraryDir } = options;
  const server = await startTestServer({
    ...options,
    environment: {
      ...options.environment,
      LODESTOCK_ROLE: libraryDir === undefined ? 'site' : 'all',
      LODESTOCK_SYNC_KEY: syncKey,
      LODESTOCK_HOSTS: hosts.map(({ url }) => url).join(','),
    },
    tuning: { sync: quick },
  });
  const problems = createProblems(server.db);
  const versions = server.db.prepare<[], { guid: string; version: number }>(
    'SELECT guid, version FROM model ORDER BY guid',
  );
  return {
    ...server,
    problems: () => problems.list(),
    /** guid → version of every model of the catalogue. */
    models: () => Object.fromEntries(versions.all().map(({ guid, version }) => [guid, version])),
  };
}

/** What names the one file of a made-up product. */
export const wish = (guid: string) =>
  ({ guid, format: 'obj', lod: '10k', relativePath: '10k/thing.obj' }) as const;

/** Waits until a condition holds; the test's own time limit ends it. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 10));
}
