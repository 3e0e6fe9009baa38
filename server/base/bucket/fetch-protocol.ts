import type { MessagePort } from 'node:worker_threads';
import type { BucketSettings } from '../../config/bucket.ts';

/** A blocking thread's request for an object on its disk. */
export type Fetching = {
  readonly key: string;
  readonly etag: string;
  readonly size: number;
  readonly target: string;
};
export type Fetched = { readonly error: { readonly message: string; readonly code: string } | null };

export type FetchData = {
  readonly settings: BucketSettings;
  readonly port: MessagePort;
  /** Counters of answers and of bytes received; see `signalPlaces`. */
  readonly signal: Int32Array;
};
export const signalPlaces = { answers: 0, progress: 1 } as const;
