import { mkdtempSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { createHttp } from '../../../src-main/platform/network/http.ts';
import { createBenchRunner } from './bench-runner.ts';

/**
 * Downloads the large model, is cut off in its middle, and continues; prints the milliseconds from the last byte to the end,
 * the bytes of all bodies by those of the files, and the most files and connections that were open.
 */
const [, , baseUrl = '', token = '', scratch = ''] = process.argv;
const library = mkdtempSync(path.join(scratch, 'library-'));
const http = createHttp('0.0.0-bench');
let bytes = 0;
let lastByte = 0;
let onHalf: (() => void) | null = null;
let totalBytes = Number.POSITIVE_INFINITY;
const counting = Object.assign(http.extend({}), {
  async openBody(...asked: Parameters<typeof http.openBody>) {
    const body = await http.openBody(...asked);
    const visit: typeof body.visit = (visitor) =>
      body.visit((piece) => {
        bytes += piece.length;
        lastByte = performance.now();
        if (bytes > totalBytes * 0.504) onHalf?.(); // inside a leaf
        return visitor(piece);
      });
    return { ...body, visit };
  },
});
const run = createBenchRunner({ http: counting, baseUrl, token, scratch, library });
const report = (patch: { readonly totalBytes?: number | null }) => {
  totalBytes = patch.totalBytes ?? totalBytes;
};
let descriptors = 0;
setInterval(() => {
  descriptors = Math.max(descriptors, readdirSync('/proc/self/fd').length);
}, 20).unref();
const stop = new AbortController();
onHalf = () => stop.abort(new Error('cut off'));
await run('large', { signal: stop.signal, report }).catch((error: unknown) => {
  if (!stop.signal.aborted) throw error;
});
onHalf = null;
await run('large', { signal: new AbortController().signal, report });
console.log(JSON.stringify({ finish: performance.now() - lastByte, sent: bytes / totalBytes, descriptors }));
process.exit();
