import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { demoModels } from './demo-models.ts';
import { createModelWriter, type TriangleBudgets } from './write-model.ts';

type Options = {
  /** Slugs; default all models. */
  readonly models?: readonly string[];
  readonly budgets?: Partial<TriangleBudgets>;
};

const usual: TriangleBudgets = { '1k': 1000, '10k': 10_000, '100k': 100_000 };
/** Rendered by this server's poster renderer (`draw-posters.ts`). */
const postersFolder = path.join(import.meta.dirname, 'posters');

export function writeDemo(to: string, { models, budgets }: Options = {}): void {
  const write = createModelWriter(to, { ...usual, ...budgets });
  for (const model of demoModels) {
    if (models?.includes(model.slug) === false) continue;
    const folder = write(model);
    cpSync(path.join(postersFolder, `${model.slug}.webp`), path.join(folder, 'previewMedium.webp'));
  }
}

/** Returns a hash that changes with any file of the generator. */
function hashSources(): string {
  const hash = createHash('sha256');
  const names = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((file) => path.extname(file) !== '').sort())
    hash.update(name).update(readFileSync(path.join(import.meta.dirname, name)));
  return hash.digest('hex');
}

/** Builds the demo library that ships with the server, unless it is up to date with these sources. Takes seconds. */
export function buildDemo(to: string): void {
  const mark = path.join(to, 'made-from');
  const wanted = hashSources();
  if (!existsSync(mark) || readFileSync(mark, 'utf8') !== wanted) {
    rmSync(to, { recursive: true, force: true });
    writeDemo(to);
  }
  writeFileSync(mark, wanted);
}
