import path from 'node:path';
import { expect } from 'vitest';
import { addKey, keyLists } from '../../../.ci/package/make-release-key.ts';
import { makeReleaseKey } from '../../helpers/release-key.ts';
import { vectors } from '../ed25519-vectors.ts';
import { fromAfar } from '../from-afar.ts';
import { compileOnce, monoOptions, run } from '../mono.ts';
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
const { stage, editor } = prepared;
const { asked, startKnown, compile } = prepareUpdates(prepared);
const [ours, other] = [makeReleaseKey(), makeReleaseKey()];
const withKey = (text: string) => addKey(text, keyLists['plugins/unity/src/signature.cs'], ours.publicKey);

const offered = (change: object = {}) =>
  JSON.parse(offerAt(stage().overlay, { notes: ['“Grüße” \\ "x"'], ...change }));
const https = 'server does not use https. Nothing was installed. Ask your admin to set up https.';

unityTest('judges signatures as RFC 8032 does', async () => {
  const program = compileOnce('judge-signatures.exe', [
    path.join(import.meta.dirname, 'judge-signatures.cs'),
  ]);
  const input = vectors.map(({ key, message, signature }) => `${key} ${message} ${signature}\n`).join('');
  const { library, editor: program2 } = editor();

  const said = run('mono', [...monoOptions(), program, library], {
    input,
    env: { ...process.env, MONO_PATH: path.dirname(program2) },
  });

  expect(said.trim().split('\n')).toEqual(vectors.map(({ isValid }) => (isValid ? 'True' : 'False')));
});

unityTest('installs a signed update over plain http, and goes back only over https', async () => {
  const known = compile(withKey(current));
  const signed = ours.signFeed(offered());
  const unity = startKnown({ ...known, server: await fromAfar(stage().address) });
  await unity.open();
  for (const [feed, said] of [
    [{}, `Version 0.10.0 has no valid signature, and your ${https}`],
    [other.signFeed(offered()), `Version 0.10.0 has no valid signature, and your ${https}`],
    [{ ...signed, notes: ['Grüsse'] }, `Version 0.10.0 has no valid signature, and your ${https}`],
    [{ ...signed, signature: 'no' }, `Version 0.10.0 has no valid signature, and your ${https}`],
    [
      { ...ours.signFeed(offered({ version: '0.0.9' })), rollback: true },
      `Your studio went back to version 0.0.9, but its ${https}`,
    ],
  ] as const) {
    offered(feed);

    const state = await unity.press('Check for updates');

    expect(await unity.status()).toBe(said);
    expect(shows(state, 'Install')).toBe(false);
  }
  expect(asked(filePath)).toBe(0);
  offered(signed);
  await unity.press('Check for updates');
  expect(await unity.status()).toBe(`Version 0.10.0 is available. You have ${version}.`);

  await unity.press('Install 0.10.0');

  expect(await unity.status()).toBe('Version 0.10.0 is installed.');
});

unityTest('says at the start why it takes no update', async () => {
  offered();
  const unity = startKnown({ server: await fromAfar(stage().address) });
  await expect.poll(async () => (await unity.send('see')) && asked(feedPath)).toBe(1);
  await unity.open();

  await unity.until('has no valid signature');
});

unityTest('goes back with its studio', async () => {
  offered({ rollback: true });
  const unity = startKnown(compile(asVersion('0.11.0')));
  await unity.open();
  await unity.until('Your studio went back to version 0.10.0. You have 0.11.0.');

  await unity.press('Install 0.10.0');

  expect(await unity.status()).toBe('Version 0.10.0 is installed.');
});
