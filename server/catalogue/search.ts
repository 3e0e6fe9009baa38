import type { DiscoveryQuery } from '../contract/discovery-query.ts';
import { limits } from '../contract/limits.ts';
import type { Db } from '../db/open-database.ts';
import { type ModelRow, modelColumns } from './model-row.ts';
import { type Selection, toWhere } from './selection.ts';

export type Found = { readonly row: ModelRow; readonly lexicalScore: number };
export type Page = {
  readonly found: readonly Found[];
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
};
export type Sort = NonNullable<DiscoveryQuery['sort']>;

/** BM25 weights of title, category, tags and keywords, description. */
const weights = '10.0, 4.0, 4.0, 1.0';

const orders: Readonly<Record<Sort, string>> = {
  relevance: 'score DESC, model.popularity DESC, model.id',
  popular: 'model.popularity DESC, model.id',
  newest: 'model.added_at DESC, model.id DESC',
  title: 'model.title COLLATE NOCASE, model.id',
  triangles: 'model.triangles IS NULL, model.triangles, model.id',
};

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);

/** The page a query asks for; limits are clamped, never refused. */
export function readPage(query: DiscoveryQuery) {
  const { max, default: usual } = limits.pageSize;
  return {
    limit: clamp(query.limit ?? query.topK ?? usual, 1, max),
    offset: clamp(query.offset ?? 0, 0, Number.MAX_SAFE_INTEGER),
  };
}

/** Lists one page of a selection with its exact total. */
export function createSearch(db: Db) {
  const statements = new Map<string, ReturnType<Db['prepare']>>();
  const prepare = (sql: string) => {
    const known = statements.get(sql);
    if (known) return known;
    const made = db.prepare(sql);
    if (statements.size < 500) statements.set(sql, made);
    return made;
  };
  type Row = ModelRow & { score: number };

  return (selection: Selection, query: DiscoveryQuery, defaultSort: Sort): Page => {
    const page = readPage(query);
    if (selection.match === false) return { found: [], total: 0, ...page };
    const hasWords = selection.match !== null;
    const sort = query.sort ?? defaultSort;
    const order = orders[sort === 'relevance' && !hasWords ? 'popular' : sort];
    const { sql, values } = toWhere({ ...selection, match: null });
    const words = hasWords ? [selection.match ?? ''] : [];
    const source = hasWords
      ? `(SELECT rowid AS found_id, -bm25(model_search, ${weights}) AS score FROM model_search WHERE model_search MATCH ?)
         JOIN model ON model.id = found_id`
      : 'model';
    const score = hasWords ? 'score' : '0.0 AS score';
    const rows = prepare(
      `SELECT ${modelColumns}, ${score} FROM ${source} WHERE ${sql} ORDER BY ${order} LIMIT ? OFFSET ?`,
    ).all(...words, ...values, page.limit, page.offset) as Row[];
    const counted = prepare(`SELECT count(*) AS total FROM ${source} WHERE ${sql}`).get(
      ...words,
      ...values,
    ) as { total: number };
    return { found: rows.map((row) => ({ row, lexicalScore: row.score })), total: counted.total, ...page };
  };
}
