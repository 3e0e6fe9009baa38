import { rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type FileLock, tryLock } from '../base/storage/file-lock.ts';

/** Releases the lock; `isOver`: the bytes never change again, so the lock file is removed. */
type Release = (isOver: boolean) => Promise<void>;

const askEvery = 50;
const lookEvery = 200;

/** Lets one of several processes on a data folder work on an upload or assemble a publish at a time. */
export function createUploadLocks(folder: string) {
  const fileOf = (id: string) => path.join(folder, `${id}.lock`);
  const sweepLock = `${folder}.lock`;

  /** Null while another process has it. */
  function take(id: string): Release | null {
    const lock = tryLock(fileOf(id), 'exclusive');
    if (lock === null) return null;
    return async (isOver) => {
      lock.release();
      if (isOver) await rm(fileOf(id), { force: true }).catch(() => {}); // swept at the next start
    };
  }

  /** Calls back when another process waits for the lock, which it signals by changing the file's time. */
  function onWanted(id: string, call: () => void): NodeJS.Timeout {
    const timeOf = () =>
      stat(fileOf(id)).then(
        ({ mtimeMs }) => mtimeMs,
        () => Number.NaN,
      );
    const taken = timeOf();
    const look = async () => {
      const [before, now] = [await taken, await timeOf()];
      if (now < before || now > before) call();
    };
    return setInterval(() => void look(), lookEvery).unref();
  }

  return {
    take,
    /** Lock for removing files unknown to the database. Null while any process is inside `unswept`. */
    sweep: (): FileLock | null => tryLock(sweepLock, 'exclusive'),
    /** Runs work that creates files before the database knows them; no process sweeps meanwhile. */
    async unswept<T>(work: () => Promise<T>): Promise<T> {
      let lock = tryLock(sweepLock, 'shared');
      for (; lock === null; lock = tryLock(sweepLock, 'shared')) await delay(askEvery);
      try {
        return await work();
      } finally {
        lock.release();
      }
    },
    /** Waits for the lock and asks its holder to stop. Calls `stop` when asked to stop in turn. */
    async wait(id: string, stop: () => void): Promise<Release> {
      let release = take(id);
      while (release === null) {
        const now = new Date();
        await utimes(fileOf(id), now, now).catch(() => {}); // the holder may have finished
        await delay(askEvery);
        release = take(id);
      }
      const looking = onWanted(id, stop);
      const leave = release;
      return (isOver) => {
        clearInterval(looking);
        return leave(isOver);
      };
    },
  };
}
