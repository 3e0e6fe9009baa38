import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { nobody } from '../desktop-assets.ts';
import {
  current,
  feedPath,
  filePath,
  hash,
  installed,
  next,
  offer as offerAt,
  pressUpdate,
  version,
  writeVersion,
} from './offered-update.ts';
import { maxTest, prepareStage } from './prepare-stage.ts';
import { script } from './stage.ts';

const { stage, keep, openMax, openWithPanel } = prepareStage();
const pressFind = { do: 'press', control: 'btnFind' } as const;
const offer = (feed?: object, file?: object) => offerAt(stage().overlay, feed, file);

maxTest('announces a newer version after the first search', async () => {
  const { max, see, status } = await openWithPanel();
  offer();

  await max(pressFind);
  await max(pressFind);

  expect((await see('btnUpdate')).caption).toBe('Install 0.10.0');
  expect(await status()).toBe('3 models.');
  expect(stage().overlay.seen.filter((one) => feedPath.test(one.path))).toHaveLength(1);
  expect(stage().overlay.seen.filter((one) => filePath.test(one.path))).toHaveLength(0);
});

maxTest('follows the beta channel as a version tried out', async () => {
  const { max, status } = await openWithPanel(writeVersion('0.10.0-beta.2'));
  offer({ version: '0.10.0-beta.10', channel: 'beta' });

  await max(pressUpdate);

  expect(await status()).toBe('Version 0.10.0-beta.10 is available. You have 0.10.0-beta.2.');
  expect(stage().overlay.seen.map((one) => one.path)).toContain(
    '/assets/plugins/3dsmax/update-feed.json?channel=beta',
  );
});

maxTest('installs a verified update and goes back', async () => {
  const session = await openWithPanel();
  offer();
  await session.max(pressUpdate);
  expect(await session.status()).toBe(`Version 0.10.0 is available. You have ${version}.`);

  await session.max(pressUpdate);
  expect(await session.status()).toBe('Version 0.10.0 is installed. Restart 3ds Max to use it.');
  expect(readFileSync(installed(session), 'utf8')).toBe(next);
  expect(readFileSync(installed(session, '.previous'), 'utf8')).toBe(current);

  const restarted = keep(await session.restart());
  await restarted.max({ do: 'macro', name: 'LodestockOpen' });
  expect(await restarted.status()).toBe('Lodestock 0.10.0');
  await restarted.max({ do: 'press', control: 'btnRollBack' });
  expect(readFileSync(installed(session), 'utf8')).toBe(current);
  expect(readFileSync(installed(session, '.previous'), 'utf8')).toBe(next);
});

maxTest('installs nothing of a server that was left', async () => {
  const session = await openWithPanel();
  offer();
  await session.max(pressUpdate);
  await session.max({ do: 'type', control: 'edtServer', text: nobody });

  await session.max(pressUpdate);

  expect(await session.status()).toMatch(/^No answer from /);
  expect((await session.see('btnUpdate')).caption).toBe('Check for updates');
  expect(readFileSync(installed(session), 'utf8')).toBe(current);
});

maxTest('replaces nothing when the hash is wrong', async () => {
  const session = await openWithPanel();
  offer({}, { sha256: hash('something else') });
  await session.max(pressUpdate);

  await session.max(pressUpdate);

  expect(await session.status()).toBe(
    'The update does not match what the server announced. Nothing was changed.',
  );
  expect(readFileSync(installed(session), 'utf8')).toBe(current);
  expect(existsSync(installed(session, '.part'))).toBe(false);
});

maxTest('takes no feed that cannot be trusted, or names nothing newer that fits', async () => {
  const { max, see, status } = await openWithPanel();
  const latest = `Version ${version} is the latest version.`;
  const feeds = [
    [{}, { url: 'http://127.0.0.1:9/free3d_installer.ms' }, /^The update feed /],
    [{}, { url: 'file:///tmp/free3d_installer.ms' }, /^The update feed /],
    [{}, { sha256: 'abc' }, /^The update feed /],
    [{}, { name: 'other.ms' }, /^The update feed /],
    [{ family: 'unity' }, {}, /^The update feed /],
    [{ version: 'latest' }, {}, /^The update feed /],
    [{ version: '0.0.9' }, {}, latest],
    [{ version: `${version}-beta.2` }, {}, latest],
    [{ version: '0.10.0', minHostVersion: '2026' }, {}, latest],
  ] as const;
  for (const [feed, file, said] of feeds) {
    offer(feed, file);

    await max(pressUpdate);

    expect(await status(), JSON.stringify([feed, file])).toMatch(said);
    expect((await see('btnUpdate')).caption).toBe('Check for updates');
  }
  const asked = stage().overlay.seen.map((one) => one.path);
  expect(asked.filter((one) => feedPath.test(one))).toHaveLength(feeds.length);
  expect(asked.filter((one) => filePath.test(one))).toEqual([]);
});

for (const [what, body] of [
  ['HTML', '<html>'],
  ['nothing', ''],
  ['a wrong shape', '{"version":7,"files":"x"}'],
  ['endless nesting', '{"a":'.repeat(9000)],
] as const) {
  maxTest(`works on when the feed is ${what}`, async () => {
    const { max, status } = await openWithPanel();
    stage().overlay.answer(feedPath, () => ({ body }));

    await max(pressFind);

    expect(await status()).toBe('3 models.');
  });
}

maxTest('starts without asking the network', async () => {
  const session = await openMax();
  await session.max({ do: 'drop', file: script });
  stage().overlay.clear();

  const { printed } = await session.max({ do: 'startUp' });

  expect(printed).toEqual([]);
  expect(stage().overlay.seen).toEqual([]);
});

maxTest('compares versions as numbers', async () => {
  const { max } = await openMax().then(async (session) => {
    await session.max({ do: 'drop', file: script });
    return session;
  });
  const order = [
    '0.9.0',
    '0.10.0-alpha',
    '0.10.0-alpha.2',
    '0.10.0-alpha.10',
    '0.10.0-beta',
    '0.10.0',
    '1.0.0+build',
  ];

  for (const [index, later] of order.entries()) {
    const earlier = order[index - 1];
    if (earlier === undefined) continue;
    const read = (version: string) => `(Lodestock.updates.readVersion "${version}")`;
    const { result } = await max({
      do: 'evaluate',
      source: `Lodestock.updates.compare ${read(later)} ${read(earlier)}`,
    });
    expect(Number(result), `${later} after ${earlier}`).toBeGreaterThan(0);
  }
});
