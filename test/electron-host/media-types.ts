import path from 'node:path';

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.gif': 'image/gif',
  '.glb': 'model/gltf-binary',
  '.gltf': 'model/gltf+json',
  '.hdr': 'image/vnd.radiance',
  '.html': 'text/html',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.map': 'application/json',
  '.mjs': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** The media type a file of this name is served with. */
export function mediaTypeOf(fileName: string): string {
  return mediaTypes[path.extname(fileName).toLowerCase()] ?? 'application/octet-stream';
}
