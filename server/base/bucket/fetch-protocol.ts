import type { MessagePort } from 'node:worker_threads';
import type { BucketSettings } from '../../config/bucket.ts';

/** What a thread that blocks wants to have on its disk. */
export type Fetching = {
  readonly key: string;
  readonly etag: string;
  readonly size: number;
  /** The file to write. */
  readonly target: string;
};
export type Fetched = { readonly error: { readonly message: string; readonly code: string } | null };

export type FetchData = {
  readonly settings: BucketSettings;
  readonly port: MessagePort;
  /** Counts answers, and bytes that came. */
  readonly signal: Int32Array;
};
export const signalPlaces = { answers: 0, progress: 1 } as const;
