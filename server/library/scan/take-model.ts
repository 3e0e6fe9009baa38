import type { ModelData } from '../../catalogue/model/model-data.ts';
import { type Problem, toProblem } from '../../catalogue/write/problems.ts';
import { sentence } from '../../contract/sentence.ts';
import { applyEdit } from '../corrections/edits.ts';
import { withoutSidecarYet } from './folders/file-stamp.ts';
import type { GuidRegistry, RecognisedIdentity } from './identity/guid-registry.ts';
import type { ReadModel, ReadUnit } from './visit.ts';
import type { Change, TakenModel } from './write-batch.ts';

type Taken = {
  readonly change: Change;
  readonly model: ModelData | null;
  /** True if no sidecar has its guid yet. */
  readonly isFresh: boolean;
  /** True if the folder's published model stays as it is. */
  readonly isKept: boolean;
  /** True if an admin keeps it out of the catalogue. */
  readonly isHidden: boolean;
};

const wrongGuid =
  'The guid in product.json can only contain letters, digits, - and _. A different one is used.';

/** Decides what the catalogue gets from a folder that was read. */
export function takeModel(folder: string, read: ReadModel, context: ModelContext): Taken {
  const { registry, editOf, isWaiting } = context;
  const { draft, claims, facts, largeFiles, blendFiles } = read;
  if (read.isPartial && registry.isListed(folder))
    return {
      change: { folder, problems: read.problems },
      model: null,
      isFresh: false,
      isKept: true,
      isHidden: false,
    };
  const stamp = read.isPartial ? '' : read.stamp;
  const split = (model: ModelData | null) => {
    const taken = model === null ? [] : [{ model }];
    const isHeld = model !== null && isWaiting(model.guid);
    return { models: isHeld ? [] : taken, waiting: isHeld ? taken : [] };
  };
  const change = (model: ModelData | null, problems: readonly Problem[], isFresh = false): Change => ({
    folder,
    problems: [...read.problems, ...problems],
    read: {
      ...{ stamp: isFresh ? withoutSidecarYet(stamp) : stamp, facts, recognised: null },
      ...split(model),
      ...{ largeFiles, blendFiles, ownFields: read.ownFields, pictures: read.pictures ?? [] },
    },
  });
  const left = { model: null, isFresh: false, isKept: false, isHidden: false };
  if (!draft) return { change: change(null, []), ...left };
  const identity = registry.resolve(folder, claims, draft.contentHash);
  if (identity.guid === null) {
    const { claimed, owner } = identity;
    const reason = sentence`It has the same guid ${{ guid: claimed }} as ${{ other: owner }}, so it is not published. Change the guid of one of them.`;
    return { change: change(null, [toProblem(folder, 'duplicate', reason)]), ...left };
  }
  const wrong: Problem[] = identity.isGivenWrong
    ? [{ path: folder, kind: 'metadata', reason: wrongGuid }]
    : [];
  const model = { ...applyEdit(draft, editOf(identity.guid), read.ownFields), guid: identity.guid };
  const { isFresh } = identity;
  const isHidden = isWaiting(model.guid);
  return { change: change(model, wrong, isFresh), model, isFresh, isKept: false, isHidden };
}

/** Decides what becomes of the models recognised in a folder; `before` lists those of its last visit. */
export function takeUnit(folder: string, read: ReadUnit, context: UnitContext) {
  const { registry, before, editOf, isWaiting } = context;
  const { drafts, facts, recognised, largeFiles, blendFiles, isPartial } = read;
  const problems = [...read.problems];
  const models: TakenModel[] = [];
  const waiting: TakenModel[] = [];
  // An unreadable file can belong to any of them.
  const kept = isPartial ? before.filter(registry.isListed) : [];
  for (const { draft, content, claims, scenes, wanted } of drafts) {
    if (kept.includes(draft.folder)) continue;
    const identity = registry.resolveRecognised(draft.folder, { claims, content, scenes, wanted });
    if (identity.guid !== null) {
      const model = { ...applyEdit(draft, editOf(identity.guid), read.ownFields), guid: identity.guid };
      (isWaiting(identity.guid) ? waiting : models).push({ model, content });
    }
    if (identity.guid !== null && identity.isGivenWrong)
      problems.push({ path: folder, kind: 'metadata', reason: wrongGuid });
    if (identity.guid === null) problems.push(toDuplicate(scenes[0] ?? folder, identity));
  }
  const stamp = isPartial ? '' : read.stamp;
  const all = [...new Set([...recognised.models, ...kept])];
  const saved = {
    ...{ stamp, facts, ownFields: read.ownFields, recognised: { ...recognised, models: all } },
    ...{ models, waiting, largeFiles, blendFiles, pictures: read.pictures ?? [] },
  };
  return {
    change: { folder, problems, read: saved },
    models: models.map(({ model }) => model),
    isAnyWaiting: waiting.length > 0,
    /** Models that stay as published, each by its `folder`. */
    kept,
  };
}

type ModelContext = {
  readonly registry: GuidRegistry;
  /** True if a model must not be published without an admin's approval. */
  readonly isWaiting: (guid: string) => boolean;
  readonly editOf: (guid: string) => Readonly<Record<string, unknown>>;
};
type UnitContext = ModelContext & {
  readonly before: readonly string[];
};
type NoGuid = Extract<RecognisedIdentity, { readonly guid: null }>;

function toDuplicate(path: string, identity: NoGuid): Problem {
  if ('sameAs' in identity) {
    const reason = sentence`It has the same files as ${{ other: identity.sameAs }}, so they are one model, published from there.`;
    return toProblem(path, 'copy', reason);
  }
  const reason = sentence`It has the same guid ${{ guid: identity.claimed }} as ${{ other: identity.owner }}, so it is not published. Change the guid of one of them.`;
  return toProblem(path, 'duplicate', reason);
}
