import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { findQuietPort } from './find-quiet-port.ts';
import { isOnPath } from './is-on-path.ts';
import { startListening } from './web-server.ts';

const kinds = ['account', 'container', 'object'];
const region = 'eu-test-1';
const bucket = 'models';
const parts = 'parts';

/** Why OpenStack Swift cannot be started here, as words; null when it is installed. */
export function whyNoSwift(): string | null {
  const programs = [
    'swift-ring-builder',
    'memcached',
    ...[...kinds, 'proxy'].map((kind) => `swift-${kind}-server`),
  ];
  return programs.every(isOnPath) ? null : 'swift not installed';
}

const settingsOf = (folder: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
fallocate_reserve = 0
workers = 0
`;

const proxySettings = (memory: number) => `[pipeline:main]
pipeline = catch_errors cache s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${memory}
[filter:s3api]
use = egg:swift#s3api
location = ${region}
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:slo]
use = egg:swift#slo
`;

/** The Python that has Swift's modules: the one that its programs name in their first line. */
function findPython(): string {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const found = folders
    .map((folder) => path.join(folder, 'swift-ring-builder'))
    .find((file) => existsSync(file));
  const [, python] = /^#! ?(\S+)/.exec(readFileSync(found ?? '', 'utf8')) ?? [];
  if (python === undefined) throw new Error('swift-ring-builder names no Python.');
  return python;
}

/** The least that Swift needs: a device, a ring for each kind of server, and what speaks S3 before them. */
async function startServers(folder: string, port: number) {
  const start = (command: string, args: readonly string[], listens: number) => {
    const own = mkdtempSync(path.join(folder, 'run-'));
    return startListening({ command, args, port: listens, folder: own });
  };
  mkdirSync(path.join(folder, 'devices/one'), { recursive: true });
  const secret = 'swift_hash_path_suffix = test\nswift_hash_path_prefix = test';
  writeFileSync(
    path.join(folder, 'swift.conf'),
    `[swift-hash]\n${secret}\n[storage-policy:0]\nname = one\ndefault = yes\n`,
  );
  const places = await Promise.all(kinds.map(async (kind) => ({ kind, listens: await findQuietPort() })));
  const wanted = places.map(({ kind, listens }) => `${kind}:${listens}`);
  execFileSync(findPython(), [path.join(import.meta.dirname, 'make-rings.py'), folder, ...wanted]);
  const running = [];
  for (const { kind, listens } of places) {
    const file = path.join(folder, `${kind}-server.conf`);
    writeFileSync(
      file,
      `${settingsOf(folder, listens)}[pipeline:main]\npipeline = ${kind}-server\n[app:${kind}-server]\nuse = egg:swift#${kind}\n`,
    );
    running.push(start(`swift-${kind}-server`, [file], listens));
  }
  const memory = await findQuietPort();
  running.push(
    start('memcached', ['-u', userInfo().username, '-l', '127.0.0.1', '-p', String(memory)], memory),
  );
  const file = path.join(folder, 'proxy-server.conf');
  writeFileSync(file, settingsOf(folder, port) + proxySettings(memory));
  running.push(start('swift-proxy-server', [file], port));
  return Promise.all(running);
}

/** OpenStack Swift, whose middleware s3api speaks S3, with one empty bucket. */
export async function startSwiftStore() {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-swift-'));
  const port = await findQuietPort();
  const servers = await startServers(folder, port);
  const endpoint = `http://127.0.0.1:${port}`;
  const entrance = await fetch(`${endpoint}/auth/v1.0`, {
    headers: { 'x-auth-user': 'test:tester', 'x-auth-key': 'testing' },
  });
  const address = entrance.headers.get('x-storage-url');
  const token = entrance.headers.get('x-auth-token');
  if (address === null || token === null) throw new Error(`Swift let nobody in: ${entrance.status}`);

  async function send(method: string, where: string, body: string | Uint8Array | null = null, query = '') {
    const encoded = where.split('/').map(encodeURIComponent).join('/');
    const answer = await fetch(`${address}/${encoded}${query}`, {
      method,
      headers: { 'x-auth-token': token ?? '' },
      body: body === null ? null : Buffer.from(body),
    });
    const said = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${where}: ${answer.status} ${said}`);
  }
  await send('PUT', bucket);
  await send('PUT', parts);
  return {
    endpoint,
    /** The settings of a server whose library it is. */
    environment: (prefix = ''): Record<string, string> => ({
      LODESTOCK_LIBRARY_URL: `s3://${bucket}/${prefix}`,
      LODESTOCK_S3_ENDPOINT: endpoint,
      LODESTOCK_S3_REGION: region,
      LODESTOCK_S3_KEY_ID: 'test:tester',
      LODESTOCK_S3_SECRET: 'testing',
    }),
    put: (key: string, content: string | Uint8Array) => send('PUT', `${bucket}/${key}`, content),
    /** As programs upload large files: in parts, which the store shows as one object. */
    async putInParts(key: string, contents: readonly Uint8Array[]) {
      const listed = [];
      for (const [index, content] of contents.entries()) {
        const where = `${parts}/${key}/${index}`;
        await send('PUT', where, content);
        listed.push({ path: `/${where}`, size_bytes: content.length });
      }
      await send('PUT', `${bucket}/${key}`, JSON.stringify(listed), '?multipart-manifest=put');
    },
    remove: (key: string) => send('DELETE', `${bucket}/${key}`),
    async close() {
      await Promise.all(servers.map((one) => one.stop()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
