import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isRunning } from '../platform/storage/is-running.ts';

const prefix = 'lodestock-agent-';

/** Leaves the folder if another user owns it or Windows still has it open. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch {}
}

/** Removes the folders of dead processes, as Chromium can write one more file after the app has removed its own. */
function sweep(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN;
    if (pid > 0 && !isRunning(pid)) remove(path.join(tmpdir(), name));
  }
}

/** Creates a folder for Chromium's files in this process, so that several agents can run at the same time. */
export function openAgentFolder(): { readonly folder: string; readonly remove: () => void } {
  sweep();
  const folder = mkdtempSync(path.join(tmpdir(), `${prefix}${process.pid}-`));
  return { folder, remove: () => remove(folder) };
}
