import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { nobody, startDesktopAssets, startScriptedAssets } from '../desktop-assets.ts';
import { goTo, noteOf, setAway } from './away.ts';
import {
  current,
  filePath,
  hash,
  installed,
  next,
  offer,
  pressUpdate,
  version,
  writeVersion,
} from './offered-update.ts';
import { maxTest, prepareStage } from './prepare-stage.ts';

const { stage, openWithPanel } = prepareStage();
const openAway = async () => setAway(await openWithPanel());

maxTest('updates itself from the real app', async () => {
  const old = writeVersion('0.0.9');
  const before = readFileSync(old, 'utf8');
  const session = await openWithPanel(old);
  await startDesktopAssets(noteOf(session));
  await goTo(session, nobody);

  await session.max(pressUpdate);
  expect(await session.status()).toBe(
    `Version ${version} is available from the desktop app, because the server is unreachable. You have 0.0.9.`,
  );
  expect((await session.see('btnUpdate')).caption).toBe(`Install ${version} (app)`);

  await session.max(pressUpdate);
  expect(await session.status()).toBe(
    `Version ${version} is installed from the desktop app. Restart 3ds Max to use it.`,
  );
  expect(readFileSync(installed(session), 'utf8')).toBe(current);
  expect(readFileSync(installed(session, '.previous'), 'utf8')).toBe(before);
  expect((await session.see('btnUpdate')).caption).toBe('Check for updates');
});

maxTest('replaces nothing by other bytes of the app', async () => {
  const { session, app } = await openAway();
  offer(app, {}, { sha256: hash('something else') });
  await session.max(pressUpdate);

  await session.max(pressUpdate);

  expect(await session.status()).toBe(
    'The update does not match what the server announced. Nothing was changed.',
  );
  expect(readFileSync(installed(session), 'utf8')).toBe(current);
  expect(existsSync(installed(session, '.part'))).toBe(false);
});

maxTest('fetches from the app what the server announced', async () => {
  const session = await openWithPanel();
  const app = await startScriptedAssets(noteOf(session));
  offer(stage().overlay);
  offer(app);
  await session.max(pressUpdate);
  stage().fault.set('gone');

  await session.max(pressUpdate);

  expect(await session.status()).toBe(
    'Version 0.10.0 is installed from the desktop app. Restart 3ds Max to use it.',
  );
  expect(readFileSync(installed(session), 'utf8')).toBe(next);
  expect(app.seen.map((one) => one.path)).toEqual(['/assets/plugins/3dsmax/free3d_installer.ms']);
});

for (const [what, reply, said] of [
  ['other bytes', { body: 'something else' }, /^The update does not match what the server announced/],
  ['nothing', { status: 404, body: '{}' }, /^No answer from /],
] as const) {
  maxTest(`keeps its version when the app has ${what}`, async () => {
    const session = await openWithPanel();
    const app = await startScriptedAssets(noteOf(session));
    offer(stage().overlay);
    await session.max(pressUpdate);
    app.answer(filePath, () => reply);
    stage().fault.set('gone');

    await session.max(pressUpdate);

    expect(await session.status()).toMatch(said);
    expect(readFileSync(installed(session), 'utf8')).toBe(current);
  });
}

maxTest('keeps its version when the server took the file away', async () => {
  const session = await openWithPanel();
  const app = await startScriptedAssets(noteOf(session));
  offer(app);
  offer(stage().overlay);
  await session.max(pressUpdate);
  stage().overlay.answer(filePath, () => ({ status: 404, body: '{}' }));

  await session.max(pressUpdate);

  expect(await session.status()).toBe('This is no longer on the server. Search again.');
  expect(app.seen).toEqual([]);
  expect(readFileSync(installed(session), 'utf8')).toBe(current);
});

maxTest('obeys a server that is back and pinned a version', async () => {
  const session = await openWithPanel();
  const app = await startScriptedAssets(noteOf(session));
  offer(app);
  for (const [pinned, said] of [
    [version, `Version ${version} is the latest version.`],
    ['0.9.0', `Version 0.9.0 is available. You have ${version}.`],
  ] as const) {
    stage().fault.set('gone');
    await session.max(pressUpdate);
    stage().fault.set('none');
    offer(stage().overlay, { version: pinned });

    await session.max(pressUpdate);

    expect(await session.status()).toBe(said);
    expect(readFileSync(installed(session), 'utf8')).toBe(current);
  }
  expect(app.seen.map((one) => one.path)).toEqual(Array(2).fill('/assets/plugins/3dsmax/update-feed.json'));
});
