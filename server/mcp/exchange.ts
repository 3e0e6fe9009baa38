import { AsyncLocalStorage } from 'node:async_hooks';

/** Who asks, as far as a transport knows it. Tools read it; they may mark that the answer is a demand for payment. */
export type Exchange = {
  /** The client's address or /64 network, the key of its limits when it has no API key. */
  readonly address: string;
  /** The token of the Authorization header, which stays out of what the model reads. */
  readonly bearer: string | null;
  /** Told when the answer is "API key required", so that HTTP can answer with its status. */
  readonly demandPayment: () => void;
};

/** The exchange that the running call belongs to; the SDK's handlers do not carry it through. */
export const exchanges = new AsyncLocalStorage<Exchange>();
