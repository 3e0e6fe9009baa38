import type { Addresses } from '../addresses.ts';
import { toUsd } from '../billing/ledger.ts';
import type { ModelRecord } from '../contract/discovery.ts';
import { lods as everyLod, modelTypes } from '../contract/limits.ts';

/** A row of the catalogue as the database gives it; lists are JSON text. */
export type ModelRow = {
  readonly id: number;
  readonly guid: string;
  readonly folder: string;
  /** The file host that has the model, and its address; null: this server's own library. */
  readonly host: number | null;
  readonly hostUrl: string | null;
  readonly title: string;
  readonly slug: string;
  readonly description: string;
  readonly type: number;
  readonly category: string;
  readonly subcategory: string;
  readonly tags: string;
  readonly keywords: string;
  readonly license: string;
  readonly attribution: string | null;
  readonly priceCents: number;
  readonly version: number;
  readonly sourceUpdatedAt: string | null;
  readonly animated: number;
  readonly rigged: number;
  readonly triangles: number | null;
  readonly formats: string;
  readonly lods: string;
  readonly sizeBytes: number;
  /** Changes with the poster, and is part of its address; empty where it is not known; null: no poster. */
  readonly posterTag: string | null;
  readonly hasGlb1k: number;
};

export const posterTagExpression = `coalesce((SELECT substr(group_concat(substr(sha256, 1, 8), ''), 1, 24)
  FROM own_poster WHERE own_poster.model_id = model.id), model.poster_tag)`;

export const modelColumns = `model.id, model.guid, model.folder, model.host,
  (SELECT url FROM sync_host WHERE sync_host.id = model.host) AS hostUrl, model.title, model.slug, model.description, model.type,
  model.category, model.subcategory, model.tags, model.keywords, model.license, model.attribution,
  model.price_cents AS priceCents, model.version, model.source_updated_at AS sourceUpdatedAt, model.animated,
  model.rigged, model.triangles, model.formats, model.lods, model.size_bytes AS sizeBytes,
  ${posterTagExpression} AS posterTag,
  EXISTS (SELECT 1 FROM file WHERE file.model_id = model.id AND file.lod = '1k' AND file.format = 'glb') AS hasGlb1k`;

export const posterSizes = ['small', 'medium', 'large'] as const;
export type PosterSize = (typeof posterSizes)[number];

type Placed = Pick<ModelRow, 'guid' | 'hostUrl' | 'posterTag'>;

/** The address of a poster names its content too, so that caches may keep it for good. */
export const toPosterUrl = (addresses: Addresses, { guid, hostUrl, posterTag }: Placed, size: PosterSize) =>
  `${hostUrl ?? addresses.worker()}/posters/${guid}/${size}${posterTag ? `?v=${posterTag}` : ''}`;

const readTexts = (json: string): string[] => JSON.parse(json);

/** The public record of a model, with absolute addresses. */
export function toModelRecord(row: ModelRow, addresses: Addresses): ModelRecord {
  const base = addresses.base();
  const page = `${base}/model/${row.guid}-${row.slug}`;
  const poster = (size: PosterSize) => (row.posterTag === null ? null : toPosterUrl(addresses, row, size));
  const ownLods = readTexts(row.lods);
  const lods = everyLod.filter((lod) => ownLods.includes(lod));
  const isFree = row.priceCents === 0 || lods.every((lod) => lod === '1k');
  return {
    guid: row.guid,
    title: row.title,
    description: row.description,
    type: row.type,
    typeLabel: modelTypes[row.type] ?? 'model',
    category: row.category,
    subcategory: row.subcategory,
    tags: readTexts(row.tags),
    keywords: readTexts(row.keywords),
    license: row.license,
    licenseType: isFree ? 'lowpoly_free' : 'premium',
    priceUsd: toUsd(row.priceCents),
    version: row.version,
    sourceVersion: row.version,
    sourceUpdatedAt: row.sourceUpdatedAt,
    animated: row.animated !== 0,
    rigged: row.rigged !== 0,
    triCount: row.triangles,
    formats: readTexts(row.formats),
    lods,
    sizeBytes: row.sizeBytes,
    slug: row.slug,
    modelPageUrl: page,
    canonicalUrl: page,
    previewSmallUrl: poster('small'),
    previewMediumUrl: poster('medium'),
    previewLargeUrl: poster('large'),
    thumbnailUrl: poster('small'),
    glb1kUrl: row.hasGlb1k ? `${base}/viewer-asset/${row.guid}/glb1k` : null,
    metaUrl: `${base}/api/models/${row.guid}`,
  };
}
