import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { isIgnored } from '../../catalogue/write/names.ts';

type UnwatchedFolders = {
  /** Changes since now are found. */
  readonly add: (folder: string) => void;
  readonly remove: (folder: string) => void;
  readonly has: (folder: string) => boolean;
  readonly count: () => number;
  /** Begins to look. */
  readonly start: () => void;
  readonly close: () => void;
};

type Options = {
  readonly libraryDir: string;
  /** Whether the system watches this folder after all. Asked until it refuses, once a round. */
  readonly tryToWatch: (folder: string) => boolean;
  /** Hears what was added, changed or removed. */
  readonly onTouched: (path: string) => void;
  readonly onRound: () => void;
};

/** How long looking may keep the thread from other work, and how long it rests between rounds, in milliseconds. */
const turnMs = 5;
const restMs = 5000;
/** Looking takes at most this share of one core. */
const share = 0.04;

/** One line for each file and folder in it; null when it is gone. */
function listFolder(folder: string): string | null {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !isIgnored(name));
    const lines = entries.map((entry) => {
      if (entry.isDirectory()) return `${entry.name}/`;
      const found = statSync(path.join(folder, entry.name), { throwIfNoEntry: false });
      return `${entry.name}/${found && !found.isDirectory() ? `${found.mtimeMs} ${found.size}` : ''}`;
    });
    return lines.join('\n');
  } catch {
    return null;
  }
}

function* changedNames(before: string, after: string) {
  const old = new Set(before.split('\n'));
  const now = new Set(after.split('\n'));
  const changed = [...old, ...now].filter((line) => line !== '' && !(old.has(line) && now.has(line)));
  yield* new Set(changed.map((line) => line.slice(0, line.indexOf('/'))));
}

/** Finds changes in folders that the system does not watch, by looking at a few of them at a time. */
export function createUnwatchedFolders(options: Options): UnwatchedFolders {
  const { libraryDir, tryToWatch, onTouched, onRound } = options;
  const seen = new Map<string, string>();
  let round = seen.keys();
  let timer: NodeJS.Timeout | null = null;
  let isStarted = false;
  let isRefused = false;

  function look(folder: string): void {
    isRefused ||= !tryToWatch(folder);
    const before = seen.get(folder) ?? '';
    const after = listFolder(path.join(libraryDir, folder));
    if (after === null) onTouched(folder);
    else if (after !== before)
      for (const name of changedNames(before, after)) onTouched(path.posix.join(folder, name));
    if (after === null || !isRefused) seen.delete(folder);
    else seen.set(folder, after);
  }

  function takeTurn(): void {
    const before = process.threadCpuUsage();
    const end = performance.now() + turnMs;
    let next = round.next();
    while (!next.done) {
      look(next.value);
      if (performance.now() >= end) break;
      next = round.next();
    }
    if (next.done) {
      round = seen.keys();
      isRefused = false;
      onRound();
      plan(restMs);
      return;
    }
    const { user, system } = process.threadCpuUsage(before);
    plan((user + system) / 1000 / share);
  }

  function plan(delay: number): void {
    timer = isStarted && seen.size > 0 ? setTimeout(takeTurn, delay) : null;
  }

  return {
    add(folder) {
      if (seen.has(folder)) return;
      const found = listFolder(path.join(libraryDir, folder));
      if (found === null) return;
      seen.set(folder, found);
      if (timer === null) plan(restMs);
    },
    remove: (folder) => void seen.delete(folder),
    has: (folder) => seen.has(folder),
    count: () => seen.size,
    start() {
      isStarted = true;
      onRound();
      if (timer === null) plan(restMs);
    },
    close() {
      isStarted = false;
      if (timer) clearTimeout(timer);
    },
  };
}
