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
  /** Both in one text, which is read for each listing. */
  readonly both: string;
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
  let local: string | null = null;
  const { host } = config;
  const name = host === '0.0.0.0' || host === '::' ? os.hostname() : host.includes(':') ? `[${host}]` : host;
  const scheme = config.tls === null ? 'http' : 'https';
  const baseAt = (port: number) => config.baseUrl ?? `${scheme}://${name}:${port}`;
  let own = baseAt(config.port);
  const base = () => own;
  const worker = () => config.workerUrl ?? own;
  const bothNow = () => `${own} ${worker()}`;
  const addresses = {
    base,
    both: bothNow(),
    root: pathOf(config.baseUrl),
    worker,
    // A private server has to know the caller, and browsers send its cookie only to itself.
    posters: (hostUrl: string | null) => (config.isPrivate ? base() : (hostUrl ?? worker())),
    local: () => local,
    setLocal: (url: string) => {
      local = url;
    },
    setPort: (port: number) => {
      own = baseAt(port);
      addresses.both = bothNow();
    },
  };
  return addresses;
}
