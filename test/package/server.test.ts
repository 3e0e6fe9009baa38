import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { ConfigSchema, readConfig } from '../../server/config.ts';
import { builtFolder } from '../helpers/built.ts';
import { isOnPath } from '../helpers/is-on-path.ts';
import { makeLibraryFolder, simpleModel } from '../helpers/library-folder.ts';
import { startServerChild, waitUntilReady } from '../helpers/server-child.ts';
import { readDeployedProxy } from '../helpers/web-server.ts';

const root = path.dirname(builtFolder);
const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-headless-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const read = (name: string) => readFileSync(path.join(root, 'deploy', name), 'utf8');

// Far from the clone, where none of its packages can be found.
test('runs from a folder that holds only what was packed', async () => {
  const out = path.join(folder, 'packed');
  execFileSync(process.execPath, [path.join(root, '.ci/package/pack-server.ts'), out]);
  const library = makeLibraryFolder(simpleModel('packed chair', { guid: 'chair' }));
  const env = {
    LODESTOCK_DATA_DIR: path.join(folder, 'data'),
    LODESTOCK_LIBRARY_DIR: library.folder,
    LODESTOCK_PORT: '0',
  };

  const server = await startServerChild(path.relative(root, path.join(out, 'dist/server/main.js')), { env });
  onTestFinished(() => server.stop());
  await waitUntilReady(server.baseUrl);

  const { results } = await (await fetch(`${server.baseUrl}/api-embeddings/?q=chair`)).json();
  expect(results).toMatchObject([{ title: 'packed chair' }]);
  const page = await (await fetch(server.baseUrl)).text();
  const script = /src="([^"]+\.js)"/.exec(page)?.[1] ?? '';
  expect((await fetch(new URL(script, server.baseUrl))).status).toBe(200);
  const feed = await fetch(`${server.baseUrl}/assets/plugins/unity/update-feed.json`);
  expect(feed.status).toBe(200);
  library.remove();
});

test('packs into no folder that holds something', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [path.join(root, '.ci/package/pack-server.ts'), root],
    {
      encoding: 'utf8',
    },
  );

  expect(status).toBe(1);
  expect(stderr).toContain('Name an empty folder');
});

const hasSystemd = isOnPath('systemd-analyze');
const note = hasSystemd ? '' : ' (skipped: systemd-analyze not installed)';

test.skipIf(!hasSystemd)(`confines the service of systemd${note}`, () => {
  const unit = path.join(root, 'deploy/lodestock.service');

  const verified = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
  // 0 is locked up, 100 is open; most services of a distribution have over 90.
  const judged = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit]);

  expect(
    verified.stderr
      .split('\n')
      .filter((line) => line.includes('lodestock.service') && !line.includes('is not executable')),
  ).toEqual([]);
  expect(judged.status).toBe(0);
});

test('names settings that there are', () => {
  const texts = ['lodestock.service', 'Dockerfile', 'compose.yaml', 'several-sites.yaml']
    .map(read)
    .join('\n');

  const named = [...texts.matchAll(/\bLODESTOCK_[A-Z_]+/g)].map(([name]) => name);

  const known = Object.keys(ConfigSchema.shape);
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

test('confines the container', () => {
  const { services, volumes } = parse(read('compose.yaml'));
  const image = read('Dockerfile');

  expect(services.server).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
  });
  expect(services.server.volumes).toContainEqual(expect.stringMatching(/:\/library:ro$/));
  expect(
    existsSync(path.join(root, 'deploy', services.server.build.context, services.server.build.dockerfile)),
  ).toBe(true);
  expect(volumes).toHaveProperty('data');
  expect(image.split('\n').filter((line) => line.startsWith('USER'))).toEqual(['USER 10001:10001']);
  expect(image).toContain('/healthz');
  for (const [, script] of image.matchAll(/node (\.ci\/\S+)/g))
    expect(existsSync(path.join(root, script ?? ''))).toBe(true);
});

test('gives every site the settings that sites share', () => {
  const { services } = parse(read('several-sites.yaml'), { merge: true });
  const sites = [services.one, services.two, services.three];
  const given = { LODESTOCK_DATA_DIR: '/data', LODESTOCK_HOST: '0.0.0.0', LODESTOCK_LIBRARY_DIR: '/library' };
  /** Fills in variables as compose does. */
  const toConfig = (environment: Readonly<Record<string, string>>) =>
    readConfig({
      ...given,
      ...Object.fromEntries(
        Object.entries(environment).map(([name, text]) => [
          name,
          text.replaceAll(/\$\{(\w+)[^}]*\}/g, (_, inside: string) =>
            inside.endsWith('URL')
              ? `http://${inside.toLowerCase().replaceAll('_', '-')}.studio.lan:8787`
              : 'ab'.repeat(32),
          ),
        ]),
      ),
    });
  const files = [services['files-one'], services['files-two']].map(({ environment }) =>
    toConfig(environment),
  );

  for (const site of sites) {
    expect(site).toMatchObject({ read_only: true, cap_drop: ['ALL'], image: 'lodestock' });
    const { role, hosts, peers, hostNames, sharedAccounts } = toConfig(site.environment);
    expect(role).toBe('site');
    // People download at these addresses, and a file host knows only its own.
    expect(hosts).toEqual(files.map(({ baseUrl }) => baseUrl));
    expect(peers.map((peer) => new URL(peer).hostname)).toEqual(hostNames);
    expect(hostNames).toEqual(['one', 'two', 'three']);
    expect(sharedAccounts?.url).toContain('@postgres/lodestock');
  }
  expect(files.map(({ role }) => role)).toEqual(['host', 'host']);
  expect(new Set(sites.map(({ volumes }) => volumes[0])).size).toBe(3);
});

test('puts the same balancer as of one machine in front of them', () => {
  const rules = (text: string) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => /^(http-|balance|hash-type|option|timeout)/.test(line));

  expect(rules(read('haproxy.cfg'))).toEqual(rules(readDeployedProxy('haproxy.cfg')));
});
