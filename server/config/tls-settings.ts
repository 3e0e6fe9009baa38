import { z } from 'zod';

export type TlsFiles = { readonly certFile: string; readonly keyFile: string };

const PemFile = z.string().min(1).optional();

export const tlsSettings = {
  LODESTOCK_TLS_CERT: PemFile.describe('PEM file of the certificate chain; turns HTTPS on'),
  LODESTOCK_TLS_KEY: PemFile.describe('PEM file of its private key'),
  LODESTOCK_CA_FILE: PemFile.describe('PEM file of more certificate authorities to trust'),
} as const;

type Given = { readonly [N in keyof typeof tlsSettings]?: string | undefined };

export function refuseHalfTls(
  { LODESTOCK_TLS_CERT: cert, LODESTOCK_TLS_KEY: key }: Given,
  context: z.RefinementCtx,
) {
  if ((cert === undefined) === (key === undefined)) return;
  const missing = cert === undefined ? 'LODESTOCK_TLS_CERT' : 'LODESTOCK_TLS_KEY';
  context.addIssue({
    code: 'custom',
    path: [missing],
    message: 'Set the certificate and its key, or neither',
  });
}

export function toTlsFiles({
  LODESTOCK_TLS_CERT: certFile,
  LODESTOCK_TLS_KEY: keyFile,
}: Given): TlsFiles | null {
  return certFile === undefined || keyFile === undefined ? null : { certFile, keyFile };
}
