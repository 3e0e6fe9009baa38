import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { AppError } from '../../server/contract/errors.ts';
import { sentence, type Words } from '../../server/contract/sentence.ts';
import { codeOf } from '../platform/storage/disk-errors.ts';
import { writeAtomically } from '../platform/storage/files.ts';
import type { JsonFile } from '../platform/storage/json-file.ts';

/** Marks the root of a library, so that an empty mount point does not look like an empty library. */
export const rootName = '.lodestock-library.json';
const toText = (id: string) => `${JSON.stringify({ version: 1, id })}\n`;
const RootFile = z.looseObject({ version: z.literal(1), id: z.uuid() });

/** The library folders that this computer has used, with their IDs. */
export const KnownRoots = z.object({ version: z.literal(1), roots: z.record(z.string(), z.string()) });
export type KnownRoots = z.infer<typeof KnownRoots>;

export type LibraryRoots = ReturnType<typeof createLibraryRoots>;

/** Returns the ID in the folder; null without one. Throws if the mark cannot be read, as the disk may be failing. */
export async function readLibraryId(folder: string): Promise<string | null> {
  try {
    return RootFile.parse(JSON.parse(await readFile(path.join(folder, rootName), 'utf8'))).id;
  } catch {
    return null;
  }
}

export const writeLibraryId = (folder: string, id: string): Promise<void> =>
  writeAtomically(path.join(folder, rootName), toText(id), folder);

/** Two computers can mark a new library at the same time; one mark wins for both. */
async function mark(folder: string): Promise<string> {
  const file = path.join(folder, rootName);
  const id = randomUUID();
  const text = toText(id);
  try {
    await writeFile(file, text, { flag: 'wx' });
    return id;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  for (const pause of [10, 100, 1000]) {
    const found = await readLibraryId(folder);
    if (found !== null) return found;
    await delay(pause);
  }
  await writeLibraryId(folder, id); // its writer died before writing anything
  return id;
}

const away = (folder: string) =>
  sentence`The library ${{ folder }} is not connected. Connect its disk or network share; if you moved it, choose its folder in Settings.`;
const other = (folder: string) =>
  sentence`${{ folder }} holds another library than before. Connect the right disk, or choose this folder in Settings to use it.`;

/** Explains why a library that does not respond is not used. */
export const silent = (folder: string) =>
  sentence`The library ${{ folder }} is not responding. Check its disk or network share; Lodestock uses it again once it responds.`;

const silence = Symbol('no answer yet');
const defaultPatience = () => 5000;

/** Listing a folder with thousands of models takes longer than reading a mark. */
const patienceOfStep = 4;

type Question = {
  /** The folder's response, if it comes in time. */
  readonly inTime: Promise<string | null | typeof silence>;
  /** Called once each when it responds. */
  readonly listeners: Set<() => void>;
};

export type RootsOptions = {
  /** Milliseconds to wait for a folder; default 5000. */
  readonly patienceOf?: ((folder: string) => number) | undefined;
  readonly readId?: typeof readLibraryId;
};

export function createLibraryRoots(file: JsonFile<KnownRoots>, options: RootsOptions = {}) {
  const { patienceOf = defaultPatience, readId = readLibraryId } = options;
  const questions = new Map<string, Question>();
  const readKnown = async () => (await file.read())?.roots ?? {};
  const remember = async (folder: string, id: string) =>
    file.write({ version: 1, roots: { ...(await readKnown()), [folder]: id } });

  /** Queries each folder once until it responds: on a share that hangs, a query blocks one of the few file threads. */
  function ask(folder: string): Question {
    const asked = questions.get(folder);
    if (asked !== undefined) return asked;
    const { promise: tooLate, resolve } = Promise.withResolvers<typeof silence>();
    const timer = setTimeout(resolve, patienceOf(folder), silence);
    const answer = readId(folder).finally(() => {
      clearTimeout(timer);
      questions.delete(folder);
      for (const tell of question.listeners) tell();
    });
    const question: Question = {
      inTime: Promise.race([answer, tooLate]),
      listeners: new Set(),
    };
    questions.set(folder, question);
    return question;
  }

  let isLeft = false;
  /** Listeners for libraries that hang, called once they respond. */
  const hung = new Map<string, Set<() => void>>();

  /**
   * Reads a library; null if `work` has not called `alive` for a long time. Until the work finishes, the library counts
   * as not responding and gets no other query; then `onAnswer` is called.
   */
  async function attend<T>(
    folder: string,
    work: (alive: () => void) => Promise<T>,
    onAnswer: () => void,
  ): Promise<T | null> {
    if (isLeft) return null;
    const { promise: tooLate, resolve } = Promise.withResolvers<null>();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      hung.set(folder, new Set([...(hung.get(folder) ?? []), onAnswer]));
      resolve(null);
    }, patienceOf(folder) * patienceOfStep);
    const done = work(() => {
      if (!isLate) timer.refresh();
    }).finally(() => {
      clearTimeout(timer);
      if (!isLate) return;
      const listeners = hung.get(folder) ?? [];
      hung.delete(folder);
      for (const tell of listeners) tell();
    });
    return Promise.race([done, tooLate]);
  }

  /**
   * Returns why the folder must not be used now; null if it has the same library as before, or none yet. `onAnswer` is
   * called when a folder responds after the timeout.
   */
  async function findAbsence(folder: string, onAnswer?: () => void): Promise<Words | null> {
    const waiting = hung.get(folder);
    if (waiting !== undefined) {
      if (onAnswer) waiting.add(onAnswer);
      return silent(folder);
    }
    const known = (await readKnown())[folder];
    if (known === undefined) return null;
    if (isLeft) return silent(folder);
    const question = ask(folder);
    const id = await question.inTime;
    if (id === silence) {
      if (onAnswer && questions.get(folder) === question) question.listeners.add(onAnswer);
      else onAnswer?.(); // it has responded since
      return silent(folder);
    }
    if (id === null) return away(folder);
    return id === known ? null : other(folder);
  }

  return {
    findAbsence,
    /** Ensures that files may be written: marks a new library, and throws UNAVAILABLE for one that is away. */
    async open(folder: string): Promise<void> {
      const absence = await findAbsence(folder);
      if (absence !== null) throw new AppError('UNAVAILABLE', absence);
      if ((await readKnown())[folder] !== undefined) return;
      await mkdir(folder, { recursive: true });
      await remember(folder, (await readLibraryId(folder)) ?? (await mark(folder)));
    },
    /** Forgets the ID of a folder because the user chose it; earlier contents do not matter. */
    async forget(folder: string): Promise<void> {
      const { [folder]: _forgotten, ...roots } = await readKnown();
      await file.write({ version: 1, roots });
    },
    /** Records that the library with this ID is in this folder now. */
    adopt: remember,
    attend,
    leave() {
      isLeft = true;
    },
    /** True if a thread waits for a library that does not respond: a process cannot exit before its threads. */
    isWaiting: async (): Promise<boolean> =>
      hung.size > 0 ||
      (await Promise.all([...questions.values()].map(({ inTime }) => inTime))).includes(silence),
  };
}
