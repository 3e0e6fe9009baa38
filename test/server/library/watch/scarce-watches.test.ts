import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { makeLibraryFolder, simpleModel } from '../../../helpers/library-folder.ts';

const limitWatches = 'echo 4 > /proc/sys/user/max_inotify_watches && exec "$@"';
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

test.skipIf(!isLimitable)(`sweeps when the system has no watches left${note}`, async () => {
  const library = makeLibraryFolder({ ...simpleModel('a'), ...simpleModel('b'), ...simpleModel('c') });
  const dataDir = mkdtempSync(path.join(tmpdir(), 'lodestock-scarce-'));
  const child = spawn(
    'unshare',
    [...unshare, process.execPath, path.resolve(import.meta.dirname, '../../../../server/main.ts')],
    {
      env: {
        ...process.env,
        LODESTOCK_DATA_DIR: dataDir,
        LODESTOCK_LIBRARY_DIR: library.folder,
        LODESTOCK_PORT: '0',
        LODESTOCK_QUIET_SECONDS: '0',
        LODESTOCK_SCAN_INTERVAL_SECONDS: '1',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  onTestFinished(async () => {
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
    library.remove();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const lines: string[] = [];
  let warnings: unknown;

  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line.includes('library-trouble')) library.write(simpleModel('swept'));
    if (!line.includes('library-changed')) continue;
    const url = /"localUrl":"([^"]+)"/.exec(lines.join('\n'))?.[1];
    ({ warnings } = await (await fetch(`${url}/readyz`)).json());
    break;
  }

  const troubles = lines.filter((line) => line.includes('library-trouble'));
  expect(warnings).toContainEqual(expect.stringContaining('max_user_watches'));
  expect(troubles).toHaveLength(1);
  expect(troubles[0]).toContain('max_user_watches');
  expect(lines.at(-1)).toContain('"models":4');
});
