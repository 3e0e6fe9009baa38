import path from 'node:path';
import { AppError, toErrorBody, wordsOf } from '../../../server/contract/errors.ts';
import { sentence } from '../../../server/contract/sentence.ts';
import type { Library } from '../../platform/ipc/contract.ts';
import type { FeatureHandlers } from '../../platform/ipc/handlers.ts';
import type { Removal, RemovalAnswer, RemovalWish } from '../../platform/ipc/library-contract.ts';
import { onDisk } from '../../platform/storage/disk-errors.ts';
import { makeFolders } from '../../platform/storage/files.ts';
import type { Log } from '../../platform/storage/log.ts';
import { type Lease, type Sharing, takeLeaseUnlessAlive } from '../lease.ts';
import { findLibraryOf } from '../libraries.ts';
import { ensureFolder, stateFolder } from '../place.ts';
import type { LibraryRoots } from '../roots.ts';
import { clearState, findRemoved, removeFromModel, restoreToModel } from './remove-model.ts';
import { dropOldRecords, dropRecord, listPending, type RemovedRecord, readRecord } from './removed-record.ts';

type RemovalOptions = {
  readonly libraries: () => readonly string[];
  readonly roots: Pick<LibraryRoots, 'findAbsence'>;
  readonly readLibrary: () => Promise<Library>;
  readonly isDownloading: (guid: string, library: string) => boolean;
  readonly isMoving?: (library: string) => boolean;
  readonly sharing: Sharing;
  readonly onChange: (folder: string) => Promise<void>;
  readonly log: Log;
};

export type RemovalFeature = ReturnType<typeof createRemoval>;

function holderOf({ models, places, folder }: Library, guid: string): string {
  const model = models.find((candidate) => candidate.guid === guid);
  return (model && findLibraryOf(places, model.folder)) ?? folder;
}

const week = 7 * 24 * 60 * 60 * 1000;
const neverAborts = new AbortController().signal;

/** Removes models from the library; can be undone for a week. */
export function createRemoval(options: RemovalOptions) {
  const { libraries, roots, readLibrary, isDownloading, sharing, onChange, log } = options;

  async function alone<T>(folder: string, work: (lease: Lease) => Promise<T>): Promise<T> {
    const state = path.join(folder, stateFolder);
    const machine = await sharing.machine();
    const lease = await onDisk(folder, async () => {
      await ensureFolder(state);
      return takeLeaseUnlessAlive({
        ...{ folder: state, name: 'swap', machine, timing: sharing.timing, signal: neverAborts },
      });
    });
    if (lease === null)
      throw new AppError(
        'UNAVAILABLE',
        sentence`Another computer is changing ${{ place: folder }}. Try again in a minute.`,
      );
    try {
      return await work(lease);
    } finally {
      await lease.release();
    }
  }

  async function remove(library: Library, { guid, relativePaths }: RemovalWish): Promise<Removal> {
    const model = library.models.find((candidate) => candidate.guid === guid);
    if (model === undefined) throw new AppError('MODEL_NOT_FOUND', 'This model is no longer in the library.');
    const { folder } = model;
    const root = holderOf(library, guid);
    if (options.isMoving?.(root))
      throw new AppError(
        'FORBIDDEN',
        sentence`The library ${{ folder: root }} is being moved. Remove models once that is done.`,
      );
    if (isDownloading(guid, root))
      throw new AppError(
        'FORBIDDEN',
        sentence`“${{ title: model.title }}” is in the list of downloads. Cancel its download, then remove it.`,
      );
    try {
      return await alone(folder, (lease) => removeFromModel({ library: root, folder, lease }, relativePaths));
    } finally {
      await clearState(root, folder);
      await onChange(folder);
    }
  }

  /** The record is read again under the lease, as another computer may have finished in between. */
  async function restore(library: string, id: string, isWanted = (_: RemovedRecord) => true) {
    const { folder } = await findRemoved(library, id);
    await onDisk(folder, () => makeFolders(folder, library));
    try {
      return await alone(folder, async (lease) => {
        const { record } = await findRemoved(library, id);
        return isWanted(record) ? restoreToModel({ library, folder, lease }, record) : null;
      });
    } finally {
      await clearState(library, folder);
      await onChange(folder);
    }
  }

  /** Handles one model after another, each as a step of its own. */
  async function each<T>(
    wishes: readonly T[],
    guidOf: (wish: T) => string,
    work: (wish: T) => Promise<Removal | null>,
  ): Promise<RemovalAnswer> {
    const done: Removal[] = [];
    const refused: RemovalAnswer['refused'] = [];
    for (const wish of wishes) {
      try {
        const removal = await work(wish);
        if (removal !== null) done.push(removal);
      } catch (error) {
        const message = wordsOf(toErrorBody(error, guidOf(wish)));
        log.info('library.not-removed', { guid: guidOf(wish), error });
        refused.push({ guid: guidOf(wish), message });
      }
    }
    return { done, refused };
  }

  async function openLibrary(library: string): Promise<void> {
    const absence = await roots.findAbsence(library);
    if (absence !== null) throw new AppError('UNAVAILABLE', absence);
  }

  const isAway = async (library: string) => (await roots.findAbsence(library)) !== null;

  async function findHolder(id: string): Promise<string> {
    for (const library of libraries())
      if (!(await isAway(library)) && (await readRecord(library, id)) !== null) return library;
    const absences = await Promise.all(libraries().map((library) => roots.findAbsence(library)));
    const absence = absences.find((one) => one !== null) ?? null;
    if (absence !== null) throw new AppError('UNAVAILABLE', absence);
    throw new AppError('FILE_NOT_FOUND', 'The removed files are no longer kept. Download it again.');
  }

  async function tidy(library: string): Promise<void> {
    if (await isAway(library)) return;
    await recover(library);
    const count = await dropOldRecords(library, week).catch((error: unknown) => {
      log.warn('library.removed-not-cleared', { library, error });
      return 0;
    });
    if (count > 0) log.info('library.removed-cleared', { count });
  }

  async function recover(library: string): Promise<void> {
    const isPending = (record: RemovedRecord) => record.isPending;
    for (const { id, folder: model } of await listPending(library)) {
      try {
        if ((await restore(library, id, isPending)) !== null)
          log.info('library.removal-undone', { model, id });
      } catch (error) {
        log.warn('library.removal-not-undone', { model, id, error });
      }
    }
  }

  const handlers: FeatureHandlers<'removal'> = {
    async 'removal.remove'({ models }) {
      const library = await readLibrary();
      const holders = new Set(models.map(({ guid }) => holderOf(library, guid)));
      for (const holder of holders) await openLibrary(holder);
      return each(
        models,
        ({ guid }) => guid,
        (wish) => remove(library, wish),
      );
    },
    async 'removal.restore'({ ids }) {
      return each(
        ids,
        (id) => id,
        async (id) => restore(await findHolder(id), id),
      );
    },
    async 'removal.discard'({ ids }) {
      for (const id of ids) {
        const library = await findHolder(id).catch(() => null); // already deleted
        if (library !== null) await onDisk(library, () => dropRecord(library, id));
      }
    },
  };

  return {
    handlers,
    /** Undoes removals that a crash interrupted, and deletes files that were removed more than a week ago. */
    async tidy(): Promise<void> {
      for (const library of libraries()) await tidy(library);
    },
  };
}
