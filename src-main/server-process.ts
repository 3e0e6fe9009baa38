import { utilityProcess } from 'electron';
import { stopMessage } from '../server/contract/process-messages.ts';
import type { ServerChild } from './server-connection/server-child.ts';

/** Starts the bundled server in its own process, which inherits only the given environment. */
export function forkServer(script: string, environment: Record<string, string>): ServerChild {
  const child = utilityProcess.fork(script, [], {
    env: environment,
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe'],
    serviceName: 'Lodestock server',
  });
  return {
    get pid() {
      return child.pid;
    },
    stdout: child.stdout,
    stderr: child.stderr,
    requestStop: () => child.postMessage(stopMessage),
    kill: () => child.kill(),
    onExit: (listener) => void child.once('exit', listener),
    // An 'error' that nobody hears would end the app.
    onFatalError: (listener) => void child.on('error', (type, location) => listener({ type, location })),
  };
}
