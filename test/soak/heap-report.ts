import { closeSync, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from './library.ts';

const mebibyte = 1024 * 1024;
const reporter = path.join(import.meta.dirname, 'report-heap.cjs');

/** Lets servers report what their JavaScript holds. */
export function makeHeapReport() {
  const { folder, remove } = makeFolder('heap');
  const file = path.join(folder, 'heap');
  const descriptor = openSync(file, 'a+');
  let place = 0;
  let rest = '';
  const held = new Map<number, number>();
  return {
    env: { NODE_OPTIONS: `--require ${reporter}`, LODESTOCK_SOAK_HEAP: file },
    /** The latest value of a process, in megabytes; null before it told any. */
    read(pid: number): number | null {
      const buffer = Buffer.alloc(64 * 1024);
      for (let read = -1; read !== 0; place += read) {
        read = readSync(descriptor, buffer, 0, buffer.length, place);
        const lines = (rest + buffer.toString('latin1', 0, read)).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) {
          const [owner, bytes] = line.split(' ').map(Number);
          if (owner !== undefined && bytes !== undefined) held.set(owner, bytes / mebibyte);
        }
      }
      return held.get(pid) ?? null;
    },
    remove() {
      closeSync(descriptor);
      remove();
    },
  };
}
export type HeapReport = ReturnType<typeof makeHeapReport>;
