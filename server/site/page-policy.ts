/** A policy can name no IPv6 address, and browsers ignore one; its port on any machine is the least that lets it through. */
function toSource(address: string): string {
  const { origin, hostname, protocol, port } = new URL(address);
  const usual = protocol === 'https:' ? '443' : '80';
  return hostname.startsWith('[') ? `${protocol}//*:${port || usual}` : origin;
}

const toSources = (fileAddresses: readonly string[]) => [...new Set(fileAddresses.map(toSource))].join(' ');

/**
 * What the web pages may load. Models come from the addresses of their files and from nowhere else; their decoders are
 * WebAssembly, in workers made of text, and their textures are read out of the models themselves.
 */
export function toPagePolicy(fileAddresses: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    'img-src http: https: data: blob:',
    `connect-src 'self' data: blob: ${toSources(fileAddresses)}`,
    "worker-src 'self' blob:",
    "font-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** For strangers it is stricter: pictures from nowhere else either, and no forms. */
export const toSharedPolicy = (fileAddresses: readonly string[], isFramed: boolean) =>
  toPagePolicy(fileAddresses)
    .replace('img-src http: https:', `img-src 'self' ${toSources(fileAddresses)}`)
    .replace("form-action 'self'", "form-action 'none'")
    .replace("frame-ancestors 'none'", `frame-ancestors ${isFramed ? '*' : "'none'"}`);
