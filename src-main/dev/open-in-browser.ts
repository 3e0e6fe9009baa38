import { spawn } from 'node:child_process';

const commands: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens the system's browser. Failures are ignored, as the address is printed too. */
export function openInBrowser(url: string): void {
  const [command, ...args] = commands[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
