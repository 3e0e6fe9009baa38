import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ServerChild, startServerChild } from '../../helpers/server-child.ts';

type Settings = Readonly<Record<string, string>>;
type Place = { readonly libraryDir: string; readonly dataDir: string };

/** The built server, as `npm run serve` starts it. */
export const startBuilt = ({ libraryDir, dataDir }: Place, settings: Settings = {}): Promise<ServerChild> =>
  startServerChild('dist/server/main.js', {
    env: {
      ...{ LODESTOCK_LIBRARY_DIR: libraryDir, LODESTOCK_DATA_DIR: dataDir, LODESTOCK_PORT: '0' },
      ...settings,
    },
  });

/** Memory of a process in megabytes (Linux): now, and at its most since it started. */
export function memoryOf({ child }: ServerChild) {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  const read = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
  return { now: read('VmRSS'), peak: read('VmHWM') };
}

/** What a process of Node takes that only answers requests, in megabytes. */
export async function memoryOfBareServer(): Promise<number> {
  const bare = await startServerChild('test/bench/bare-server.ts', { args: ['1000'] });
  const { now } = memoryOf(bare);
  await bare.stop();
  return now;
}

export async function withDataDir<T>(use: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'lodestock-bench-studio-'));
  try {
    return await use(dataDir);
  } finally {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20 });
  }
}
