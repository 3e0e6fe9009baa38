import { rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type FileLock, tryLock } from '../base/storage/file-lock.ts';

/** Lets others work on it; `isOver`: its bytes do not change any more, so the lock is not needed again. */
type Release = (isOver: boolean) => Promise<void>;

const askEvery = 50;
const lookEvery = 200;

/** Lets one process at a time work on an upload, or put a publish together, where several serve a data folder. */
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

  /** Calls back when another process waits for it: one that waits changes the time of the file. */
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
    /** For removing what the database does not know. Null while a process does work that `unswept` guards. */
    sweep: (): FileLock | null => tryLock(sweepLock, 'exclusive'),
    /** Does work whose files the database knows only later, while no process sweeps them away. */
    async unswept<T>(work: () => Promise<T>): Promise<T> {
      let lock = tryLock(sweepLock, 'shared');
      for (; lock === null; lock = tryLock(sweepLock, 'shared')) await delay(askEvery);
      try {
        return await work();
      } finally {
        lock.release();
      }
    },
    /** Waits for it, and asks the process that has it to stop. Calls `stop` when it is asked to stop in turn. */
    async wait(id: string, stop: () => void): Promise<Release> {
      let release = take(id);
      while (release === null) {
        const now = new Date();
        await utimes(fileOf(id), now, now).catch(() => {}); // it may be over
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
