import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { AppError } from '../../server/contract/errors.ts';
import { codeOf } from '../storage/disk-errors.ts';
import { writeAtomically } from '../storage/files.ts';
import type { JsonFile } from '../storage/json-file.ts';

/** Marks the root of a library, so that an empty mount point is not taken for an empty library. */
export const rootName = '.lodestock-library.json';
const toText = (id: string) => `${JSON.stringify({ version: 1, id })}\n`;
const RootFile = z.looseObject({ version: z.literal(1), id: z.uuid() });

/** The library folders that this computer has used, with the id of each. */
export const KnownRoots = z.object({ version: z.literal(1), roots: z.record(z.string(), z.string()) });
export type KnownRoots = z.infer<typeof KnownRoots>;

export type LibraryRoots = {
  /**
   * Null when the folder is the library it was, or none yet; else why it must not be used now. `onAnswer` is told when one
   * answers after all that did not in time.
   */
  readonly findAbsence: (folder: string, onAnswer?: () => void) => Promise<string | null>;
  /**
   * Reads a library: null when `work` has not called `alive` for a long time. Until it ends after all, of which `onAnswer`
   * is told, the library counts as one that is not responding, and is not asked anything else.
   */
  readonly attend: <T>(
    folder: string,
    work: (alive: () => void) => Promise<T>,
    onAnswer: () => void,
  ) => Promise<T | null>;
  /** Whether a thread waits for a library that does not answer in time: no process ends on its own before its threads. */
  readonly isWaiting: () => Promise<boolean>;
  /** Makes sure that files may be written there: marks a new library, and throws UNAVAILABLE for one that is away. */
  readonly open: (folder: string) => Promise<void>;
  /** The person chose this folder, whatever it was before. */
  readonly forget: (folder: string) => Promise<void>;
  /** The library with this id is in this folder now. */
  readonly adopt: (folder: string, id: string) => Promise<void>;
};

/** The id in the folder; null without one. A mark that cannot be read is not one: its disk may be failing. */
export async function readLibraryId(folder: string): Promise<string | null> {
  try {
    return RootFile.parse(JSON.parse(await readFile(path.join(folder, rootName), 'utf8'))).id;
  } catch {
    return null;
  }
}

/** Marks a folder as the library with this id. */
export const writeLibraryId = (folder: string, id: string): Promise<void> =>
  writeAtomically(path.join(folder, rootName), toText(id), folder);

/** Two computers may mark a new library at the same time: the mark of one of them counts for both. */
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
  await writeLibraryId(folder, id); // its writer died before it had written anything
  return id;
}

const away = (folder: string) =>
  `The library ${folder} is not connected. Connect its disk or network share; if you moved it, choose its folder in Settings.`;
const other = (folder: string) =>
  `${folder} holds another library than before. Connect the right disk, or choose this folder in Settings to use it.`;

/** Why a library is not used that does not answer in time. */
export const silent = (folder: string) =>
  `The library ${folder} is not responding. Check its disk or network share; Lodestock uses it again once it responds.`;

const silence = Symbol('no answer yet');
/** Milliseconds without an answer after which a library counts as away. */
const defaultPatience = 5000;

/** A folder with thousands of models takes longer to list than a mark to be read. */
const patienceOfStep = 4;

type Question = {
  /** What the folder says in time. */
  readonly inTime: Promise<string | null | typeof silence>;
  /** Told when it answers, each once. */
  readonly listeners: Set<() => void>;
};

export type RootsOptions = {
  /** Milliseconds after which a disk that says nothing counts as away. */
  readonly patience?: number | undefined;
  readonly readId?: typeof readLibraryId;
};

export function createLibraryRoots(file: JsonFile<KnownRoots>, options: RootsOptions = {}): LibraryRoots {
  const { patience = defaultPatience, readId = readLibraryId } = options;
  const questions = new Map<string, Question>();
  const readKnown = async () => (await file.read())?.roots ?? {};
  const remember = async (folder: string, id: string) =>
    file.write({ version: 1, roots: { ...(await readKnown()), [folder]: id } });

  /** Each folder is asked once until it answers: on a share that hangs, a question holds one of the few threads for files. */
  function ask(folder: string): Question {
    const asked = questions.get(folder);
    if (asked !== undefined) return asked;
    const { promise: tooLate, resolve } = Promise.withResolvers<typeof silence>();
    const timer = setTimeout(resolve, patience, silence);
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

  /** Listeners for libraries that hung and answer again. */
  const hung = new Map<string, Set<() => void>>();

  async function attend<T>(
    folder: string,
    work: (alive: () => void) => Promise<T>,
    onAnswer: () => void,
  ): Promise<T | null> {
    const { promise: tooLate, resolve } = Promise.withResolvers<null>();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      hung.set(folder, new Set([...(hung.get(folder) ?? []), onAnswer]));
      resolve(null);
    }, patience * patienceOfStep);
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

  async function findAbsence(folder: string, onAnswer?: () => void): Promise<string | null> {
    const waiting = hung.get(folder);
    if (waiting !== undefined) {
      if (onAnswer) waiting.add(onAnswer);
      return silent(folder);
    }
    const known = (await readKnown())[folder];
    if (known === undefined) return null;
    const question = ask(folder);
    const id = await question.inTime;
    if (id === silence) {
      if (onAnswer && questions.get(folder) === question) question.listeners.add(onAnswer);
      else onAnswer?.(); // it has answered meanwhile
      return silent(folder);
    }
    if (id === null) return away(folder);
    return id === known ? null : other(folder);
  }

  return {
    findAbsence,
    async open(folder) {
      const absence = await findAbsence(folder);
      if (absence !== null) throw new AppError('UNAVAILABLE', absence);
      if ((await readKnown())[folder] !== undefined) return;
      await mkdir(folder, { recursive: true });
      await remember(folder, (await readLibraryId(folder)) ?? (await mark(folder)));
    },
    async forget(folder) {
      const { [folder]: _forgotten, ...roots } = await readKnown();
      await file.write({ version: 1, roots });
    },
    adopt: remember,
    attend,
    isWaiting: async () =>
      hung.size > 0 ||
      (await Promise.all([...questions.values()].map(({ inTime }) => inTime))).includes(silence),
  };
}
