import { PassThrough } from 'node:stream';
import { type UtilityProcess, utilityProcess } from 'electron';
import { type StdinMessage, stopMessage } from '../../server/contract/process-messages.ts';
import type { ServerChild } from '../server-connection/server-child.ts';

/** Electron removes all listeners from the output when the process exits, although the last output may be pending. */
function keepOutput(child: UtilityProcess, name: 'stdout' | 'stderr'): NodeJS.ReadableStream | null {
  const output = child[name];
  if (output === null) return null;
  const kept = new PassThrough();
  output.pipe(kept);
  const readOn = () => {
    if (output.listenerCount('data') === 0) output.pipe(kept);
  };
  child.once('exit', () => process.nextTick(readOn));
  return kept;
}

/** Starts the bundled server, or one of its commands, with only the given environment. */
export function forkServer(
  script: string,
  environment: Record<string, string>,
  args: readonly string[] = [],
): ServerChild & { readonly write: (stdin: string | null) => void } {
  const child = utilityProcess.fork(script, [...args], {
    env: environment,
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe'],
    serviceName: 'Lodestock server',
  });
  return {
    get pid() {
      return child.pid;
    },
    stdout: keepOutput(child, 'stdout'),
    stderr: keepOutput(child, 'stderr'),
    /** Writes to stdin; null closes it. */
    write: (stdin) => child.postMessage({ stdin } satisfies StdinMessage),
    requestStop: () => child.postMessage(stopMessage),
    kill: () => child.kill(),
    onExit: (listener) => void child.once('exit', listener),
    // An unhandled 'error' event would crash the app.
    onFatalError: (listener) => void child.on('error', (type, location) => listener({ type, location })),
  };
}
