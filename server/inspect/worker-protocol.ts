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
  /** The file or folder that it is about, as errors name it. */
  readonly where: string;
  /** Files over which a thread was lost, each with the problem to list: they may only be hashed. */
  readonly distrusted: Readonly<Record<string, Words>>;
};
export type Job = InspectionJob | OtherJob;

/** An error of the file system, in a form that crosses between threads. */
type InspectionFailure = { readonly message: string; readonly code: string; readonly path: string };

export type InspectionOutcome =
  | { readonly inspection: Inspection }
  | { readonly output: unknown }
  | { readonly failure: InspectionFailure };

/**
 * Places in the memory that both threads share: the number of the job at work since the thread began, and a count that
 * grows while it continues.
 */
export const sharedPlaces = { job: 0, progress: 1 } as const;

export type WorkerSettings = {
  readonly shared: Int32Array;
  /** The file of a model's folder that is being read: its path in UTF-8, ended by a zero. */
  readonly place: Uint8Array;
  /** null: nothing is marked. */
  readonly mark: MarkSettings | null;
  /** How far it gives way to other threads (give-way.ts). */
  readonly priority: number;
  /** The bucket that is the library; null: it is a folder. */
  readonly bucket: BucketSettings | null;
};

export const placeBytes = 1024;

/** A stream, not calls: batches of jobs are told, and the news are the outcomes of the next jobs, in their order. */
export type InspectThread = ThreadType<
  WorkerSettings,
  { run(jobs: readonly Job[]): Promise<void> },
  readonly InspectionOutcome[]
>;
