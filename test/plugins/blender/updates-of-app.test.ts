import path from 'node:path';
import { expect, test } from 'vitest';
import { buildBlenderExtension } from '../../../.ci/build-extension.ts';
import { nobody, startSilence, writeNote } from '../desktop-assets.ts';
import { refusedNotes } from '../refused-notes.ts';
import { feedPath, look, noteIn, pathsOf, setAway as setAwayIn } from './away.ts';
import { answerFeed } from './parts.ts';
import { hasPython, runPure } from './run-python.ts';
import { reason, setScene } from './set-scene.ts';

const needsPython = test.skipIf(!hasPython);
const { stage, scratch } = setScene();
const zip = buildBlenderExtension();
const setAway = () => setAwayIn(scratch(), zip.bytes);

needsPython.each([
  ['refuses connections', () => nobody],
  [
    'cuts connections',
    () => {
      stage().fault.set('gone');
      return stage().address;
    },
  ],
  [
    'answers 500',
    () => {
      stage().overlay.answer(/./, () => ({ status: 500, body: 'broken' }));
      return stage().address;
    },
  ],
  [
    'answers 503',
    () => {
      stage().overlay.answer(/./, () => ({ status: 503, body: '{"ok":false}' }));
      return stage().address;
    },
  ],
  ['keeps silent', startSilence],
])(`asks the app when the server %s${reason}`, async (_what, leave) => {
  const { config, app } = await setAway();

  const { answer } = await look({ config, server: await leave() }, { timeout: 10 });

  expect(answer).toMatchObject({ version: '0.10.0', app: app.baseUrl });
  expect(pathsOf(app)).toEqual([feedPath]);
  expect(app.seen[0]?.headers.authorization).toBeUndefined();
});

const refuse = (status: number) => stage().overlay.answer(/./, () => ({ status, body: '{"ok":false}' }));
needsPython.each([
  ['keeps an older one', () => void answerFeed(stage(), zip.bytes, { version: '0.8.0' })],
  ['has none', () => refuse(404)],
  ['wants a sign-in', () => refuse(401)],
  ['cannot be trusted', () => void answerFeed(stage(), zip.bytes, { files: [] })],
  ['is no feed', () => stage().overlay.answer(/./, () => ({ body: '<html>' }))],
  ['sends too much', () => stage().overlay.answer(/./, () => ({ body: ' '.repeat((1 << 20) + 1) }))],
])(`leaves the app alone when the server %s${reason}`, async (_what, answerAs) => {
  const { config, app } = await setAway();
  answerAs();

  const { answer } = await look({ config, server: stage().address });

  expect(answer).toBeNull();
  expect(app.seen).toEqual([]);
});

needsPython.each<(typeof refusedNotes)[number]>([
  ...refusedNotes,
  ['is nested endlessly', () => '['.repeat(100_000)],
  ['names a line more', (assets) => ({ version: 1, assets: `${assets}\n` })],
])(`passes over a note that %s${reason}`, async (_what, note) => {
  const { config, server, app } = await setAway();
  writeNote(noteIn(config), note(app.baseUrl));

  const { answer } = await look({ config, server });

  expect(answer).toBeNull();
  expect(app.seen).toEqual([]);
});

needsPython.each([
  ['http://127.0.0.1:50123', true],
  ['http://[::1]:50123', true],
  ['http://[::1]:50123/', false],
  ['http://[::2]:50123', false],
])(`takes %s for this computer: %s${reason}`, async (assets, isHere) => {
  const folder = scratch();
  writeNote(path.join(folder, 'dcc.json'), { version: 1, assets });

  const { answer } = await runPure({ do: 'assets', folder });

  expect(answer).toBe(isHere ? assets : '');
});

needsPython(`reads the note of a clone behind a broken one${reason}`, async () => {
  const { config, server, app } = await setAway();
  writeNote(noteIn(config), 'broken');
  writeNote(noteIn(config, 'lodestock'), { version: 1, assets: app.baseUrl });

  const { answer } = await look({ config, server });

  expect(answer).toMatchObject({ app: app.baseUrl });
});

needsPython(`asks the app around every proxy${reason}`, async () => {
  const { config, server, app } = await setAway();
  const env = { XDG_CONFIG_HOME: config, http_proxy: nobody, no_proxy: '' };

  const { answer } = await runPure({ do: 'update', server, current: '0.9.0' }, () => {}, { env });

  expect(answer).toMatchObject({ app: app.baseUrl });
});

needsPython.each([
  ['linux', { XDG_CONFIG_HOME: '/config' }, '/config'],
  ['linux', { XDG_CONFIG_HOME: '', HOME: '/home/ada' }, '/home/ada/.config'],
  ['darwin', { HOME: '/Users/ada' }, '/Users/ada/Library/Application Support'],
  ['win32', { APPDATA: '/ada/Roaming' }, '/ada/Roaming'],
])(`knows the app's folders on %s, given %o${reason}`, async (platform, env, base) => {
  const { answer } = await runPure({ do: 'data folders', platform }, () => {}, { env });

  expect(answer).toEqual([`${base}/Lodestock`, `${base}/lodestock`]);
});

needsPython.each([
  ['an older version', { version: '0.8.9' }],
  ['the same version', { version: '0.9.0' }],
  [
    'another site without TLS',
    { files: [{ name: 'a.zip', url: `${nobody}/a.zip`, sha256: 'a'.repeat(64) }] },
  ],
  ['no hash', { files: [{ name: 'a.zip', url: 'a.zip', sha256: 'x' }] }],
])(`takes from the app no feed with %s${reason}`, async (_what, change) => {
  const { config, server, app } = await setAway();
  answerFeed({ overlay: app }, zip.bytes, change);

  const { answer } = await look({ config, server });

  expect(answer).toBeNull();
  expect(pathsOf(app)).toEqual([feedPath]);
});

needsPython(`follows the beta channel in the app${reason}`, async () => {
  const { config, server, app } = await setAway();

  await look({ config, server, current: '0.9.0-beta.1' });

  expect(pathsOf(app)).toEqual([`${feedPath}?channel=beta`]);
});
