import { hash } from 'node:crypto';
import path from 'node:path';
import { describeModel } from '../../../catalogue/model/describe-model.ts';
import { sketchTagOf } from '../../../catalogue/model/find-drawable.ts';
import type { PosterData } from '../../../catalogue/model/model-data.ts';
import type { InventoryFile } from '../../../catalogue/model/models.ts';
import { topologiesOf } from '../../../catalogue/write/model-values.ts';
import { toTitle } from '../../../catalogue/write/names.ts';
import type { GivenFields } from '../../../contract/catalogue/model-fields.ts';
import type { ModelDraft } from '../../corrections/edits.ts';
import { withoutArchives } from '../../recognise/title.ts';
import type { ModelListing } from './list-model.ts';

type ModelSource = {
  readonly folder: string;
  readonly given: GivenFields;
  readonly files: readonly InventoryFile[];
  readonly posters: readonly PosterData[];
  /** True if the content of a file says that it is rigged. */
  readonly isRigged: boolean;
  readonly defaultPriceCents: number | null;
  readonly listing: Pick<ModelListing, 'rootFiles' | 'topologyFiles'>;
};

const hashOf = (value: unknown) => hash('sha256', JSON.stringify(value), 'hex');

function mostTriangles(files: readonly InventoryFile[]): number | null {
  const counts = files.flatMap((file) => (file.triangles === null ? [] : [file.triangles]));
  return counts.length === 0 ? null : Math.max(...counts);
}

const hasFixedUnit = new Set(['glb', 'gltf', 'vrm']);

/** Returns the size of the most detailed topology, preferring formats with a fixed unit. */
function findSize(files: readonly InventoryFile[]) {
  const most = topologiesOf(files);
  const trianglesOf = ({ lod }: InventoryFile) => most[lod]?.[0] ?? 0;
  const rankOf = ({ format }: InventoryFile) => (hasFixedUnit.has(format) ? 0 : 1);
  const sized = files.filter((file) => file.sizeMetres);
  const [first] = sized.sort((a, b) => trianglesOf(b) - trianglesOf(a) || rankOf(a) - rankOf(b));
  return first?.sizeMetres ?? null;
}

/** Assembles what the catalogue stores about a model; the owner's metadata takes precedence over names and files. */
export function toModelDraft(source: ModelSource): ModelDraft {
  const { folder, given, files, posters } = source;
  const described = describeModel(given, {
    folder,
    title: toTitle(withoutArchives(path.posix.basename(folder))),
    priceCents: source.defaultPriceCents,
    animated: files.some((file) => file.variant === 'animated'),
    rigged: source.isRigged,
    triangles: mostTriangles(files),
    sizeMetres: findSize(files),
  });
  const sketch = sketchTagOf(files);
  const content = [
    files.map((file) => [file.relativePath, file.sha256]),
    posters.map(({ size, sha256 }) => [size, sha256]),
  ];
  const derived = files.map(({ variant, needs, triangles, contentType, requires, missing, textures }) => [
    ...[variant, needs, triangles, contentType],
    ...(requires ? [requires] : []),
    ...(missing ? [{ missing }] : []),
    ...(textures ? [{ textures }] : []),
  ]);
  return {
    ...described,
    files,
    posters,
    sketch,
    marks: Object.fromEntries(
      [...source.listing.rootFiles, ...source.listing.topologyFiles].map((file) => [
        file.relativePath,
        file.mark,
      ]),
    ),
    contentHash: hashOf(content),
    metadataHash: hashOf([described, derived]),
  };
}
