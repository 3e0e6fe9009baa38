import { expect } from 'vitest';
import { startScriptedAssets, writeNote } from '../desktop-assets.ts';
import { changing } from '../overlay-server.ts';
import { noteIn } from './away.ts';
import { plugin } from './compiled-plugin.ts';
import { feedPath, hash, offerAt, version } from './offered-update.ts';
import { openChair, openWindow, type Stage, signIn } from './stage.ts';
import type { UnitySession } from './unity-session.ts';
import { listAssets, walkThrough } from './walk.ts';

export type Walk = (unity: UnitySession, stage: Stage) => Promise<void>;
const walk: Walk = async (unity, at) => {
  await walkThrough(unity, at);
  await unity.send('unload');
};

/** An import that must not succeed. */
async function importInVain(unity: UnitySession, at: Stage) {
  await openWindow(unity, at);
  await signIn(unity, at);
  await openChair(unity);
  await unity.press('Import');
  expect(listAssets(unity)).toEqual([]);
}
const meetTampering: Walk = async (unity, at) => {
  at.fault.set('corrupt');
  await importInVain(unity, at);
};
const meetTraversal: Walk = async (unity, at) => {
  at.overlay.answer(
    /\/api\/plugin\/download\/direct$/,
    changing((text) =>
      text.replace('"relativePath":"1k/textures/wood.png"', '"relativePath":"1k/.wood.png"'),
    ),
  );
  await importInVain(unity, at);
};
const meetScript: Walk = async (unity, at) => {
  at.overlay.answer(
    /\/api\/plugin\/download\/direct$/,
    changing((text) => text.replace('"relativePath":"1k/textures/wood.png"', '"relativePath":"1k/wood.cs"')),
  );
  await importInVain(unity, at);
};

/** A server that knows no other format. */
const meetWebp: Walk = async (unity, at) => {
  at.overlay.answer(/\/posters\//, () => ({ type: 'image/webp', body: 'RIFF....WEBPVP8 and more of it' }));
  await openWindow(unity, at);
  await signIn(unity, at);
  await openChair(unity);
  await unity.quiet();
};

/** A compilation of scripts while a server takes its time. */
const meetCompilation: Walk = async (unity, at) => {
  await openWindow(unity, at);
  at.overlay.answer(/api-embeddings/, () => new Promise(() => {}));
  await unity.tap('Search');
  await expect
    .poll(
      async () =>
        (await unity.send('see')) && at.overlay.seen.some(({ path }) => path.includes('api-embeddings')),
    )
    .toBe(true);
  await unity.send('unload');
};

/** A window in a project with the plugin, on a computer whose app offers the next version. */
async function openWithApp(unity: UnitySession, at: Stage) {
  const app = await startScriptedAssets(noteIn(unity.home));
  offerAt(app);
  unity.install(plugin);
  await openWindow(unity, at);
  return app;
}

/** A server that has no feed answers, so that the app is not asked. */
const meetMissingFeed: Walk = async (unity, at) => {
  const app = await openWithApp(unity, at);
  at.overlay.answer(feedPath, () => ({ status: 404, body: '{}' }));
  await unity.press('Check for updates');
  expect(app.seen).toEqual([]);
};

/** A note that names another place than this computer must not be followed. */
const meetStranger: Walk = async (unity, at) => {
  const app = await openWithApp(unity, at);
  const assets = app.baseUrl.replace('127.0.0.1', 'localhost');
  writeNote(noteIn(unity.home), { version: 1, assets });
  at.fault.set('gone');
  await unity.press('Check for updates');
  expect(app.seen).toEqual([]);
};

/** An update of the app whose bytes are not the feed's must not be installed. */
const meetChangedUpdate: Walk = async (unity, at) => {
  const app = await openWithApp(unity, at);
  offerAt(app, {}, { sha256: hash('something else') });
  at.fault.set('gone');
  await unity.press('Check for updates');
  await unity.press('Install 0.10.0');
  expect(await unity.status()).toMatch(/^The update does not match/);
};

/** What the app offered is not installed once the server is back and has pinned what is here. */
const meetPin: Walk = async (unity, at) => {
  await openWithApp(unity, at);
  at.fault.set('gone');
  await unity.press('Check for updates');
  at.fault.set('none');
  offerAt(at.overlay, { version });
  await unity.press('Install 0.10.0');
  expect(await unity.status()).toMatch(/ is the latest version\.$/);
};

/** Ways on which the plugin itself must meet no fault. */
export const walks: Readonly<Record<string, Walk>> = {
  walk,
  meetTampering,
  meetTraversal,
  meetScript,
  meetWebp,
  meetCompilation,
  meetMissingFeed,
  meetStranger,
  meetChangedUpdate,
  meetPin,
};
