import type { ModelData } from '../../catalogue/model/model-data.ts';
import type { Problem } from '../../catalogue/write/problems.ts';
import { withoutSidecarYet } from './file-stamp.ts';
import type { GuidRegistry } from './guid-registry.ts';
import type { ReadModel } from './visit.ts';
import type { Change } from './write-batch.ts';

type Taken = {
  readonly change: Change;
  readonly model: ModelData | null;
  /** Whether its guid is in no sidecar yet. */
  readonly isFresh: boolean;
  /** Whether what is published of this folder stays. */
  readonly isKept: boolean;
};

/** Decides what a folder that was read becomes in the catalogue. */
export function takeModel(folder: string, read: ReadModel, registry: GuidRegistry): Taken {
  const { draft, claims, facts, largeFiles, blendFiles } = read;
  if (read.isPartial && registry.guidOf(folder) !== undefined)
    return { change: { folder, problems: read.problems }, model: null, isFresh: false, isKept: true };
  const stamp = read.isPartial ? '' : read.stamp;
  const change = (model: ModelData | null, problems: readonly Problem[], isFresh = false): Change => ({
    folder,
    problems: [...read.problems, ...problems],
    read: { stamp: isFresh ? withoutSidecarYet(stamp) : stamp, facts, model, largeFiles, blendFiles },
  });
  const left = { model: null, isFresh: false, isKept: false };
  if (!draft) return { change: change(null, []), ...left };
  const identity = registry.resolve(folder, claims, draft.contentHash);
  if (identity.guid === null) {
    const { claimed, owner } = identity;
    const reason = `It has the same guid ${claimed} as ${owner}, so it is not published. Change the guid of one of them.`;
    return { change: change(null, [{ path: folder, kind: 'duplicate', reason }]), ...left };
  }
  const reason = 'The guid in product.json may only have letters, digits, - and _. Another one is used.';
  const wrong: Problem[] = identity.isGivenWrong ? [{ path: folder, kind: 'metadata', reason }] : [];
  const model = { ...draft, guid: identity.guid };
  const { isFresh } = identity;
  return { change: change(model, wrong, isFresh), model, isFresh, isKept: false };
}
