import os from 'node:os';
import type { Config } from '../../config.ts';

export type Addresses = {
  /** Where people reach the site, without a slash at the end. */
  readonly base: () => string;
  /** Where the file host answers, without a slash at the end. */
  readonly worker: () => string;
  /** Told once the port is known. */
  readonly setPort: (port: number) => void;
};

/** The public addresses; a request's own Host header is never believed. */
export function createAddresses(config: Config): Addresses {
  let port = config.port;
  const name = () => {
    if (config.host === '0.0.0.0' || config.host === '::') return os.hostname();
    return config.host.includes(':') ? `[${config.host}]` : config.host;
  };
  const base = () => config.baseUrl ?? `http://${name()}:${port}`;
  return {
    base,
    worker: () => config.workerUrl ?? base(),
    setPort: (actual) => {
      port = actual;
    },
  };
}
