import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { createHttp } from '../../../src-main/platform/network/http.ts';
import { createServerClient } from '../../../src-main/server-connection/server-client.ts';

/** Downloads the large file with curl and has openssl hash it; prints what both took, in seconds. */
const [, , baseUrl = '', token = '', folder = '', ca = ''] = process.argv;
const client = createServerClient({
  http: createHttp('0.0.0-bench'),
  baseUrl: () => baseUrl,
  token: () => token,
});
const { supportFiles } = await client.call('pluginDirect', { guid: 'large', relativePath: '1k/scene.obj' });
const { url, sha256 } = supportFiles.toSorted((a, b) => b.sizeBytes - a.sizeBytes)[0] ?? {
  url: '',
  sha256: '',
};
const file = path.join(folder, 'large');
const script = 'curl -fsS --http1.1 --cacert "$1" -o "$2" "$3" && openssl dgst -sha256 -r "$2" && times';
const start = performance.now();
const told = execFileSync('bash', ['-c', script, 'bash', ca, file, url], { encoding: 'utf8' });
const wall = (performance.now() - start) / 1000;
if (!told.startsWith(sha256)) throw new Error('curl has received another file');
const seconds = [...(told.trim().split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
const cpu = seconds.reduce((sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest), 0);
console.log(JSON.stringify({ wall, cpu }));
process.exit();
