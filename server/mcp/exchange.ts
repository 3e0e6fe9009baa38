import { AsyncLocalStorage } from 'node:async_hooks';

export type Demand = 402 | 403;

/** Who asks, as far as a transport knows it. Tools read it; they may demand a sign-in. */
export type Exchange = {
  /** The client's address or /64 network, the key of its limits when it has no API key. */
  readonly address: string;
  /** The token of the Authorization header, which stays out of what the model reads. */
  readonly bearer: string | null;
  /** Told when the answer is that a payer is missing (402) or may not download (403), so that HTTP can say so as well. */
  readonly demand: (status: Demand) => void;
};

/** The exchange that the running call belongs to; the SDK's handlers do not carry it through. */
export const exchanges = new AsyncLocalStorage<Exchange>();
