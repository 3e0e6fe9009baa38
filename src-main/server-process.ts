import { utilityProcess } from 'electron';
import type { ServerChild } from './server-connection/server-child.ts';

/** Starts the bundled server in its own process, which inherits only the given environment. */
export function forkServer(script: string, environment: Record<string, string>): ServerChild {
  return utilityProcess.fork(script, [], {
    env: environment,
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe'],
    serviceName: 'Lodestock server',
  });
}
