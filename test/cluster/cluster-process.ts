import { type ServerChild, startServerChild, waitUntilReady } from '../helpers/server-child.ts';

/** A server of a cluster, or of the soak: a process that can be killed, and started again at the same address. */
export type ClusterProcess = {
  readonly name: string;
  readonly url: string;
  readonly port: number;
  readonly pid: () => number | null;
  /** Resolves when it answers for a whole catalogue. */
  readonly start: () => Promise<void>;
  readonly stop: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<void>;
  /** The file that it runs from its next start on. */
  readonly replace: (file: string) => void;
};

type Options = {
  readonly name: string;
  readonly port: number;
  /** The file that it runs first. */
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
  /** Gets each line of its log. */
  readonly onLine?: (line: string) => void;
};

export const builtServer = 'dist/server/main.js';

export function createClusterProcess({ name, port, env, onLine, ...first }: Options): ClusterProcess {
  const url = `http://127.0.0.1:${port}`;
  let { file } = first;
  let running: ServerChild | null = null;
  return {
    ...{ name, url, port },
    pid: () => running?.child.pid ?? null,
    async start() {
      running = await startServerChild(file, {
        env: { ...env, LODESTOCK_PORT: String(port) },
        ...(onLine && { onLine }),
      });
      await waitUntilReady(url);
    },
    async stop(signal = 'SIGTERM') {
      const child = running;
      running = null;
      await child?.endBy(signal);
    },
    replace(next) {
      file = next;
    },
  };
}
