import { hash } from 'node:crypto';
import type { z } from 'zod';
import { toUsd } from '../../base/money.ts';
import {
  type FieldName,
  type FieldRow,
  modelFields,
  type StoredAs,
} from '../../contract/catalogue/model-fields.ts';

/** Orders models of equal rank, identically on every server: 48 bits of the guid's SHA-256. */
const hashGuid = (guid: string): number => Number.parseInt(hash('sha256', guid).slice(0, 12), 16);

type Fields = typeof modelFields;
export type StoredFieldName = {
  [N in FieldName]: Fields[N] extends { storedAs: StoredAs } ? N : never;
}[FieldName];

/** Fields whose name in the catalogue differs from the contract's. */
const otherNames = { priceUsd: 'priceCents', triCount: 'triangles' } as const;
type KeptName<N extends FieldName> = N extends keyof typeof otherNames ? (typeof otherNames)[N] : N;

type ValueBy<N extends StoredFieldName> = {
  text: z.output<Fields[N]['shown']>;
  number: z.output<Fields[N]['shown']>;
  cents: number;
  flag: boolean;
  words: readonly string[];
  json: z.output<Fields[N]['shown']>;
};
type ColumnBy<N extends StoredFieldName> = Omit<ValueBy<N>, 'flag' | 'words' | 'json'> & {
  flag: number;
  words: string;
  json: string;
};

/** A model's fields as given to the catalogue. */
export type StoredFields = {
  readonly [N in StoredFieldName as KeptName<N>]: ValueBy<N>[Fields[N]['storedAs']];
};
/** The same as a database row: lists are JSON text, flags 0 or 1. */
export type StoredRow = {
  readonly [N in StoredFieldName as KeptName<N>]: ColumnBy<N>[Fields[N]['storedAs']];
};

type Codec = {
  readonly toColumn: (value: unknown) => unknown;
  readonly toShown: (column: unknown) => unknown;
  readonly toJson: (column: unknown) => string;
};
const same = (value: unknown) => value;
const plain: Codec = { toColumn: same, toShown: same, toJson: (column) => JSON.stringify(column) };
const json: Codec = {
  toColumn: (value) => JSON.stringify(value ?? null),
  toShown: (column) => JSON.parse(String(column)),
  toJson: String,
};
const codecs: Readonly<Record<StoredAs, Codec>> = {
  text: plain,
  number: { ...plain, toJson: String },
  cents: {
    toColumn: same,
    toShown: (column) => toUsd(Number(column)),
    toJson: (column) => String(toUsd(Number(column))),
  },
  flag: {
    toColumn: Number,
    toShown: (column) => column !== 0,
    toJson: (column) => (column === 0 ? 'false' : 'true'),
  },
  words: json,
  json,
};

const names = new Map<string, string>(Object.entries(otherNames));
const toColumnName = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export type StoredField = Codec & {
  /** Names in the contract, in the catalogue's types, and in the database. */
  readonly field: string;
  readonly name: string;
  readonly column: string;
};

const rows: readonly (readonly [string, FieldRow])[] = Object.entries(modelFields);

/** Every field that has a column in the table `model`, named like the field with underscores. */
export const storedFields: readonly StoredField[] = rows.flatMap(([field, { storedAs }]) => {
  if (storedAs === undefined) return [];
  const name = names.get(field) ?? field;
  return [{ field, name, column: toColumnName(name), ...codecs[storedAs] }];
});

export type OwnColumns = {
  readonly folder: string;
  readonly categorySlug: string;
  readonly subcategorySlug: string;
  /** Hash of files and posters; a change makes a new version. */
  readonly contentHash: string;
  readonly metadataHash: string;
  /** The file host that has the model; null: this server's own library. */
  readonly host: number | null;
  /** Triangles and bytes per topology, as JSON. */
  readonly topologies: string;
  /** Tag of the small picture of its shape, which is drawn on request; null: none can be drawn. */
  readonly sketch: string | null;
};
const ownNames: Readonly<Record<keyof OwnColumns, true>> = {
  folder: true,
  categorySlug: true,
  subcategorySlug: true,
  contentHash: true,
  metadataHash: true,
  host: true,
  topologies: true,
  sketch: true,
};

type Written = Pick<StoredField, 'name' | 'column' | 'toColumn'>;
const written: readonly Written[] = [
  ...storedFields,
  ...Object.keys(ownNames).map((name) => ({ name, column: toColumnName(name), toColumn: same })),
];

/** A size measured after the scan is kept as long as the content is the same. */
const keptSize =
  "iif(excluded.size_metres = 'null' AND excluded.content_hash = model.content_hash, model.size_metres, excluded.size_metres)";

/** Inserts or updates a row by guid; run with `toColumns`, `addedAt` and `now`. A new row counts earlier unlocks. */
export const upsertModel = `INSERT INTO model (${written.map(({ column }) => column).join(', ')}, guid_hash, popularity, added_at, updated_at)
  VALUES (${written.map(({ name }) => `@${name}`).join(', ')}, @guidHash, coalesce((SELECT unlocks FROM shared_popularity WHERE guid = @guid), (SELECT count(*) FROM unlock WHERE guid = @guid)), @addedAt, @now)
  ON CONFLICT (guid) DO UPDATE SET ${written
    .filter(({ name }) => name !== 'guid')
    .map(({ column }) => `${column} = ${column === 'size_metres' ? keptSize : `excluded.${column}`}`)
    .join(
      ', ',
    )}, guid_hash = excluded.guid_hash, added_at = excluded.added_at, updated_at = excluded.updated_at`;

export function toColumns(model: StoredFields & OwnColumns): Record<string, unknown> {
  const values: Readonly<Record<string, unknown>> = model;
  const columns: Record<string, unknown> = { guidHash: hashGuid(model.guid) };
  for (const { name, toColumn } of written) columns[name] = toColumn(values[name]);
  return columns;
}

/** The columns of `StoredRow`, for SELECT. */
export const storedColumns = storedFields
  .map(({ name, column }) => (name === column ? `model.${column}` : `model.${column} AS ${name}`))
  .join(', ');
