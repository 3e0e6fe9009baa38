import type { Topology } from './write-model.ts';

/** What the demo worker is started with. */
export type DemoJob = {
  readonly folder: string;
  /** Slugs, in the order to write. */
  readonly models: readonly string[];
  readonly budgets: Readonly<Record<Topology, number>>;
};

/** Sent by the worker after each model. */
export type DemoProgress = { readonly folder: string; readonly done: number; readonly total: number };
