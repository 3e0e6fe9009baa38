import type { Inspection } from './inspection.ts';

export type InspectionJob = { readonly path: string; readonly format: string };

/** What the pool sends to a worker. */
export type InspectionBatch = { readonly jobs: readonly InspectionJob[] };

/** An error of the file system, in a form that crosses between threads. */
export type InspectionFailure = { readonly message: string; readonly code: string; readonly path: string };

export type InspectionOutcome = { readonly inspection: Inspection } | { readonly failure: InspectionFailure };

/** What a worker sends back: the outcomes of its next jobs, in their order. */
export type InspectionReport = { readonly outcomes: readonly InspectionOutcome[] };

/** Places in the memory that both threads share: the number of the job at work, and a count that grows while it goes on. */
export const sharedPlaces = { job: 0, progress: 1 } as const;

export type WorkerSettings = { readonly shared: Int32Array };
