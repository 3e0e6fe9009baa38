import type { ThreadType } from '../base/threads/serve.ts';
import type { BucketSettings } from '../config/bucket.ts';
import type { Words } from '../contract/sentence.ts';
import type { Inspection } from './inspection.ts';
import type { MarkSettings } from './reading-mark.ts';

type InspectionJob = { readonly kind: 'inspect'; readonly path: string; readonly format: string };
/** Work that the pool's owner defines, such as reading a folder; the thread's entry knows its name. */
export type OtherJob = {
  readonly kind: 'other';
  readonly name: string;
  readonly input: unknown;
  /** The file or folder that errors name. */
  readonly where: string;
  /** Files that cost a thread, with the problem to list; they can only be hashed. */
  readonly distrusted: Readonly<Record<string, Words>>;
};
export type Job = InspectionJob | OtherJob;

type InspectionFailure = { readonly message: string; readonly code: string; readonly path: string };

export type InspectionOutcome =
  | { readonly inspection: Inspection }
  | { readonly output: unknown }
  | { readonly failure: InspectionFailure };

/** Indices into the shared memory: number of the current job since the start, and a counter that grows with progress. */
export const sharedPlaces = { job: 0, progress: 1 } as const;

export type WorkerSettings = {
  readonly shared: Int32Array;
  /** Path of the file being read, in its model's folder: UTF-8, zero-terminated. */
  readonly place: Uint8Array;
  readonly mark: MarkSettings | null;
  /** How far it yields to other threads (give-way.ts). */
  readonly priority: number;
  readonly bucket: BucketSettings | null;
};

export const placeBytes = 1024;

/** A stream rather than calls: batches of jobs are sent with `tell`, and news carry the outcomes in order. */
export type InspectThread = ThreadType<
  WorkerSettings,
  { run(jobs: readonly Job[]): Promise<void> },
  readonly InspectionOutcome[]
>;
