import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** Seconds of CPU of a process and all it started, as far as they still run or were waited for (Linux). */
export function cpuWithChildren(root: number): number {
  const rows = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')
          .map(Number);
        const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + (fields[index] ?? 0), 0);
        return [{ pid: Number(name), parent: fields[1], ticks }];
      } catch {
        return []; // it ended in this moment
      }
    });
  const sum = (pid: number): number =>
    rows.filter(({ parent }) => parent === pid).reduce((ticks, row) => ticks + sum(row.pid), 0) +
    (rows.find((row) => row.pid === pid)?.ticks ?? 0);
  return sum(root) / ticksPerSecond;
}
