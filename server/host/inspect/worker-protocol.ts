import type { KeepGuidsJob, KeptGuids, Visited, VisitJob } from '../scan/visit.ts';
import type { Inspection } from './inspection.ts';
import type { MarkSettings } from './reading-mark.ts';

export type InspectionJob = { readonly kind: 'inspect'; readonly path: string; readonly format: string };
export type Job =
  | InspectionJob
  | ({ readonly kind: 'visit' } & VisitJob)
  | ({ readonly kind: 'keep-guids' } & KeepGuidsJob);

/** What the pool sends to a worker. */
export type InspectionBatch = { readonly jobs: readonly Job[] };

/** An error of the file system, in a form that crosses between threads. */
export type InspectionFailure = { readonly message: string; readonly code: string; readonly path: string };

export type InspectionOutcome =
  | { readonly inspection: Inspection }
  | { readonly visited: Visited }
  | { readonly kept: KeptGuids }
  | { readonly failure: InspectionFailure };

/** What a worker sends back: the outcomes of its next jobs, in their order. */
export type InspectionReport = { readonly outcomes: readonly InspectionOutcome[] };

/**
 * Places in the memory that both threads share: the number of the job at work since the thread began, and a count that
 * grows while it goes on.
 */
export const sharedPlaces = { job: 0, progress: 1 } as const;

export type WorkerSettings = {
  readonly shared: Int32Array;
  /** The file of a model's folder that is being read: its path in UTF-8, ended by a zero. */
  readonly place: Uint8Array;
  /** null: nothing is marked. */
  readonly mark: MarkSettings | null;
};

export const placeBytes = 1024;
