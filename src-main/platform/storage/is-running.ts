import { codeOf } from './disk-errors.ts';

/** Returns true if a process runs on this computer, even one of another user, which cannot be signalled. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}
