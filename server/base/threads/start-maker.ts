import { fork } from 'node:child_process';
import { Worker } from 'node:worker_threads';
import { sentence, type Words } from '../../contract/sentence.ts';
import type { EntryName } from './entries.ts';
import { giveWay } from './give-way.ts';
import { readProcessUse } from './process-use.ts';
import { entryFile } from './start.ts';

/**
 * Runs code that reads untrusted files: in a process, or in a thread inside the desktop app, where a process would be a
 * second app. Its output is validated.
 */
export type Maker<Task extends object> = {
  readonly send: (task: Task) => void;
  /** Ends it at once, even during a task. */
  readonly kill: () => void;
  /** Memory use in bytes; null if the system does not tell. */
  readonly memory: () => Promise<number | null>;
};

type MakerEvents = {
  readonly onNews: (news: unknown) => void;
  /** Called once, after it has ended. */
  readonly onEnd: (reason: Words) => void;
};

export type MakerOptions = MakerEvents & {
  readonly entry: EntryName;
  /** The only folder that it can write to; null for none. */
  readonly folder: string | null;
  /** Environment variables that a process needs to find its files; never a secret. */
  readonly environment: Readonly<Record<string, string>>;
  /** Heap limit in bytes; exceeding it ends the maker. */
  readonly memoryBytes: number;
  /** How far a process yields to everything else on the machine, as for `nice`: 0 not at all, 19 fully. */
  readonly priority: number;
};

const mebibyte = 1024 * 1024;
const died = 'The process that makes them crashed on it.';
const outOfMemory = 'It needs more memory than one model may use.';

function startProcess({
  entry,
  folder,
  environment,
  memoryBytes,
  priority,
  onNews,
  onEnd,
}: MakerOptions): Maker<object> {
  const child = fork(entryFile(entry), [], {
    env: { ...environment },
    // It reads untrusted files, so it can start nothing and write nowhere else.
    execArgv: [
      '--permission',
      '--allow-fs-read=*',
      ...(folder === null ? [] : [`--allow-fs-write=${folder}`]),
      '--allow-addons',
      '--no-warnings',
      `--max-old-space-size=${Math.floor(memoryBytes / mebibyte)}`,
    ],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const { pid } = child;
  giveWay(child, priority);
  let isOver = false;
  const end = (reason: Words) => {
    if (isOver) return;
    isOver = true;
    onEnd(reason);
  };
  child.on('message', onNews);
  child.once('error', (error) =>
    end(sentence`The process that makes them could not be started (${{ reason: error.message }}).`),
  );
  // Out of memory, V8 ends a process with SIGABRT, or with this code where there are no signals.
  child.once('exit', (code, signal) => end(signal === 'SIGABRT' || code === 134 ? outOfMemory : died));
  return {
    send: (task) => void child.send(task, () => {}),
    kill: () => void child.kill('SIGKILL'),
    memory: async () => (pid === undefined ? null : ((await readProcessUse(pid))?.bytes ?? null)),
  };
}

function startThread({ entry, memoryBytes, onNews, onEnd }: MakerOptions): Maker<object> {
  const limit = Math.floor(memoryBytes / mebibyte);
  const worker = new Worker(entryFile(entry), { resourceLimits: { maxOldGenerationSizeMb: limit } });
  worker.unref();
  let reason = died;
  worker.on('message', onNews);
  worker.on('error', (error) => {
    const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    if (isMemory) reason = outOfMemory;
  });
  worker.once('exit', () => onEnd(reason));
  return {
    send: (task) => worker.postMessage(task),
    kill: () => void worker.terminate(),
    memory: async () => null,
  };
}

/** In the desktop app, this process's executable is the app itself. */
export const startMaker = (options: MakerOptions): Maker<object> =>
  process.versions.electron === undefined ? startProcess(options) : startThread(options);
