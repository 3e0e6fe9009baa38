import { AsyncLocalStorage } from 'node:async_hooks';

export type Demand = 402 | 403;

/** The caller, as far as a transport knows it. Tools read it and can demand a sign-in. */
export type Exchange = {
  /** The client's address or /64 network, which limits count by without an API key. */
  readonly address: string;
  /** The token of the Authorization header, which the model never sees. */
  readonly bearer: string | null;
  /** Called if the answer is that a payer is missing (402) or cannot download (403), so that HTTP can report it too. */
  readonly demand: (status: Demand) => void;
};

/** The current call's exchange; the SDK's handlers do not pass it on. */
export const exchanges = new AsyncLocalStorage<Exchange>();
