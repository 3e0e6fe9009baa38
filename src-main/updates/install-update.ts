import path from 'node:path';
import { AppError } from '../../server/contract/errors.ts';
import { sentence } from '../../server/contract/sentence.ts';
import type { Installation } from './installation.ts';
import { dropOthers, isWhole, type KeptVersion, keepVersion, placeCopy } from './kept-versions.ts';
import type { UpdateRecord } from './update-record.ts';

/** A downloaded version that is not installed yet. */
export type FetchedVersion = {
  readonly version: string;
  readonly file: string;
  /** Older than this version, so the database must be restored too. */
  readonly isRollback: boolean;
};

type Way = {
  readonly installation: Installation;
  /** Where earlier versions are kept. */
  readonly folder: string;
  readonly version: string;
  readonly readRecord: () => Promise<UpdateRecord>;
  readonly writeRecord: (record: UpdateRecord) => Promise<void>;
};

/** Returns the file that can restore this version; null if its installation left none. */
async function keepThis({ installation, folder, version }: Way, { next }: UpdateRecord) {
  if (installation.kind === 'app-image') return keepVersion(version, installation.file, folder);
  if (installation.kind === 'installer')
    return keepVersion(version, installation.stored, folder).catch(() => null);
  return next?.version === version && (await isWhole(next)) ? next : null;
}

/** Keeps this version and records the update; replaces an AppImage, or lets the installer continue after quitting. */
export async function installUpdate(way: Way, fetched: FetchedVersion): Promise<void> {
  const { installation, folder, version } = way;
  const record = await way.readRecord();
  const previous = await keepThis(way, record);
  // Windows keeps a copy of the new installer too; a Mac keeps nothing.
  const next = installation.kind === 'mac' ? await keepVersion(fetched.version, fetched.file, folder) : null;
  const pending = { from: version, to: fetched.version, starts: 0 };
  const back = fetched.isRollback ? { from: version, to: fetched.version } : null;
  await way.writeRecord({ ...record, previous, next, pending, return: back, refused: null });
  await dropOthers(
    folder,
    [previous, next].flatMap((kept) => (kept === null ? [] : [kept.file])),
  );
  if (installation.kind === 'app-image') await placeCopy(fetched.file, installation.file);
}

/** How the previous version is started: directly, or by an installer, which the user may have to open. */
export type Return =
  | { readonly kind: 'relaunch'; readonly executable: string }
  | { readonly kind: 'install'; readonly installer: string }
  | { readonly kind: 'show'; readonly file: string };

async function requirePrevious({ previous }: UpdateRecord): Promise<KeptVersion> {
  if (previous === null)
    throw new AppError('INVALID_INPUT', 'No earlier version is kept. To go back, install one by hand.');
  if (await isWhole(previous)) return previous;
  throw new AppError(
    'INVALID_INPUT',
    sentence`${{ file: path.basename(previous.file) }} is missing or damaged. To go back, install that version by hand.`,
  );
}

/** Records that the database must be restored, and reinstates the previous version where the app itself can. */
export async function returnToPrevious(way: Way): Promise<Return> {
  const record = await way.readRecord();
  const previous = await requirePrevious(record);
  await way.writeRecord({
    ...record,
    ...{ pending: null, refused: way.version },
    return: { from: way.version, to: previous.version },
  });
  const { installation } = way;
  if (installation.kind === 'app-image') {
    await placeCopy(previous.file, installation.file);
    return { kind: 'relaunch', executable: installation.file };
  }
  if (installation.kind === 'installer') return { kind: 'install', installer: previous.file };
  return { kind: 'show', file: previous.file };
}
