import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { AppError, toFailure } from '../../server/contract/errors.ts';
import { PublishWish } from '../../server/contract/publish.ts';
import { sentence } from '../../server/contract/sentence.ts';
import { createOutgoingFiles } from '../../server/shared/outgoing-files.ts';
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

/** Stored across restarts: the files, what to publish from them, and the account and server. */
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
  /** False while downloads are held, as uploads share the network and hours. */
  readonly mayGo: () => boolean;
  readonly wait?: Sending['wait'];
  /** Waits between two checks of whether something is published. */
  readonly waitToAsk?: (milliseconds: number) => Promise<void>;
};

type Owner = Pick<KnownOutbox, 'serverUrl' | 'userName'>;
/** Files sent at the same time. */
const lanes = 2;
const publishMs = 100;
const signedOut = () =>
  new AppError('UNAUTHENTICATED', 'You are signed out. Sign in to continue publishing.');

/** Uploads files that the user adds, one list at a time, across restarts. */
export function createOutbox(options: Options) {
  const { http, client, baseUrl, session, file, log, mayGo, wait } = options;
  let owner: Owner | null = null;

  const present = (): Owner | null => {
    const { status, serverUrl, userName, scopes } = session.read();
    const may = status === 'signed-in' && serverUrl !== null && scopes.includes('models:publish');
    return may ? { serverUrl, userName } : null;
  };
  const isOwners = () => {
    const now = present();
    return now !== null && now.serverUrl === owner?.serverUrl && now.userName === owner.userName;
  };
  const listShown = (): OutboxFile[] =>
    outgoing.read().flatMap(({ state, error, ...file }) => {
      if (state === 'lacking') return []; // a state of web pages only
      return { ...file, state, error: error && toFailure(error) };
    });
  /** Hides what another user of this computer is publishing. */
  const read = () => {
    const isForeign = present() !== null && !isOwners();
    return {
      files: isForeign ? [] : listShown(),
      wishes: isForeign ? [] : [...wishes.read()],
    };
  };
  const tell = createThrottle(publishMs, () => options.publish('outbox.changed', read()));
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
          files: outgoing.locals().map((local) => ({ ...local })),
          wishes: [...wishes.read()],
        });

  const outgoing = createOutgoingFiles<LocalFile>({
    lanes,
    async read(local, signal) {
      const { size } = await stat(local.path);
      return { local: { ...local, sizeBytes: size }, sha256: await hashFile(local.path, signal) };
    },
    listUploads: () => client.call('publishUploads', {}).then(({ uploads }) => uploads),
    send: ({ local, ...sending }) => sendFile(findServer, { ...sending, file: local, wait }),
    removeUpload: async (uploadId) => removeUpload(findServer(), uploadId),
    mayGo: () => mayGo() && isOwners(),
    /** Leaves the file waiting if there is no sign-in or server; other errors fail it. */
    judge(error, { relativePath }) {
      const told =
        error instanceof AppError
          ? error
          : new AppError(
              'CORRUPT_FILE',
              sentence`${{ file: relativePath }} can no longer be read. Add it again.`,
            );
      if (told.code === 'UNAVAILABLE') outgoing.forgetStored();
      const isWaiting = told.code === 'UNAUTHENTICATED' || told.code === 'UNAVAILABLE';
      if (!isWaiting) log.warn('outbox.failed', { file: relativePath, error });
      return { state: isWaiting ? 'waiting' : 'failed', error: told };
    },
    onChange: () => tell(),
    onDone: () => wakeWishes(),
  });
  const wishes = createPublishWishes({
    check: (uploads, isOneModel) => client.call('publishCheck', { uploads, isOneModel }),
    publish: (wish) => client.call('publish', wish),
    find: (publishId) => client.call('publishState', { publishId }),
    files: outgoing.read,
    keep,
    putAside: outgoing.putAside,
    takeBack(relativePaths) {
      outgoing.takeBack(relativePaths);
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
  const removeAll = (relativePaths: readonly string[]) => outgoing.remove(relativePaths, keep);
  function wake(): void {
    tell();
    wakeWishes();
    outgoing.wake();
  }
  const forget = () => {
    outgoing.dropAll();
    wishes.clear();
  };

  const handlers: FeatureHandlers<'outbox'> = {
    'outbox.read': read,
    'outbox.remove': ({ relativePaths }) => removeAll(relativePaths),
    'outbox.publish': (wish) => wishes.add({ ...wish, publishId: randomUUID() }),
    'outbox.close': ({ publishId }) => wishes.remove(publishId),
    async 'outbox.forget'() {
      forget();
      await keep();
    },
  };
  return {
    handlers,
    wake,
    hasWork: () =>
      wishes.hasWork() || outgoing.read().some(({ state }) => /^(waiting|reading|sending)$/.test(state)),
    /** Pauses the upload; the server keeps what it has received. */
    hold: outgoing.hold,
    /** Takes files that the user dropped or chose. Never throws: errors are logged or shown with the file. */
    async take(raw: unknown): Promise<void> {
      const now = present();
      const given = GivenFiles.safeParse(raw);
      if (now === null || !given.success) return log.info('outbox.refused', { isAllowed: now !== null });
      try {
        const found = await listGiven(given.data);
        if (!isOwners()) forget();
        owner = now;
        outgoing.add(found);
        await keep();
        wake();
      } catch (error) {
        log.warn('outbox.not-taken', { error });
      }
    },
    /** Resumes the list of an earlier run. */
    async load(): Promise<void> {
      const known = await file.read();
      if (known === null) return;
      owner = { serverUrl: known.serverUrl, userName: known.userName };
      outgoing.add(known.files);
      wishes.load(known.wishes);
    },
    stop(): void {
      outgoing.stop();
      wishes.stop();
    },
  };
}
