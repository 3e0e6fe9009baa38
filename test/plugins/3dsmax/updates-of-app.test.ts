import { expect } from 'vitest';
import { nobody, startScriptedAssets, writeNote } from '../desktop-assets.ts';
import type { MaxSession } from '../maxscript/max-session.ts';
import { refusedNotes } from '../refused-notes.ts';
import { goTo, noteOf, setAway } from './away.ts';
import { feedPath, offer, pressUpdate, version, writeVersion } from './offered-update.ts';
import { maxTest, prepareStage } from './prepare-stage.ts';

const { stage, openSignedIn, openWithPanel } = prepareStage();
const openAway = async () => setAway(await openWithPanel());
const offered = `Version 0.10.0 is available from the desktop app, because the server is unreachable. You have ${version}.`;
const nothingNewer = `The server is unreachable, and the desktop app has nothing newer than version ${version}.`;
const answerAll = (status: number) => stage().overlay.answer(/./, () => ({ status, body: '{"ok":false}' }));

for (const [what, leave] of [
  ['refuses connections', (session: MaxSession) => goTo(session, nobody)],
  ['cuts connections', async () => stage().fault.set('gone')],
  ['answers 500', async () => answerAll(500)],
  ['answers 503', async () => answerAll(503)],
] as const) {
  maxTest(`asks the app when the server ${what}`, async () => {
    const session = await openSignedIn();
    const app = await startScriptedAssets(noteOf(session));
    offer(app);
    await leave(session);

    await session.max(pressUpdate);

    expect(await session.status()).toBe(offered);
    expect(app.seen.map((one) => one.path)).toEqual(['/assets/plugins/3dsmax/update-feed.json']);
    expect(app.seen[0]?.headers.authorization).toBeUndefined();
  });
}

maxTest('leaves the app alone while the server answers', async () => {
  const session = await openWithPanel();
  const app = await startScriptedAssets(noteOf(session));
  offer(app, { version: '0.11.0' });
  for (const [answer, said] of [
    [() => offer(stage().overlay, { version: '0.0.9' }), `Version ${version} is the latest version.`],
    [() => answerAll(404), 'This is no longer on the server. Search again.'],
    [() => answerAll(401), 'Your sign-in has ended. Press Sign in.'],
    [() => offer(stage().overlay, {}, { sha256: 'abc' }), /^The update feed points to/],
    [
      () => stage().overlay.answer(feedPath, () => ({ body: '<html>' })),
      /^The server's answer is not valid JSON/,
    ],
    [() => offer(stage().overlay), `Version 0.10.0 is available. You have ${version}.`],
  ] as const) {
    stage().overlay.clear();
    answer();

    await session.max(pressUpdate);

    expect(await session.status()).toMatch(said);
  }
  expect(app.seen).toEqual([]);
});

maxTest('passes over notes that name no place here', async () => {
  const { session, app } = await openAway();
  for (const [what, note] of refusedNotes) {
    writeNote(noteOf(session), note(app.baseUrl));

    await session.max(pressUpdate);

    expect(await session.status(), what).toMatch(/^No answer from http:\/\/127\.0\.0\.1:9\. /);
  }
  expect(app.seen).toEqual([]);
});

maxTest('takes both addresses of this computer', async () => {
  const { max } = await openWithPanel();

  for (const [address, result] of [
    ['http://127.0.0.1:50123', 'true'],
    ['http://[::1]:50123', 'true'],
    ['http://[::1]:50123/', 'false'],
    ['http://[::2]:50123', 'false'],
  ]) {
    const state = await max({ do: 'evaluate', source: `Lodestock.inbox.isLoopback "${address}"` });

    expect(state.result, address).toBe(result);
  }
});

maxTest('reads the note of a clone behind a broken one', async () => {
  const { session, app } = await openAway();
  writeNote(noteOf(session), 'broken');
  writeNote(noteOf(session, 'lodestock'), { version: 1, assets: app.baseUrl });

  await session.max(pressUpdate);

  expect(await session.status()).toBe(offered);
});

maxTest('takes from the app only a feed that can be trusted and names something newer', async () => {
  const { session, app } = await openAway();
  for (const [feed, file, said] of [
    [{}, { url: 'http://127.0.0.1:9/free3d_installer.ms' }, /^The update feed /],
    [{}, { sha256: 'abc' }, /^The update feed /],
    [{ family: 'unity' }, {}, /^The update feed /],
    [{ version: '0.0.9' }, {}, nothingNewer],
    [{ version }, {}, nothingNewer],
    [{ minHostVersion: '2026' }, {}, nothingNewer],
  ] as const) {
    offer(app, feed, file);

    await session.max(pressUpdate);

    expect(await session.status(), JSON.stringify([feed, file])).toMatch(said);
    expect((await session.see('btnUpdate')).caption).toBe('Check for updates');
  }
  expect(app.seen.map((one) => one.path)).toEqual(Array(6).fill('/assets/plugins/3dsmax/update-feed.json'));
});

maxTest('follows the beta channel in the app', async () => {
  const session = await openWithPanel(writeVersion('0.10.0-beta.2'));
  const app = await startScriptedAssets(noteOf(session));
  await goTo(session, nobody);

  await session.max(pressUpdate);

  expect(app.seen.map((one) => one.path)).toEqual(['/assets/plugins/3dsmax/update-feed.json?channel=beta']);
});

maxTest('names the server when the app fails too', async () => {
  const session = await openSignedIn();
  const app = await startScriptedAssets(noteOf(session));
  app.answer(feedPath, () => ({ status: 401, body: '{}' }));
  stage().fault.set('gone');

  await session.max(pressUpdate);

  expect(await session.status()).toMatch(`No answer from ${stage().address}`);
  expect((await session.see('btnSign')).caption).toBe('Sign out');
});
