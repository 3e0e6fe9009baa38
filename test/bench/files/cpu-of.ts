import { readFileSync } from 'node:fs';

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

/** CPU seconds of processes and their children so far (Linux: clock ticks of 10 ms). */
export const cpuOf = (pids: readonly number[]): number =>
  pids.flatMap((pid) => [pid, ...childrenOf(pid)]).reduce((sum, pid) => sum + ticksOf(pid), 0) / 100;
