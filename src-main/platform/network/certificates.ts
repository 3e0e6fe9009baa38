import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import tls from 'node:tls';
import type { Log } from '../storage/log.ts';

type TrustOptions = {
  /** PEM files of certificate authorities besides the system's; read on first use. */
  readonly files: () => readonly string[];
  readonly log: Log;
};

const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Returns the certificates in a PEM file, one string each. Throws if it contains none or cannot be read. */
export function readCertificates(file: string): string[] {
  const found = readFileSync(file, 'utf8').match(certificate) ?? [];
  if (found.length === 0) throw new Error(`${file} has no certificate in PEM format`);
  for (const one of found) new X509Certificate(one);
  return found;
}

function readFiles(files: readonly string[], log: Log): string[] {
  return files.flatMap((file) => {
    try {
      return readCertificates(file);
    } catch (error) {
      log.warn('certificates.not-read', { file, error });
      return [];
    }
  });
}

/**
 * Makes all TLS connections of this process trust what the computer trusts; Node alone ignores authorities that a
 * studio's IT has installed. With many of them it takes a quarter of a second, so it runs before the first encrypted
 * connection and not at startup.
 */
export function createTrust({ files, log }: TrustOptions): () => void {
  let known: string | null = null;
  return () => {
    const extra = files();
    const wanted = extra.join('\0');
    if (known === wanted) return;
    known = wanted;
    const added = readFiles(extra, log);
    const all = [...tls.getCACertificates('bundled'), ...tls.getCACertificates('system'), ...added];
    tls.setDefaultCACertificates([...new Set(all)]);
    log.info('certificates.trusted', { count: all.length, files: extra });
  };
}
