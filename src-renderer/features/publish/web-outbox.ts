import { createStore } from 'zustand/vanilla';
import type { StoredUpload } from '../../../server/contract/publish.ts';
import { createOutgoingFiles, type OutgoingFile } from '../../../server/shared/outgoing-files.ts';
import { createPublishWishes, type PublishWishes } from '../../../server/shared/publish-wishes.ts';
import type { Api } from '../../api/api.ts';
import { toAppError } from '../../errors/describe-error.ts';
import type { Chosen } from './dropped-files.ts';
import { areSameUnsent, type KeptWishes, toUnsent } from './kept-wishes.ts';
import type { Outbox, OutboxState } from './outbox.ts';
import type { FileSender } from './send-file.ts';

export type OutboxApi = Api<'session' | 'publishUploads' | 'publishCheck' | 'publish' | 'publishState'>;

type Parts = {
  readonly api: OutboxApi;
  readonly hash: (file: Blob, signal: AbortSignal) => Promise<string>;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly createSender: (csrfToken: string) => FileSender | Promise<FileSender>;
  readonly kept: KeptWishes;
};

type Local = Chosen & { readonly sizeBytes: number };

/** Files uploaded at the same time. */
const lanes = 3;

const toKept = ({ relativePath, sizeBytes, offset, uploadId, isDone }: StoredUpload): OutgoingFile => ({
  ...{ relativePath, sizeBytes, uploadId, sentBytes: offset, error: null },
  state: isDone ? 'done' : 'lacking',
});

const toLost = (file: Pick<OutgoingFile, 'relativePath' | 'sizeBytes'>): OutgoingFile => ({
  ...{ ...file, uploadId: null, sentBytes: 0, error: null },
  state: 'lacking',
});

/** Creates a random UUID; `crypto.randomUUID` exists only on HTTPS pages. */
function createId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * Uploads files from the page itself. After a reload, publishing continues; files that were not uploaded must be chosen
 * again, as a page cannot keep them.
 */
export function createWebOutbox({ api, hash, wait, createSender, kept }: Parts): Outbox {
  let sender: Promise<FileSender> | null = null;
  /** The signed-in account, once known. */
  let account: string | null = null;

  /** Stored per account, as several may use this tab. */
  const save = ({ wishes, files }: OutboxState) => {
    if (account !== null) kept.write({ account, wishes, unsent: toUnsent(files) });
  };
  const readSession = async () => {
    const session = await api.call('session');
    account = session.user?.id ?? null;
    return session;
  };
  const openSender = () => {
    sender ??= readSession().then(({ csrfToken }) => createSender(csrfToken ?? ''));
    return sender;
  };

  const outbox = createStore<OutboxState>()((set, get) => {
    const outgoing = createOutgoingFiles<Local>({
      lanes,
      read: async (local, signal) => ({ local, sha256: await hash(local.file, signal) }),
      listUploads: () => api.call('publishUploads').then(({ uploads }) => uploads),
      send: async ({ local: { relativePath, file }, ...sending }) =>
        (await openSender()).send({ relativePath, file, ...sending }),
      removeUpload: async (uploadId) => (await openSender()).remove(uploadId),
      judge: (error) => ({ state: 'failed', error: toAppError(error) }),
      onChange: () => set({ files: outgoing.read() }),
      onDone: () => wishes.wake(),
    });
    /** Restores files from before a reload, as listed by the server. */
    const showAgain = async (relativePaths: readonly string[]) => {
      const uploads = await outgoing.listStored().catch(() => []);
      const back = uploads.filter(({ relativePath }) => relativePaths.includes(relativePath));
      outgoing.show([...outgoing.read(), ...back.map(toKept)]);
      wishes.wake();
    };
    /** Wishes of a previous user are ignored. */
    const createWishes = (): PublishWishes => {
      const wishes = createPublishWishes({
        check: (uploads, isOneModel) => api.call('publishCheck', { uploads, isOneModel }),
        publish: (wish) => api.call('publish', wish),
        find: (publishId) => api.call('publishState', { publishId }),
        files: outgoing.read,
        async keep() {
          if (account === null) await readSession();
          save(get());
        },
        putAside: outgoing.putAside,
        takeBack(relativePaths) {
          const lost = outgoing.takeBack(relativePaths);
          outgoing.wake();
          if (lost.length > 0) void showAgain(lost);
        },
        discard: (relativePaths) => void outgoing.remove(relativePaths).catch(() => {}),
        onChange: () => set({ wishes: wishes.read() }),
        wait,
      });
      return wishes;
    };
    let wishes = createWishes();
    const forgetAnswers = () => {
      outgoing.forgetStored();
      sender = null;
    };
    return {
      files: [],
      wishes: [],
      async load() {
        if (outgoing.locals().length > 0) return;
        forgetAnswers();
        const [uploads] = await Promise.all([outgoing.listStored(), openSender()]);
        const before = account === null || get().wishes.length > 0 ? null : kept.read(account);
        const wanted = new Set(
          before?.wishes.flatMap(({ state, files }) => (state === 'sending' ? files : [])),
        );
        const known = new Set(uploads.map(({ relativePath }) => relativePath));
        const lost = (before?.unsent ?? []).filter(
          ({ relativePath }) => wanted.has(relativePath) && !known.has(relativePath),
        );
        outgoing.show([...uploads.map(toKept), ...lost.map(toLost)]);
        if (before === null || get().wishes.length > 0) return;
        wishes.load(before.wishes);
        set({ wishes: wishes.read() });
        wishes.wake();
      },
      add(chosen) {
        if (!outgoing.isRunning()) forgetAnswers();
        outgoing.add(chosen.map((one) => ({ ...one, sizeBytes: one.file.size })));
        outgoing.wake();
      },
      remove: (relativePaths) => outgoing.remove(relativePaths),
      publish: (wish) => wishes.add({ ...wish, publishId: createId() }),
      close: (publishId) => wishes.remove(publishId),
      forget() {
        wishes.stop();
        wishes = createWishes();
        account = null;
        set({ files: [], wishes: [] });
        outgoing.dropAll();
        forgetAnswers();
      },
      blobOf: (relativePath) =>
        outgoing.locals().find((local) => local.relativePath === relativePath)?.file ?? null,
    };
  });
  outbox.subscribe((now, before) => {
    if (now.wishes.length === 0 || now.files === before.files) return;
    if (!areSameUnsent(now.files, before.files)) save(now);
  });
  return outbox;
}
