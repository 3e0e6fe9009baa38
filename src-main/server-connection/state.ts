import type { ServerState } from '../ipc/contract.ts';

export type ServerStatus = Omit<ServerState, 'kind'>;

/** One server that the app can be connected to: the bundled process, or one elsewhere. */
export type ServerLink = {
  readonly kind: ServerState['kind'];
  /** Where it will be found, before it answers; null when that is not known. */
  readonly expectedUrl: () => Promise<string | null>;
  readonly start: () => void;
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

export type TellStatus = (status: ServerStatus) => void;
