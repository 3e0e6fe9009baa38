import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildBlenderExtension } from '../../../.ci/build-extension.ts';
import { nobody, startDesktopAssets } from '../desktop-assets.ts';
import { feedPath, install, look, noteIn, pathsOf, setAway as setAwayIn } from './away.ts';
import { answerFeed, installOld, listFiles } from './parts.ts';
import { addonFolder, hasPython } from './run-python.ts';
import { reason, setScene } from './set-scene.ts';

const needsPython = test.skipIf(!hasPython);
const { stage, scratch } = setScene();
const zip = buildBlenderExtension();
const setAway = () => setAwayIn(scratch(), zip.bytes);

function makeOld() {
  const folder = path.join(scratch(), 'lodestock');
  installOld(folder);
  return folder;
}

needsPython(`updates itself from the real app${reason}`, async () => {
  const config = scratch();
  await startDesktopAssets(noteIn(config));
  const folder = makeOld();
  const computer = { config, server: nobody, current: '0.0.9' };

  const { answer } = await look(computer);
  const installed = await install(computer, answer, folder);

  expect(answer).toMatchObject({ app: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) });
  expect(installed.answer).toEqual({ version: zip.version, isFromApp: true });
  expect(readFileSync(path.join(folder, '__init__.py'))).toEqual(
    readFileSync(path.join(addonFolder, '__init__.py')),
  );
  expect(listFiles(`${folder}.previous`)).toEqual(['__init__.py']);
});

needsPython(`installs no other bytes of the app${reason}`, async () => {
  const { config, server, app } = await setAway();
  const folder = makeOld();
  const { answer } = await look({ config, server });
  app.answer(/lodestock\.zip$/, () => ({ body: 'tampered' }));

  const failed = await install({ config, server }, answer, folder);

  expect(failed).toMatchObject({
    failed: 'ValueError',
    message: expect.stringMatching(/Nothing was changed/),
  });
  expect(listFiles(folder)).toEqual(['__init__.py']);
});

needsPython(`fetches from the app what the server announced${reason}`, async () => {
  const { config, app } = await setAway();
  const computer = { config, server: stage().address };
  const folder = makeOld();
  answerFeed(stage(), zip.bytes);
  const { answer } = await look(computer);
  stage().fault.set('gone');

  const installed = await install(computer, answer, folder);

  expect(answer).toMatchObject({ app: '' });
  expect(installed.answer).toEqual({ version: '0.10.0', isFromApp: true });
  expect(pathsOf(app)).toEqual(['/assets/plugins/blender/lodestock.zip']);
});

needsPython.each([
  ['other bytes', { body: 'something else' }, { failed: 'ValueError' }],
  ['nothing', { status: 404, body: '{}' }, { failed: 'ServerError', code: 'UNAVAILABLE' }],
])(`keeps its version when the app has %s${reason}`, async (_what, reply, failure) => {
  const { config, app } = await setAway();
  const computer = { config, server: stage().address };
  const folder = makeOld();
  answerFeed(stage(), zip.bytes);
  const { answer } = await look(computer);
  app.answer(/lodestock\.zip$/, () => reply);
  stage().fault.set('gone');

  const failed = await install(computer, answer, folder);

  expect(failed).toMatchObject(failure);
  expect(listFiles(folder)).toEqual(['__init__.py']);
});

needsPython.each([
  ['has taken the file away', { status: 404, body: '{"code":"NOT_FOUND","message":"gone"}' }],
  ['changed the file', { body: 'something else' }],
])(`leaves the app alone when the server %s${reason}`, async (_what, reply) => {
  const { config, app } = await setAway();
  const computer = { config, server: stage().address };
  const folder = makeOld();
  answerFeed(stage(), zip.bytes);
  const { answer } = await look(computer);
  stage().overlay.answer(/lodestock\.zip$/, () => reply);

  const failed = await install(computer, answer, folder);

  expect(failed.failed).toMatch(/Error$/);
  expect(app.seen).toEqual([]);
  expect(listFiles(folder)).toEqual(['__init__.py']);
});

needsPython.each([
  ['this version', { version: '0.9.0' }],
  ['another version', { version: '0.9.5' }],
  ['a broken feed', { files: 7 }],
])(`obeys a server that is back with %s${reason}`, async (_what, pinned) => {
  const { config, app, server } = await setAway();
  const folder = makeOld();
  const { answer } = await look({ config, server });
  answerFeed(stage(), zip.bytes, pinned);

  const failed = await install({ config, server: stage().address }, answer, folder);

  expect(failed).toMatchObject({
    failed: 'ValueError',
    message: 'Version 0.10.0 is no longer available. Nothing was changed.',
  });
  expect(pathsOf(app)).toEqual([feedPath]);
  expect(listFiles(folder)).toEqual(['__init__.py']);
});
