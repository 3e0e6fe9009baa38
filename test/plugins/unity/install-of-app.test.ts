import { expect } from 'vitest';
import { nobody, startDesktopAssets } from '../desktop-assets.ts';
import { feedAddress, noteIn, openWithApp } from './away.ts';
import { unityTest } from './compiled-plugin.ts';
import {
  asVersion,
  current,
  filePath,
  hash,
  installed,
  makeHome,
  next,
  offerAt,
  prepareUpdates,
  version,
} from './offered-update.ts';
import { prepareUnity } from './prepare-unity.ts';
import { shows } from './walk.ts';

const prepared = prepareUnity();
const { stage } = prepared;
const { compile, offer, startKnown } = prepareUpdates(prepared);
const differs = 'The update does not match what the server announced. Nothing was changed.';

unityTest('updates itself at the start from the real app', async () => {
  const home = makeHome();
  await startDesktopAssets(noteIn(home));
  const old = asVersion('0.0.9');
  const unity = startKnown({ home, server: nobody, ...compile(old) });
  await unity.open();
  await unity.until(
    `Version ${version} is available from the desktop app, because the server is unreachable. You have 0.0.9.`,
  );

  await unity.press(`Install ${version}`);

  expect(await unity.status()).toBe(`Version ${version} is installed from the desktop app.`);
  expect(installed(unity)).toBe(current);
  expect(installed(unity, 'Library/Lodestock/free3d_online.cs.previous')).toBe(old);
});

unityTest('replaces nothing by other bytes of the app', async () => {
  const { unity, app } = await openWithApp(prepared, nobody);
  offerAt(app, {}, { sha256: hash('something else') });
  await unity.press('Check for updates');

  await unity.press('Install 0.10.0');

  expect(await unity.status()).toBe(differs);
  expect(installed(unity)).toBe(current);
});

unityTest('fetches from the app what the server announced', async () => {
  const { unity, paths } = await openWithApp(prepared, stage().address);
  offer();
  await unity.press('Check for updates');
  stage().fault.set('gone');

  await unity.press('Install 0.10.0');

  expect(await unity.status()).toBe('Version 0.10.0 is installed from the desktop app.');
  expect(installed(unity)).toBe(next);
  expect(paths()).toEqual(['/assets/plugins/unity/free3d_online.cs']);
});

for (const [what, reply, said] of [
  ['other bytes', { body: 'something else' }, differs],
  ['too many bytes', { body: `${next} ` }, /^No answer from /],
  ['nothing', { status: 404, body: '{}' }, /^No answer from /],
] as const) {
  unityTest(`keeps its version when the app has ${what}`, async () => {
    const { unity, app } = await openWithApp(prepared, stage().address);
    offer();
    await unity.press('Check for updates');
    app.answer(filePath, () => reply);
    stage().fault.set('gone');

    const state = await unity.press('Install 0.10.0');

    expect(await unity.status()).toMatch(said);
    expect(installed(unity)).toBe(current);
    expect(shows(state, 'The desktop app offers')).toBe(false);
  });
}

for (const [what, reply] of [
  ['has taken the file away', { status: 404, body: '{}' }],
  ['changed the file', { body: 'something else' }],
  ['sends too much', { body: `${next} ` }],
] as const) {
  unityTest(`leaves the app alone when the server ${what}`, async () => {
    const { unity, paths } = await openWithApp(prepared, stage().address);
    offer();
    await unity.press('Check for updates');
    stage().overlay.answer(filePath, () => reply);

    await unity.press('Install 0.10.0');

    expect(paths()).toEqual([]);
    expect(installed(unity)).toBe(current);
  });
}

for (const [what, pinned, said] of [
  ['this version', version, `Version ${version} is the latest version.`],
  ['another version', '0.9.0', `Version 0.9.0 is available. You have ${version}.`],
] as const) {
  unityTest(`obeys a server that is back and pinned ${what}`, async () => {
    const { unity, paths } = await openWithApp(prepared, stage().address);
    stage().fault.set('gone');
    await unity.press('Check for updates');
    stage().fault.set('none');
    offer({ version: pinned });

    await unity.press('Install 0.10.0');

    expect(await unity.status()).toBe(said);
    expect(installed(unity)).toBe(current);
    expect(paths()).toEqual([feedAddress]);
  });
}
