import { readFileSync, type Stats, unwatchFile, watchFile } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { FastifyBaseLogger } from 'fastify';
import type { TlsFiles } from '../../config/tls-settings.ts';

type TlsMaterial = { readonly cert: Buffer; readonly key: Buffer };

/** Reads a certificate chain and its key, and checks that they match. Throws with the next step. */
export function readTls({ certFile, keyFile }: TlsFiles): TlsMaterial {
  try {
    const material = { cert: readFileSync(certFile), key: readFileSync(keyFile) };
    createSecureContext(material);
    return material;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The certificate cannot be used (${reason}). LODESTOCK_TLS_CERT is the chain and LODESTOCK_TLS_KEY its key, both PEM files without a password.`,
    );
  }
}

type Watch = {
  readonly files: TlsFiles;
  readonly server: { setSecureContext(material: TlsMaterial): void };
  readonly log: FastifyBaseLogger;
  /** Milliseconds between checks. */
  readonly interval: number;
};

/** Uses renewed certificates once chain and key match. Polls, as renewal swaps symbolic links. Returns a function to stop. */
export function followTls({ files, server, log, interval }: Watch): () => void {
  const takeUp = () => {
    try {
      server.setSecureContext(readTls(files));
      log.info({ event: 'certificate', certFile: files.certFile }, 'The renewed certificate is in use.');
    } catch (error) {
      log.warn({ event: 'certificate', err: error }, 'The certificate stays the one before.');
    }
  };
  const names = [files.certFile, files.keyFile];
  const onLook = (now: Stats, before: Stats) => {
    if (now.mtimeMs !== before.mtimeMs || now.ino !== before.ino) takeUp();
  };
  for (const name of names) watchFile(name, { interval, persistent: false }, onLook);
  return () => {
    for (const name of names) unwatchFile(name, onLook);
  };
}
