import { closeSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';
import { toStorageFault } from '../base/storage/storage-fault.ts';
import type { CrashMarks } from './crash-marks.ts';
import { endedPlace } from './mark-names.ts';

/** A thread's access to the mark of the file that it reads; passed into the thread. */
export type MarkSettings = CrashMarks & {
  readonly place: string;
  /** Contains the number of the thread that reads a feared file, so that only one is read at a time. */
  readonly lock: Int32Array;
  readonly holder: number;
};

export type ReadingMark = ReturnType<typeof createReadingMark>;

export const noMark: ReadingMark = { begin: () => false, end: () => undefined, close: () => undefined };

const mostDeaths = 2;
const waitMs = 1000;

/** Call after a thread has ended: the process survived, so no file killed it. */
export function releaseMark({ place, lock, holder }: MarkSettings): void {
  rmSync(place, { force: true });
  Atomics.compareExchange(lock, 0, holder, 0);
  Atomics.notify(lock, 0);
}

/**
 * Records on disk which large file a thread is reading, for the next process in case this one crashes. Nothing is
 * synced: writes outlive a process, and no file causes a power cut.
 */
export function createReadingMark(settings: MarkSettings, onProgress: () => void) {
  const { folder, feared, place, lock, holder } = settings;
  let descriptor: number | null = null;
  let suspect: string | null = null;

  function waitForTurn(): void {
    while (Atomics.compareExchange(lock, 0, 0, holder) !== 0) {
      Atomics.wait(lock, 0, Atomics.load(lock, 0), waitMs);
      onProgress();
    }
  }

  return {
    /** Records that this file is being read; returns true if it must not be. */
    begin(file: string, stamp: string) {
      const known = Object.hasOwn(feared, file) ? feared[file] : undefined;
      const isFeared = known?.stamp === stamp;
      if (isFeared && known.deaths >= mostDeaths) return true;
      if (isFeared) {
        waitForTurn();
        suspect = file;
      }
      try {
        descriptor ??= openSync(place, 'w');
        writeSync(descriptor, JSON.stringify({ file, stamp }), 0);
      } catch (error) {
        // On a full disk, a file is read unmarked rather than reported as unreadable.
        if (toStorageFault(error) === null) throw error;
      }
      return false;
    },
    end() {
      if (descriptor !== null) ftruncateSync(descriptor);
      if (suspect === null) return;
      rmSync(endedPlace(folder, suspect), { force: true });
      suspect = null;
      Atomics.store(lock, 0, 0);
      Atomics.notify(lock, 0);
    },
    /** Call once the thread reads no more. */
    close() {
      if (descriptor !== null) closeSync(descriptor);
      descriptor = null;
    },
  };
}
