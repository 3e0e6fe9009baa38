import { createStore } from 'zustand/vanilla';
import type { StoredUpload } from '../../../server/contract/publish.ts';
import type { Api } from '../../api/api.ts';
import { toAppError } from '../../errors/describe-error.ts';
import type { Outbox, OutboxState, OutgoingFile } from './outbox.ts';
import type { FileSender } from './send-file.ts';

export type OutboxApi = Api<'session' | 'publishUploads'>;

type Parts = {
  readonly api: OutboxApi;
  readonly hash: (file: Blob, signal: AbortSignal) => Promise<string>;
  readonly createSender: (csrfToken: string) => FileSender | Promise<FileSender>;
};

/** One chosen file; another of the same path ends it. */
type Job = { readonly relativePath: string; readonly file: File; readonly stopping: AbortController };

/** Files that are sent at a time. */
const lanes = 3;

const toKept = ({ relativePath, sizeBytes, offset, uploadId, isDone }: StoredUpload): OutgoingFile => ({
  ...{ relativePath, sizeBytes, uploadId, sentBytes: offset, error: null },
  state: isDone ? 'done' : 'lacking',
});

/** Sends files from the page itself. They go on after a reload once they are chosen again, as a page may not keep them. */
export function createWebOutbox({ api, hash, createSender }: Parts): Outbox {
  const jobs = new Map<string, Job>();
  const waiting: Job[] = [];
  /** What the server has, as it was when this was last asked. */
  let stored: Promise<readonly StoredUpload[]> | null = null;
  let sender: Promise<FileSender> | null = null;
  let running = 0;

  const listStored = () => {
    stored ??= api.call('publishUploads').then(({ uploads }) => uploads);
    return stored;
  };
  const openSender = () => {
    sender ??= api.call('session').then(({ csrfToken }) => createSender(csrfToken ?? ''));
    return sender;
  };

  return createStore<OutboxState>()((set, get) => {
    const change = ({ relativePath, stopping: { signal } }: Job, part: Partial<OutgoingFile>) => {
      if (signal.aborted) return;
      set(({ files }) => ({
        files: files.map((file) => (file.relativePath === relativePath ? { ...file, ...part } : file)),
      }));
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
      async load() {
        if (jobs.size > 0) return;
        forgetAnswers();
        const uploads = await listStored();
        // Files may have been chosen while the answer was on its way.
        const isChosen = ({ relativePath }: StoredUpload) => jobs.has(relativePath);
        const kept = uploads.filter((upload) => !isChosen(upload)).map(toKept);
        set(({ files }) => ({
          files: [...kept, ...files.filter(({ relativePath }) => jobs.has(relativePath))],
        }));
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
      forget() {
        for (const relativePath of [...jobs.keys()]) stop(relativePath);
        waiting.length = 0;
        forgetAnswers();
        set({ files: [] });
      },
      blobOf: (relativePath) => jobs.get(relativePath)?.file ?? null,
    };
  });
}
