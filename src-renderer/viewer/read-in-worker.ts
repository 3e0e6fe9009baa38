import { AppError, type ErrorCode, fromErrorBody } from '../../server/contract/errors.ts';
import type { TextureSupport } from '../studio/gltf.ts';
import { t } from '../text/text.ts';
import type { Progress } from './reading/fetch-model-file.ts';
import type { PackedModel } from './reading/packed-model.ts';
import type { FaultKind, ReadFault } from './reading/read-error.ts';
import type { ReadNews, ReadTask } from './reading/read-worker.ts';
import workerAddress from './reading/read-worker.ts?worker&url';
import { readingTimes } from './reading/reading-limits.ts';
import type { ModelSource } from './viewer.ts';

type Options = {
  readonly source: ModelSource;
  readonly support: TextureSupport;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
};

const codes: Readonly<Record<FaultKind, ErrorCode>> = {
  damaged: 'CORRUPT_FILE',
  empty: 'CORRUPT_FILE',
  gone: 'FILE_NOT_FOUND',
  noCode: 'UNAVAILABLE',
  noFile: 'UNAVAILABLE',
  stalled: 'UNAVAILABLE',
  tooLarge: 'TOO_LARGE',
  tooSlow: 'TOO_LARGE',
  wrongAnswer: 'UNAVAILABLE',
};

/** Returns the error to show. */
export function toReadFailure(fault: ReadFault): AppError {
  if ('told' in fault) return fromErrorBody(fault.told) ?? toReadFailure({ kind: 'noFile' });
  const { kind, status = 0 } = fault;
  return new AppError(codes[kind], t(`preview.failures.${kind}`, { status }));
}

/**
 * Starts a worker from text, which inherits the page's policy: it can fetch from the page's file hosts and evaluate
 * nothing.
 */
export function startReader(): Worker {
  const code = `import ${JSON.stringify(new URL(workerAddress, import.meta.url).href)};`;
  const source = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  try {
    return new Worker(source, { type: 'module' });
  } finally {
    // By then the worker has loaded it, or has missed its start timeout.
    setTimeout(() => URL.revokeObjectURL(source), readingTimes.silence);
  }
}

type Limit = { readonly kind: FaultKind; readonly milliseconds: number };
const limitOf = {
  start: { kind: 'noCode', milliseconds: readingTimes.silence },
  silence: { kind: 'stalled', milliseconds: readingTimes.silence },
  download: { kind: 'stalled', milliseconds: readingTimes.download },
  step: { kind: 'tooSlow', milliseconds: readingTimes.step },
  all: { kind: 'tooSlow', milliseconds: readingTimes.all },
} as const satisfies Record<string, Limit>;

type TimerName = 'once' | 'each';

/** Calls back when a running limit is reached. */
function createTimers(onLimit: (kind: FaultKind) => void) {
  const running = new Map<TimerName, ReturnType<typeof setTimeout>>();
  const wait = (name: TimerName, milliseconds: number, then: () => void) => {
    clearTimeout(running.get(name));
    running.set(name, setTimeout(then, milliseconds));
  };
  return {
    start(name: TimerName, { kind, milliseconds }: Limit) {
      // A busy page first handles the worker's messages that arrived in that time.
      wait(name, milliseconds, () => wait(name, readingTimes.grace, () => onLimit(kind)));
    },
    end() {
      for (const timer of running.values()) clearTimeout(timer);
    },
  };
}

/**
 * Fetches and reads a model in a worker, which is terminated with the result, on abort or on a timeout. Throws AppError
 * with a next step, or the signal's reason.
 */
export async function readInWorker(
  { source, support, signal, onProgress }: Options,
  worker = startReader(),
): Promise<PackedModel> {
  const { promise, resolve, reject } = Promise.withResolvers<PackedModel>();
  const timers = createTimers((kind) => reject(toReadFailure({ kind })));
  let stage: 'start' | 'download' | 'read' = 'start';
  const advance = (to: 'download' | 'read') => {
    timers.start('each', to === 'read' ? limitOf.step : limitOf.silence);
    if (stage === to) return;
    stage = to;
    timers.start('once', to === 'read' ? limitOf.all : limitOf.download);
  };
  const take = (news: ReadNews) => {
    if (news.event === 'failed') return reject(toReadFailure(news.fault));
    if (news.event === 'read') return resolve(news.model);
    advance(news.event === 'step' ? 'read' : 'download');
    if (news.event === 'progress') onProgress(news.progress);
  };
  const giveUp = () => reject(signal.reason);
  worker.addEventListener('message', ({ data }: MessageEvent<ReadNews>) => take(data));
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    reject(toReadFailure({ kind: stage === 'start' ? 'noCode' : 'damaged' }));
  });
  worker.addEventListener('messageerror', () => reject(toReadFailure({ kind: 'damaged' })));
  signal.addEventListener('abort', giveUp);
  timers.start('each', limitOf.start);
  const { address, format, relativePath, siblings } = source;
  const toAbsolute = (url: string) => new URL(url, location.href).href;
  worker.postMessage({
    address: toAbsolute(address),
    ...{ format, relativePath, support },
    siblings: siblings.map((sibling) => ({ ...sibling, url: toAbsolute(sibling.url) })),
  } satisfies ReadTask);
  try {
    signal.throwIfAborted();
    return await promise;
  } finally {
    timers.end();
    signal.removeEventListener('abort', giveUp);
    worker.terminate();
  }
}
