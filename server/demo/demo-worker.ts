import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { demoModels } from './demo-models.ts';
import type { DemoJob, DemoProgress } from './worker-messages.ts';
import { writeModel } from './write-model.ts';

const job: DemoJob = workerData;

for (const [index, slug] of job.models.entries()) {
  const model = demoModels.find((each) => each.slug === slug);
  if (!model) continue;
  await writeModel(job.folder, model, job.budgets);
  const progress: DemoProgress = {
    folder: path.join(job.folder, model.title),
    done: index + 1,
    total: job.models.length,
  };
  parentPort?.postMessage(progress);
}
