import { readFileSync } from 'node:fs';

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

const fieldsOf = (pid: number) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').map(Number) ?? [];

const sumOf = (pids: readonly number[], indexes: readonly number[]) =>
  pids
    .flatMap((pid) => [pid, ...childrenOf(pid)])
    .map(fieldsOf)
    .reduce((sum, fields) => sum + indexes.reduce((part, index) => part + (fields[index] ?? 0), 0), 0) / 100;

/** CPU seconds of processes and their children so far (Linux: clock ticks of 10 ms). */
export const cpuOf = (pids: readonly number[]): number => sumOf(pids, [11, 12]);

/** The part of it that the kernel took for them. */
export const kernelCpuOf = (pids: readonly number[]): number => sumOf(pids, [12]);
