import type { z } from 'zod';
import type { Addresses } from '../../base/http/addresses.ts';
import type { ModelRecord } from '../../contract/catalogue/discovery.ts';
import { type Place, type ShapeAt, shapeAt } from '../../contract/catalogue/model-fields.ts';
import { type ModelColour, modelTypes } from '../../contract/limits.ts';
import {
  type StoredField,
  type StoredFieldName,
  type StoredRow,
  storedColumns,
  storedFields,
} from './fields.ts';

/** A tag identifies a set of posters: the first characters of each SHA-256, in this order, then the turntable picture's. */
const order = ['large', 'medium', 'small'] as const;
type Size = (typeof order)[number];
const signs = 8;
const wholeTag = order.length * signs;

/** A model's tag as SQL. Uploaded posters take precedence over rendered ones. */
export const posterTagExpression = `coalesce((SELECT group_concat(substr(sha256, 1, ${signs}), ''
    ORDER BY CASE size ${order.map((size, index) => `WHEN '${size}' THEN ${index}`).join(' ')} END)
  FROM own_poster WHERE own_poster.model_id = model.id), model.poster_tag)`;

/** True if a tag includes a turntable picture. */
const isTurnTag = (tag: string | null): boolean => tag !== null && tag.length > wholeTag;

/** True if an address with the tag `asked` may be cached forever while posters have `tag`; sites' tags lack the turntable. */
export const isTagOf = (asked: unknown, tag: string): boolean =>
  asked === tag || asked === tag.slice(0, wholeTag);

/** Splits a host's tag so that the stored parts combine to it again. A shorter tag is divided among the existing sizes. */
export function splitPosterTag(tag: string, sizes: readonly Size[]): ReadonlyMap<Size, string> {
  const isTag = /^[0-9a-f]{8,32}$/.test(tag);
  const owners = tag.length >= wholeTag ? order : order.filter((size) => sizes.includes(size));
  const partOf = (index: number) => (isTag ? tag.slice(index * signs, (index + 1) * signs) : '');
  return new Map(owners.map((size, index) => [size, partOf(index)]));
}

/** A row of the catalogue as read from the database; lists are JSON text. */
export type ModelRow = StoredRow & {
  readonly id: number;
  readonly folder: string;
  /** The file host that has the model, and its address; null: this server's own library. */
  readonly host: number | null;
  readonly hostUrl: string | null;
  /** 1 if another file host has it as well. */
  readonly isMirrored: number;
  /** Part of the poster's address, and changes with it; '' if unknown; null: no poster. */
  readonly posterTag: string | null;
  /** Tag of the picture that stands in for a poster; null: there is none. */
  readonly sketch: string | null;
  readonly hasGlb1k: number;
  readonly colour: ModelColour | null;
  /** When the model was added to the library of the server that has it. */
  readonly addedAt: string;
};

export const modelColumns = `model.id, model.folder, model.host, model.added_at AS addedAt,
  (SELECT url FROM sync_host WHERE sync_host.id = model.host) AS hostUrl,
  model.is_mirrored AS isMirrored, model.colour, model.sketch, ${storedColumns},
  ${posterTagExpression} AS posterTag,
  EXISTS (SELECT 1 FROM file WHERE file.model_id = model.id AND file.lod = '1k' AND file.format = 'glb') AS hasGlb1k`;

export const posterSizes = ['small', 'medium', 'large'] as const;
export type PosterSize = (typeof posterSizes)[number];

type Placed = Pick<ModelRow, 'guid' | 'hostUrl' | 'isMirrored' | 'posterTag'>;

/** Returns a poster's address, with a tag of its content so that caches can keep it; the host is chosen on each request. */
export function toPosterUrl(addresses: Addresses, placed: Placed, size: PosterSize | 'turn'): string {
  const { posterTag } = placed;
  return `${toPosterPlace(addresses, placed)}/${size}${posterTag ? `?v=${posterTag}` : ''}`;
}

const toPosterPlace = (addresses: Addresses, { guid, hostUrl, isMirrored }: Omit<Placed, 'posterTag'>) =>
  `${addresses.posters(isMirrored === 1 ? null : hostUrl)}/posters/${guid}`;

/** Returns the fields of a record that are computed for each answer. */
function makeFields(row: ModelRow, addresses: Addresses): Omit<ModelRecord, StoredFieldName> {
  const base = addresses.base();
  const page = `${base}/model/${row.guid}-${row.slug}`;
  const poster = (size: PosterSize) => (row.posterTag === null ? null : toPosterUrl(addresses, row, size));
  const isFree = row.priceCents === 0 || row.lods === '["1k"]' || row.lods === '[]';
  const small = poster('small');
  return {
    typeLabel: modelTypes[row.type] ?? 'model',
    licenseType: isFree ? 'lowpoly_free' : 'premium',
    sourceVersion: row.version,
    modelPageUrl: page,
    canonicalUrl: page,
    previewSmallUrl: small,
    previewMediumUrl: poster('medium'),
    previewLargeUrl: poster('large'),
    previewTurnUrl: isTurnTag(row.posterTag) ? toPosterUrl(addresses, row, 'turn') : null,
    thumbnailUrl: small,
    sketchUrl: row.sketch && `${toPosterPlace(addresses, row)}/sketch?v=${row.sketch}`,
    colour: row.colour,
    glb1kUrl: row.hasGlb1k ? `${base}/viewer-asset/${row.guid}/glb1k` : null,
    metaUrl: `${base}/api/models/${row.guid}`,
  };
}

type Shown = { readonly field: string; readonly stored: StoredField | null };

function listFields(place: Place) {
  const fields = Object.keys(shapeAt(place)).map(
    (field): Shown => ({ field, stored: storedFields.find((stored) => stored.field === field) ?? null }),
  );
  return { fields, isMade: fields.some(({ stored }) => stored === null) };
}
const places = {
  record: listFields('record'),
  details: listFields('details'),
  sync: listFields('sync'),
  receipt: listFields('receipt'),
};

/** Returns a model's fields for one place, with absolute addresses. */
export function toShown<P extends Place>(
  place: P,
  row: ModelRow,
  addresses: Addresses,
): z.output<z.ZodObject<ShapeAt<P>>>;
export function toShown(place: Place, row: ModelRow, addresses: Addresses): Record<string, unknown> {
  const { fields, isMade } = places[place];
  const columns: Readonly<Record<string, unknown>> = row;
  const made: Readonly<Record<string, unknown>> = isMade ? makeFields(row, addresses) : {};
  const shown: Record<string, unknown> = {};
  for (const { field, stored } of fields)
    shown[field] = stored === null ? made[field] : stored.toShown(columns[stored.name]);
  return shown;
}

export const toModelRecord = (row: ModelRow, addresses: Addresses): ModelRecord =>
  toShown('record', row, addresses);

const written = places.record.fields.map(({ field, stored }, index) => ({
  ...{ field, stored },
  opening: `${index === 0 ? '{' : ','}${JSON.stringify(field)}:`,
}));

/** The same as JSON text, without building an object first: lists are copied as stored. */
export function writeModelRecord(row: ModelRow, addresses: Addresses): string {
  const columns: Readonly<Record<string, unknown>> = row;
  const made: Readonly<Record<string, unknown>> = makeFields(row, addresses);
  let json = '';
  for (const { field, stored, opening } of written)
    json += opening + (stored === null ? JSON.stringify(made[field]) : stored.toJson(columns[stored.name]));
  return `${json}}`;
}
