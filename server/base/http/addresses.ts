import os from 'node:os';
import type { Config } from '../../config.ts';
import { pathOf } from './sub-path.ts';

export type Addresses = {
  /** Where people reach the site, without a slash at the end. */
  readonly base: () => string;
  /** The path that people see before every path of ours, taken away by the web server in front; usually none. */
  readonly root: string;
  /** Where the file host answers, without a slash at the end. */
  readonly worker: () => string;
  /** Where posters are asked for, without a slash at the end; `hostUrl` is the followed host that has them, if any. */
  readonly posters: (hostUrl: string | null) => string;
  /** Where programs of this machine reach it next to an encrypted port; null where they ask the port itself. */
  readonly local: () => string | null;
  readonly setLocal: (url: string) => void;
  /** Told once the port is known. */
  readonly setPort: (port: number) => void;
};

/** The public addresses; a request's own Host header is never believed. */
export function createAddresses(config: Config): Addresses {
  let port = config.port;
  let local: string | null = null;
  const name = () => {
    if (config.host === '0.0.0.0' || config.host === '::') return os.hostname();
    return config.host.includes(':') ? `[${config.host}]` : config.host;
  };
  const scheme = config.tls === null ? 'http' : 'https';
  const base = () => config.baseUrl ?? `${scheme}://${name()}:${port}`;
  const worker = () => config.workerUrl ?? base();
  return {
    base,
    root: pathOf(config.baseUrl),
    worker,
    // A private server has to know the caller, and browsers send its cookie only to itself.
    posters: (hostUrl) => (config.isPrivate ? base() : (hostUrl ?? worker())),
    local: () => local,
    setLocal: (url) => {
      local = url;
    },
    setPort: (actual) => {
      port = actual;
    },
  };
}
