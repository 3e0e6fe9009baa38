import os from 'node:os';
import type { Config } from '../../config.ts';
import { pathOf } from './sub-path.ts';

export type Addresses = {
  /** Public URL of the site, without a trailing slash. */
  readonly base: () => string;
  /** Public path prefix that a reverse proxy strips; usually empty. */
  readonly root: string;
  /** URL of the file host, without a trailing slash. */
  readonly worker: () => string;
  /** Both as one string, which is read for each listing. */
  readonly both: string;
  /** URL of the server with the posters, without a trailing slash; `hostUrl` is the model's followed host, if any. */
  readonly posters: (hostUrl: string | null) => string;
  /** URL for programs on this machine beside an encrypted port; null if they use the port itself. */
  readonly local: () => string | null;
  readonly setLocal: (url: string) => void;
  /** Called once the port is known. */
  readonly setPort: (port: number) => void;
};

/** The public addresses; never derived from a request's Host header. */
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
    // A private server must know the caller, and browsers send its cookie to no other server.
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
