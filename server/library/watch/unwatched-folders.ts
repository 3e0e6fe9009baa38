import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { isIgnored } from '../../catalogue/write/names.ts';

type Options = {
  readonly libraryDir: string;
  /** Returns true if the system watches this folder after all. Called at each check. */
  readonly tryToWatch: (folder: string) => boolean;
  /** Called for each path that was added, changed or removed. */
  readonly onTouched: (path: string) => void;
  readonly onRound: () => void;
};

/** Longest time that polling blocks the thread, and pause between rounds, in milliseconds. */
const turnMs = 20;
const restMs = 5000;
/** Polling takes at most this share of one core. */
const share = 0.044;

/** A folder that has just changed may change again within the same tick of the disk's clock. */
const tickMs = 10_000;

/** Returns a line per entry; null if gone. Lists only if the time differs from `before`: listing takes three times as long. */
function listFolder(folder: string, before = ''): string | null {
  const describe = (name: string) => {
    const found = statSync(`${folder}/${name}`, { throwIfNoEntry: false });
    return `${name}/${found && !found.isDirectory() ? `${found.mtimeMs} ${found.size}` : ''}`;
  };
  try {
    const { mtimeMs } = statSync(folder);
    const head = `/${Date.now() - mtimeMs < tickMs ? '' : mtimeMs}`;
    const [known, ...lines] = before.split('\n');
    const isSame = known === head && head !== '/';
    const isFolder = (line: string) => line.endsWith('/');
    if (isSame && lines.every((line) => isFolder(line) || line === describe(nameOf(line)))) return before;
    const names = isSame
      ? lines.map((line) => (isFolder(line) ? line : nameOf(line)))
      : readdirSync(folder, { withFileTypes: true })
          .filter(({ name }) => !isIgnored(name))
          .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
    return [head, ...names.map((name) => (isFolder(name) ? name : describe(name)))].join('\n');
  } catch {
    return null;
  }
}

const nameOf = (line: string) => line.slice(0, line.indexOf('/'));

function* changedNames(before: string, after: string) {
  const old = new Set(before.split('\n'));
  const now = new Set(after.split('\n'));
  const changed = [...old, ...now].filter(
    (line) => !line.startsWith('/') && !(old.has(line) && now.has(line)),
  );
  yield* new Set(changed.map(nameOf));
}

/** Finds changes in folders that the system does not watch, by polling a few at a time. */
export function createUnwatchedFolders(options: Options) {
  const { libraryDir, tryToWatch, onTouched, onRound } = options;
  const seen = new Map<string, string>();
  let round = seen.keys();
  let timer: NodeJS.Timeout | null = null;
  let isStarted = false;
  /** CPU time of this thread up to the last turn, in milliseconds. */
  let used = 0;

  function look(folder: string): void {
    const isWatched = tryToWatch(folder);
    const before = seen.get(folder) ?? '';
    const after = listFolder(`${libraryDir}/${folder}`, before);
    if (after === null) onTouched(folder);
    else if (after !== before)
      for (const name of changedNames(before, after)) onTouched(path.posix.join(folder, name));
    if (after === null || isWatched) seen.delete(folder);
    else if (after !== before) seen.set(folder, after);
  }

  function takeTurn(): void {
    const { user, system } = process.threadCpuUsage();
    const end = performance.now() + turnMs;
    // The system counts a turn only once it has ended, so the previous turn estimates this one.
    const taken = Math.min((user + system) / 1000 - used, 2 * turnMs);
    used = (user + system) / 1000;
    let next = round.next();
    while (!next.done) {
      look(next.value);
      if (performance.now() >= end) break;
      next = round.next();
    }
    if (next.done) {
      round = seen.keys();
      onRound();
      plan(restMs);
      return;
    }
    plan(taken / share);
  }

  function plan(delay: number): void {
    timer = isStarted && seen.size > 0 ? setTimeout(takeTurn, delay) : null;
  }

  return {
    /** Starts detecting changes from now on. */
    add(folder: string) {
      if (seen.has(folder)) return;
      const found = listFolder(path.join(libraryDir, folder));
      if (found === null) return;
      seen.set(folder, found);
      if (timer === null) plan(restMs);
    },
    remove: (folder: string) => void seen.delete(folder),
    has: (folder: string) => seen.has(folder),
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
