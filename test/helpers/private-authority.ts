import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isOnPath } from './is-on-path.ts';

/** Why no certificates can be made here, as words for the name of a skipped test; null when they can. */
export const whyNoAuthority = (): string | null => (isOnPath('openssl') ? null : 'openssl is not installed');

export type Issued = {
  readonly certFile: string;
  readonly keyFile: string;
  readonly cert: string;
  readonly key: string;
};

export type PrivateAuthority = {
  /** PEM of the authority, as IT would hand it out. */
  readonly file: string;
  readonly ca: string;
  /** Makes a certificate for a host name, valid for a year. */
  readonly issue: (hostname: string) => Issued;
};

/** A studio's own certificate authority. */
export function createPrivateAuthority(folder: string): PrivateAuthority {
  mkdirSync(folder, { recursive: true });
  const at = (name: string) => path.join(folder, name);
  const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'] as const;
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-days',
    '365',
    '-subj',
    '/CN=Studio Root',
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.pem'),
  );
  let count = 0;
  return {
    file: at('ca.pem'),
    ca: readFileSync(at('ca.pem'), 'utf8'),
    issue(hostname) {
      count += 1;
      const [keyFile, request, certFile, names] = ['key', 'csr', 'pem', 'ext'].map((ending) =>
        at(`${count}.${ending}`),
      );
      if (!keyFile || !request || !certFile || !names) throw new Error('no files');
      writeFileSync(names, `subjectAltName=DNS:${hostname}`);
      openssl('req', ...newKey, '-subj', `/CN=${hostname}`, '-keyout', keyFile, '-out', request);
      openssl(
        ...['x509', '-req', '-in', request, '-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial'],
        ...['-days', '365', '-extfile', names, '-out', certFile],
      );
      return { certFile, keyFile, cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
    },
  };
}
