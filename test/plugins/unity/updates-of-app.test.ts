import { expect } from 'vitest';
import { nobody, startSilence, writeNote } from '../desktop-assets.ts';
import { refusedNotes } from '../refused-notes.ts';
import { feedAddress, noteIn, openWithApp } from './away.ts';
import { unityTest } from './compiled-plugin.ts';
import {
  asVersion,
  current,
  feedPath,
  filePath,
  offerAt,
  prepareUpdates,
  version,
} from './offered-update.ts';
import { prepareUnity } from './prepare-unity.ts';
import { shows } from './walk.ts';

const prepared = prepareUnity();
const { stage } = prepared;
const { compile } = prepareUpdates(prepared);
const offered = `Version 0.10.0 is available from the desktop app, because the server is unreachable. You have ${version}.`;
const nothingNewer = `The server is unreachable, and the desktop app has nothing newer than version ${version}.`;
const answerAll = (status: number) =>
  stage().overlay.answer(/./, () => ({ status, body: '{"ok":false,"message":"Not now."}' }));

for (const [what, leave] of [
  ['cuts connections', () => stage().fault.set('gone')],
  ['answers 500', () => answerAll(500)],
  ['answers 503', () => answerAll(503)],
] as const) {
  unityTest(`asks the app when the server ${what}`, async () => {
    const { unity, app, paths } = await openWithApp(prepared, stage().address);
    leave();

    const state = await unity.press('Check for updates');

    expect(await unity.status()).toBe(offered);
    expect(shows(state, 'The desktop app offers 0.10.0, because the server is unreachable.')).toBe(true);
    expect(paths()).toEqual([feedAddress]);
    expect(app.seen[0]?.headers.authorization).toBeUndefined();
  });
}

unityTest('asks the app when nobody answers in time', async () => {
  const silence = await startSilence();
  const hasty = current.replace(
    'request.Timeout = PatienceMilliseconds',
    `request.Timeout = address.StartsWith("${silence}/") ? 100 : PatienceMilliseconds`,
  );
  expect(hasty).not.toBe(current);
  const { library } = compile(hasty);
  const { unity } = await openWithApp(prepared, silence, library);

  await unity.press('Check for updates');

  expect(await unity.status()).toBe(offered);
});

unityTest('leaves the app alone while the server answers', async () => {
  const { unity, paths } = await openWithApp(prepared, stage().address);
  for (const [answer, said] of [
    [() => offerAt(stage().overlay, { version: '0.0.9' }), `Version ${version} is the latest version.`],
    [() => answerAll(404), 'Not now.'],
    [() => answerAll(401), 'Not now.'],
    [() => offerAt(stage().overlay, {}, { sha256: 'abc' }), 'The update feed has no valid SHA-256 or size.'],
    [
      () => stage().overlay.answer(feedPath, () => ({ body: '<html>' })),
      'The answer is not valid JSON: unexpected word at character 6.',
    ],
  ] as const) {
    stage().mend();
    answer();

    await unity.press('Check for updates');

    expect(await unity.status()).toBe(said);
  }
  expect(paths()).toEqual([]);
});

unityTest('passes over notes that name no place here', async () => {
  const { unity, home, app } = await openWithApp(prepared, nobody);
  for (const [what, note] of [
    ...refusedNotes,
    ['is nested endlessly', () => '['.repeat(9000)],
    ['names a line more', (assets: string) => ({ version: 1, assets: `${assets}\n` })],
  ] as const) {
    writeNote(noteIn(home), note(app.baseUrl));

    await unity.press('Check for updates');

    expect(await unity.status(), what).toMatch(/^No answer from http:\/\/127\.0\.0\.1:9\. /);
  }
  expect(app.seen).toEqual([]);
});

unityTest('reads the note of a clone behind a broken one', async () => {
  const { unity, home, app } = await openWithApp(prepared, nobody);
  writeNote(noteIn(home), 'broken');
  writeNote(noteIn(home, 'lodestock'), { version: 1, assets: app.baseUrl });

  await unity.press('Check for updates');

  expect(await unity.status()).toBe(offered);
});

unityTest('refuses feeds of the app that cannot be trusted', async () => {
  const { unity, app, paths } = await openWithApp(prepared, nobody);
  for (const [feed, file] of [
    [{}, { url: `${nobody}/free3d_online.cs` }],
    [{}, { sha256: 'abc' }],
    [{}, { sizeBytes: 0 }],
    [{ family: '3dsmax' }, {}],
  ]) {
    offerAt(app, feed, file);

    const state = await unity.press('Check for updates');

    expect(await unity.status(), JSON.stringify([feed, file])).toMatch(/^The update feed /);
    expect(shows(state, 'Install')).toBe(false);
  }
  expect(paths().some((one) => filePath.test(one))).toBe(false);
});

unityTest('takes from the app only what is newer', async () => {
  const { unity, app } = await openWithApp(prepared, nobody);
  for (const feed of [{ version: '0.0.9' }, { version }, { minHostVersion: '2022.3' }]) {
    offerAt(app, feed);

    const state = await unity.press('Check for updates');

    expect(await unity.status(), JSON.stringify(feed)).toBe(nothingNewer);
    expect(shows(state, 'Install')).toBe(false);
  }
});

unityTest('follows the beta channel in the app', async () => {
  const { library } = compile(asVersion('0.10.0-beta.2'));
  const { unity, paths } = await openWithApp(prepared, nobody, library);

  await unity.press('Check for updates');

  expect(paths()).toEqual([`${feedAddress}?channel=beta`]);
});

unityTest('names the server when the app fails too', async () => {
  const { unity, app } = await openWithApp(prepared, nobody);
  for (const reply of [{ status: 401, body: '{}' }, { status: 404, body: '{}' }, { body: '<html>' }]) {
    app.answer(feedPath, () => reply);

    await unity.press('Check for updates');

    expect(await unity.status()).toMatch(/^No answer from http:\/\/127\.0\.0\.1:9\. /);
  }
});
