import type { Db } from '../../../base/db/open-database.ts';
import { createJobs, type Job } from '../../jobs/jobs.ts';
import { followCatalogue } from './follow-catalogue.ts';
import { createVectorCoder, fromBlob, toBlob } from './vector-code.ts';

export type EmbeddingJob = {
  readonly modelId: number;
  readonly attempts: number;
  readonly metadataHash: string;
  readonly text: string;
};

export type VectorStore = ReturnType<typeof openVectorStore>;

/** Longer texts are cut: embedders read some hundred words, and reject much longer texts. */
const longestText = 2000;

type Row = {
  readonly metadataHash: string;
  readonly title: string;
  readonly category: string;
  readonly subcategory: string;
  readonly tags: string;
  readonly description: string;
};

function toJob(
  { modelId, attempts }: Pick<Job, 'modelId' | 'attempts'>,
  { metadataHash, ...row }: Row,
): EmbeddingJob {
  const tags: string[] = JSON.parse(row.tags);
  const parts = [row.title, `${row.category} ${row.subcategory}`.trim(), tags.join(', '), row.description];
  const text = parts.filter((part) => part !== '').join('. ');
  return { modelId, attempts, metadataHash, text: text.slice(0, longestText).toWellFormed() };
}

function createSettings(db: Db) {
  const get = db.prepare<[string], string>('SELECT value FROM catalogue_setting WHERE name = ?').pluck();
  const set = db.prepare('INSERT OR REPLACE INTO catalogue_setting (name, value) VALUES (?, ?)');
  return {
    get: (name: string) => get.get(name) ?? null,
    set: (name: string, value: string) => set.run(name, value),
  };
}

/** Opens the vectors and the queue that fills them, in the catalogue's database. A different `source` starts over. */
export function openVectorStore(db: Db, source: string) {
  const settings = createSettings(db);
  const startAnew = (dimensions: string) => {
    db.exec('DELETE FROM model_embedding');
    settings.set('embeddings.dimensions', dimensions);
    settings.set('embeddings.source', source);
    followCatalogue(db);
  };
  db.transaction(() => {
    if (settings.get('embeddings.source') === source) followCatalogue(db);
    else startAnew('');
  }).immediate();

  const jobs = createJobs(db, 'embedding');
  const read = db.prepare<[number], Row>(
    `SELECT metadata_hash AS metadataHash, title, category, subcategory, tags, description FROM model WHERE id = ?`,
  );
  const hashOf = db.prepare<[number], string>('SELECT metadata_hash FROM model WHERE id = ?').pluck();
  const insert = db.prepare(
    'INSERT OR REPLACE INTO model_embedding (model_id, metadata_hash, vector, code) VALUES (?, ?, ?, ?)',
  );
  const vectorOf = db
    .prepare<[number], Buffer>('SELECT vector FROM model_embedding WHERE model_id = ?')
    .pluck();
  const count = db.prepare<[], number>('SELECT count(*) FROM model_embedding').pluck();
  const dimensions = () => Number(settings.get('embeddings.dimensions') ?? '') || null;

  return {
    due: (now: number, limit: number) =>
      jobs.due(now, { limit }).flatMap((job) => {
        const row = read.get(job.modelId);
        return row ? [toJob(job, row)] : [];
      }),
    /** When the next job is due, in milliseconds since 1970; null if there is none. */
    nextDue: jobs.nextDueAt,
    /** Stores vectors and settles their jobs, all or none. A model that has changed since remains queued. */
    keep(done: readonly EmbeddingJob[], vectors: readonly Float32Array[]) {
      db.transaction(() => {
        const length = vectors[0]?.length;
        if (length === undefined) return;
        if (length !== dimensions()) startAnew(String(length));
        const coder = createVectorCoder(length);
        for (const [place, { modelId, metadataHash }] of done.entries()) {
          const vector = vectors[place];
          if (vector === undefined || hashOf.get(modelId) !== metadataHash) continue;
          insert.run(modelId, metadataHash, toBlob(vector), coder.encode(vector));
          jobs.settle(modelId);
        }
      }).immediate();
    },
    postpone(failed: readonly EmbeddingJob[], dueAt: number) {
      db.transaction(() => {
        for (const { modelId } of failed) jobs.begin(modelId, dueAt);
      }).immediate();
    },
    vectorOf(modelId: number) {
      const blob = vectorOf.get(modelId);
      return blob === undefined ? null : fromBlob(blob);
    },
    /** Length of the stored vectors; null before the first. */
    dimensions,
    count: () => count.get() ?? 0,
  };
}
