import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../server/contract/errors.ts';
import type { ServerState } from '../ipc/contract.ts';
import type { ServerLink, TellStatus } from './state.ts';

export type ServerConnection = {
  readonly read: () => ServerState;
  /** The address to talk to. Throws UNAVAILABLE with the reason while there is none. */
  readonly baseUrl: () => string;
  /** True while a request has a chance. */
  readonly canAsk: () => boolean;
  /** Leaves the old server and goes to another; null is the bundled one. */
  readonly connect: (serverUrl: string | null) => Promise<void>;
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

type ConnectionOptions = {
  readonly createBundled: (onStatus: TellStatus) => ServerLink;
  readonly createRemote: (url: string, onStatus: TellStatus) => ServerLink;
  /** The address where the server is or will be, told before anything is asked of it. */
  readonly onAddress: (url: string) => Promise<void>;
  readonly onChange: (state: ServerState) => void;
};

const waitingMessage = 'The bundled server is still starting. Try again in a moment.';

/** Which server the window talks to, and how it is. */
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
    if (expected) void options.onAddress(expected).catch(() => undefined); // a keychain may keep the person waiting
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
    async stop() {
      const last = link;
      link = null;
      await last?.stop();
    },
  };
}
