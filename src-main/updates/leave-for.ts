import { spawn } from 'node:child_process';
import { app, shell } from 'electron';
import type { Return } from './install-update.ts';

/** Starts another version, or has it started; this one is about to quit. */
export function leaveFor(way: Return): void {
  if (way.kind === 'relaunch') app.relaunch({ execPath: way.executable, args: [] });
  else if (way.kind === 'show') shell.showItemInFolder(way.file);
  else runInstaller(way.installer);
}

/** Starts an installer as electron-updater does for a newer version. */
function runInstaller(file: string): void {
  const installer = spawn(file, ['--updated', '/S', '--force-run'], { detached: true, stdio: 'ignore' });
  installer.on('error', () => void shell.openPath(file));
  installer.unref();
}
