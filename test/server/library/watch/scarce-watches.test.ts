import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { makeLibraryFolder, objText, simpleModel } from '../../../helpers/library-folder.ts';
import { makeFolder } from '../../../helpers/make-folder.ts';

// A line on standard input lifts the limit. The server has another input: Node makes its own non-blocking, and the shell would
// read nothing there.
const limitWatches = `set -e; limit=/proc/sys/user/max_inotify_watches
  echo 4 > $limit; exec 3<&0
  { read line <&3 && echo 64 > $limit; } & exec "$@" </dev/null 3<&-`;
const unshare = ['--user', '--map-root-user', 'sh', '-c', limitWatches, 'sh'];

function canLimit(): boolean {
  try {
    execFileSync('unshare', [...unshare, 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const isLimitable = process.platform === 'linux' && canLimit();
const note = isLimitable ? '' : ' (skipped: the number of watches cannot be limited here)';

/** A server that may watch four folders, that sweeps never, and what it logs. */
function startScarce() {
  const library = makeLibraryFolder({ ...simpleModel('a'), ...simpleModel('b'), ...simpleModel('c') });
  const dataDir = makeFolder();
  const child = spawn(
    'unshare',
    [...unshare, process.execPath, path.resolve(import.meta.dirname, '../../../../dist/server/main.js')],
    {
      env: {
        ...process.env,
        LODESTOCK_DATA_DIR: dataDir,
        LODESTOCK_LIBRARY_DIR: library.folder,
        LODESTOCK_PORT: '0',
        LODESTOCK_POSTERS: 'off',
        LODESTOCK_LEVELS: 'off',
        LODESTOCK_QUIET_SECONDS: '0',
        LODESTOCK_SCAN_INTERVAL_SECONDS: '0',
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  onTestFinished(async () => {
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  });
  const log: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => log.push(line));
  const linesOf = (event: string) => log.filter((line) => line.includes(`"${event}"`));
  const urlOf = () => /"localUrl":"([^"]+)"/.exec(log.join('\n'))?.[1];
  const warnings = async (): Promise<unknown> => (await (await fetch(`${urlOf()}/readyz`)).json()).warnings;
  /** The models whose files changed, and the new one. */
  const changedTitles = () => {
    const db = new Database(path.join(dataDir, 'catalogue.db'), { readonly: true });
    const changed = "SELECT title FROM model WHERE version > 1 OR title = 'd' ORDER BY title";
    const titles = db.prepare<[], string>(changed).pluck().all();
    db.close();
    return titles;
  };
  return { library, child, linesOf, warnings, changedTitles };
}

const often = { interval: 200 };

test.skipIf(!isLimitable)(`finds changes of folders until they are watched${note}`, async () => {
  const { library, child, linesOf, warnings, changedTitles } = startScarce();
  await expect.poll(() => linesOf('library-trouble').length, often).toBe(1);

  for (const name of ['a', 'b', 'c']) library.write({ [`${name}/1k/thing.obj`]: objText(9, 'changed') });
  library.write(simpleModel('d'));

  await expect.poll(changedTitles, often).toEqual(['a', 'b', 'c', 'd']);
  expect(await warnings()).toEqual([
    expect.stringMatching(/watches 4 of \d+ .* fs\.inotify\.max_user_watches/),
  ]);
  expect(linesOf('library-trouble')).toEqual([expect.stringContaining('fs.inotify.max_user_watches')]);

  child.stdin.write('lift\n');
  await expect.poll(warnings, often).toBeUndefined();
});
