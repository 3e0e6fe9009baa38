import { AppError } from '../../../server/contract/errors.ts';
import { sentence, type Words } from '../../../server/contract/sentence.ts';
import type { PluginTarget } from '../../platform/ipc/dcc-contract.ts';
import { exists, inFolder } from '../../platform/storage/files.ts';
import { type BundledPlugin, hashOf } from './bundled-plugin.ts';
import type { InstallRecord } from './install-record.ts';
import { ownPaths } from './judge-target.ts';
import { placeFiles } from './place-files.ts';
import { keepPrevious, readPreviousFiles, readPreviousNote } from './previous-version.ts';

export type TargetFacts = {
  readonly target: PluginTarget;
  readonly bundle: BundledPlugin;
  readonly record: InstallRecord | null;
  readonly previousDir: string;
};
export type Wanted = {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly record: InstallRecord | null;
};

export async function wantBundled({ bundle }: TargetFacts): Promise<Wanted> {
  const hashes = Object.fromEntries([...bundle.files].map(([name, content]) => [name, hashOf(content)]));
  return { files: bundle.files, record: { version: bundle.version, files: hashes } };
}

export const wantNothing = async (): Promise<Wanted> => ({ files: new Map(), record: null });

async function refuseStrangers(names: readonly string[], { place }: PluginTarget): Promise<void> {
  for (const name of names) {
    const file = inFolder(place, name);
    if (await exists(file))
      throw new AppError(
        'FORBIDDEN',
        sentence`${{ place: file }} is not Lodestock's. Move it elsewhere, then go back again.`,
      );
  }
}

export async function wantPrevious(facts: TargetFacts): Promise<Wanted> {
  const { target, previousDir } = facts;
  const note = target.previous && (await readPreviousNote(previousDir));
  if (!note)
    throw new AppError(
      'NOT_FOUND',
      sentence`No earlier version is left for ${{ name: target.name }}. Refresh the list.`,
    );
  const owned = ownPaths(facts);
  await refuseStrangers(
    Object.keys(note.files).filter((name) => !owned.includes(name)),
    target,
  );
  try {
    return { files: await readPreviousFiles(previousDir, note), record: note.record };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'it cannot be read';
    const message = sentence`The kept version ${{ version: note.version }} is incomplete (${{ reason }}), so nothing was changed. Keep version ${{ current: target.version ?? '' }}, or copy ${{ version: note.version }} there yourself.`;
    throw new AppError('CORRUPT_FILE', message, { cause });
  }
}

const readOnly = new Set(['EACCES', 'EROFS']);
const inUse = new Set(['EBUSY', 'ETXTBSY', 'EPERM']);
const full = new Set(['ENOSPC', 'EDQUOT']);

/** Explains why a target could not be changed, and what to do. `code` is the system's error code. */
export function describeRefusal({ place, name }: Pick<PluginTarget, 'place' | 'name'>, code: string): Words {
  if (readOnly.has(code))
    return sentence`${{ place }} is read-only (${{ code }}), so nothing was changed. Make it writable, then try again.`;
  if (inUse.has(code))
    return sentence`A file in ${{ place }} is in use or protected (${{ code }}), so nothing was changed. Close ${{ app: name }}, then try again.`;
  if (full.has(code))
    return sentence`The disk is full (${{ code }}), so nothing was changed in ${{ place }}. Free some space, then try again.`;
  return sentence`${{ place }} could not be written (${{ code }}), so nothing was changed. Close ${{ app: name }}, check the folder's permissions, then try again.`;
}

/** Writes the wanted files to a target and keeps the previous ones. Throws INSUFFICIENT_STORAGE if the disk refuses. */
export async function changeTarget(facts: TargetFacts, { files }: Wanted): Promise<void> {
  const { target, record, previousDir } = facts;
  try {
    await placeFiles({
      place: target.place,
      files,
      owned: ownPaths(facts),
      keep: (before) =>
        keepPrevious(previousDir, {
          version: target.version ?? facts.bundle.version,
          isChanged: target.state === 'changed',
          files: before,
          record,
        }),
    });
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    throw new AppError('INSUFFICIENT_STORAGE', describeRefusal(target, code), { cause });
  }
}
