import { spawn } from 'node:child_process';

/** Starts a program with a file, on its own feet. Resolves once it runs; rejects when it cannot be started. */
export function startProgram(program: string, file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [file], { detached: true, stdio: 'ignore' });
    child.once('error', reject);
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
  });
}
