import { Guid } from '../../contract/common.ts';
import { createGuid } from './create-guid.ts';
import type { Claims } from './visit.ts';

export type Identity =
  /** `isFresh`: it is in no sidecar yet, and must be kept in one. */
  | { readonly guid: string; readonly isFresh: boolean; readonly isGivenWrong: boolean }
  | { readonly guid: null; readonly claimed: string; readonly owner: string };

export type GuidRegistry = {
  /** The guid of each folder whose model is published. */
  readonly byFolder: ReadonlyMap<string, string>;
  readonly resolve: (folder: string, claims: Claims, contentHash: string | null) => Identity;
  readonly forget: (guid: string) => void;
};

export type GuidSource = {
  /** Where each guid was published last, by folder. */
  readonly known: ReadonlyMap<string, string>;
  /** Whether a folder is on the disk, is a model's, and says of itself nothing but this guid. */
  readonly isStillAt: (folder: string, guid: string) => boolean;
  /** Content hash and guid of the models that were published, by content hash. */
  readonly contents: () => ReadonlyMap<string, readonly (readonly [string, string])[]>;
};

const isValid = (guid: string | null): guid is string => guid !== null && Guid.safeParse(guid).success;

/**
 * Knows which folder has which guid: product.json, then the sidecar, then the public service's names say it, then what
 * the catalogue knows of the folder, or of a folder with the same files that is gone; else there is a new one.
 */
export function createGuidRegistry({ known: published, isStillAt, contents }: GuidSource): GuidRegistry {
  const byFolder = new Map(published);
  const byGuid = new Map([...published].map(([folder, guid]) => [guid, folder]));

  function take(folder: string, guid: string): string {
    const before = byGuid.get(guid);
    if (before !== undefined && byFolder.get(before) === guid) byFolder.delete(before);
    const own = byFolder.get(folder);
    if (own !== undefined && byGuid.get(own) === folder) byGuid.delete(own);
    byFolder.set(folder, guid);
    byGuid.set(guid, folder);
    return guid;
  }

  function findOwner(folder: string, guid: string): string | null {
    const owner = byGuid.get(guid);
    return owner !== undefined && owner !== folder && isStillAt(owner, guid) ? owner : null;
  }

  let before: ReturnType<GuidSource['contents']> | null = published.size === 0 ? new Map() : null;
  function findMoved(contentHash: string | null): string | undefined {
    if (contentHash === null) return undefined;
    before ??= contents();
    const moved = before.get(contentHash)?.find(([, guid]) => {
      const owner = byGuid.get(guid);
      return owner !== undefined && !isStillAt(owner, guid);
    });
    return moved?.[1];
  }

  return {
    byFolder,
    forget(guid) {
      const folder = byGuid.get(guid);
      if (folder === undefined) return;
      byGuid.delete(guid);
      if (byFolder.get(folder) === guid) byFolder.delete(folder);
    },
    resolve(folder, { given, sidecar, named }, contentHash) {
      const claimed = [given, sidecar, named].find(isValid) ?? null;
      const isGivenWrong = given !== null && claimed !== given;
      const owner = claimed === null ? null : findOwner(folder, claimed);
      if (claimed !== null && owner === null)
        return { guid: take(folder, claimed), isFresh: false, isGivenWrong };
      const isCopy = claimed !== null && claimed === sidecar && given === null;
      if (claimed !== null && owner !== null && !isCopy) return { guid: null, claimed, owner };
      const known = byFolder.get(folder) ?? (isCopy ? undefined : findMoved(contentHash));
      const own = known === undefined || known === claimed ? createGuid() : known;
      return { guid: take(folder, own), isFresh: true, isGivenWrong };
    },
  };
}
