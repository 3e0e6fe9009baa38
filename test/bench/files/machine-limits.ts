import { createHash } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const mebibyte = 1024 * 1024;
const rounds = 16;

/** CPU seconds per GB of `work` on so many bytes, after one round that is not counted. */
function measure(bytes: number, work: () => void): number {
  work();
  const before = process.cpuUsage();
  for (let count = 0; count < rounds; count += 1) work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6 / ((rounds * bytes) / 1e9);
}

/** What one core of this machine takes for a GB, in CPU seconds, whatever program asks. */
export function measureMachineLimits() {
  const from = Buffer.alloc(64 * mebibyte, 1);
  const to = Buffer.alloc(from.length, 2);
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-limits-'));
  const file = path.join(folder, 'file');
  writeFileSync(file, from);
  const descriptor = openSync(file, 'r');
  try {
    return {
      memcpy: measure(from.length, () => void from.copy(to)),
      /** From the page cache, as much at once as the server reads. */
      read: measure(from.length, () => {
        for (let at = 0; at < to.length; at += mebibyte) readSync(descriptor, to, at, mebibyte, at);
      }),
      sha256: measure(from.length, () => void createHash('sha256').update(from).digest()),
    };
  } finally {
    closeSync(descriptor);
    rmSync(folder, { recursive: true });
  }
}
