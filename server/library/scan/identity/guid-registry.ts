import { randomUUID } from 'node:crypto';
import { Guid } from '../../../contract/common.ts';
import { isPublished } from '../../../files/published-places.ts';
import { isInFolder } from '../../corrections/folder-range.ts';
import type { Claims } from '../visit.ts';
import type { KnownModels } from './known-models.ts';

const timeDigits = 12;

/** Creates a UUID of version 7. It starts with the time, so that the database appends to its indexes. */
function createGuid(): string {
  const time = Date.now().toString(16).padStart(timeDigits, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

type Identity =
  /** `isFresh`: no sidecar has it yet, so one must be written. */
  | { readonly guid: string; readonly isFresh: boolean; readonly isGivenWrong: boolean }
  | { readonly guid: null; readonly claimed: string; readonly owner: string };

export type GuidRegistry = ReturnType<typeof createGuidRegistry>;

type RecognisedFiles = {
  readonly claims: Claims;
  /** Equal for the same files, even under other names. */
  readonly content: string;
  readonly scenes: readonly string[];
  /** The guid to keep, provided that its files had it before. */
  readonly wanted?: string | null;
};
export type RecognisedIdentity =
  | Identity
  /** The same files are already published from another path. */
  | { readonly guid: null; readonly sameAs: string };

type Met = { readonly guid: string; readonly folder: string; readonly scene: string };

type GuidSource = {
  readonly known: KnownModels;
  /** True if a folder is on disk, holds a model, and declares no other guid. */
  readonly isStillAt: (folder: string, guid: string) => boolean;
};

const isValid = (guid: string | null): guid is string => guid !== null && Guid.safeParse(guid).success;

/**
 * Assigns guids to folders. The first source that has one decides: product.json, the sidecar, a folder name in the
 * public service's form, the catalogue's row for the folder, then the row of a missing folder with the same files.
 * Otherwise the model gets a new guid.
 */
export function createGuidRegistry({ known, isStillAt }: GuidSource) {
  /** Changes by this scan; null: gone. */
  const guids = new Map<string, string | null>();
  const folders = new Map<string, string | null>();
  const guidOf = (folder: string) => {
    const found = guids.get(folder);
    return found === undefined ? known.guidOf(folder) : (found ?? undefined);
  };
  const folderOf = (guid: string) => {
    const found = folders.get(guid);
    return found === undefined ? known.folderOf(guid) : (found ?? undefined);
  };

  function take(folder: string, guid: string): string {
    const before = folderOf(guid);
    if (before !== undefined && guidOf(before) === guid) guids.set(before, null);
    const own = guidOf(folder);
    if (own !== undefined && folderOf(own) === folder) folders.set(own, null);
    guids.set(folder, guid);
    folders.set(guid, folder);
    return guid;
  }

  function findOwner(folder: string, guid: string): string | null {
    const owner = folderOf(guid);
    return owner !== undefined && owner !== folder && isStillAt(owner, guid) ? owner : null;
  }

  function findMoved(contentHash: string | null): string | undefined {
    if (contentHash === null) return undefined;
    return known.withContent(contentHash).find((guid) => {
      const owner = folderOf(guid);
      return owner === undefined ? !folders.has(guid) : !isStillAt(owner, guid);
    });
  }

  function* beneath(root: string) {
    for (const entry of known.beneath(root)) {
      const [folder, guid] = entry;
      // A guid that its folder gave up and no other folder took is still published there.
      if (!guids.has(folder) || folders.get(guid) === null) yield entry;
    }
    for (const [folder, guid] of guids)
      if (guid !== null && isInFolder(folder, root)) yield [folder, guid] as const;
  }
  function hasBeneath(root: string) {
    for (const [folder] of beneath(root)) if (!isPublished(folder)) return true;
    return false;
  }

  function resolve(folder: string, { given, sidecar, named }: Claims, contentHash: string | null): Identity {
    const claimed = [given, sidecar, named].find(isValid) ?? null;
    const isGivenWrong = given !== null && claimed !== given;
    const owner = claimed === null ? null : findOwner(folder, claimed);
    if (claimed !== null && owner === null)
      return { guid: take(folder, claimed), isFresh: false, isGivenWrong };
    const isCopy = claimed !== null && claimed === sidecar && given === null;
    if (claimed !== null && owner !== null && !isCopy) return { guid: null, claimed, owner };
    const before = guidOf(folder) ?? known.heldAt(folder) ?? (isCopy ? undefined : findMoved(contentHash));
    const own = before === undefined || before === claimed ? createGuid() : before;
    return { guid: take(folder, own), isFresh: true, isGivenWrong };
  }

  /** Recognised models met in this scan, by guid and by content. */
  const contents = new Map<string, Met>();
  const byContent = new Map<string, Met>();

  /** Returns the guid of the path, or of its scene files under another model name, unless another model took it. */
  function findHere(folder: string, scenes: readonly string[], wanted: string | null): string | undefined {
    const isFree = (guid: string) => (contents.get(guid)?.folder ?? folder) === folder;
    if (wanted !== null && isFree(wanted) && scenes.some((scene) => known.guidAt(scene) === wanted))
      return wanted;
    const own = guidOf(folder) ?? known.heldAt(folder);
    if (own !== undefined && isFree(own)) return own;
    return scenes.map(known.guidAt).find((guid) => guid !== undefined && isFree(guid));
  }

  /** Returns the path from which the same files are already published, possibly since this scan. */
  function findTwin(content: string): string | null {
    const met = byContent.get(content);
    if (met && contents.get(met.guid) === met) return met.scene;
    for (const guid of known.withContent(content)) {
      const owner = folderOf(guid);
      if (owner !== undefined && !contents.has(guid) && isStillAt(owner, guid))
        return known.scenesOf(guid)[0] ?? owner;
    }
    return null;
  }

  function identify(
    folder: string,
    { claims, content, scenes, wanted = null }: RecognisedFiles,
  ): RecognisedIdentity {
    if (claims.given !== null || claims.sidecar !== null) return resolve(folder, claims, content);
    const here = findHere(folder, scenes, wanted);
    if (here !== undefined) return { guid: take(folder, here), isFresh: false, isGivenWrong: false };
    const sameAs = findTwin(content);
    if (sameAs !== null) return { guid: null, sameAs };
    const before = findMoved(content) ?? known.guidBefore(content) ?? createGuid();
    const waiting = known.waitingAt(before);
    const isTwin = waiting !== undefined && waiting.folder !== folder && !contents.has(before);
    if (isTwin && isStillAt(waiting.folder, before))
      return { guid: null, sameAs: waiting.scenes[0] ?? waiting.folder };
    return { guid: take(folder, before), isFresh: false, isGivenWrong: false };
  }

  return {
    /** The guid of a folder whose model is published, or was before the catalogue was lost. */
    guidOf,
    /** True if the folder's model is in the catalogue, or will be after this scan. */
    isListed: (folder: string) => (guids.has(folder) ? guidOf(folder) !== undefined : known.isListed(folder)),
    /** Folder and guid of each published model inside a folder; '' is the library. */
    beneath,
    /** True if any of them is in the library folder, and not published here. */
    hasBeneath,
    resolve,
    resolveRecognised(folder: string, model: RecognisedFiles) {
      const identity = identify(folder, model);
      if (identity.guid === null) return identity;
      const met = { guid: identity.guid, folder, scene: model.scenes[0] ?? folder };
      contents.set(met.guid, met);
      byContent.set(model.content, met);
      return identity;
    },
  };
}
