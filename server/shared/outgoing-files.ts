import type { AppError } from '../contract/errors.ts';
import type { StoredUpload } from '../contract/publish.ts';
import type { ResumableUpload } from './resume-upload.ts';

const litter = /(^|\/)(\.[^/]*|thumbs\.db|desktop\.ini|__macosx|[^/]*(\.bak|_bak|\.tmp|\.blend\d+|~))(\/|$)/i;

/** True for files of systems and programs, which the server would reject. */
export const isLitter = ({ relativePath }: { readonly relativePath: string }) => litter.test(relativePath);

export type OutgoingFile = {
  readonly relativePath: string;
  readonly sizeBytes: number;
  /** Bytes that are on the server. */
  readonly sentBytes: number;
  /** waiting: not started; reading: computing its SHA-256; lacking: from before a reload, to be chosen again. */
  readonly state: 'waiting' | 'reading' | 'sending' | 'done' | 'lacking' | 'failed';
  readonly uploadId: string | null;
  /** Why the file failed, or why its upload is paused. */
  readonly error: AppError | null;
};

type Given = { readonly relativePath: string; readonly sizeBytes: number };
type Item<Local> = {
  /** null: chosen before the page was reloaded. */
  readonly local: Local | null;
  /** Aborted when the file is removed. */
  readonly stopping: AbortController;
  /** Aborted by `hold`; null while the file is not being sent. */
  attempt: AbortController | null;
  /** True if the server has it and keeps it until it can be published. */
  isAside: boolean;
  shown: OutgoingFile;
};

type Sending<Local> = Pick<ResumableUpload, 'signal' | 'uploadId' | 'onUpload' | 'onSent' | 'onPause'> & {
  readonly local: Local;
  readonly sha256: string;
};

type Options<Local> = {
  /** Number of files to send at the same time. */
  readonly lanes: number;
  /** Reads the current file. */
  readonly read: (local: Local, signal: AbortSignal) => Promise<{ local: Local; sha256: string }>;
  /** Throws AppError, as do the next ones. */
  readonly listUploads: () => Promise<readonly StoredUpload[]>;
  readonly send: (sending: Sending<Local>) => Promise<string>;
  readonly removeUpload: (uploadId: string) => Promise<void>;
  readonly mayGo?: () => boolean;
  /** Returns what a failure means: the file waits for the next `wake`, or has failed. */
  readonly judge: (error: unknown, local: Local) => Pick<OutgoingFile, 'error' | 'state'>;
  readonly onChange: () => void;
  readonly onDone: () => void;
};

/** Sends files that a person chose. Resumes an earlier upload only if it has the same bytes; otherwise deletes it. */
export function createOutgoingFiles<Local extends Given>(options: Options<Local>) {
  const { lanes, onChange, onDone, mayGo = () => true } = options;
  const items = new Map<string, Item<Local>>();
  /** The server's uploads when last listed. */
  let stored: Promise<readonly StoredUpload[]> | null = null;
  let running = 0;
  let isStopped = false;

  const put = (local: Local | null, shown: OutgoingFile) =>
    items.set(shown.relativePath, {
      ...{ local, shown, stopping: new AbortController(), attempt: null, isAside: false },
    });
  const putFresh = (local: Local) => {
    const { relativePath, sizeBytes } = local;
    put(local, { relativePath, sizeBytes, sentBytes: 0, state: 'waiting', uploadId: null, error: null });
  };
  const listOpen = () => [...items.values()].filter(({ isAside }) => !isAside);
  const pick = (relativePaths: readonly string[]) => relativePaths.flatMap((one) => items.get(one) ?? []);
  const change = (item: Item<Local>, part: Partial<OutgoingFile>) => {
    if (item.stopping.signal.aborted) return;
    item.shown = { ...item.shown, ...part };
    onChange();
    if (item.shown.state === 'done') onDone();
  };
  const listStored = () => {
    stored ??= options.listUploads().catch((error: unknown) => {
      stored = null;
      throw error;
    });
    return stored;
  };

  async function send(item: Item<Local>, given: Local): Promise<void> {
    item.attempt = new AbortController();
    const signal = AbortSignal.any([item.stopping.signal, item.attempt.signal]);
    change(item, { state: 'reading', error: null });
    const { local, sha256 } = await options.read(given, signal);
    const uploads = await listStored();
    signal.throwIfAborted();
    const namesakes = uploads.filter(({ relativePath }) => relativePath === local.relativePath);
    const known = namesakes.find((upload) => upload.sha256 === sha256);
    for (const { uploadId } of namesakes)
      if (uploadId !== known?.uploadId) await options.removeUpload(uploadId);
    const { sizeBytes } = local;
    change(item, { state: 'sending', sizeBytes, sentBytes: known?.offset ?? 0 });
    const uploadId = await options.send({
      ...{ local, sha256, signal, uploadId: known?.uploadId ?? null },
      onUpload: (id) => change(item, { uploadId: id }),
      onSent: (sentBytes) => change(item, { sentBytes, error: null }),
      onPause: (error) => change(item, { error }),
    });
    change(item, { state: 'done', sentBytes: sizeBytes, uploadId, error: null });
  }

  const settle = (item: Item<Local>, local: Local, error: unknown) => {
    if (item.stopping.signal.aborted) return;
    const isHeld = item.attempt?.signal.aborted === true;
    change(item, isHeld ? { state: 'waiting', error: null } : options.judge(error, local));
  };
  async function work(): Promise<void> {
    const tried = new Set<Item<Local>>();
    for (;;) {
      const item = listOpen().find((one) => one.shown.state === 'waiting' && !tried.has(one));
      if (!item?.local || isStopped || !mayGo()) return;
      tried.add(item);
      const { local } = item;
      await send(item, local).catch((error: unknown) => settle(item, local, error));
    }
  }
  const drop = (relativePaths: readonly string[]) => {
    const gone = pick(relativePaths);
    for (const { shown, stopping } of gone) {
      stopping.abort();
      items.delete(shown.relativePath);
    }
    onChange();
    return gone;
  };

  return {
    /** The visible files: those not set aside. */
    read: () => listOpen().map(({ shown }) => shown),
    locals: () => [...items.values()].flatMap(({ local }) => local ?? []),
    isRunning: () => running > 0,
    listStored,
    /** Lists the server's uploads again when next needed. */
    forgetStored() {
      stored = null;
    },
    /** Adds files, replacing those with the same path; `wake` starts sending them. */
    add(locals: readonly Local[]) {
      drop(locals.map(({ relativePath }) => relativePath));
      if (running === 0) stored = null;
      for (const local of locals) putFresh(local);
      onChange();
    },
    /** Shows these files of an earlier page instead of those shown before. */
    show(found: readonly OutgoingFile[]) {
      for (const { local, isAside, shown } of items.values())
        if (local === null && !isAside) items.delete(shown.relativePath);
      for (const shown of found) if (!items.has(shown.relativePath)) put(null, shown);
      onChange();
    },
    putAside(relativePaths: readonly string[]) {
      for (const item of pick(relativePaths)) item.isAside = true;
      onChange();
    },
    /** Sends files again that were set aside. Returns those that only the server has. */
    takeBack(relativePaths: readonly string[]): readonly string[] {
      stored = null;
      for (const { local, isAside, shown } of pick(relativePaths)) {
        if (!isAside) continue;
        if (local === null) items.delete(shown.relativePath);
        else putFresh(local);
      }
      onChange();
      return relativePaths.filter((one) => !items.has(one));
    },
    dropAll: () => void drop([...items.keys()]),
    /** Removes files here and, unless they are set aside, on the server; runs `before` in between. Throws AppError. */
    async remove(relativePaths: readonly string[], before = async () => {}) {
      const gone = drop(relativePaths).filter(({ isAside }) => !isAside);
      await before();
      for (const { shown } of gone) if (shown.uploadId !== null) await options.removeUpload(shown.uploadId);
    },
    wake() {
      if (!mayGo()) return;
      for (; running < lanes && running < items.size; running += 1)
        void work().finally(() => {
          running -= 1;
        });
    },
    /** Pauses sending; the server keeps what it has. */
    hold() {
      stored = null;
      for (const { attempt } of items.values()) attempt?.abort();
    },
    stop() {
      isStopped = true;
      for (const { stopping } of items.values()) stopping.abort();
    },
  };
}
