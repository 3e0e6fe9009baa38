import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Guid } from '../../contract/common.ts';
import type { Metadata } from './metadata.ts';
import { readGuidFromNames } from './names.ts';
import type { ReportProblem } from './problems.ts';
import { type ModelFolder, sidecarName } from './walk-library.ts';

export type GuidSource = {
  /** Where each known guid was at the last scan. */
  readonly knownFolders: ReadonlyMap<string, string>;
  /** Which guid each folder had at the last scan. */
  readonly knownGuids: ReadonlyMap<string, string>;
  /** Folders that are in the library now. */
  readonly presentFolders: ReadonlySet<string>;
  /** Guids that this scan has given out, by guid the folder. */
  readonly taken: Map<string, string>;
  /** Guids that were made now and are not in a sidecar yet. */
  readonly fresh: { readonly folder: string; readonly guid: string }[];
  readonly report: ReportProblem;
};

/**
 * The guid of a model folder: product.json, then the sidecar, then the public service's names, then a new one, which is
 * kept in the sidecar, so that it survives renames and moves. null when another folder has it.
 */
export function resolveGuid(
  found: ModelFolder,
  hints: { metadata: Metadata; sidecar: string | null },
  source: GuidSource,
) {
  const { folder } = found;
  const given = hints.metadata.guid ?? null;
  const names = found.rootFiles
    .map((file) => file.relativePath)
    .concat(found.topologyFiles.map((file) => file.relativePath));
  const wanted = [given, hints.sidecar, readGuidFromNames(path.posix.basename(folder), names)];
  const guid = wanted.find((candidate) => Guid.safeParse(candidate).success) ?? null;
  if (given !== null && guid !== given) {
    source.report(
      folder,
      'metadata',
      'The guid in product.json may only have letters, digits, - and _. Another one is used.',
    );
  }
  const owner = guid === null ? null : findOwner(guid, folder, source);
  if (guid !== null && owner === null) return take(guid, folder, source);
  const isCopy = guid !== null && guid === hints.sidecar && given === null;
  if (guid !== null && !isCopy) {
    source.report(
      folder,
      'duplicate',
      `It has the same guid ${guid} as ${owner}, so it is not published. Change the guid of one of them.`,
    );
    return null;
  }
  const fresh = source.knownGuids.get(folder) ?? randomUUID();
  const own = fresh === guid ? randomUUID() : fresh;
  source.fresh.push({ folder, guid: own });
  return take(own, folder, source);
}

function findOwner(
  guid: string,
  folder: string,
  { taken, knownFolders, presentFolders }: GuidSource,
): string | null {
  const now = taken.get(guid);
  if (now !== undefined) return now;
  const before = knownFolders.get(guid);
  return before !== undefined && before !== folder && presentFolders.has(before) ? before : null;
}

function take(guid: string, folder: string, { taken }: GuidSource) {
  taken.set(guid, folder);
  return guid;
}

/** A library that cannot be written to still works: its guids are then known by folder, from the database. */
export const writeSidecar = (libraryDir: string, { folder, guid }: { folder: string; guid: string }) =>
  writeFile(path.join(libraryDir, folder, sidecarName), `${JSON.stringify({ guid })}\n`).catch(() => {});
