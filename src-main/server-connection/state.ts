import type { ServerState } from '../ipc/contract.ts';

export type ServerStatus = Omit<ServerState, 'kind'>;

/** A server that the app can connect to: the bundled process, or a remote one. */
export type ServerLink = {
  readonly kind: ServerState['kind'];
  /** Its expected address, before it answers; null if unknown. */
  readonly expectedUrl: () => Promise<string | null>;
  readonly start: () => void;
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Looks at once whether it still answers; absent where its end is known anyway. */
  readonly check?: () => void;
};

export type TellStatus = (status: ServerStatus) => void;
