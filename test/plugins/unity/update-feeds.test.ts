import { expect } from 'vitest';
import { unityTest } from './compiled-plugin.ts';
import { asVersion, feedPath, filePath, prepareUpdates, version } from './offered-update.ts';
import { prepareUnity } from './prepare-unity.ts';
import type { UnitySession } from './unity-session.ts';
import { shows } from './walk.ts';

const prepared = prepareUnity();
const { stage } = prepared;
const { asked, offer, startKnown, compile } = prepareUpdates(prepared);

async function seeFeedRead(unity: UnitySession) {
  await expect.poll(async () => (await unity.send('see')) && asked(feedPath)).toBe(1);
  await unity.open();
  return unity.press('Search');
}

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
    { version },
    { version: `${version}-beta.2` },
    { version: '0.10.0', minHostVersion: '2022.3' },
  ]) {
    offer(feed);

    await unity.press('Check for updates');

    expect(await unity.status(), JSON.stringify(feed)).toBe(`Version ${version} is the latest version.`);
  }
});

unityTest('compares versions as numbers', async () => {
  for (const newer of ['0.1.10', '0.2.0-rc.1+build']) {
    offer({ version: newer });
    const unity = startKnown();
    await unity.open();

    await unity.until(`Install ${newer}`);
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

unityTest('follows the beta channel as a version tried out', async () => {
  offer({ version: '0.10.0-beta.10', channel: 'beta' });
  const unity = startKnown(compile(asVersion('0.10.0-beta.2')));
  await unity.open();

  await unity.until('Version 0.10.0-beta.10 is available. You have 0.10.0-beta.2.');

  const feeds = stage().overlay.seen.filter((one) => feedPath.test(one.path));
  expect(feeds.map((one) => one.path)).toEqual(['/assets/plugins/unity/update-feed.json?channel=beta']);
});
