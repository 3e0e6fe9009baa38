import { readCollection } from '../accounts/lists/model-lists.ts';
import type { OpenShare } from '../accounts/lists/shares.ts';
import { mayDownload } from '../base/sight.ts';
import type { AccountStore } from '../base/store/account-store.ts';
import type { ModelDetails } from '../contract/catalogue/discovery.ts';
import { viewRankOf } from '../contract/catalogue/formats.ts';
import { AppError } from '../contract/errors.ts';

type Topology = ModelDetails['topologies'][number];

export type ContentParts = {
  readonly store: AccountStore;
  /** Throws MODEL_NOT_FOUND. */
  readonly details: (guid: string) => ModelDetails;
  /** Lets anonymous visitors see a model's posters; null if everyone can. */
  readonly permit: (guid: string, grantedBy: string) => string | null;
};

function orGone(error: unknown): null {
  if (error instanceof AppError && ['MODEL_NOT_FOUND', 'NOT_FOUND'].includes(error.code)) return null;
  throw error;
}

/** The scene that browsers read best, with its support files. */
function keepView({ files, ...topology }: Topology): readonly Topology[] {
  const [scene] = files
    .filter(({ role, format }) => role === 'scene' && viewRankOf(format) !== null)
    .sort((a, b) => (viewRankOf(a.format) ?? 0) - (viewRankOf(b.format) ?? 0) || a.sizeBytes - b.sizeBytes);
  if (scene === undefined) return [];
  const needed = scene.supportFilesCount === 0 ? [] : files.filter(({ role }) => role !== 'scene');
  return [{ ...topology, formats: [scene.format], files: [scene, ...needed] }];
}

/**
 * Files that a link opens: never paid ones, whatever its owner has unlocked. Without files, only the one that the 3D
 * viewer shows.
 */
function openTopologies({ topologies, priceUsd }: ModelDetails, withFiles: boolean): Topology[] {
  const free = topologies.filter(({ lod }) => lod === '1k' || priceUsd === 0);
  return withFiles ? free : free.flatMap(keepView).slice(0, 1);
}

/** Reads what links show, which is exactly what they name. */
export function createSharedContent({ store, details, permit }: ContentParts) {
  const read = (share: OpenShare, guid: string): ModelDetails => {
    const found = details(guid);
    const permission = permit(guid, share.id);
    const see = (url: string | null) =>
      url && permission ? `${url}${url.includes('?') ? '&' : '?'}permit=${permission}` : url;
    return {
      ...found,
      previewSmallUrl: see(found.previewSmallUrl),
      previewMediumUrl: see(found.previewMediumUrl),
      previewLargeUrl: see(found.previewLargeUrl),
      sketchUrl: see(found.sketchUrl),
      topologies: mayDownload(guid) ? openTopologies(found, share.withFiles) : [],
    };
  };
  const find = (share: OpenShare, guid: string) => {
    try {
      return read(share, guid);
    } catch (error) {
      return orGone(error);
    }
  };
  /** Null if the collection was deleted. */
  const readGuids = async ({ kind, target: id, accountId }: OpenShare) =>
    kind === 'model'
      ? [id]
      : store.run(readCollection({ id, accountId })).then((collection) => collection.guids, orGone);
  /** Null if the link does not show the model. */
  const readModel = async (share: OpenShare, guid: unknown) =>
    typeof guid === 'string' && (await readGuids(share))?.includes(guid) ? find(share, guid) : null;
  return {
    model: readModel,
    /** Content of the page, with the selected model of a collection; null if that is gone. */
    async page(share: OpenShare, chosen: unknown) {
      const model = await readModel(share, share.kind === 'model' ? share.target : chosen);
      if (share.kind === 'model') return model && { title: model.title, cards: null, model };
      const guids = await readGuids(share);
      if (guids === null || (chosen !== undefined && model === null)) return null;
      const cards = guids.flatMap((one) => {
        const found = find(share, one);
        if (found === null) return [];
        const { guid, title, category, previewMediumUrl, sketchUrl } = found;
        return [{ guid, title, category, previewMediumUrl, sketchUrl }];
      });
      return { title: share.name, cards, model };
    },
  };
}
