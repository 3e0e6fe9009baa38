import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { fakeProduct, startFakeHost } from '../../helpers/fake-host.ts';
import { makeLibraryFolder, simpleModel } from '../../helpers/library-folder.ts';
import { readExposition } from '../../helpers/read-exposition.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';
import { startTestSite, until } from '../../helpers/test-site.ts';

const key = 'a-key-for-prometheus-alone';
const environment = { LODESTOCK_METRICS_KEY: key };
const library = makeLibraryFolder({
  ...simpleModel('oak chair', { guid: 'chair' }),
  ...simpleModel('table', { guid: 'table' }),
});
const server = await startTestServer({ libraryDir: library.folder, environment });

const ask = (baseUrl: string, authorization?: string) =>
  fetch(`${baseUrl}/metrics`, authorization === undefined ? {} : { headers: { authorization } });
async function scrape(baseUrl = server.baseUrl) {
  const answer = await ask(baseUrl, `Bearer ${key}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  const metrics = readExposition(await answer.text());
  return {
    metrics,
    /** The value of the one sample with these labels; undefined without one. */
    read: (name: string, wanted: Readonly<Record<string, string>> = {}) =>
      metrics
        .get(name)
        ?.samples.find(({ labels }) =>
          Object.entries(wanted).every(([label, value]) => labels[label] === value),
        )?.value,
  };
}

test.each([undefined, 'Bearer another-key-of-the-same-kind', `Basic ${key}`, `Bearer ${key} `.repeat(2)])(
  'shows no metrics to %s',
  async (authorization) => {
    const answer = await ask(server.baseUrl, authorization);

    expect(answer.status).toBe(401);
    expect(await answer.text()).not.toContain('lodestock_ready');
  },
);

test('has no metrics without a key in the settings', async () => {
  const quiet = await startTestServer();

  const answer = await ask(quiet.baseUrl, `Bearer ${key}`);

  await quiet.close();
  expect(answer.status).toBe(404);
});

test('leaves out what has no value between two looks in a row', async () => {
  const looks = await Promise.all(Array.from({ length: 5 }, () => scrape()));

  for (const { metrics } of looks)
    for (const { samples } of metrics.values())
      expect(samples.filter(({ value }) => Number.isNaN(value))).toEqual([]);
});

test('counts and times requests by kind and status', async () => {
  const before = await scrape();

  await server.call('search', { q: 'oak' });
  await server.call('search', { q: 'table' });
  await server.call('transactions', {});

  const { read, metrics } = await scrape();
  const grown = (labels: Record<string, string>) =>
    (read('lodestock_http_requests_total', labels) ?? 0) -
    (before.read('lodestock_http_requests_total', labels) ?? 0);
  expect(grown({ kind: 'browse', method: 'GET', status: '200' })).toBe(2);
  expect(grown({ kind: 'accounts', method: 'GET', status: '401' })).toBe(1);
  const browse = metrics
    .get('lodestock_http_request_duration_seconds')
    ?.samples.filter(({ labels }) => labels.kind === 'browse');
  const counts = browse?.filter(({ name }) => name.endsWith('_bucket')).map(({ value }) => value) ?? [];
  expect(counts.at(-1)).toBe(browse?.find(({ name }) => name.endsWith('_count'))?.value);
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
});

test('tells how the server and its library are', async () => {
  await registerPerson(server);
  server.advance(60_000); // rows are counted again
  const isFree = ['lodestock_disk_free_bytes', { place: 'library' }] as const;

  let { read } = await scrape();
  // A disk that is busy may not say in time.
  while (read(...isFree) === undefined) ({ read } = await scrape());

  expect(read('lodestock_ready')).toBe(1);
  expect(read('lodestock_storage_writable')).toBe(1);
  expect(read('lodestock_folder_work')).toBe(1);
  expect(read('lodestock_models')).toBe(2);
  expect(read('lodestock_accounts')).toBe(1);
  expect(read('lodestock_scan_running')).toBe(0);
  expect(read('lodestock_scan_last_timestamp_seconds')).toBeGreaterThan(1.7e9);
  expect(read('lodestock_jobs', { queue: 'posters', state: 'waiting' })).toBe(2);
  expect(read('lodestock_build_info', { role: 'all' })).toBe(1);
  const size = read('lodestock_disk_size_bytes', { place: 'library' }) ?? 0;
  expect(read(...isFree)).toBeLessThanOrEqual(size);
  expect(read('lodestock_database_bytes', { file: 'database' })).toBeGreaterThan(4096);
});

test('counts what a busy server refuses', async () => {
  const busy = await startTestServer({
    environment,
    tuning: { admission: { rooms: { mcp: { running: 1, perCaller: 1, places: 0, wait: 0 } } } },
  });
  const call = () =>
    fetch(`${busy.baseUrl}/mcp/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });

  const answers = await Promise.all(Array.from({ length: 20 }, call));

  const refused = answers.filter(({ status }) => status === 503).length;
  const { read } = await scrape(busy.baseUrl);
  await busy.close();
  expect(refused).toBeGreaterThan(0);
  expect(read('lodestock_http_refused_total', { kind: 'mcp' })).toBe(refused);
});

/** Names of metrics in a query of Prometheus: what is neither a function, a keyword, a label nor a number. */
function readNames(query: string): string[] {
  const bare = query
    .replaceAll(/\{[^}]*\}/g, '')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/\bby \([^)]*\)/g, '');
  return [...bare.matchAll(/\b([a-z_][a-z0-9_]*)\b(?!\s*\()/g)]
    .map(([, name = '']) => name)
    .filter((name) => !/^(by|sum|min|max|up)$/.test(name));
}

const deploy = path.resolve(import.meta.dirname, '../../../deploy/monitoring');
const read = (file: string) => readFileSync(path.join(deploy, file), 'utf8');

test('has what board and alerts ask for, and follows hosts', async () => {
  const host = await startFakeHost();
  host.put(fakeProduct('a', 1));
  const site = await startTestSite([host], { environment });
  const behind = async () =>
    (await scrape(site.baseUrl)).read('lodestock_sync_behind_changes', { host: host.url });
  await until(async () => site.models().a === 1 && (await behind()) === 0);
  const own = await scrape();
  const { metrics, read: readSite } = await scrape(site.baseUrl);
  const board: { panels: { title: string; targets?: { expr: string }[] }[] } = JSON.parse(
    read('grafana.json'),
  );
  const alerts: { groups: { rules: { alert: string; expr: string }[] }[] } = parse(read('alerts.yaml'));
  const exposed = new Set(
    [...own.metrics, ...metrics].flatMap(([name, { type }]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );

  const queries = [
    ...board.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ...alerts.groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
  ];
  const asked = new Set(queries.flatMap(readNames));

  expect(queries.length).toBeGreaterThan(35);
  expect([...asked].filter((name) => !exposed.has(name))).toEqual([]);
  // And shows all that is ours.
  const ours = [...exposed].filter((name) => name.startsWith('lodestock_') && !/_(sum|count)$/.test(name));
  expect(ours.filter((name) => !asked.has(name))).toEqual([]);
  expect(readSite('lodestock_sync_behind_changes', { host: host.url })).toBe(0);
  expect(readSite('lodestock_sync_last_heard_timestamp_seconds', { host: host.url })).toBeGreaterThan(1.7e9);
  expect(own.metrics.get('lodestock_sync_behind_changes')?.samples).toEqual([]);
});

test('scrapes with the key, as the example says', () => {
  const { scrape_configs: jobs } = parse(read('prometheus.yaml'));

  expect(jobs).toEqual([
    expect.objectContaining({
      job_name: 'lodestock',
      authorization: { credentials_file: '/etc/prometheus/lodestock.key' },
    }),
  ]);
});
