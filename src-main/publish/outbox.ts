import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { AppError, toFailure } from '../../server/contract/errors.ts';
import { PublishWish, type StoredUpload } from '../../server/contract/publish.ts';
import { sentence } from '../../server/contract/sentence.ts';
import { createPublishWishes } from '../../server/shared/publish-wishes.ts';
import type { FeatureHandlers, Publish } from '../platform/ipc/handlers.ts';
import { createThrottle } from '../platform/ipc/pacing.ts';
import type { OutboxFile } from '../platform/ipc/server-contract.ts';
import type { Http } from '../platform/network/http.ts';
import { hashFile } from '../platform/storage/inspect-files.ts';
import type { JsonFile } from '../platform/storage/json-file.ts';
import type { Log } from '../platform/storage/log.ts';
import type { ServerClient } from '../server-connection/server-client.ts';
import type { SessionKeeper } from '../sign-in/session.ts';
import { GivenFiles, type LocalFile, listGiven } from './list-given.ts';
import { removeUpload, type Sending, sendFile } from './send-file.ts';

/** Kept across restarts: the files, what to publish from them, and the account and server. */
export const KnownOutbox = z.object({
  version: z.literal(1),
  serverUrl: z.string(),
  userName: z.string().nullable(),
  files: z.array(z.object({ path: z.string(), relativePath: z.string(), sizeBytes: z.number() })),
  wishes: z.array(PublishWish).default([]),
});
export type KnownOutbox = z.infer<typeof KnownOutbox>;

type Options = {
  readonly http: Http;
  readonly client: Pick<ServerClient, 'call'>;
  readonly baseUrl: () => string;
  readonly session: Pick<SessionKeeper, 'read' | 'token'>;
  readonly file: JsonFile<KnownOutbox>;
  readonly publish: Publish;
  readonly log: Log;
  /** False while downloads are held: uploads wait for the same network and hours. */
  readonly mayGo: () => boolean;
  readonly wait?: Sending['wait'];
  /** The pause between two questions whether something is published. */
  readonly waitToAsk?: (milliseconds: number) => Promise<void>;
};

type Owner = Pick<KnownOutbox, 'serverUrl' | 'userName'>;
type Item = {
  readonly local: LocalFile;
  /** Aborted together with the file itself. */
  readonly stopping: AbortController;
  /** Aborted by a hold; null while the file is not being sent. */
  attempt: AbortController | null;
  /** The server has it and keeps it until it can be published. */
  isAside: boolean;
  shown: OutboxFile;
};

/** Files sent at the same time. */
const lanes = 2;
const publishMs = 100;
const signedOut = () =>
  new AppError('UNAUTHENTICATED', 'You are signed out. Sign in to continue publishing.');

const toItem = (local: LocalFile): Item => ({
  local,
  stopping: new AbortController(),
  attempt: null,
  isAside: false,
  shown: {
    ...{ relativePath: local.relativePath, sizeBytes: local.sizeBytes, sentBytes: 0 },
    ...{ state: 'waiting', uploadId: null, error: null },
  },
});

/** Sends files that a person gives, one list at a time, across restarts. */
export function createOutbox(options: Options) {
  const { http, client, baseUrl, session, file, log, mayGo, wait } = options;
  const items = new Map<string, Item>();
  let owner: Owner | null = null;
  let running = 0;
  let isStopped = false;
  /** The server's files; read again with each list. */
  let stored: Promise<readonly StoredUpload[]> | null = null;

  const listOpen = () => [...items.values()].filter(({ isAside }) => !isAside);
  const present = (): Owner | null => {
    const { status, serverUrl, userName, scopes } = session.read();
    const may = status === 'signed-in' && serverUrl !== null && scopes.includes('models:publish');
    return may ? { serverUrl, userName } : null;
  };
  const isOwners = () => {
    const now = present();
    return now !== null && now.serverUrl === owner?.serverUrl && now.userName === owner.userName;
  };
  /** Hides what another person on this computer is publishing. */
  const read = () => {
    const isForeign = present() !== null && !isOwners();
    return {
      files: isForeign ? [] : listOpen().map(({ shown }) => shown),
      wishes: isForeign ? [] : [...wishes.read()],
    };
  };
  const tell = createThrottle(publishMs, () => options.publish('outbox.changed', read()));
  const change = (item: Item, part: Partial<OutboxFile>) => {
    if (item.stopping.signal.aborted) return;
    item.shown = { ...item.shown, ...part };
    tell();
    if (item.shown.state === 'done') wakeWishes();
  };
  const findServer = () => {
    const base = baseUrl();
    const token = session.token(base);
    if (token === null || !isOwners()) throw signedOut();
    return { http, baseUrl: base, token };
  };
  const keep = () =>
    owner === null
      ? Promise.resolve()
      : file.write({
          version: 1,
          ...owner,
          files: [...items.values()].map(({ local }) => ({ ...local })),
          wishes: [...wishes.read()],
        });

  const wishes = createPublishWishes({
    check: (uploads, isOneModel) => client.call('publishCheck', { uploads, isOneModel }),
    publish: (wish) => client.call('publish', wish),
    find: (publishId) => client.call('publishState', { publishId }),
    files: () => listOpen().map(({ shown }) => shown),
    keep,
    putAside(relativePaths) {
      for (const item of pick(relativePaths)) item.isAside = true;
      tell();
    },
    takeBack(relativePaths) {
      for (const { local, isAside } of pick(relativePaths))
        if (isAside) items.set(local.relativePath, toItem(local));
      stored = null;
      wake();
    },
    discard: (relativePaths) =>
      void removeAll(relativePaths).catch((error: unknown) => log.info('outbox.left', { error })),
    onChange: () => tell(),
    wait: options.waitToAsk ?? ((milliseconds) => delay(milliseconds, undefined, { ref: false })),
  });
  const wakeWishes = () => {
    if (isOwners()) wishes.wake();
  };
  const pick = (relativePaths: readonly string[]) =>
    relativePaths.flatMap((relativePath) => items.get(relativePath) ?? []);

  async function send(item: Item): Promise<void> {
    const { local, stopping } = item;
    item.attempt = new AbortController();
    const signal = AbortSignal.any([stopping.signal, item.attempt.signal]);
    change(item, { state: 'reading', error: null });
    const sizeBytes = (await stat(local.path)).size;
    const sha256 = await hashFile(local.path, signal);
    stored ??= client.call('publishUploads', {}).then(({ uploads }) => uploads);
    const uploads = await stored;
    const namesakes = uploads.filter(({ relativePath }) => relativePath === local.relativePath);
    const known = namesakes.find((upload) => upload.sha256 === sha256);
    for (const { uploadId } of namesakes)
      if (uploadId !== known?.uploadId) await removeUpload(findServer(), uploadId);
    change(item, { state: 'sending', sizeBytes, sentBytes: known?.offset ?? 0 });
    const uploadId = await sendFile(findServer, {
      ...{ file: { ...local, sizeBytes }, sha256, signal, wait, uploadId: known?.uploadId ?? null },
      onUpload: (id) => change(item, { uploadId: id }),
      onSent: (sentBytes) => change(item, { sentBytes, error: null }),
      onPause: (error) => change(item, { error: toFailure(error) }),
    });
    change(item, { state: 'done', sentBytes: sizeBytes, uploadId, error: null });
  }

  /** Errors of a missing sign-in or server leave the file waiting; others fail it. */
  function settle(item: Item, error: unknown): void {
    if (item.stopping.signal.aborted) return;
    if (item.attempt?.signal.aborted) {
      change(item, { state: 'waiting', error: null });
      return;
    }
    const told =
      error instanceof AppError
        ? error
        : new AppError(
            'CORRUPT_FILE',
            sentence`${{ file: item.local.relativePath }} can no longer be read. Add it again.`,
          );
    const { code } = told;
    if (code === 'UNAVAILABLE') stored = null;
    const isWaiting = code === 'UNAUTHENTICATED' || code === 'UNAVAILABLE';
    if (!isWaiting) log.warn('outbox.failed', { file: item.local.relativePath, error });
    change(item, { state: isWaiting ? 'waiting' : 'failed', error: toFailure(told) });
  }

  async function work(): Promise<void> {
    const tried = new Set<Item>();
    for (;;) {
      const item = listOpen().find((one) => one.shown.state === 'waiting' && !tried.has(one));
      if (item === undefined || isStopped || !mayGo() || !isOwners()) return;
      tried.add(item);
      await send(item).catch((error: unknown) => settle(item, error));
    }
  }

  function wake(): void {
    tell();
    wakeWishes();
    if (!isOwners() || !mayGo()) return;
    for (; running < lanes && running < items.size; running += 1)
      void work().finally(() => {
        running -= 1;
      });
  }

  function drop(relativePaths: readonly string[]): readonly Item[] {
    const gone = pick(relativePaths);
    for (const { local, stopping } of gone) {
      stopping.abort();
      items.delete(local.relativePath);
    }
    tell();
    return gone;
  }

  async function removeAll(relativePaths: readonly string[]): Promise<void> {
    const gone = drop(relativePaths).filter(({ isAside }) => !isAside);
    await keep();
    for (const { shown } of gone)
      if (shown.uploadId !== null) await removeUpload(findServer(), shown.uploadId);
  }

  const handlers: FeatureHandlers<'outbox'> = {
    'outbox.read': read,
    'outbox.remove': ({ relativePaths }) => removeAll(relativePaths),
    'outbox.publish': (wish) => wishes.add({ ...wish, publishId: randomUUID() }),
    'outbox.close': ({ publishId }) => wishes.remove(publishId),
    async 'outbox.forget'() {
      drop([...items.keys()]);
      wishes.clear();
      await keep();
    },
  };
  return {
    handlers,
    wake,
    hasWork: () =>
      wishes.hasWork() || listOpen().some(({ shown }) => /^(waiting|reading|sending)$/.test(shown.state)),
    /** Pauses sending; the server keeps what it has. */
    hold(): void {
      stored = null;
      for (const { attempt } of items.values()) attempt?.abort();
    },
    /** Takes files that a person dropped or chose. Never throws: errors are logged or shown with the file. */
    async take(raw: unknown): Promise<void> {
      const now = present();
      const given = GivenFiles.safeParse(raw);
      if (now === null || !given.success) return log.info('outbox.refused', { isAllowed: now !== null });
      try {
        const found = await listGiven(given.data);
        if (!isOwners()) {
          drop([...items.keys()]);
          wishes.clear();
        }
        owner = now;
        drop(found.map(({ relativePath }) => relativePath));
        for (const local of found) items.set(local.relativePath, toItem(local));
        if (running === 0) stored = null;
        tell();
        await keep();
        wake();
      } catch (error) {
        log.warn('outbox.not-taken', { error });
      }
    },
    /** Continues what an earlier run left. */
    async load(): Promise<void> {
      const known = await file.read();
      if (known === null) return;
      owner = { serverUrl: known.serverUrl, userName: known.userName };
      for (const local of known.files) items.set(local.relativePath, toItem(local));
      wishes.load(known.wishes);
    },
    stop(): void {
      isStopped = true;
      wishes.stop();
      for (const { stopping } of items.values()) stopping.abort();
    },
  };
}
