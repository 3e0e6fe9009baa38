import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { plugin, unityTest } from './compiled-plugin.ts';
import { prepareUnity } from './prepare-unity.ts';
import type { UnitySession } from './unity-session.ts';
import { shows } from './walk.ts';

const { stage, editor, start, keep } = prepareUnity();
const feedPath = /update-feed\.json$/;
const filePath = /free3d_online\.cs$/;

const current = readFileSync(plugin, 'utf8');
const next = current.replace(/Version = "[^"]+"/, 'Version = "0.10.0"');
const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const installed = ({ project }: UnitySession) =>
  readFileSync(path.join(project, 'Assets/Editor/free3d_online.cs'), 'utf8');
const asked = (address: RegExp) => stage().overlay.seen.filter((one) => address.test(one.path)).length;

function offer(feed: object = {}, file: object = {}) {
  const offered = {
    name: 'free3d_online.cs',
    url: 'free3d_online.cs',
    sizeBytes: Buffer.byteLength(next),
    sha256: hash(next),
    ...file,
  };
  const body = JSON.stringify({
    slug: 'lodestock-unity',
    family: 'unity',
    version: '0.10.0',
    channel: 'stable',
    minHostVersion: '2019.4',
    files: [offered],
    notes: [],
    ...feed,
  });
  stage().overlay.answer(feedPath, () => ({ body }));
  stage().overlay.answer(filePath, () => ({ type: 'text/plain', body: next }));
}

/** An editor that starts with the plugin in its project and a server chosen before. */
function startKnown(environment: Readonly<Record<string, string>> = {}, library?: string) {
  const home = mkdtempSync(path.join(tmpdir(), 'lodestock-project-'));
  writeFileSync(path.join(home, 'prefs'), `Lodestock.Server ${encodeURIComponent(stage().address)}\n`);
  const unity = start({ home, environment, ...(library !== undefined && { library }) });
  unity.install(plugin);
  return unity;
}

async function seeFeedRead(unity: UnitySession) {
  await expect.poll(async () => (await unity.send('see')) && asked(feedPath)).toBe(1);
  await unity.open();
  return unity.press('Search');
}

unityTest('announces a newer version at the start, once', async () => {
  offer();
  const unity = startKnown();
  await unity.open();
  await unity.until('Version 0.10.0 is there. You have 0.1.0.');

  const reloaded = keep(await unity.reload());
  await reloaded.open();
  const state = await reloaded.press('Search');

  expect(shows(state, 'Install 0.10.0')).toBe(true);
  expect(asked(feedPath)).toBe(1);
  expect(asked(filePath)).toBe(0);
});

unityTest('installs a verified update and goes back', async () => {
  offer();
  const unity = startKnown();
  await unity.open();
  await unity.until('Install 0.10.0');

  const state = await unity.press('Install 0.10.0');
  expect(await unity.status()).toBe('Version 0.10.0 is installed.');
  expect(state.imported).toContain('Assets/Editor/free3d_online.cs');
  expect(installed(unity)).toBe(next);

  await unity.press('Previous version');
  expect(installed(unity)).toBe(current);
});

unityTest('compiles what it installs as the next version', async () => {
  const source = path.join(mkdtempSync(path.join(tmpdir(), 'lodestock-next-')), 'free3d_online.cs');
  writeFileSync(source, next);
  const unity = startKnown({}, editor().compilePlugin(source));

  const state = await unity.open();

  expect(shows(state, 'Lodestock 0.10.0')).toBe(true);
});

unityTest('replaces nothing when the hash is wrong', async () => {
  offer({}, { sha256: hash('something else') });
  const unity = startKnown();
  await unity.open();
  await unity.until('Install 0.10.0');

  const state = await unity.press('Install 0.10.0');

  expect(await unity.status()).toBe(
    'The update did not arrive as the server announced it. Nothing was changed.',
  );
  expect(installed(unity)).toBe(current);
  expect(shows(state, 'Previous version')).toBe(false);
});

unityTest('takes no longer file than was announced', async () => {
  offer({}, { sizeBytes: 100 });
  const unity = startKnown();
  await unity.open();
  await unity.until('Install 0.10.0');

  await unity.press('Install 0.10.0');

  expect(await unity.status()).toMatch(/longer than the server announced/);
  expect(installed(unity)).toBe(current);
});

unityTest('leaves a package to the Package Manager', async () => {
  offer();
  const unity = start();
  await unity.open();
  await unity.type('Server', stage().address);
  await unity.press('Check for updates');

  await unity.press('Install 0.10.0');

  expect(await unity.status()).toMatch(/Package Manager\.$/);
  expect(asked(filePath)).toBe(0);
});

unityTest('does not ask in batch mode', async () => {
  offer();
  const unity = startKnown({ UNITY_BATCH: 'yes' });

  await unity.open();
  await unity.press('Search');

  expect(asked(feedPath)).toBe(0);
});

unityTest('does not ask before a server was chosen', async () => {
  offer();
  const unity = start();

  await unity.open();
  await unity.type('Server', stage().address);
  await unity.press('Search');

  expect(asked(feedPath)).toBe(0);
});

unityTest('refuses feeds that cannot be trusted', async () => {
  const unity = startKnown();
  await unity.open();
  for (const [feed, file] of [
    [{}, { url: 'http://127.0.0.1:9/free3d_online.cs' }],
    [{}, { url: 'file:///tmp/free3d_online.cs' }],
    [{}, { url: '//models.example/free3d_online.cs' }],
    [{}, { sha256: 'abc' }],
    [{}, { sizeBytes: 0 }],
    [{}, { name: 'other.cs' }],
    [{ family: '3dsmax' }, {}],
    [{ version: 'latest' }, {}],
  ]) {
    offer(feed, file);

    const state = await unity.press('Check for updates');

    expect(await unity.status(), JSON.stringify([feed, file])).toMatch(/^The update feed /);
    expect(shows(state, 'Install')).toBe(false);
  }
  expect(asked(filePath)).toBe(0);
});

unityTest('offers only what is newer and fits', async () => {
  const unity = startKnown();
  await unity.open();
  for (const feed of [
    { version: '0.0.9' },
    { version: '0.1.0' },
    { version: '0.1.0-beta.2' },
    { version: '0.10.0', minHostVersion: '2022.3' },
  ]) {
    offer(feed);

    await unity.press('Check for updates');

    expect(await unity.status(), JSON.stringify(feed)).toBe('Version 0.1.0 is the latest.');
  }
});

unityTest('compares versions as numbers', async () => {
  for (const version of ['0.1.10', '0.2.0-rc.1+build']) {
    offer({ version });
    const unity = startKnown();
    await unity.open();

    await unity.until(`Install ${version}`);
  }
});

for (const [what, body] of [
  ['HTML', '<html>'],
  ['nothing', ''],
  ['a wrong shape', '{"version":7,"files":"x"}'],
  ['endless nesting', '{"a":'.repeat(9000)],
] as const) {
  unityTest(`starts when the feed is ${what}`, async () => {
    stage().overlay.answer(feedPath, () => ({ body }));
    const unity = startKnown();

    const state = await seeFeedRead(unity);

    expect(shows(state, 'found')).toBe(true);
    expect(await unity.status()).toBe('');
  });
}
