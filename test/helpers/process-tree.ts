import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

type Running = {
  readonly pid: number;
  /** Seconds of CPU of the process and of its children that ended and were waited for. */
  readonly cpu: number;
  readonly isFrozen: boolean;
};

/** A process and all it started that still run, the oldest first (Linux, proc(5)). */
export function listProcesses(root: number): Running[] {
  const rows = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [state = '', ...fields] = readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ');
        if ('ZX'.includes(state)) return []; // it has ended
        const numbers = fields.map(Number);
        const ticks = [10, 11, 12, 13].reduce((sum, index) => sum + (numbers[index] ?? 0), 0);
        return [
          { pid: Number(name), parent: numbers[0], cpu: ticks / ticksPerSecond, isFrozen: state === 'T' },
        ];
      } catch {
        return []; // it ended in this moment
      }
    });
  const find = (pid: number): Running[] => [
    ...rows.filter((row) => row.pid === pid),
    ...rows.filter(({ parent }) => parent === pid).flatMap((row) => find(row.pid)),
  ];
  return find(root);
}
