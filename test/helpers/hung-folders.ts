import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { python } from './find-python.ts';

/**
 * A file system that answers nothing, in each folder, until the test ends it: then each call fails. A process
 * that waits for it cannot end, so it ends on its own in the end.
 */
const program = `
import ctypes, os, select, sys
libc = ctypes.CDLL(None, use_errno=True)
for place in sys.argv[1:]:
    fd = os.open('/dev/fuse', os.O_RDWR)
    options = f'fd={fd},rootmode=40000,user_id=0,group_id=0'
    if libc.mount(b'hung', place.encode(), b'fuse', 0, options.encode()) != 0:
        sys.exit(os.strerror(ctypes.get_errno()))
print('hung', flush=True)
select.select([sys.stdin], [], [], 120)
for place in sys.argv[1:]:
    libc.umount2(place.encode(), 2)
`;

/** Why none can be made here; null if they can. */
export function whyNoHungFolders(): string | null {
  if (process.platform !== 'linux') return 'not Linux';
  const check = "import os; os.close(os.open('/dev/fuse', os.O_RDWR)); assert os.geteuid() == 0";
  return spawnSync(python, ['-c', check]).status === 0 ? null : 'no FUSE for root';
}

/** A folder for them: what an earlier run left there stays. */
export const makeHungRoot = () => mkdtempSync('/var/tmp/lodestock-hung-');

/** Makes folders hang as those of a share do whose server has gone; answers with what lets them fail. */
export async function hangFolders(folders: readonly string[]): Promise<() => Promise<void>> {
  const child = spawn(python, ['-c', program, ...folders], { stdio: ['pipe', 'pipe', 'inherit'] });
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  if (child.exitCode !== null) throw new Error('The folders could not be made to hang');
  return async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.stdin.end();
    await ended;
  };
}
