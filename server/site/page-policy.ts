/** A policy can name no IPv6 address, and browsers ignore one; its port on any machine is the least that lets it through. */
function toSource(address: string): string {
  const { origin, hostname, protocol, port } = new URL(address);
  const usual = protocol === 'https:' ? '443' : '80';
  return hostname.startsWith('[') ? `${protocol}//*:${port || usual}` : origin;
}

const toSources = (fileAddresses: readonly string[]) => [...new Set(fileAddresses.map(toSource))].join(' ');

type Allowed = { readonly pictures: string; readonly forms: string; readonly frames: string };

/**
 * What web pages may load. Models come from the addresses of their files and from nowhere else; their decoders are
 * WebAssembly, in workers made of text, and their textures are read out of the models themselves.
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

/** For strangers it is stricter: pictures from nowhere else either, and no forms. */
export function toSharedPolicy(fileAddresses: readonly string[], isFramed: boolean): string {
  const files = toSources(fileAddresses);
  const frames = isFramed ? '*' : "'none'";
  return toPolicy(files, { pictures: `'self' ${files}`, forms: "'none'", frames });
}
