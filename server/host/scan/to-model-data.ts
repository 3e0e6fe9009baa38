import { createHash } from 'node:crypto';
import path from 'node:path';
import type { InventoryFile } from '../../catalogue/models.ts';
import { toSlug, toTitleSlug } from '../../text.ts';
import type { ModelData, PosterData } from './catalogue-writer.ts';
import type { Metadata } from './metadata.ts';
import { toTitle } from './names.ts';

export type ModelSource = {
  readonly guid: string;
  readonly folder: string;
  readonly metadata: Metadata;
  readonly files: readonly InventoryFile[];
  readonly posters: readonly PosterData[];
  /** Whether a file of the model is said by its content to be rigged. */
  readonly isRigged: boolean;
  readonly defaultPriceCents: number;
};

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');
const distinct = (words: readonly string[] = []) => [...new Set(words.filter((word) => word !== ''))];
const orElse = (text: string | undefined, fallback: string) =>
  text === undefined || text === '' ? fallback : text;

function mostTriangles(files: readonly InventoryFile[]): number | null {
  const counts = files.flatMap((file) => (file.triangles === null ? [] : [file.triangles]));
  return counts.length === 0 ? null : Math.max(...counts);
}

/** Everything the catalogue keeps of a model: what its owner says, else what names and files tell. */
export function toModelData(source: ModelSource): ModelData {
  const { guid, folder, metadata, files, posters } = source;
  const title = orElse(metadata.title, toTitle(path.posix.basename(folder)));
  const category = orElse(metadata.category, 'Uncategorised');
  const subcategory = orElse(metadata.subcategory, '');
  const described = {
    guid,
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
    contentHash: hashOf(content),
    metadataHash: hashOf([described, derived]),
  };
}
