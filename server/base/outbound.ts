import { readFileSync } from 'node:fs';
import http from 'node:http';
import tls from 'node:tls';

type Outbound = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** PEM file of certificate authorities to trust in addition to the system's. */
  readonly caFile: string | null;
  readonly urls: readonly string[];
};

const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
/** The server requests its own address on this machine. */
const alwaysDirect = 'localhost,127.0.0.1,::1';

function readAuthorities(file: string): string[] {
  const found = readFileSync(file, 'utf8').match(certificate) ?? [];
  if (found.length === 0) throw new Error(`LODESTOCK_CA_FILE: ${file} has no certificate in PEM format.`);
  return found;
}

/**
 * Makes outgoing requests behave as elsewhere on the computer: they trust the system's certificate authorities, which
 * Node alone does not, and use the proxy from the environment. Plain http, used only in the local network, never goes
 * through a proxy, which would see the sync key.
 */
export function prepareOutbound({ environment, caFile, urls }: Outbound): void {
  if (!urls.some((url) => url.startsWith('https:'))) return;
  const own = caFile === null ? [] : readAuthorities(caFile);
  const all = [...tls.getCACertificates('default'), ...tls.getCACertificates('system'), ...own];
  tls.setDefaultCACertificates([...new Set(all)]);
  const proxy = environment.https_proxy || environment.HTTPS_PROXY;
  if (!proxy) return;
  const direct = environment.no_proxy || environment.NO_PROXY;
  http.setGlobalProxyFromEnv({
    HTTPS_PROXY: proxy,
    NO_PROXY: direct ? `${direct},${alwaysDirect}` : alwaysDirect,
  });
}
