import path from 'node:path';
import { expect } from 'vitest';
import { startScriptedAssets, writeNote } from '../desktop-assets.ts';
import type { MaxSession } from '../maxscript/max-session.ts';
import { feedPath, hash, offer, pressUpdate, version } from './offered-update.ts';
import { chooseFile, openModel, openPanel, type Stage, signIn } from './stage.ts';
import { walkThrough } from './walk.ts';

export type Walk = (session: MaxSession, stage: Stage, file: string) => Promise<void>;

/** A download whose bytes are changed on their way must not come in. */
const meetTampering: Walk = async (session, at, file) => {
  await openPanel(session, at, file);
  await signIn(session, at);
  await openModel(session, 'oak chair');
  await chooseFile(session, '1k', 'fbx');
  at.overlay.answer(/chair\.fbx$/, () => ({ body: '; FBX changed' }));
  const { imports } = await session.max({ do: 'press', control: 'btnImport' });
  expect(imports).toEqual([]);
  expect(await session.status()).toMatch(/arrived damaged or incomplete/);
  expect((await session.see('barProgress')).value).toBe(0);
};

/** A path that leads out must not be written. */
const meetTraversal: Walk = async (session, at, file) => {
  await openPanel(session, at, file);
  await signIn(session, at);
  await openModel(session, 'oak chair');
  await chooseFile(session, '1k', 'fbx');
  at.overlay.answer(/download\/direct$/, async (_, passOn) => ({
    body: (await (await passOn()).text()).replace('"1k/chair.fbx"', '"1k/nul.fbx"'),
  }));
  const { imports } = await session.max({ do: 'press', control: 'btnImport' });
  expect(imports).toEqual([]);
};

const walk: Walk = (session, at, file) => walkThrough(session, at, file);

/** A panel on a computer whose app offers the next version. */
async function openWithApp(session: MaxSession, at: Stage, file: string) {
  await openPanel(session, at, file);
  const noteFile = path.join(session.root, 'appdata/Lodestock/dcc.json');
  const app = await startScriptedAssets(noteFile);
  offer(app);
  return { app, noteFile };
}

/** A server that has no feed answers, so that the app is not asked. */
const meetMissingFeed: Walk = async (session, at, file) => {
  const { app } = await openWithApp(session, at, file);
  at.overlay.answer(feedPath, () => ({ status: 404, body: '{}' }));
  await session.max(pressUpdate);
  expect(app.seen).toEqual([]);
};

/** A note that names another place than this computer must not be followed. */
const meetStranger: Walk = async (session, at, file) => {
  const { app, noteFile } = await openWithApp(session, at, file);
  writeNote(noteFile, { version: 1, assets: app.baseUrl.replace('127.0.0.1', 'localhost') });
  at.fault.set('gone');
  await session.max(pressUpdate);
  expect(app.seen).toEqual([]);
};

/** An update of the app whose bytes are not the feed's must not be installed. */
const meetChangedUpdate: Walk = async (session, at, file) => {
  const { app } = await openWithApp(session, at, file);
  offer(app, {}, { sha256: hash('something else') });
  at.fault.set('gone');
  await session.max(pressUpdate);
  await session.max(pressUpdate);
  expect(await session.status()).toMatch(/^The update does not match/);
};

/** What the app offered is not installed once the server is back and has pinned what is here. */
const meetPin: Walk = async (session, at, file) => {
  await openWithApp(session, at, file);
  at.fault.set('gone');
  await session.max(pressUpdate);
  at.fault.set('none');
  offer(at.overlay, { version });
  await session.max(pressUpdate);
  expect(await session.status()).toMatch(/ is the latest version\.$/);
};

/** Ways on which the script itself must meet no fault. */
export const walks: Readonly<Record<string, Walk>> = {
  walk,
  meetTampering,
  meetTraversal,
  meetMissingFeed,
  meetStranger,
  meetChangedUpdate,
  meetPin,
};
