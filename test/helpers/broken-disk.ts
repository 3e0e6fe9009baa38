import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isOnPath } from './is-on-path.ts';

/** Why no disk can be broken here; null where one can. */
export const noBrokenDisk =
  process.platform === 'linux' && isOnPath('gcc')
    ? null
    : 'needs Linux and gcc (apt-get install gcc libc6-dev)';

export type DiskFault = 'EIO' | 'EROFS';

export type BrokenDisk = {
  /** For the process whose disk it is. */
  readonly env: Readonly<Record<string, string>>;
  /** From now on nothing can be written; what is given mends it. */
  readonly fail: (fault: DiskFault) => () => void;
  readonly remove: () => void;
};

/** A disk that can be broken under a running program: a library that is loaded before it fails what changes `folder`. */
export function makeBrokenDisk(folder: string): BrokenDisk {
  const place = mkdtempSync(path.join(tmpdir(), 'lodestock-disk-'));
  const library = path.join(place, 'broken-disk.so');
  const control = path.join(place, 'fault');
  const source = path.join(import.meta.dirname, 'broken-disk.c');
  execFileSync('gcc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl']);
  return {
    env: { LD_PRELOAD: library, BROKEN_DISK: control, BROKEN_DISK_FOLDER: folder },
    fail(fault) {
      writeFileSync(control, fault);
      return () => rmSync(control);
    },
    remove: () => rmSync(place, { recursive: true }),
  };
}
