/** A policy can name no IPv6 address, and browsers ignore one; its port on any machine is the least that lets it through. */
function toSource(address: string): string {
  const { origin, hostname, protocol, port } = new URL(address);
  const usual = protocol === 'https:' ? '443' : '80';
  return hostname.startsWith('[') ? `${protocol}//*:${port || usual}` : origin;
}

/**
 * What the web pages may load. Models come from the addresses of their files and from nowhere else; their decoders are
 * WebAssembly, in workers made of text, and their textures are read out of the models themselves.
 */
export function toPagePolicy(fileAddresses: readonly string[]): string {
  const origins = new Set(fileAddresses.map(toSource));
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    'img-src http: https: data: blob:',
    `connect-src 'self' data: blob: ${[...origins].join(' ')}`,
    "worker-src 'self' blob:",
    "font-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
