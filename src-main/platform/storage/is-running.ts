import { codeOf } from './disk-errors.ts';

/** Whether a process of this computer runs; one of another person does, though it may not be asked. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}
