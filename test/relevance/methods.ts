import {
  createCatalogue,
  toModelData,
  toQuery,
} from '../server/catalogue/search/engine/catalogue-fixture.ts';
import type { Document } from './read-shared.ts';

export type Method = {
  readonly name: string;
  /** Ids of the ten best, and how many match. */
  find(query: string): Promise<{ readonly ids: readonly string[]; readonly total: number }>;
};

const shown = 10;
const quote = (word: string) => `"${word.replaceAll('"', '')}"`;

/** The engine and plain FTS5 over the same documents. */
export async function openMethods(documents: readonly Document[]) {
  const catalogue = createCatalogue();
  const { db } = catalogue;
  db.pragma('synchronous = OFF');
  db.exec(
    "CREATE VIRTUAL TABLE plain USING fts5 (title, category, tags, description, tokenize = 'porter unicode61')",
  );
  const insert = db.prepare(
    'INSERT INTO plain (rowid, title, category, tags, description) VALUES (?, ?, ?, ?, ?)',
  );
  catalogue.writer.transaction(() => {
    for (const [index, { sample }] of documents.entries()) {
      const { title, category = '', subcategory = '', tags = [], description = '' } = sample;
      catalogue.writer.put(toModelData(`d${index}`, sample));
      insert.run(
        catalogue.idOf(`d${index}`),
        title,
        `${category} ${subcategory}`,
        tags.join(' '),
        description,
      );
    }
  });
  const idByModel = new Map(documents.map(({ id }, index) => [catalogue.idOf(`d${index}`), id]));
  const toIds = (models: readonly number[]) => models.map((model) => idByModel.get(model) ?? '');
  const engine = catalogue.open();
  await engine.ready;
  const best = db
    .prepare<[string], number>(
      `SELECT rowid FROM plain WHERE plain MATCH ? ORDER BY bm25(plain) LIMIT ${shown}`,
    )
    .pluck();
  const count = db.prepare<[string], number>('SELECT count(*) FROM plain WHERE plain MATCH ?').pluck();

  const ours: Method = {
    name: 'Lodestock',
    async find(query) {
      const { hits, total } = await engine.search(toQuery(query, { limit: shown }));
      return { ids: toIds(hits.map(({ modelId }) => modelId)), total };
    },
  };
  const plain: Method = {
    name: 'plain FTS5',
    async find(query) {
      const match = (query.match(/[\p{L}\p{N}]+/gu) ?? []).map(quote).join(' OR ');
      return { ids: toIds(best.all(match)), total: count.get(match) ?? 0 };
    },
  };
  return { methods: [ours, plain], close: () => catalogue.close() };
}
