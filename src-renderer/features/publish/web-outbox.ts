import { createStore } from 'zustand/vanilla';
import type { StoredUpload } from '../../../server/contract/publish.ts';
import { createPublishWishes, type PublishWishes } from '../../../server/shared/publish-wishes.ts';
import type { Api } from '../../api/api.ts';
import { toAppError } from '../../errors/describe-error.ts';
import { areSameUnsent, type KeptWishes, toUnsent } from './kept-wishes.ts';
import type { Outbox, OutboxState, OutgoingFile } from './outbox.ts';
import type { FileSender } from './send-file.ts';

export type OutboxApi = Api<'session' | 'publishUploads' | 'publishCheck' | 'publish' | 'publishState'>;

type Parts = {
  readonly api: OutboxApi;
  readonly hash: (file: Blob, signal: AbortSignal) => Promise<string>;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly createSender: (csrfToken: string) => FileSender | Promise<FileSender>;
  readonly kept: KeptWishes;
};

/** One chosen file; another of the same path ends it. */
type Job = { readonly relativePath: string; readonly file: File; readonly stopping: AbortController };

/** Files that are sent at a time. */
const lanes = 3;

const toKept = ({ relativePath, sizeBytes, offset, uploadId, isDone }: StoredUpload): OutgoingFile => ({
  ...{ relativePath, sizeBytes, uploadId, sentBytes: offset, error: null },
  state: isDone ? 'done' : 'lacking',
});

const toLost = (file: Pick<OutgoingFile, 'relativePath' | 'sizeBytes'>): OutgoingFile => ({
  ...{ ...file, uploadId: null, sentBytes: 0, error: null },
  state: 'lacking',
});

/** A random one; `crypto.randomUUID` is for pages on HTTPS only. */
function createId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * Sends files from the page itself. After a reload, what a person wants published continues; files that were not on the server have to be
 * chosen again, as a page may not keep them.
 */
export function createWebOutbox({ api, hash, wait, createSender, kept }: Parts): Outbox {
  const jobs = new Map<string, Job>();
  const waiting: Job[] = [];
  /** The server's uploads at the last look. */
  let stored: Promise<readonly StoredUpload[]> | null = null;
  let sender: Promise<FileSender> | null = null;
  let running = 0;
  /** Who is signed in, once the server told it. */
  let account: string | null = null;

  /** Nothing is kept of who wants nothing: other accounts of this tab have their own. */
  const save = ({ wishes, files }: OutboxState) => {
    if (account !== null) kept.write({ account, wishes, unsent: toUnsent(files) });
  };
  const listStored = () => {
    stored ??= api.call('publishUploads').then(({ uploads }) => uploads);
    return stored;
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
    const change = ({ relativePath, stopping: { signal } }: Job, part: Partial<OutgoingFile>) => {
      if (signal.aborted) return;
      set(({ files }) => ({
        files: files.map((file) => (file.relativePath === relativePath ? { ...file, ...part } : file)),
      }));
    };
    /** Those of what another person wanted before have no say any more. */
    const createWishes = (): PublishWishes => {
      const wishes = createPublishWishes({
        check: (uploads, isOneModel) => api.call('publishCheck', { uploads, isOneModel }),
        publish: (wish) => api.call('publish', wish),
        find: (publishId) => api.call('publishState', { publishId }),
        files: () => get().files,
        async keep() {
          if (account === null) await readSession();
          save(get());
        },
        putAside: (relativePaths) =>
          set(({ files }) => ({
            files: files.filter(({ relativePath }) => !relativePaths.includes(relativePath)),
          })),
        takeBack(relativePaths) {
          const shown = new Set(get().files.map(({ relativePath }) => relativePath));
          const lost = relativePaths.filter((one) => !shown.has(one));
          const back = lost.flatMap((one) => jobs.get(one) ?? []);
          if (back.length > 0) get().add(back);
          if (back.length < lost.length) void showAgain(lost.filter((one) => !jobs.has(one)));
        },
        discard: (relativePaths) =>
          void get()
            .remove(relativePaths)
            .catch(() => {}),
        onChange: () => set({ wishes: wishes.read() }),
        wait,
      });
      return wishes;
    };
    let wishes = createWishes();
    /** Files of before a reload, which the server has given back. */
    const showAgain = async (relativePaths: readonly string[]) => {
      stored = null;
      const uploads = await listStored().catch(() => []);
      const shown = new Set(get().files.map(({ relativePath }) => relativePath));
      const back = uploads.filter(
        ({ relativePath }) => relativePaths.includes(relativePath) && !shown.has(relativePath),
      );
      set(({ files }) => ({ files: [...files, ...back.map(toKept)] }));
      wishes.wake();
    };
    const stop = (relativePath: string) => {
      jobs.get(relativePath)?.stopping.abort();
      jobs.delete(relativePath);
    };
    /** An upload of before counts only when it is of the same bytes; one of others is given up. */
    const send = async (job: Job) => {
      const { relativePath, file, stopping } = job;
      const { signal } = stopping;
      change(job, { state: 'reading' });
      const [sha256, uploads, { send: sendFile, remove }] = await Promise.all([
        hash(file, signal),
        listStored(),
        openSender(),
      ]);
      signal.throwIfAborted();
      const namesakes = uploads.filter((upload) => upload.relativePath === relativePath);
      const known = namesakes.find((upload) => upload.sha256 === sha256);
      for (const { uploadId } of namesakes) if (uploadId !== known?.uploadId) await remove(uploadId);
      change(job, { state: 'sending', sentBytes: known?.offset ?? 0 });
      const uploadId = await sendFile({
        ...{ relativePath, file, sha256, signal, uploadId: known?.uploadId ?? null },
        onUpload: (id) => change(job, { uploadId: id }),
        onSent: (sentBytes) => change(job, { sentBytes, error: null }),
        onPause: (error) => change(job, { error }),
      });
      change(job, { state: 'done', sentBytes: file.size, uploadId, error: null });
      wishes.wake();
    };
    const work = async () => {
      for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
        const next = job;
        if (next.stopping.signal.aborted) continue;
        await send(next).catch((error: unknown) =>
          change(next, { state: 'failed', error: toAppError(error) }),
        );
      }
    };
    const start = () => {
      while (running < lanes && waiting.length > 0) {
        running += 1;
        void work().finally(() => {
          running -= 1;
        });
      }
    };
    const forgetAnswers = () => {
      stored = null;
      sender = null;
    };
    return {
      files: [],
      wishes: [],
      async load() {
        if (jobs.size > 0) return;
        forgetAnswers();
        const [uploads] = await Promise.all([listStored(), openSender()]);
        const before = account === null || get().wishes.length > 0 ? null : kept.read(account);
        const wanted = new Set(
          before?.wishes.flatMap(({ state, files }) => (state === 'sending' ? files : [])),
        );
        const known = new Set(uploads.map(({ relativePath }) => relativePath));
        const lost = (before?.unsent ?? []).filter(
          ({ relativePath }) => wanted.has(relativePath) && !known.has(relativePath),
        );
        // Files may have been chosen while the answer was on its way.
        const earlier = [...uploads.map(toKept), ...lost.map(toLost)].filter(
          ({ relativePath }) => !jobs.has(relativePath),
        );
        set(({ files }) => ({
          files: [...earlier, ...files.filter(({ relativePath }) => jobs.has(relativePath))],
        }));
        if (before === null || get().wishes.length > 0) return;
        wishes.load(before.wishes);
        set({ wishes: wishes.read() });
        wishes.wake();
      },
      add(chosen) {
        if (running === 0) forgetAnswers();
        const added = chosen.map(({ relativePath, file }) => {
          stop(relativePath);
          const job = { relativePath, file, stopping: new AbortController() };
          jobs.set(relativePath, job);
          return job;
        });
        const paths = new Set(added.map(({ relativePath }) => relativePath));
        const fresh = added.map(
          ({ relativePath, file }): OutgoingFile => ({
            ...{ relativePath, sizeBytes: file.size, sentBytes: 0, uploadId: null, error: null },
            state: 'waiting',
          }),
        );
        set(({ files }) => ({
          files: [...files.filter(({ relativePath }) => !paths.has(relativePath)), ...fresh],
        }));
        waiting.push(...added);
        start();
      },
      async remove(relativePaths) {
        const gone = get().files.filter(({ relativePath }) => relativePaths.includes(relativePath));
        for (const { relativePath } of gone) stop(relativePath);
        set(({ files }) => ({ files: files.filter((file) => !gone.includes(file)) }));
        const { remove } = await openSender();
        for (const { uploadId } of gone) if (uploadId !== null) await remove(uploadId);
      },
      publish: (wish) => wishes.add({ ...wish, publishId: createId() }),
      close: (publishId) => wishes.remove(publishId),
      forget() {
        wishes.stop();
        wishes = createWishes();
        for (const relativePath of [...jobs.keys()]) stop(relativePath);
        waiting.length = 0;
        forgetAnswers();
        account = null;
        set({ files: [], wishes: [] });
      },
      blobOf: (relativePath) => jobs.get(relativePath)?.file ?? null,
    };
  });
  outbox.subscribe((now, before) => {
    if (now.wishes.length === 0 || now.files === before.files) return;
    if (!areSameUnsent(now.files, before.files)) save(now);
  });
  return outbox;
}
