import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { copyHeader, copyPath } from '../../../../server/sync/copy/copy-head.ts';
import { builtFolder } from '../../../helpers/built.ts';
import { type FakeHost, fakeProduct, startFakeHost, syncKey } from '../../../helpers/fake-host.ts';
import { makeFolder } from '../../../helpers/make-folder.ts';
import { type ServerChild, startServerChild } from '../../../helpers/server-child.ts';
import { until } from '../../../helpers/test-site.ts';

const count = 30;
let host: FakeHost;
let old: ServerChild;

const program = path.join(builtFolder, 'server/main.js');
const settings = (dataDir: string, peer?: string) => ({
  ...{ LODESTOCK_ROLE: 'site', LODESTOCK_SYNC_KEY: syncKey, LODESTOCK_PORT: '0', LODESTOCK_POSTERS: 'off' },
  ...{ LODESTOCK_DATA_DIR: dataDir, LODESTOCK_HOSTS: host.url },
  ...(peer !== undefined && { LODESTOCK_PEERS: peer }),
});
const isArriving = (name: string) => name.startsWith('catalogue-');

type Options = { readonly peer?: string; readonly onLine?: (line: string) => void };
const startSite = (dataDir: string, { peer, onLine }: Options = {}) =>
  startServerChild('dist/server/main.js', { env: settings(dataDir, peer), ...(onLine && { onLine }) });
const totalOf = async ({ baseUrl }: ServerChild) =>
  (await (await fetch(`${baseUrl}/api-embeddings/browse`)).json()).total;

/** A site that sends a part of its copy and then nothing more. */
async function startHalting(site: ServerChild) {
  const sent = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    const whole = await fetch(site.baseUrl + copyPath, {
      headers: { authorization: request.headers.authorization ?? '' },
    });
    const bytes = Buffer.from(await whole.arrayBuffer());
    response.writeHead(200, { [copyHeader]: whole.headers.get(copyHeader) ?? '' });
    response.write(bytes.subarray(0, bytes.length / 2), () => sent.resolve());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, sent: sent.promise, stop };
}

beforeAll(async () => {
  host = await startFakeHost();
  for (let index = 0; index < count; index += 1) host.put(fakeProduct(`m${index}`, 1));
  old = await startSite(makeFolder());
  await until(async () => (await totalOf(old)) === count);
});
test('a site that is killed while it takes a copy starts anew, in two processes, and has everything', async () => {
  const dataDir = makeFolder();
  const halting = await startHalting(old);
  const dying = spawn(process.execPath, [program], {
    env: { ...process.env, ...settings(dataDir, halting.url) },
    stdio: 'ignore',
  });
  await halting.sent;
  await until(() => readdirSync(dataDir).some(isArriving));
  const died = once(dying, 'exit');
  dying.kill('SIGKILL');
  await died;
  halting.stop();
  const wasOpened = existsSync(path.join(dataDir, 'lodestock.db'));
  const asked = host.asked.length;

  const lines: string[] = [];
  const onLine = (line: string) => void lines.push(line);
  const options = { peer: old.baseUrl, onLine };
  const both = await Promise.all([startSite(dataDir, options), startSite(dataDir, options)]);
  for (const site of both) await until(async () => (await totalOf(site)) === count);
  await Promise.all(both.map((site) => site.stop()));

  expect(wasOpened).toBe(false);
  expect(lines.filter((line) => line.includes(`"from":"${old.baseUrl}"`))).toHaveLength(1);
  expect(host.asked.slice(asked).filter((name) => name.startsWith('product'))).toEqual([]);
  expect(readdirSync(dataDir).filter(isArriving)).toEqual([]);
});

test('a site reads the hosts where no other site gives its catalogue', async () => {
  const lines: string[] = [];
  const peer = `${host.url}/none`;
  const site = await startSite(makeFolder(), { peer, onLine: (line) => void lines.push(line) });
  await until(async () => (await totalOf(site)) === count);
  await site.stop();

  expect(lines.join()).toContain(`The site ${peer} did not give its catalogue: it answered 404.`);
});
