import type { Db } from '../../../../../server/base/db/open-database.ts';
import {
  type EngineQuery,
  type EngineSort,
  facetNames,
} from '../../../../../server/catalogue/search/engine/engine-types.ts';
import { keepFacets } from '../../../../../server/catalogue/search/engine/facets/to-facets.ts';
import type { Answers } from '../../../../../server/catalogue/search/engine/searcher.ts';
import { createFacets } from './facets.ts';
import { createSelect, toTriangles, toWhere } from './selection.ts';

/** The words and values of the catalogue as it is now, in tables that only this connection sees. */
const tables = `
  DROP TABLE IF EXISTS temp.oracle_search;
  DROP TABLE IF EXISTS temp.oracle_value;
  CREATE VIRTUAL TABLE temp.oracle_search USING fts5 (
    title, category, tags, description,
    content = '', prefix = '2 3', tokenize = 'porter unicode61 remove_diacritics 2'
  );
  CREATE TEMP TABLE oracle_value (
    model_id INTEGER, kind TEXT, value TEXT COLLATE NOCASE, PRIMARY KEY (model_id, kind, value)
  );
  INSERT INTO oracle_search (rowid, title, category, tags, description)
    SELECT id, title, category || ' ' || subcategory,
      (SELECT group_concat(value, ' ') FROM (SELECT value FROM json_each(tags) UNION ALL SELECT value FROM json_each(keywords))),
      description FROM model;
  INSERT OR IGNORE INTO oracle_value SELECT model.id, 'tag', value FROM model, json_each(tags);
  INSERT OR IGNORE INTO oracle_value SELECT model.id, 'format', value FROM model, json_each(formats);
  INSERT OR IGNORE INTO oracle_value SELECT model.id, 'lod', value FROM model, json_each(lods);`;

/** BM25 weights of title, category, tags and keywords, description. */
const weights = '10.0, 4.0, 4.0, 1.0';

const orders: Readonly<Record<Exclude<EngineSort, 'triangles'>, string>> = {
  relevance: 'score DESC, model.popularity DESC, model.id',
  popular: 'model.popularity DESC, model.id',
  newest: 'model.added_at DESC, model.id DESC',
  title: 'model.title COLLATE NOCASE, model.id',
};

/** What SQL and FTS5 find in the catalogue as it is when this is called: what the engine's answers are held to. */
export function createOracle(db: Db): Answers {
  db.exec(tables);
  const select = createSelect(db);
  const countFacets = createFacets(db);

  const search = (query: EngineQuery) => {
    const selection = select(query);
    if (selection.match === false) return { hits: [], total: 0, suggestions: [], corrections: [] };
    const hasWords = selection.match !== null;
    const { sql, values } = toWhere({ ...selection, match: null });
    const words = hasWords ? [selection.match] : [];
    const source = hasWords
      ? `(SELECT rowid AS found_id, -bm25(oracle_search, ${weights}) AS score FROM oracle_search WHERE oracle_search MATCH ?)
         JOIN model ON model.id = found_id`
      : 'model';
    const sort = query.sort === 'relevance' && !hasWords ? 'popular' : query.sort;
    const triangles = toTriangles(query.filters);
    const order = sort === 'triangles' ? `${triangles} IS NULL, ${triangles}, model.id` : orders[sort];
    const page = db.prepare<unknown[], { modelId: number; score: number }>(
      `SELECT model.id AS modelId, ${hasWords ? 'score' : '0.0 AS score'} FROM ${source}
       WHERE ${sql} ORDER BY ${order} LIMIT ? OFFSET ?`,
    );
    const count = db.prepare<unknown[], number>(`SELECT count(*) FROM ${source} WHERE ${sql}`).pluck();
    const hits = page.all(...words, ...values, query.limit, query.offset);
    return { hits, total: count.get(...words, ...values) ?? 0, suggestions: [], corrections: [] };
  };
  return {
    search,
    facets: (query) => keepFacets(countFacets(select(query)), query.facets ?? facetNames),
    similar: () => ({ hits: [], total: 0, suggestions: [], corrections: [] }),
  };
}
