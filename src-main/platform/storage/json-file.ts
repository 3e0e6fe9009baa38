import path from 'node:path';
import type { z } from 'zod';
import { readIfThere, renamePatiently, writeAtomically } from './files.ts';
import type { Log } from './log.ts';

export type JsonFile<T> = {
  /** Waits for earlier writes. Null if the file is missing or broken; a broken file is renamed and kept. */
  readonly read: () => Promise<T | null>;
  /** Resolves once the value, or a newer one, is on the disk. */
  readonly write: (value: T) => Promise<void>;
};

type JsonFileOptions<S extends z.ZodType> = {
  readonly file: string;
  readonly schema: S;
  /** A folder on a disk that can be unplugged: nothing outside it is created. */
  readonly below?: string;
  readonly log: Log;
  readonly now?: () => Date;
  /** Called with the new name of a broken file. */
  readonly onBroken?: (aside: string) => void;
};

export function createJsonFile<S extends z.ZodType>(options: JsonFileOptions<S>): JsonFile<z.output<S>> {
  const { file, schema, log } = options;
  let last: Promise<void> = Promise.resolve();
  /** The next write. Concurrent callers share it, which p-queue would not do. */
  let next: { value: z.output<S>; readonly done: Promise<void> } | null = null;

  async function setAside(reason: unknown): Promise<void> {
    const time = (options.now?.() ?? new Date()).toISOString().replaceAll(':', '-');
    const { dir, name, ext } = path.parse(file);
    const aside = path.join(dir, `${name}.broken-${time}${ext}`);
    await renamePatiently(file, aside);
    log.warn('file.broken', { file, aside, error: reason });
    options.onBroken?.(aside);
  }

  async function read(): Promise<z.output<S> | null> {
    await last;
    const text = await readIfThere(file);
    if (text === null) return null;
    try {
      return schema.parse(JSON.parse(text));
    } catch (error) {
      await setAside(error);
      return null;
    }
  }

  function write(value: z.output<S>): Promise<void> {
    if (next !== null) {
      next.value = value;
      return next.done;
    }
    const done = last.then(() => {
      const newest = next?.value ?? value;
      next = null;
      return writeAtomically(file, `${JSON.stringify(newest, null, 2)}\n`, options.below);
    });
    next = { value, done };
    last = done.catch((error: unknown) => log.error('file.not-written', { file, error }));
    return done;
  }

  return { read, write };
}
