import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { AppError, toErrorBody, wordsOf } from '../../../server/contract/errors.ts';
import { sentence } from '../../../server/contract/sentence.ts';
import type { LibraryMove } from '../../platform/ipc/library-contract.ts';
import { isMissing, onDisk } from '../../platform/storage/disk-errors.ts';
import type { JsonFile } from '../../platform/storage/json-file.ts';
import type { Log } from '../../platform/storage/log.ts';
import type { Sharing } from '../lease.ts';
import { isWithin } from '../libraries.ts';
import { readLibraryId, rootName } from '../roots.ts';
import { InTheWay } from './copy-file.ts';
import { bringLibrary, clearOldPlace, type MoveTools, takeBack } from './move-library.ts';
import { type MoveRecord, openJournal } from './move-record.ts';

type MoverOptions = {
  readonly file: JsonFile<MoveRecord | null>;
  readonly journalFile: string;
  readonly sharing: Sharing;
  /** Resolves once this app no longer writes into the library. */
  readonly release: (library: string) => Promise<void>;
  /** Points settings and downloads to the new location. Called again after a crash. */
  readonly follow: (from: string, to: string, id: string) => Promise<void>;
  readonly onChange: () => void;
  /** `kept` files stayed at the old location because they changed during the move. */
  readonly onDone: (move: Pick<MoveRecord, 'from' | 'to'>, kept: number) => void;
  /** Milliseconds between tries while a disk is away or full. */
  readonly retryDelay: number;
  readonly log: Log;
  readonly renameFolder?: MoveTools['renameFolder'];
};

export type Mover = ReturnType<typeof createMover>;

const noProgress = { doneFiles: 0, totalFiles: 0, doneBytes: 0, totalBytes: 0 };

async function isFree(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  return names.length === 0;
}

/** Returns the chosen folder if it is empty, else a folder in it with the library's name. */
async function findPlace(from: string, chosen: string): Promise<string> {
  if (isWithin(from, chosen))
    throw new AppError(
      'INVALID_INPUT',
      sentence`${{ folder: chosen }} is inside the library. Choose a folder outside it.`,
    );
  if (await isFree(chosen)) return chosen;
  const inside = path.join(chosen, path.basename(from));
  if (isWithin(from, inside))
    throw new AppError('INVALID_INPUT', 'The library is already there. Choose another folder.');
  if (await isFree(inside)) return inside;
  throw new AppError(
    'INVALID_INPUT',
    sentence`${{ folder: chosen }} holds a folder ${{ name: path.basename(from) }} that is not empty. Choose another folder.`,
  );
}

/** Moves one library at a time, across restarts. */
export function createMover(options: MoverOptions) {
  const { file, journalFile, sharing, log, onChange } = options;
  let record: MoveRecord | null = null;
  let progress = noProgress;
  let trouble: { readonly status: 'waiting' | 'stopped'; readonly message: LibraryMove['message'] } | null =
    null;
  let run: { readonly control: AbortController; readonly ended: Promise<void> } | null = null;
  let timer: NodeJS.Timeout | undefined;

  async function keep(next: MoveRecord | null): Promise<void> {
    await file.write(next);
    record = next;
    onChange();
  }

  async function step(move: MoveRecord, signal: AbortSignal): Promise<void> {
    const journal = await openJournal(journalFile);
    const tools: MoveTools = {
      ...{ record: move, journal, sharing, signal },
      ...(options.renameFolder && { renameFolder: options.renameFolder }),
      onProgress(next) {
        progress = next;
        onChange();
      },
    };
    if (move.phase === 'moving') {
      await options.release(move.from);
      await onDisk(move.to, () => bringLibrary(tools));
      await keep({ ...move, phase: 'switched' });
    }
    await options.follow(move.from, move.to, move.id);
    const kept = await onDisk(move.from, () => clearOldPlace(tools));
    await keep(null);
    await journal.drop();
    options.onDone(move, kept);
  }

  function go(): void {
    clearTimeout(timer);
    const move = record;
    if (move === null || run !== null || move.isPaused) return;
    const control = new AbortController();
    trouble = null;
    const work = async () => {
      try {
        await step(move, control.signal);
      } catch (error) {
        if (control.signal.aborted) return;
        const message = wordsOf(toErrorBody(error, move.id));
        log.warn('library.not-moved', { from: move.from, to: move.to, error });
        trouble = { status: error instanceof InTheWay ? 'stopped' : 'waiting', message };
        if (trouble.status === 'waiting') timer = setTimeout(go, options.retryDelay).unref();
      } finally {
        run = null;
        onChange();
      }
    };
    run = { control, ended: work() };
    onChange();
  }

  async function halt(): Promise<void> {
    clearTimeout(timer);
    run?.control.abort();
    await run?.ended;
  }

  return {
    /** Returns the library that downloads must wait for, and its target; null if none is moving. */
    moving: (): Pick<MoveRecord, 'from' | 'to'> | null => record && { from: record.from, to: record.to },
    read(): LibraryMove | null {
      if (record === null) return null;
      const { from, to, phase, isPaused } = record;
      const going = phase === 'switched' ? 'clearing' : 'moving';
      const status = isPaused ? 'paused' : (trouble?.status ?? going);
      return { from, to, status, ...progress, message: trouble?.message ?? null };
    },
    /** Moves the library at `from` to a folder that the user chose. Resolves once the move is certain to go ahead. */
    async begin(from: string, chosen: string): Promise<void> {
      if (record !== null)
        throw new AppError(
          'INVALID_INPUT',
          sentence`${{ folder: record.from }} is being moved. Wait until that is done.`,
        );
      const id = await readLibraryId(from);
      if (id === null)
        throw new AppError(
          'UNAVAILABLE',
          sentence`${{ place: from }} has no ${{ name: rootName }}, so it is not connected or still empty.`,
        );
      const to = await onDisk(chosen, () => findPlace(from, chosen));
      await onDisk(to, () => mkdir(to, { recursive: true })); // the user has just chosen it, so its disk is there
      progress = noProgress;
      await (await openJournal(journalFile)).drop();
      await keep({ version: 1, id, from, to, phase: 'moving', isPaused: false });
      go();
    },
    async pause(): Promise<void> {
      await halt();
      if (record !== null) await keep({ ...record, isPaused: true });
    },
    /** Continues at once, even if the move was paused or is waiting. */
    async resume(): Promise<void> {
      if (record?.isPaused) await keep({ ...record, isPaused: false });
      go();
    },
    /** Deletes what was copied. */
    async cancel(): Promise<void> {
      await halt();
      if (record === null) return;
      if (record.phase === 'switched')
        throw new AppError(
          'INVALID_INPUT',
          'The library is already in its new place. Move it back from there.',
        );
      const { signal } = new AbortController();
      const journal = await openJournal(journalFile);
      const move = record;
      await onDisk(move.to, () =>
        takeBack({ record: move, journal, sharing, signal, onProgress: () => undefined }),
      );
      await keep(null);
    },
    /** Loads the move that the last run started, without touching a library. */
    async load(): Promise<void> {
      record = await file.read();
    },
    start: go,
    stop: halt,
  };
}
