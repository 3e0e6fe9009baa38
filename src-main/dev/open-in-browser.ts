import { spawn } from 'node:child_process';

const commands: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens the system's browser; where there is none, the printed address has to do. */
export function openInBrowser(url: string): void {
  const [command, ...args] = commands[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
