import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import type { StdinMessage } from './contract/process-messages.ts';

const isStdin = (data: unknown): data is StdinMessage =>
  typeof data === 'object' &&
  data !== null &&
  'stdin' in data &&
  (typeof data.stdin === 'string' || data.stdin === null);

/** The port to the desktop app; null in other processes. */
export function findParentPort(): EventEmitter | null {
  const port: unknown = Reflect.get(process, 'parentPort');
  return port instanceof EventEmitter ? port : null;
}

/** Feeds stdin from what the desktop app passes on: its child processes have no stdin. */
export function takeStdinFromPort(port: EventEmitter): void {
  const stdin = new PassThrough();
  // Unlike stdin, a port does not keep the process alive. Once it ends, a command that never reads it can exit.
  const alive = setInterval(() => {}, 2 ** 30);
  stdin.once('finish', () => clearInterval(alive));
  port.on('message', ({ data }: { readonly data: unknown }) => {
    if (!isStdin(data)) return;
    if (data.stdin === null) stdin.end();
    else stdin.write(data.stdin);
  });
  Object.defineProperty(process, 'stdin', { value: stdin, configurable: true });
}
