import { AppError } from '../contract/errors.ts';
import type { FoundModel, Publish, PublishWish } from '../contract/publish.ts';

/** A file that a person chose, and its upload if there is one. */
type SentFile = {
  readonly relativePath: string;
  readonly state: string;
  readonly uploadId: string | null;
};

type Asked = {
  readonly uploads: string[];
  readonly shared: string[];
  readonly isOneModel: boolean;
  readonly product: PublishWish['product'];
  readonly publishId: string;
  readonly guid?: string;
};

type Parts = {
  /** Throws AppError, as do the next ones. */
  readonly check: (
    uploads: string[],
    isOneModel: boolean,
  ) => Promise<{ readonly models: readonly FoundModel[] }>;
  readonly publish: (asked: Asked) => Promise<{ readonly guid: string }>;
  readonly find: (publishId: string) => Promise<Publish>;
  /** Files that are sent or being sent, without those already used. */
  readonly files: () => readonly SentFile[];
  /** Stores the wishes across restarts; the first attempt waits for it. */
  readonly keep: (wishes: readonly PublishWish[]) => Promise<void>;
  /** The server has these files for good: they are not sent again, and are set aside in case of failure. */
  readonly putAside: (relativePaths: readonly string[]) => void;
  /** Publishing failed, so these files must be sent again. */
  readonly takeBack: (relativePaths: readonly string[]) => void;
  /** These files are published, or no model needs them. */
  readonly discard: (relativePaths: readonly string[]) => void;
  readonly onChange: () => void;
  readonly wait: (milliseconds: number) => Promise<void>;
};

type NewWish = Pick<PublishWish, 'publishId' | 'files' | 'scene' | 'product' | 'guid' | 'isOneModel'>;

const askEvery = 400;
const longestPause = 15_000;

const isCode = (error: unknown, ...codes: readonly string[]) =>
  error instanceof AppError && codes.includes(error.code);
/** Failures that the next attempt may not have. */
const isPassing = (error: unknown) => isCode(error, 'UNAVAILABLE', 'RATE_LIMITED');
const noSuchModel = () =>
  new AppError(
    'INVALID_INPUT',
    'The files contain other models than their names suggested. Check what was found, then publish again.',
  );

type Found = {
  readonly uploads: ReadonlyMap<string, string>;
  readonly models: readonly FoundModel[];
};

/**
 * Publishes models once their files are uploaded, exactly once even if the app or the server restarts: a wish is stored
 * under its own ID before the request, and its files are kept until it is published.
 */
export function createPublishWishes(parts: Parts) {
  const { check, publish, find, files, keep, putAside, takeBack, discard, onChange, wait } = parts;
  let wishes: readonly PublishWish[] = [];
  let found: Found | null = null;
  let isRunning = false;
  let isStopped = false;

  const write = (next: readonly PublishWish[]) => {
    wishes = next;
    onChange();
    return keep(wishes);
  };
  const change = (wish: PublishWish, part: Partial<PublishWish>) =>
    write(wishes.map((one) => (one.publishId === wish.publishId ? { ...one, ...part } : one)));
  const fail = async (wish: PublishWish, error: unknown) => {
    const { code, message } =
      error instanceof AppError ? error : new AppError('INTERNAL', String(error), { cause: error });
    takeBack(wish.own);
    await change(wish, { state: 'failed', own: [], error: { code, message } });
  };

  /** Returns a wish's uploads by path; null while any is missing. */
  function findUploads(wish: PublishWish): ReadonlyMap<string, string> | null {
    const own = files().filter(({ relativePath }) => wish.files.includes(relativePath));
    const uploads = own.flatMap(({ relativePath, state, uploadId }) =>
      state === 'done' && uploadId !== null ? [[relativePath, uploadId] as const] : [],
    );
    return own.length === 0 || uploads.length < own.length ? null : new Map(uploads);
  }

  /** Returns the models in the files; files dropped together are only checked once. */
  async function findModels(uploads: ReadonlyMap<string, string>): Promise<readonly FoundModel[]> {
    const isKnown = found !== null && [...uploads].every(([path, id]) => found?.uploads.get(path) === id);
    if (!isKnown) found = { uploads, models: (await check([...uploads.values()], false)).models };
    const models = found?.models ?? [];
    return models.filter(({ scenes }) => scenes.every((scene) => uploads.has(scene)));
  }

  type Chosen = { readonly own: string[]; readonly shared: string[]; readonly unneeded: string[] };
  async function choose(wish: PublishWish, uploads: ReadonlyMap<string, string>): Promise<Chosen> {
    const { scene } = wish;
    const all = { own: [...uploads.keys()], shared: [], unneeded: [] };
    if (scene === null) return all;
    const models = await findModels(uploads);
    const model = models.find(({ scenes }) => scenes.includes(scene));
    if (model === undefined) throw noSuchModel();
    if (models.length === 1 && found?.models.length === 1) return all;
    const others = models.filter((one) => one !== model);
    const isNeeded = new Set(others.flatMap((other) => other.files));
    const own = model.files.filter((path) => uploads.has(path) && !isNeeded.has(path));
    const shared = model.files.filter((path) => uploads.has(path) && isNeeded.has(path));
    const rest = others.length > 0 ? [] : [...uploads.keys()].filter((path) => !own.includes(path));
    return { own, shared, unneeded: rest };
  }

  async function send(wish: PublishWish): Promise<void> {
    const uploads = findUploads(wish);
    if (uploads === null) return;
    const { own, shared, unneeded } = await choose(wish, uploads);
    await change(wish, { state: 'asked', own });
    const idsOf = (paths: readonly string[]) => paths.flatMap((path) => uploads.get(path) ?? []);
    const { publishId, product, guid, scene, isOneModel } = wish;
    const { guid: shownGuid } = await publish({
      ...{ uploads: idsOf([...own, ...shared]), shared: idsOf(shared), product, publishId },
      isOneModel: isOneModel || scene !== null,
      ...(guid !== null && { guid }),
    });
    putAside(own);
    await change(wish, { state: 'taken', shownGuid });
    if (unneeded.length > 0) discard(unneeded);
  }

  async function follow(wish: PublishWish): Promise<void> {
    const now = await find(wish.publishId).catch((error: unknown) => {
      if (isCode(error, 'NOT_FOUND')) return null;
      throw error;
    });
    // The server never got the request, or was restored from a backup.
    if (now === null) {
      takeBack(wish.own);
      return change(wish, { state: 'sending', own: [] });
    }
    if (now.state === 'failed') return fail(wish, new AppError('INVALID_INPUT', now.reason ?? ''));
    if (wish.state === 'asked') putAside(wish.own);
    const isOver = now.state !== 'working';
    if (isOver) discard(wish.own);
    const state = now.state === 'working' ? 'taken' : now.state;
    if (state !== wish.state) await change(wish, { state, shownGuid: now.guid, ...(isOver && { own: [] }) });
  }

  /** Throws only failures that may pass. */
  async function advance(wish: PublishWish): Promise<void> {
    try {
      if (wish.state === 'sending') await send(wish);
      else if (wish.state === 'asked' || wish.state === 'taken') await follow(wish);
    } catch (error) {
      if (isPassing(error) || isCode(error, 'UNAUTHENTICATED')) throw error;
      const now = wishes.find(({ publishId }) => publishId === wish.publishId);
      if (now !== undefined) await fail(now, error);
    }
  }

  const isUnderWay = ({ state }: PublishWish) => state === 'asked' || state === 'taken';
  const hasNext = () =>
    wishes.some((wish) => isUnderWay(wish) || (wish.state === 'sending' && findUploads(wish) !== null));

  async function advanceAll(): Promise<void> {
    for (const { publishId } of wishes) {
      const now = wishes.find((one) => one.publishId === publishId);
      if (now !== undefined && !isStopped) await advance(now);
    }
  }

  async function work(): Promise<void> {
    let pause = askEvery;
    while (!isStopped && hasNext()) {
      try {
        await advanceAll();
        pause = askEvery;
      } catch (error) {
        if (!isPassing(error)) return;
        pause = Math.min(longestPause, pause * 2);
      }
      if (!isStopped && hasNext()) await wait(pause);
    }
  }

  function wake(): void {
    if (isRunning || isStopped || !hasNext()) return;
    isRunning = true;
    void work()
      .catch(() => {}) // errors are shown with their wish
      .finally(() => {
        isRunning = false;
      });
  }

  return {
    read: () => wishes,
    /** Resumes the wishes of an earlier run. Files that the server may have are not sent until it has answered. */
    load(earlier: readonly PublishWish[]): void {
      wishes = earlier;
      for (const wish of earlier.filter(isUnderWay)) putAside(wish.own);
    },
    async add(wish: NewWish): Promise<void> {
      const fresh: PublishWish = { ...wish, state: 'sending', own: [], shownGuid: null, error: null };
      await write([...wishes.filter(({ publishId }) => publishId !== wish.publishId), fresh]);
      wake();
    },
    /** Removes a wish that has ended, or that was not sent to the server. */
    async remove(publishId: string): Promise<void> {
      const isGone = (wish: PublishWish) => wish.publishId === publishId && !isUnderWay(wish);
      await write(wishes.filter((wish) => !isGone(wish)));
    },
    clear(): void {
      wishes = [];
      onChange();
    },
    /** Call it when files arrive, a person signs in, or the server is back. */
    wake,
    hasWork: () => wishes.some(({ state }) => /^(sending|asked|taken)$/.test(state)),
    stop(): void {
      isStopped = true;
    },
  };
}

export type PublishWishes = ReturnType<typeof createPublishWishes>;
