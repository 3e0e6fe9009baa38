import { toTitleSlug } from '../base/text.ts';
import type { SourceSettings } from '../config/sources-settings.ts';
import type { ModelRecord } from '../contract/catalogue/discovery.ts';
import { foreignPrefix, type Source as Told } from '../contract/catalogue/sources.ts';
import type { SourceHit } from './source.ts';

const form = new RegExp(`^${foreignPrefix}([a-z0-9-]+)_([A-Za-z0-9_-]+)$`);

/** Our own id for a model of another catalogue. */
const toForeignGuid = (sourceId: string, id: string) =>
  `${foreignPrefix}${sourceId}_${Buffer.from(id).toString('base64url')}`;

/** null for every id that we did not make. */
export function readForeignGuid(guid: string): { readonly sourceId: string; readonly id: string } | null {
  const [, sourceId, encoded] = form.exec(guid) ?? [];
  if (sourceId === undefined || encoded === undefined) return null;
  const id = Buffer.from(encoded, 'base64url').toString();
  return toForeignGuid(sourceId, id) === guid ? { sourceId, id } : null;
}

export const licenseOf = ({ license }: SourceHit) => license || 'Unspecified';

export const toTold = ({ id, name, terms, credit }: SourceSettings, { authors, page }: SourceHit): Told => {
  const names = authors.join(', ');
  return { id, name, address: page, terms, credit: names === '' ? credit : `${names} · ${credit}` };
};

/** A foreign model in the form of our records. Pictures are left out: people’s browsers ask no third party. */
export function toForeignRecord(settings: SourceSettings, hit: SourceHit): ModelRecord {
  const { title, page } = hit;
  const priceUsd = hit.priceUsd ?? 0;
  return {
    guid: toForeignGuid(settings.id, hit.id),
    title,
    description: hit.description ?? '',
    ...{ type: 0, typeLabel: 'model' },
    category: hit.category || 'Uncategorised',
    subcategory: hit.subcategory ?? '',
    tags: [...(hit.tags ?? [])],
    keywords: [],
    license: licenseOf(hit),
    licenseFrom: null,
    licenseType: priceUsd === 0 ? 'lowpoly_free' : 'premium',
    priceUsd,
    ...{ version: 1, sourceVersion: 1, sourceUpdatedAt: null },
    animated: hit.animated ?? false,
    rigged: hit.rigged ?? false,
    triCount: hit.triCount ?? null,
    sizeMetres: null,
    formats: [...(hit.formats ?? [])],
    lods: [...(hit.lods ?? [])],
    sizeBytes: hit.sizeBytes ?? 0,
    slug: toTitleSlug(title),
    ...{ modelPageUrl: page, canonicalUrl: page, metaUrl: page },
    ...{ previewSmallUrl: null, previewMediumUrl: null, previewLargeUrl: null, previewTurnUrl: null },
    ...{ thumbnailUrl: null, sketchUrl: null, colour: null, glb1kUrl: null },
  };
}
