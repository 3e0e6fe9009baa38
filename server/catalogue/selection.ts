import type { DiscoveryQuery } from '../contract/discovery-query.ts';
import { limits } from '../contract/limits.ts';
import type { Db } from '../db/open-database.ts';
import { toSlug } from '../text.ts';

export const facetNames = [
  'category',
  'format',
  'lod',
  'license',
  'type',
  'tag',
  'animated',
  'rigged',
  'triangles',
] as const;
export type FacetName = (typeof facetNames)[number];

type Condition = {
  readonly facet: FacetName;
  readonly sql: string;
  readonly values: readonly (string | number)[];
};

/** What a query selects: the words as an FTS5 expression, and one SQL condition per constraint. */
export type Selection = {
  /** null when no words are given; false when the words can match nothing. */
  readonly match: string | null | false;
  readonly conditions: readonly Condition[];
};

/** The SQL behind WHERE for all constraints but those of one facet. */
export function toWhere(selection: Selection, except: FacetName | null = null) {
  const kept = selection.conditions.filter((condition) => condition.facet !== except);
  const words =
    selection.match === null
      ? []
      : ['model.id IN (SELECT rowid FROM model_search WHERE model_search MATCH ?)'];
  const sql = [...words, ...kept.map((condition) => condition.sql)].join(' AND ') || '1';
  const match = typeof selection.match === 'string' ? [selection.match] : [];
  return { sql, values: [...match, ...kept.flatMap((condition) => condition.values)] };
}

const wordsOf = (text: string) =>
  text
    .normalize('NFC')
    .match(/[\p{L}\p{N}\p{M}]+/gu)
    ?.slice(0, limits.filterValues) ?? [];

/** Plain words as an FTS5 expression: each quoted, so that no operator is ever seen; the last may be unfinished. */
const toMatch = (words: readonly string[], operator: ' AND ' | ' OR ') =>
  words.map((word, index) => (index === words.length - 1 ? `"${word}"*` : `"${word}"`)).join(operator);

const marks = (values: readonly unknown[]) => values.map(() => '?').join(', ');
const present = (values: readonly (string | undefined)[]) => values.filter((value) => value !== undefined);

function toConditions(query: DiscoveryQuery): Condition[] {
  const conditions: Condition[] = [];
  const add = (facet: FacetName, sql: string, ...values: (string | number)[]) =>
    conditions.push({ facet, sql, values });
  const among = (facet: FacetName, kind: string, wanted: readonly string[] | undefined) => {
    if (!wanted?.length) return;
    const list = `SELECT model_id FROM model_value WHERE kind = '${kind}' AND value IN (${marks(wanted)})`;
    add(facet, `model.id IN (${list})`, ...wanted);
  };
  const categories = [...present([query.category]), ...(query.categories ?? '').split(',')]
    .filter((name) => name.trim() !== '')
    .map(toSlug);
  if (categories.length > 0) add('category', `model.category_slug IN (${marks(categories)})`, ...categories);
  if (query.subcategory !== undefined)
    add('category', 'model.subcategory_slug = ?', toSlug(query.subcategory));
  among('tag', 'tag', query.tag);
  among('format', 'format', query.format);
  among('lod', 'lod', query.lod);
  if (query.license !== undefined) add('license', 'model.license = ? COLLATE NOCASE', query.license);
  if (query.type !== undefined) add('type', 'model.type = ?', query.type);
  if (query.animated !== undefined) add('animated', 'model.animated = ?', Number(query.animated));
  if (query.rigged !== undefined) add('rigged', 'model.rigged = ?', Number(query.rigged));
  if (query.triMin !== undefined) add('triangles', 'model.triangles >= ?', query.triMin);
  if (query.triMax !== undefined) add('triangles', 'model.triangles <= ?', query.triMax);
  return conditions;
}

/** Reads a query against the index: all words must match; where no model has all of them, any of them may. */
export function createSelect(db: Db): (query: DiscoveryQuery) => Selection {
  const hasAny = db.prepare('SELECT 1 FROM model_search WHERE model_search MATCH ? LIMIT 1');
  const toExpression = (text: string | undefined) => {
    if (text === undefined || text.trim() === '') return null;
    const words = wordsOf(text);
    if (words.length === 0) return false;
    const all = toMatch(words, ' AND ');
    return hasAny.get(all) === undefined ? toMatch(words, ' OR ') : all;
  };
  return (query) => ({ match: toExpression(query.q ?? query.query), conditions: toConditions(query) });
}
