import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../server/contract/errors.ts';
import type { StarterTarget } from '../ipc/starters-contract.ts';
import { type BundledStarter, hashOf } from './bundled-starter.ts';
import type { InstallRecord } from './install-record.ts';
import { ownPaths } from './judge-target.ts';
import { onPlace } from './on-place.ts';
import { placeFiles } from './place-files.ts';
import { keepPrevious, readPreviousFiles, readPreviousNote } from './previous-version.ts';

export type TargetFacts = {
  readonly target: StarterTarget;
  readonly bundle: BundledStarter;
  readonly record: InstallRecord | null;
  /** Where the version before is kept. */
  readonly previousDir: string;
};
/** What shall lie in a place, and what the app remembers of it. */
export type Wanted = {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly record: InstallRecord | null;
};

/** The version that comes with the app. */
export async function wantBundled({ bundle }: TargetFacts): Promise<Wanted> {
  const hashes = Object.fromEntries([...bundle.files].map(([name, content]) => [name, hashOf(content)]));
  return { files: bundle.files, record: { version: bundle.version, files: hashes } };
}

export const wantNothing = async (): Promise<Wanted> => ({ files: new Map(), record: null });

async function refuseStrangers(names: readonly string[], { place }: StarterTarget): Promise<void> {
  for (const name of names) {
    const file = path.join(place, ...name.split('/'));
    const isFree = await lstat(file).then(
      () => false,
      () => true,
    );
    if (!isFree)
      throw new AppError('FORBIDDEN', `${file} is not Lodestock's. Move it away, then go back again.`);
  }
}

/** The version before, once each of its files is found to be what was kept. */
export async function wantPrevious(facts: TargetFacts): Promise<Wanted> {
  const { target, previousDir } = facts;
  const note = target.previous && (await readPreviousNote(previousDir));
  if (!note)
    throw new AppError(
      'NOT_FOUND',
      `No version before is kept for ${target.name} any more. Look at the list again.`,
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
    const message = `The kept version ${note.version} is not whole (${reason}), so nothing was changed. Keep version ${target.version}, or put ${note.version} there by hand.`;
    throw new AppError('CORRUPT_FILE', message, { cause });
  }
}

/** Puts what is wanted into a place, and keeps what was there. */
export async function changeTarget(facts: TargetFacts, { files }: Wanted): Promise<void> {
  const { target, record, previousDir } = facts;
  await onPlace(target, () =>
    placeFiles({
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
    }),
  );
}
