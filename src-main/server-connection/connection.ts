import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../server/contract/errors.ts';
import type { ServerState } from '../platform/ipc/contract.ts';
import type { FeatureHandlers } from '../platform/ipc/handlers.ts';
import { findServers } from '../platform/network/find-servers.ts';
import type { createJoin } from './join.ts';
import type { ServerLink, TellStatus } from './state.ts';

export type ServerConnection = ReturnType<typeof createServerConnection>;

type ConnectionOptions = {
  readonly createBundled: (onStatus: TellStatus) => ServerLink;
  readonly createRemote: (url: string, onStatus: TellStatus) => ServerLink;
  /** Called with the known or expected address before any request. */
  readonly onAddress: (url: string) => Promise<void>;
  readonly onChange: (state: ServerState) => void;
};

const waitingMessage = 'The bundled server is still starting. Try again in a moment.';

export function createServerConnection(options: ConnectionOptions) {
  let link: ServerLink | null = null;
  let state: ServerState = { kind: 'bundled', url: null, status: 'starting', message: null, progress: null };

  function tell(next: ServerState): void {
    if (isDeepStrictEqual(next, state)) return;
    const isNewAddress = next.url !== null && next.url !== state.url;
    state = next;
    if (isNewAddress && next.url) void options.onAddress(next.url).catch(() => undefined);
    options.onChange(state);
  }

  /** Connects to another server; null selects the bundled one. */
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
    if (expected) void options.onAddress(expected).catch(() => undefined); // not awaited: a locked keychain waits for the user
    if (link === current) current.start();
  }

  return {
    read: (): ServerState => state,
    /** Throws UNAVAILABLE with the reason if there is no server. */
    baseUrl(): string {
      if (state.url) return state.url;
      throw new AppError('UNAVAILABLE', state.message ?? waitingMessage);
    },
    canAsk: (): boolean => state.url !== null && (state.status === 'ready' || state.status === 'indexing'),
    connect,
    restart: async (): Promise<void> => link?.restart(),
    /** Runs work while the bundled server is stopped, and always restarts it. */
    async whileStopped<T>(work: () => Promise<T>): Promise<T> {
      const stopped = link;
      await stopped?.stop();
      try {
        return await work();
      } finally {
        if (link === stopped) stopped?.start();
      }
    },
    /** Called when a request gets no response: checks the status at once. */
    doubt(address: string): void {
      if (address === state.url && state.status === 'ready') link?.check?.();
    },
    async stop(): Promise<void> {
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
