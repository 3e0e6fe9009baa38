import { createHash } from 'node:crypto';
import { z } from 'zod';
import { describeModel } from '../catalogue/model/describe-model.ts';
import type { ModelData, PosterData } from '../catalogue/model/model-data.ts';
import { posterSizes, splitPosterTag } from '../catalogue/model/model-row.ts';
import type { InventoryFile } from '../catalogue/model/models.ts';
import { readGiven } from '../catalogue/model/read-given.ts';
import { readLod } from '../catalogue/write/names.ts';
import { formatOf, texturesOf } from '../contract/catalogue/formats.ts';
import type { GivenFields } from '../contract/catalogue/model-fields.ts';
import { Textures } from '../contract/catalogue/textures.ts';
import { isDocument, travels } from '../contract/catalogue/travelling-kinds.ts';
import {
  Derived,
  Guid,
  KeptRequires,
  LeavesSha256,
  LodSource,
  SizeMetres,
  sceneUnits,
} from '../contract/common.ts';
import { type ModelColour, modelColours } from '../contract/limits.ts';
import { findPathFault, toPathKey, topologyOf } from '../contract/relative-path.ts';
import { textOf } from '../contract/sentence.ts';
import { SyncFile } from '../contract/sync.ts';

const Count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const Preview = z.string().max(2000).nullish();

const RelativePath = z.string().superRefine((value, context) => {
  const fault = findPathFault(value) ?? (value.includes('/') ? null : 'which is in no topology folder');
  if (fault !== null) context.addIssue({ code: 'custom', message: `a path ${textOf(fault)}` });
});

/** Fields that hosts of earlier versions did not send are optional. */
const File = SyncFile.omit({ fileName: true }).extend({
  format: z.string().regex(/^[^\s/\\]{0,40}$/),
  variant: SyncFile.shape.variant.optional(),
  relativePath: RelativePath,
  sizeBytes: Count,
  contentType: z.string().regex(/^[\x20-\x7e]{1,200}$/),
  triangles: Count.nullish(),
  needs: z.array(z.string()).max(20_000).nullish(),
  lodFrom: LodSource.nullish().catch(null),
  // Invalid values are not dropped: a derived file would pass for an original.
  derived: Derived.nullish(),
  requires: KeptRequires.nullish().catch(null),
  missing: z.array(z.string().max(4096)).max(20_000).nullish().catch(null),
  textures: Textures.nullish().catch(null),
  leavesSha256: LeavesSha256.nullish().catch(null),
  upAxis: sceneUnits.upAxis.catch(undefined),
  unitMetres: sceneUnits.unitMetres.catch(undefined),
});
type File = z.infer<typeof File>;

/** Fields in addition to those in server/contract/catalogue/model-fields.ts. */
const Product = z.looseObject({
  guid: Guid,
  version: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  triCount: Count.nullish(),
  sizeMetres: SizeMetres.nullish().catch(null),
  previewSmallUrl: Preview,
  previewMediumUrl: Preview,
  previewLargeUrl: Preview,
  sketchUrl: Preview,
  addedAt: z.iso.datetime().nullish().catch(null),
  // Missing from older hosts; newer ones may send unknown names.
  colour: z.enum(modelColours).nullish().catch(null),
  files: z.array(File).min(1).max(50_000),
});
type Product = z.infer<typeof Product>;

export type FoundProduct = {
  readonly model: ModelData;
  readonly version: number;
  readonly addedAt: string | null;
  readonly colour: ModelColour | null;
  readonly filesHash: string;
};
type ReadProduct = (FoundProduct & { readonly fault?: undefined }) | { readonly fault: string };

/** Milliseconds that a host's clock can be ahead. */
const mostAhead = 60 * 60_000;

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

const hashFiles = (files: readonly InventoryFile[]) =>
  hashOf(files.map(({ relativePath, sha256, sizeBytes }) => [relativePath, sha256, sizeBytes]).sort());

/** Removes files that this site would not deliver from its own library either. */
function withoutStayers(product: Product): Product {
  const isListed = (path: string) => travels(formatOf(path)) || isDocument(formatOf(path));
  const files = product.files
    .filter(({ relativePath }) => isListed(relativePath))
    .map((file) => ({ ...file, needs: file.needs?.filter((path) => travels(formatOf(path))) }));
  return { ...product, files };
}

/** Why the files cannot form one inventory, as the end of a sentence; null if they can. */
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

/** For hosts that send no support files: everything but scenes, unless the scene's format embeds textures. */
function guessNeeds(file: File, files: readonly File[]): string[] {
  const textures = texturesOf(file.format) ?? 'inside';
  if (file.role !== 'scene' || textures === 'inside') return [];
  const folder = topologyOf(file.relativePath);
  return files
    .filter(({ role, relativePath }) => role !== 'scene' && topologyOf(relativePath) === folder)
    .map(({ relativePath }) => relativePath);
}

const toInventory = (files: readonly File[]): InventoryFile[] =>
  files.map(({ lodFrom, derived, requires, missing, textures, leavesSha256, ...file }) => ({
    ...file,
    ...(lodFrom && { lodFrom }),
    ...(derived && { derived }),
    ...(requires?.length && { requires }),
    ...(missing?.length && { missing }),
    ...(textures?.length && { textures: textures.map(({ colorSpace, ...texture }) => texture) }),
    ...(leavesSha256 && { leavesSha256 }),
    topologyFolder: topologyOf(file.relativePath),
    variant: file.variant ?? null,
    triangles: file.triangles ?? null,
    needs: file.needs ?? guessNeeds(file, files),
  }));

const previews = { small: 'previewSmallUrl', medium: 'previewMediumUrl', large: 'previewLargeUrl' } as const;

const versionOf = (url: string | null | undefined) => URL.parse(url ?? '')?.searchParams.get('v') ?? '';

/** Posters that a host shows. Their tags follow the host's addresses, so that this site's change with them. */
function toPosters(product: Product): PosterData[] {
  const shown = posterSizes.filter((size) => product[previews[size]]);
  return shown.map((size) => {
    const tag = versionOf(product[previews[size]]);
    const sha256 = splitPosterTag(tag, shown).get(size) ?? '';
    return { size, path: '', sha256, contentType: '', sizeBytes: 0 };
  });
}

function toModel(product: Product, given: GivenFields, defaultPriceCents: number | null): ModelData {
  const { guid } = product;
  const files = toInventory(product.files);
  const described = {
    guid,
    ...describeModel(given, {
      folder: '',
      title: guid,
      priceCents: defaultPriceCents,
      animated: files.some(({ variant }) => variant === 'animated'),
      rigged: false,
      triangles: product.triCount ?? null,
      sizeMetres: product.sizeMetres ?? null,
    }),
    posters: toPosters(product),
  };
  // A host's version covers its originals; derived files change without a new version.
  const contentHash = hashFiles(files.filter(({ derived }) => !derived));
  const { colour } = product;
  const tag = versionOf(product.sketchUrl);
  const sketch = /^[0-9a-f]{16}$/.test(tag) ? tag : null;
  return {
    ...described,
    files,
    sketch,
    contentHash,
    metadataHash: hashOf([described, files, ...(colour ? [colour] : []), ...(sketch ? [{ sketch }] : [])]),
  };
}

const withoutNulls = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

/** When a host got a model; null for a future time, which would keep the model newest forever. */
const toPast = (at: string | null) => (at !== null && Date.parse(at) <= Date.now() + mostAhead ? at : null);

type Expected = { readonly guid: string; readonly defaultPriceCents: number | null };

/** Parses a host's product; `fault` is the end of a sentence about the product. */
export function readProduct(answer: unknown, { guid, defaultPriceCents }: Expected): ReadProduct {
  const parsed = z.object({ product: Product }).safeParse(answer);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { fault: `is described wrongly (${issue?.path.join('.') || 'body'}: ${issue?.message})` };
  }
  const product = withoutStayers(parsed.data.product);
  if (product.files.length === 0) return { fault: 'has no file of a kind that is delivered' };
  const { given, faults } = readGiven(withoutNulls(product));
  const lost = faults.find(({ isMended }) => !isMended);
  if (lost) return { fault: `is described wrongly (product.${textOf(lost.text).replace(/\.$/, '')})` };
  if (product.guid !== guid) return { fault: `is answered with the product ${product.guid}` };
  const fault = findInventoryFault(product.files);
  if (fault !== null) return { fault };
  const model = toModel(product, given, defaultPriceCents);
  const addedAt = toPast(product.addedAt ?? null);
  const colour = product.colour ?? null;
  return { model, version: product.version, addedAt, colour, filesHash: hashFiles(model.files) };
}
