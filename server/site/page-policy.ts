/** CSP cannot name an IPv6 address; its port on any host is the narrowest source that allows it. */
function toSource(address: string): string {
  const { origin, hostname, protocol, port } = new URL(address);
  const usual = protocol === 'https:' ? '443' : '80';
  return hostname.startsWith('[') ? `${protocol}//*:${port || usual}` : origin;
}

const toSources = (fileAddresses: readonly string[]) => [...new Set(fileAddresses.map(toSource))].join(' ');

type Allowed = { readonly pictures: string; readonly forms: string; readonly frames: string };

/**
 * What web pages can load. Models come only from the addresses of their files; their decoders are WebAssembly in blob
 * workers, and their textures are read from the models themselves.
 */
const toPolicy = (files: string, { pictures, forms, frames }: Allowed) =>
  [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    `img-src ${pictures} data: blob:`,
    `connect-src 'self' data: blob: ${files}`,
    "worker-src 'self' blob:",
    "font-src 'self'",
    "base-uri 'self'",
    `form-action ${forms}`,
    `frame-ancestors ${frames}`,
  ].join('; ');

export const toPagePolicy = (fileAddresses: readonly string[]): string =>
  toPolicy(toSources(fileAddresses), { pictures: 'http: https:', forms: "'self'", frames: "'none'" });

/** Stricter for anonymous visitors: pictures also come only from there, and there are no forms. */
export function toSharedPolicy(fileAddresses: readonly string[], isFramed: boolean): string {
  const files = toSources(fileAddresses);
  const frames = isFramed ? '*' : "'none'";
  return toPolicy(files, { pictures: `'self' ${files}`, forms: "'none'", frames });
}
