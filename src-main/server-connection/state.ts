import type { ServerState } from '../platform/ipc/contract.ts';

export type ServerStatus = Omit<ServerState, 'kind'>;

/** A server that the app can connect to: the bundled one, or a remote one. */
export type ServerLink = {
  readonly kind: ServerState['kind'];
  /** Resolves with the address before the server answers; null if unknown. */
  readonly expectedUrl: () => Promise<string | null>;
  readonly start: () => void;
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Checks at once whether it still responds; absent if its exit is noticed anyway. */
  readonly check?: () => void;
};

export type TellStatus = (status: ServerStatus) => void;
