import { createHash } from 'node:crypto';
import { createWriteStream, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import got from 'got';
import { createHttp } from '../../../src-main/platform/network/http.ts';
import { createServerClient } from '../../../src-main/server-connection/server-client.ts';
import { measure } from './measured.ts';

/** Downloads the same files with got, four at a time, and compares their SHA-256; nothing else. */
const [, , baseUrl = '', token = '', guid = '', scratch = ''] = process.argv;
const folder = mkdtempSync(path.join(scratch, 'got-'));
const client = createServerClient({
  http: createHttp('0.0.0-bench'),
  baseUrl: () => baseUrl,
  token: () => token,
});
const { supportFiles } = await client.call('pluginDirect', { guid, relativePath: '1k/scene.obj' });

async function fetchOne({ url, sha256 }: (typeof supportFiles)[number], index: number): Promise<void> {
  const hash = createHash('sha256');
  const tap = async function* (source: AsyncIterable<Uint8Array>) {
    for await (const chunk of source) {
      hash.update(chunk);
      yield chunk;
    }
  };
  const stream = got.stream(url, { decompress: false, retry: { limit: 0 } });
  await pipeline(stream, tap, createWriteStream(path.join(folder, String(index))));
  if (hash.digest('hex') !== sha256) throw new Error(`${url} has another SHA-256`);
}

await measure(async () => {
  const left = [...supportFiles.entries()];
  const work = async () => {
    for (let next = left.pop(); next; next = left.pop()) await fetchOne(next[1], next[0]);
  };
  await Promise.all([work(), work(), work(), work()]);
});
process.exit();
