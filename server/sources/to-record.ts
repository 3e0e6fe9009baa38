import { toTitleSlug } from '../base/text.ts';
import type { SourceSettings } from '../config/sources-settings.ts';
import type { ModelRecord } from '../contract/catalogue/discovery.ts';
import { foreignPrefix, type Source as Told } from '../contract/catalogue/sources.ts';
import type { SourceHit } from './source.ts';

const form = new RegExp(`^${foreignPrefix}([a-z0-9-]+)_([A-Za-z0-9_-]+)$`);

const toForeignGuid = (sourceId: string, id: string) =>
  `${foreignPrefix}${sourceId}_${Buffer.from(id).toString('base64url')}`;

/** Null for an ID that is not ours. */
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

/** Defaults for facts that a source can leave out. */
const untold = {
  ...{ description: '', subcategory: '', tags: [], formats: [], lods: [] },
  ...{ animated: false, rigged: false, triCount: null, sizeBytes: 0, priceUsd: 0 },
};
const unknown = {
  ...{ type: 0, typeLabel: 'model', keywords: [], licenseFrom: null, sizeMetres: null },
  ...{ version: 1, sourceVersion: 1, sourceUpdatedAt: null },
  // Users’ browsers request no pictures from third parties.
  ...{ previewSmallUrl: null, previewMediumUrl: null, previewLargeUrl: null, previewTurnUrl: null },
  ...{ thumbnailUrl: null, sketchUrl: null, colour: null, glb1kUrl: null },
} satisfies Partial<ModelRecord>;

export function toForeignRecord(settings: SourceSettings, hit: SourceHit): ModelRecord {
  const { id, authors: _authors, page, ...told } = { ...untold, ...hit };
  return {
    ...unknown,
    ...told,
    guid: toForeignGuid(settings.id, id),
    category: hit.category || 'Uncategorised',
    license: licenseOf(hit),
    licenseType: told.priceUsd === 0 ? 'lowpoly_free' : 'premium',
    slug: toTitleSlug(hit.title),
    ...{ modelPageUrl: page, canonicalUrl: page, metaUrl: page },
  };
}
