import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { entryFile, startThread } from '../../base/threads/start.ts';
import type { DemoJob, DemoProgress, DemoThread } from './demo-worker.ts';
import type { Topology, TriangleBudgets } from './write-model.ts';

type DemoLibraryOptions = {
  readonly folder: string;
  /** Slugs of `demoModels`; all of them when absent. */
  readonly models?: readonly string[];
  readonly triangleBudgets?: Readonly<Partial<Record<Topology, number>>>;
  /** Called after each model, also after one that was there already, with the path of its folder. */
  readonly onModel?: (progress: DemoProgress) => void;
  readonly signal?: AbortSignal;
};

const BUDGETS: TriangleBudgets = { '1k': 1000, '10k': 10_000, '100k': 100_000 };

/** Writes the missing models of the demo library in a worker thread; rejects with the signal's reason when aborted. */
export async function writeDemoLibrary(options: DemoLibraryOptions): Promise<void> {
  const { folder, models, signal } = options;
  signal?.throwIfAborted();
  const budgets = { ...BUDGETS, ...options.triangleBudgets };
  try {
    await runWorker({ folder, budgets, ...(models && { models }) }, options);
  } catch (cause) {
    await removeDrafts(folder).catch(() => undefined);
    signal?.throwIfAborted();
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `The demo library in ${folder} could not be written (${reason}); make room or choose another folder, then start again.`,
      { cause },
    );
  }
}

async function runWorker(job: DemoJob, { onModel, signal }: DemoLibraryOptions): Promise<void> {
  const thread = startThread<DemoThread>(entryFile('demo-worker'), {
    data: null,
    patienceMs: 0,
    ...(onModel && { onNews: onModel }),
  });
  const stop = () => void thread.close();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    await thread.call('write', job);
  } finally {
    signal?.removeEventListener('abort', stop);
    await thread.close();
  }
}

async function removeDrafts(folder: string): Promise<void> {
  const drafts = (await readdir(folder)).filter((name) => name.startsWith('.') && name.endsWith('.draft'));
  for (const draft of drafts) await rm(path.join(folder, draft), { recursive: true, force: true });
}
