import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { demoModels } from './demo-models.ts';
import type { DemoJob, DemoProgress } from './worker-messages.ts';
import { nameModelFolders, type Topology, type TriangleBudgets } from './write-model.ts';

export type DemoLibraryOptions = {
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
  const { folder, signal } = options;
  const models = options.models ?? demoModels.map((model) => model.slug);
  const unknown = models.filter((slug) => demoModels.every((model) => model.slug !== slug));
  if (unknown.length > 0)
    throw new RangeError(
      `There is no demo model ${unknown.join(', ')}; ask for slugs that demoModels lists.`,
    );
  signal?.throwIfAborted();
  const job: DemoJob = { folder, models, budgets: { ...BUDGETS, ...options.triangleBudgets } };
  try {
    await runWorker(job, options);
  } catch (cause) {
    await removeDrafts(job).catch(() => undefined);
    signal?.throwIfAborted();
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `The demo library in ${folder} could not be written (${reason}); make room or choose another folder, then start again.`,
      { cause },
    );
  }
}

async function runWorker(job: DemoJob, { onModel, signal }: DemoLibraryOptions): Promise<void> {
  const extension = path.extname(import.meta.filename);
  const worker = new Worker(path.join(import.meta.dirname, `demo-worker${extension}`), { workerData: job });
  const stop = (): void => {
    void worker.terminate();
  };
  signal?.addEventListener('abort', stop, { once: true });
  worker.on('message', (progress: DemoProgress) => onModel?.(progress));
  try {
    await new Promise<void>((resolve, reject) => {
      worker.once('error', reject);
      worker.once('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`its worker ended with ${code}`)),
      );
    });
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

async function removeDrafts({ folder, models }: DemoJob): Promise<void> {
  const titles = demoModels.filter((model) => models.includes(model.slug)).map((model) => model.title);
  for (const title of titles)
    await rm(nameModelFolders(folder, title).draft, { recursive: true, force: true });
}
