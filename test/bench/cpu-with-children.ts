import { listProcesses } from '../helpers/process-tree.ts';

/** Seconds of CPU of a process and all it started, as far as they still run or were waited for (Linux). */
export const cpuWithChildren = (root: number): number =>
  listProcesses(root).reduce((sum, { cpu }) => sum + cpu, 0);
