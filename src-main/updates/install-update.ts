import path from 'node:path';
import { AppError } from '../../server/contract/errors.ts';
import { sentence } from '../../server/contract/sentence.ts';
import type { Installation } from './installation.ts';
import { dropOthers, isWhole, type KeptVersion, keepVersion, placeCopy } from './kept-versions.ts';
import type { UpdateRecord } from './update-record.ts';

/** A version that is here and not installed yet. */
export type FetchedVersion = {
  readonly version: string;
  readonly file: string;
  /** Older than this one: the database has to follow. */
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

/** The file that brings this version back; null if its installation left none. */
async function keepThis({ installation, folder, version }: Way, { next }: UpdateRecord) {
  if (installation.kind === 'app-image') return keepVersion(version, installation.file, folder);
  if (installation.kind === 'installer')
    return keepVersion(version, installation.stored, folder).catch(() => null);
  return next?.version === version && (await isWhole(next)) ? next : null;
}

/**
 * Keeps this version and notes what is about to happen; an AppImage is then replaced, in one step. Elsewhere the system's own
 * installer continues, when the app has quit.
 */
export async function installUpdate(way: Way, fetched: FetchedVersion): Promise<void> {
  const { installation, folder, version } = way;
  const record = await way.readRecord();
  const previous = await keepThis(way, record);
  // Windows has a copy of the new installer, too; a Mac has nothing.
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

/** How the version before is started: on its own, or by an installer, which a person may have to open. */
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

/** Notes that the database has to follow, and puts the version before in the place of this one where the app itself can. */
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
