import { readFileSync } from 'node:fs';
import http from 'node:http';
import tls from 'node:tls';

type Outbound = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** PEM file of certificate authorities to trust besides the system's. */
  readonly caFile: string | null;
  /** Addresses that this process will ask. */
  readonly urls: readonly string[];
};

const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
/** Ourselves: the server asks its own address on this machine. */
const alwaysDirect = 'localhost,127.0.0.1,::1';

function readAuthorities(file: string): string[] {
  const found = readFileSync(file, 'utf8').match(certificate) ?? [];
  if (found.length === 0) throw new Error(`LODESTOCK_CA_FILE: ${file} has no certificate in PEM format.`);
  return found;
}

/**
 * Makes this process reach others as the computer does: with the system's certificate authorities, which Node alone does
 * not know, and through the proxy that the environment names. Plain http goes to machines of the local network and never
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
