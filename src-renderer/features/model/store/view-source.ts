import { isGltf, viewRankOf } from '../../../../server/contract/catalogue/formats.ts';
import type { Lod } from '../../../../server/contract/limits.ts';
import { toUrlPath } from '../../../../server/contract/relative-path.ts';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { sitePath } from '../../../lib/site-path.ts';
import { t } from '../../../text/text.ts';
import { readingLimits } from '../../../viewer/reading/reading-limits.ts';
import type { ModelSource } from '../../../viewer/viewer.ts';
import { countTriangles, listSceneFiles, type SceneFile, type Topology } from './file-choice.ts';
import type { Pricing } from './model-store.ts';

export type ViewSource = ModelSource & { readonly lod: Lod; readonly sizeBytes: number };

export type ViewOffer = {
  readonly lod: Lod;
  readonly triangles: number | null;
  /** Null if it has no file that browsers can read, or none that is small enough. */
  readonly source: ViewSource | null;
  /** True if the user has unlocked it, or it is free. */
  readonly isOpen: boolean;
};

const variantRank = (variant: SceneFile['variant']) => [null, 'animated', 'static'].indexOf(variant);

const isViewable = ({ format }: SceneFile) => viewRankOf(format) !== null;
const bytesOf = ({ sizeBytes, supportBytes }: SceneFile) => sizeBytes + supportBytes;
const mostBytes = ({ format }: SceneFile) => (isGltf(format) ? readingLimits.bytes : readingLimits.textBytes);

/** Returns the address of a model's file that is free or owned. */
export const toViewAddress = (guid: string, relativePath: string) =>
  `${sitePath}/viewer-asset/${encodeURIComponent(guid)}/files/${toUrlPath(relativePath)}`;

function findFile(topology: Topology): SceneFile | undefined {
  const rank = (file: SceneFile) => (viewRankOf(file.format) ?? 0) * 10 + variantRank(file.variant);
  return listSceneFiles(topology)
    .filter((file) => isViewable(file) && bytesOf(file) <= mostBytes(file))
    .sort((a, b) => rank(a) - rank(b) || bytesOf(a) - bytesOf(b))[0];
}

function toSource(topology: Topology, file: SceneFile): ViewSource {
  const { guid, format, relativePath, lod } = file;
  return {
    ...{ lod, format, relativePath },
    address: toViewAddress(guid, relativePath),
    siblings: topology.files
      .filter(({ role }) => role !== 'scene')
      .map((sibling) => ({
        relativePath: sibling.relativePath,
        url: toViewAddress(guid, sibling.relativePath),
      })),
    sizeBytes: bytesOf(file),
  };
}

/** Returns every topology with scene files, lightest first. */
export function listViewOffers(
  topologies: readonly Topology[],
  pricing: Pick<Pricing, 'priceUsd' | 'unlocked'> | null,
): readonly ViewOffer[] {
  const hasAll = pricing !== null && (pricing.unlocked || pricing.priceUsd === 0);
  return topologies
    .filter((topology) => listSceneFiles(topology).length > 0)
    .map((topology) => {
      const file = findFile(topology);
      return {
        lod: topology.lod,
        triangles: countTriangles(topology),
        source: file ? toSource(topology, file) : null,
        isOpen: topology.lod === '1k' || hasAll,
      };
    });
}

/** Returns the source of the first view: the lightest topology that the user may open. */
export const findFirstSource = (offers: readonly ViewOffer[]): ViewSource | null =>
  offers.find(({ source, isOpen }) => source !== null && isOpen)?.source ?? null;

/** Explains in a sentence why there is no view. */
export function explainNoView(
  topologies: readonly Topology[],
  offers: readonly ViewOffer[],
  isSignedIn: boolean,
): string {
  const scenes = topologies.flatMap(listSceneFiles);
  if (scenes.length === 0) return t('preview.none.noFiles');
  const viewable = scenes.filter(isViewable);
  const formats = [...new Set(scenes.map(({ format }) => format.toUpperCase()))].join(', ');
  if (viewable.length === 0) return t('preview.none.format', { formats });
  if (offers.some(({ source }) => source !== null))
    return isSignedIn ? t('preview.none.locked') : t('preview.none.signedOut');
  const [smallest] = viewable.toSorted((a, b) => bytesOf(a) - bytesOf(b));
  if (!smallest) return t('preview.none.noFiles');
  return t('preview.none.tooLarge', {
    file: smallest.fileName,
    size: formatBytes(bytesOf(smallest)),
    most: formatBytes(mostBytes(smallest)),
  });
}
