import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { InventoryFile } from '../catalogue/models.ts';
import { topologyOf } from '../catalogue/models.ts';
import { Guid, LodName, Role, Sha256 } from '../contract/common.ts';
import { modelTypes } from '../contract/limits.ts';
import { findPathFault, toPathKey } from '../contract/relative-path.ts';
import type { ModelData } from '../host/scan/catalogue-writer.ts';
import { usesFolderTextures } from '../host/scan/file-kinds.ts';
import { readLod } from '../host/scan/names.ts';
import { toSlug, toTitleSlug } from '../text.ts';

const Text = (most: number) => z.string().max(most).nullish();
const Words = z.array(z.string().max(200)).max(1000).nullish();
const Count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const Preview = z.string().max(2000).nullish();

const RelativePath = z.string().superRefine((value, context) => {
  const fault = findPathFault(value) ?? (value.includes('/') ? null : 'which is in no topology folder');
  if (fault !== null) context.addIssue({ code: 'custom', message: `a path ${fault}` });
});

const File = z.object({
  format: z.string().regex(/^[^\s/\\]{0,40}$/),
  lod: LodName,
  variant: z.enum(['static', 'animated']).nullish(),
  role: Role,
  relativePath: RelativePath,
  sizeBytes: Count,
  sha256: Sha256,
  crc32: Count.max(2 ** 32 - 1),
  contentType: z.string().regex(/^[\x20-\x7e]{1,200}$/),
  triangles: Count.nullish(),
  needs: z.array(z.string()).max(20_000).nullish(),
});
type File = z.infer<typeof File>;

const Product = z.object({
  guid: Guid,
  version: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  title: Text(500),
  description: Text(100_000),
  type: z
    .number()
    .int()
    .min(0)
    .max(modelTypes.length - 1)
    .nullish(),
  category: Text(200),
  subcategory: Text(200),
  tags: Words,
  keywords: Words,
  license: Text(200),
  attribution: Text(10_000),
  priceUsd: z.number().min(0).max(1_000_000).nullish(),
  sourceUpdatedAt: z.iso.datetime({ offset: true }).nullish(),
  animated: z.boolean().nullish(),
  rigged: z.boolean().nullish(),
  triCount: Count.nullish(),
  previewSmallUrl: Preview,
  previewMediumUrl: Preview,
  previewLargeUrl: Preview,
  files: z.array(File).min(1).max(50_000),
});
type Product = z.infer<typeof Product>;

export type ReadProduct =
  | { readonly model: ModelData; readonly version: number; readonly fault?: undefined }
  | { readonly fault: string };

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** What is wrong with the files together, as the end of a sentence; null when they can be one inventory. */
function findInventoryFault(files: readonly File[]): string | null {
  const paths = new Set(files.map(({ relativePath }) => relativePath));
  if (new Set(files.map(({ relativePath }) => toPathKey(relativePath))).size < files.length)
    return 'has two files that some computers take for one';
  const misplaced = files.find(({ relativePath, lod }) => readLod(topologyOf(relativePath)) !== lod);
  if (misplaced) return `says that ${misplaced.relativePath} belongs to ${misplaced.lod}`;
  const lacking = files.find(({ needs, relativePath }) =>
    needs?.some((path) => !paths.has(path) || topologyOf(path) !== topologyOf(relativePath)),
  );
  return lacking ? `has no file that ${lacking.relativePath} needs` : null;
}

/** A host that does not tell what a scene needs: everything beside it that is no scene, unless it holds all itself. */
function guessNeeds(file: File, files: readonly File[]): string[] {
  const isWhole = file.role !== 'scene' || !(usesFolderTextures(file.format) || file.format === 'gltf');
  if (isWhole) return [];
  const folder = topologyOf(file.relativePath);
  return files
    .filter(({ role, relativePath }) => role !== 'scene' && topologyOf(relativePath) === folder)
    .map(({ relativePath }) => relativePath);
}

const toInventory = (files: readonly File[]): InventoryFile[] =>
  files.map((file) => ({
    ...file,
    topologyFolder: topologyOf(file.relativePath),
    variant: file.variant ?? null,
    triangles: file.triangles ?? null,
    needs: file.needs ?? guessNeeds(file, files),
  }));

// The tag of a model's posters is put together from them in this order.
const tagParts = { large: 0, medium: 8, small: 16 } as const;

/** The part of a host's tag that belongs to one size, so that this site's addresses change with the host's posters. */
function readTagPart(url: string | null | undefined, size: keyof typeof tagParts): string {
  const tag = URL.parse(url ?? '')?.searchParams.get('v') ?? '';
  return /^[0-9a-f]{8,24}$/.test(tag) ? tag.slice(tagParts[size], tagParts[size] + 8) : '';
}

function toModel(product: Product, defaultPriceCents: number): ModelData {
  const { guid, title, category, subcategory } = product;
  const files = toInventory(product.files);
  const sizes = { small: 'previewSmallUrl', medium: 'previewMediumUrl', large: 'previewLargeUrl' } as const;
  const posters = (['small', 'medium', 'large'] as const)
    .filter((size) => product[sizes[size]])
    .map((size) => {
      const sha256 = readTagPart(product[sizes[size]], size);
      return { size, path: '', sha256, contentType: '', sizeBytes: 0 };
    });
  const described = {
    guid,
    folder: '',
    title: title || guid,
    slug: toTitleSlug(title || guid),
    description: product.description ?? '',
    type: product.type ?? 0,
    category: category || 'Uncategorised',
    categorySlug: toSlug(category || 'Uncategorised'),
    subcategory: subcategory ?? '',
    subcategorySlug: subcategory ? toSlug(subcategory) : '',
    tags: [...new Set(product.tags)],
    keywords: [...new Set(product.keywords)],
    license: product.license || 'Unspecified',
    attribution: product.attribution || null,
    priceCents: typeof product.priceUsd === 'number' ? Math.round(product.priceUsd * 100) : defaultPriceCents,
    sourceUpdatedAt: product.sourceUpdatedAt ?? null,
    animated: product.animated ?? files.some(({ variant }) => variant === 'animated'),
    rigged: product.rigged ?? false,
    triangles: product.triCount ?? null,
    posters,
  };
  const content = files
    .map(({ relativePath, sha256, sizeBytes }) => [relativePath, sha256, sizeBytes])
    .sort();
  return { ...described, files, contentHash: hashOf(content), metadataHash: hashOf([described, files]) };
}

type Expected = { readonly guid: string; readonly defaultPriceCents: number };

/** Reads what a host says of one of its products; `fault` is the end of a sentence about the product. */
export function readProduct(answer: unknown, { guid, defaultPriceCents }: Expected): ReadProduct {
  const parsed = z.object({ product: Product }).safeParse(answer);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { fault: `is described wrongly (${issue?.path.join('.') || 'body'}: ${issue?.message})` };
  }
  const { product } = parsed.data;
  if (product.guid !== guid) return { fault: `is answered with the product ${product.guid}` };
  const fault = findInventoryFault(product.files);
  return fault === null
    ? { model: toModel(product, defaultPriceCents), version: product.version }
    : { fault };
}
