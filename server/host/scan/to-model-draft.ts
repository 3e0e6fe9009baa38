import { hash } from 'node:crypto';
import path from 'node:path';
import type { InventoryFile } from '../../catalogue/models.ts';
import { toSlug, toTitleSlug } from '../../text.ts';
import type { PosterData } from './catalogue-writer.ts';
import type { ModelListing } from './list-model.ts';
import type { Metadata } from './metadata.ts';
import { toTitle } from './names.ts';
import type { ModelDraft } from './visit.ts';

export type ModelSource = {
  readonly folder: string;
  readonly metadata: Metadata;
  readonly files: readonly InventoryFile[];
  readonly posters: readonly PosterData[];
  /** Whether a file of the model is said by its content to be rigged. */
  readonly isRigged: boolean;
  readonly defaultPriceCents: number;
  readonly listing: Pick<ModelListing, 'rootFiles' | 'topologyFiles'>;
};

const hashOf = (value: unknown) => hash('sha256', JSON.stringify(value), 'hex');
const distinct = (words: readonly string[] = []) => [...new Set(words.filter((word) => word !== ''))];
const orElse = (text: string | undefined, fallback: string) =>
  text === undefined || text === '' ? fallback : text;

function mostTriangles(files: readonly InventoryFile[]): number | null {
  const counts = files.flatMap((file) => (file.triangles === null ? [] : [file.triangles]));
  return counts.length === 0 ? null : Math.max(...counts);
}

/** Everything the catalogue keeps of a model: what its owner says, else what names and files tell. */
export function toModelDraft(source: ModelSource): ModelDraft {
  const { folder, metadata, files, posters } = source;
  const title = orElse(metadata.title, toTitle(path.posix.basename(folder)));
  const category = orElse(metadata.category, 'Uncategorised');
  const subcategory = orElse(metadata.subcategory, '');
  const described = {
    folder,
    title,
    slug: toTitleSlug(title),
    description: orElse(metadata.description, ''),
    type: metadata.type ?? 0,
    category,
    categorySlug: toSlug(category),
    subcategory,
    subcategorySlug: subcategory === '' ? '' : toSlug(subcategory),
    tags: distinct(metadata.tags),
    keywords: distinct(metadata.keywords),
    license: orElse(metadata.license, 'Unspecified'),
    attribution: orElse(metadata.attribution, '') || null,
    priceCents:
      metadata.priceUsd === undefined ? source.defaultPriceCents : Math.round(metadata.priceUsd * 100),
    sourceUpdatedAt:
      metadata.sourceUpdatedAt === undefined ? null : new Date(metadata.sourceUpdatedAt).toISOString(),
    animated: metadata.animated ?? files.some((file) => file.variant === 'animated'),
    rigged: metadata.rigged ?? source.isRigged,
    triangles: mostTriangles(files),
  };
  const content = [
    files.map((file) => [file.relativePath, file.sha256]),
    posters.map(({ size, sha256 }) => [size, sha256]),
  ];
  const derived = files.map(({ variant, needs, triangles, contentType }) => [
    variant,
    needs,
    triangles,
    contentType,
  ]);
  return {
    ...described,
    files,
    posters,
    modifiedNs: Object.fromEntries(
      [...source.listing.rootFiles, ...source.listing.topologyFiles].map((file) => [
        file.relativePath,
        file.modifiedNs,
      ]),
    ),
    contentHash: hashOf(content),
    metadataHash: hashOf([described, derived]),
  };
}
