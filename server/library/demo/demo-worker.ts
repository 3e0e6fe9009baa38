import path from 'node:path';
import { serveThread, type ThreadType } from '../../base/threads/serve.ts';
import { demoModels } from './demo-models.ts';
import { createModelWriter, type TriangleBudgets } from './write-model.ts';

export type DemoJob = {
  readonly folder: string;
  /** Slugs, in the order to write; all models when absent. */
  readonly models?: readonly string[];
  readonly budgets: TriangleBudgets;
};

/** Told after each model. */
export type DemoProgress = { readonly folder: string; readonly done: number; readonly total: number };

export type DemoThread = ThreadType<null, { write(job: DemoJob): Promise<void> }, DemoProgress>;

function findModels(slugs: readonly string[] | undefined) {
  if (slugs === undefined) return demoModels;
  return slugs.map((slug) => {
    const model = demoModels.find((each) => each.slug === slug);
    if (model) return model;
    throw new RangeError(`There is no demo model ${slug}; ask for slugs that demoModels lists.`);
  });
}

await serveThread<DemoThread>(({ tell }) => ({
  calls: {
    async write({ folder, models: slugs, budgets }) {
      const models = findModels(slugs);
      const writeModel = createModelWriter(folder, budgets);
      for (const [index, model] of models.entries()) {
        await writeModel(model);
        tell({ folder: path.join(folder, model.title), done: index + 1, total: models.length });
      }
    },
  },
}));
