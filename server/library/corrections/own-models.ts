import { z } from 'zod';
import { toContains } from '../../base/db/contains.ts';
import type { LongQueries } from '../../base/db/long-queries.ts';
import type { Db } from '../../base/db/open-database.ts';
import { toUsd } from '../../base/money.ts';
import { posterTagExpression } from '../../catalogue/model/model-row.ts';
import type { AdminModel, ModelFilter, modelOrders, modelStates } from '../../contract/admin/admin-models.ts';
import { LodName } from '../../contract/common.ts';
import { openEdits } from './edits.ts';

type State = (typeof modelStates)[number];
type Order = (typeof modelOrders)[number];
type Page = { readonly limit: number; readonly offset: number };
type Wish = ModelFilter & { readonly order?: Order | undefined };
/** A model as stored; lists are JSON. */
export type OwnRow = {
  readonly guid: string;
  readonly folder: string;
  readonly title: string;
  readonly category: string;
  readonly subcategory: string;
  readonly tags: string;
  readonly license: string;
  readonly priceCents: number;
  readonly lods: string;
  readonly formats: string;
  readonly triangles: number | null;
};
type Row = OwnRow & {
  readonly state: State;
  readonly posterTag: string | null;
  readonly sketch: string | null;
};

const Texts = z.array(z.string());
const Lods = z.array(LodName);

export const readLists = ({ tags, lods, formats }: Pick<OwnRow, 'tags' | 'lods' | 'formats'>) => ({
  tags: Texts.parse(JSON.parse(tags)),
  lods: Lods.parse(JSON.parse(lods)),
  formats: Texts.parse(JSON.parse(formats)),
});

/** Treats the catalogue's default for an unknown value as empty. */
const known = (column: string, unknown: string, name: string) =>
  `CASE WHEN lower(${column}) = '${unknown}' THEN '' ELSE ${column} END AS ${name}`;
const category = (column: string) => known(column, 'uncategorised', 'category');
const license = (column: string) => known(column, 'unspecified', 'license');
const published = `SELECT model.id, guid, folder, title, 'published' AS state, ${category('category')}, subcategory, tags, ${license('license')},
    price_cents AS priceCents, lods, formats, triangles, ${posterTagExpression} AS posterTag, sketch, added_at AS addedAt
  FROM model WHERE host IS NULL`;
const fromAbout = (field: string) => `json_extract(about, '$.${field}')`;
const held = `SELECT NULL AS id, guid, folder, ${fromAbout('title')} AS title,
    CASE WHEN guid IN (SELECT guid FROM hidden_model) THEN 'hidden' ELSE 'waiting' END AS state,
    ${category(fromAbout('category'))}, ${fromAbout('subcategory')} AS subcategory, ${fromAbout('tags')} AS tags, ${license(fromAbout('license'))},
    ${fromAbout('priceCents')} AS priceCents, ${fromAbout('lods')} AS lods, ${fromAbout('formats')} AS formats, ${fromAbout('triangles')} AS triangles,
    NULL AS posterTag, NULL AS sketch, '' AS addedAt
  FROM waiting_model`;
const own = `WITH own AS (${published} UNION ALL ${held})`;

type Lacks = NonNullable<ModelFilter['lacks']>;
const lacking: Readonly<Record<Lacks, string>> = {
  category: "category = ''",
  tags: "tags = '[]'",
  license: "trim(license) = ''",
  poster: "state = 'published' AND posterTag IS NULL",
  levels: "id IN (SELECT model_id FROM job WHERE kind = 'level' AND state = 'failed')",
};
const orders: Readonly<Record<Order, string>> = {
  title: 'title COLLATE NOCASE, guid',
  newest: 'addedAt DESC, title COLLATE NOCASE, guid',
  category: 'category COLLATE NOCASE, title COLLATE NOCASE, guid',
  // As in the catalogue: a model whose files are all free costs nothing, whatever its price.
  price: `CASE WHEN lods IN ('["1k"]', '[]') THEN 0 ELSE priceCents END DESC, title COLLATE NOCASE, guid`,
};

/** Returns the SQL condition for a filter; its values are bound as parameters. */
const conditionOf = ({ lacks }: ModelFilter) =>
  `(title GLOB @search OR folder GLOB @search OR tags GLOB @search)
   AND (@category IS NULL OR category = @category COLLATE NOCASE) AND (@state IS NULL OR state = @state)
   ${lacks === undefined ? '' : `AND ${lacking[lacks]}`}`;
const valuesOf = ({ search = '', category: name, state }: ModelFilter) => ({
  search: toContains(search),
  category: name ?? null,
  state: state ?? null,
});

const conditions = {
  ...{ published: "state = 'published'", waiting: "state = 'waiting'", hidden: "state = 'hidden'" },
  ...lacking,
};
type Counts = { readonly name: string; readonly count: number } & Readonly<
  Record<keyof typeof conditions, number>
>;
const sums = Object.entries(conditions).map(([part, is]) => `coalesce(sum(${is}), 0) AS ${part}`);
const countsOfCategories = `${own} SELECT own.category AS name, count(*) AS count, ${sums.join(', ')}
  FROM own GROUP BY own.category ORDER BY count DESC, own.category`;

/** Lists this server's models for admins: published, waiting and hidden. */
export function createOwnModelList(long: LongQueries) {
  const guidsOf = async (filter: Wish, page: Page) => {
    const where = `WHERE ${conditionOf(filter)} ORDER BY ${orders[filter.order ?? 'title']}`;
    const rows = await long.all<{ guid: string }>(
      `${own} SELECT guid FROM own ${where} LIMIT @limit OFFSET @offset`,
      { ...valuesOf(filter), ...page },
    );
    return rows.map(({ guid }) => guid);
  };
  return {
    async page(filter: Wish, page: Page) {
      const [{ total } = { total: 0 }] = await long.all<{ total: number }>(
        `${own} SELECT count(*) AS total FROM own WHERE ${conditionOf(filter)}`,
        valuesOf(filter),
      );
      return { guids: await guidsOf(filter, page), total };
    },
    guids: (filter: ModelFilter) => guidsOf(filter, { limit: -1, offset: 0 }),
    /** Counts models by category, by state, and by what they lack. */
    async counts() {
      const rows = await long.all<Counts>(countsOfCategories);
      const sum = (part: keyof typeof conditions) => rows.reduce((before, row) => before + row[part], 0);
      return {
        categories: rows.filter(({ name }) => name).map(({ name, count }) => ({ name, count })),
        states: { published: sum('published'), waiting: sum('waiting'), hidden: sum('hidden') },
        lacking: {
          ...{ category: sum('category'), tags: sum('tags'), license: sum('license') },
          ...{ poster: sum('poster'), levels: sum('levels') },
        },
      };
    },
  };
}

/** Reads models of this server's library with all details. `root` prefixes every address. */
export function openOwnModels(db: Db, root: string) {
  const edits = openEdits(db);
  const ofGuids = db.prepare<[string], Row>(
    `${own} SELECT guid, folder, title, state, category, subcategory, tags, license, priceCents, lods, formats, triangles,
       posterTag, sketch FROM own WHERE guid IN (SELECT value FROM json_each(?))`,
  );

  const toModel = ({ priceCents, posterTag, sketch, ...row }: Row): AdminModel => ({
    ...row,
    ...readLists(row),
    priceUsd: toUsd(priceCents),
    posterUrl: posterTag === null ? null : `${root}/posters/${row.guid}/small?v=${posterTag}`,
    sketchUrl: sketch && `${root}/posters/${row.guid}/sketch?v=${sketch}`,
    edited: Object.keys(edits.find(row.guid) ?? {}),
  });

  return {
    /** Returns the models that still exist, in the given order. */
    ofGuids: (guids: readonly string[]): AdminModel[] => {
      const found = new Map(ofGuids.all(JSON.stringify(guids)).map((row) => [row.guid, row]));
      return guids.flatMap((guid) => found.get(guid) ?? []).map(toModel);
    },
  };
}
