import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../server/contract/errors.ts';
import type { ServerState } from '../ipc/contract.ts';
import type { FeatureHandlers } from '../ipc/handlers.ts';
import { findServers } from '../network/find-servers.ts';
import type { createJoin } from './join.ts';
import type { ServerLink, TellStatus } from './state.ts';

export type ServerConnection = {
  readonly read: () => ServerState;
  /** The address of the server. Throws UNAVAILABLE with the reason while there is none. */
  readonly baseUrl: () => string;
  /** True while requests can succeed. */
  readonly canAsk: () => boolean;
  /** Disconnects and connects to another server; null is the bundled one. */
  readonly connect: (serverUrl: string | null) => Promise<void>;
  readonly restart: () => Promise<void>;
  /** Does something while the bundled server is stopped, and starts it again whatever comes of it. */
  readonly whileStopped: <T>(work: () => Promise<T>) => Promise<T>;
  /** Told of a request that got no answer, so that the status is true before the next regular look. */
  readonly doubt: (address: string) => void;
  readonly stop: () => Promise<void>;
};

type ConnectionOptions = {
  readonly createBundled: (onStatus: TellStatus) => ServerLink;
  readonly createRemote: (url: string, onStatus: TellStatus) => ServerLink;
  /** Called with the address of the server, known or expected, before anything is requested from it. */
  readonly onAddress: (url: string) => Promise<void>;
  readonly onChange: (state: ServerState) => void;
};

const waitingMessage = 'The bundled server is still starting. Try again in a moment.';

/** Which server the window uses, and its status. */
export function createServerConnection(options: ConnectionOptions): ServerConnection {
  let link: ServerLink | null = null;
  let state: ServerState = { kind: 'bundled', url: null, status: 'starting', message: null, progress: null };

  function tell(next: ServerState): void {
    if (isDeepStrictEqual(next, state)) return;
    const isNewAddress = next.url !== null && next.url !== state.url;
    state = next;
    if (isNewAddress && next.url) void options.onAddress(next.url).catch(() => undefined);
    options.onChange(state);
  }

  async function connect(serverUrl: string | null): Promise<void> {
    const previous = link;
    const kind = serverUrl === null ? 'bundled' : 'remote';
    link = null;
    tell({ kind, url: null, status: 'starting', message: null, progress: null });
    await previous?.stop();
    const onStatus: TellStatus = (status) => {
      if (link === current) tell({ kind, ...status });
    };
    const current =
      serverUrl === null ? options.createBundled(onStatus) : options.createRemote(serverUrl, onStatus);
    link = current;
    const expected = await current.expectedUrl();
    if (expected) void options.onAddress(expected).catch(() => undefined); // not awaited: a locked keychain waits for the person
    if (link === current) current.start();
  }

  return {
    read: () => state,
    baseUrl() {
      if (state.url) return state.url;
      throw new AppError('UNAVAILABLE', state.message ?? waitingMessage);
    },
    canAsk: () => state.url !== null && (state.status === 'ready' || state.status === 'indexing'),
    connect,
    restart: async () => link?.restart(),
    async whileStopped(work) {
      const stopped = link;
      await stopped?.stop();
      try {
        return await work();
      } finally {
        if (link === stopped) stopped?.start();
      }
    },
    doubt(address) {
      if (address === state.url && state.status === 'ready') link?.check?.();
    },
    async stop() {
      const last = link;
      link = null;
      await last?.stop();
    },
  };
}

export function createServerHandlers(
  connection: ServerConnection,
  join: ReturnType<typeof createJoin>,
): FeatureHandlers<'server'> {
  return {
    'server.discover': async () => findServers(),
    'server.join': join,
    'server.read': connection.read,
    'server.restart': async () => {
      await connection.restart();
      return connection.read();
    },
  };
}
