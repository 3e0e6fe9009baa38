import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { addKey, keyLists } from '../../../.ci/package/make-release-key.ts';
import { makeReleaseKey } from '../../helpers/release-key.ts';
import { type Vector, vectors } from '../ed25519-vectors.ts';
import { fromAfar } from '../from-afar.ts';
import type { MaxSession } from '../maxscript/max-session.ts';
import { current, filePath, offer, pressUpdate, version, writeVersion } from './offered-update.ts';
import { maxTest, prepareStage } from './prepare-stage.ts';
import { script } from './stage.ts';

const { stage, openMax, openWithPanel } = prepareStage();
const [ours, other] = [makeReleaseKey(), makeReleaseKey()];
const offered = (change: object = {}) =>
  JSON.parse(offer(stage().overlay, { notes: ['“Grüße” \\ "x"'], ...change }));
const https = 'server does not use https. Nothing was installed. Ask your admin to set up https.';

/** The script with the key of this file. */
function withKey(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-signed-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'free3d_installer.ms');
  writeFileSync(file, addKey(current, keyLists['plugins/3dsmax/free3d_installer.ms'], ours.publicKey));
  return file;
}

async function judge({ max }: MaxSession, { key, message, signature }: Vector): Promise<boolean> {
  const [first, second, third] = [key, message, signature].map(
    (hex) => `#(${[...Buffer.from(hex, 'hex')].join(', ')})`,
  );
  const { result } = await max({
    do: 'evaluate',
    source: `Lodestock.signature.isSigned ${first} ${second} ${third}`,
  });
  return result === 'true';
}

maxTest('judges signatures as RFC 8032 does', async () => {
  const session = await openMax();
  await session.max({ do: 'drop', file: script });

  for (const vector of vectors) expect(await judge(session, vector), vector.name).toBe(vector.isValid);
});

maxTest('installs a signed update over plain http, and goes back only over https', async () => {
  const { max, status, see } = await openWithPanel(withKey());
  await max({ do: 'type', control: 'edtServer', text: await fromAfar(stage().address) });
  const signed = ours.signFeed(offered());
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

    await max(pressUpdate);

    expect(await status()).toBe(said);
    expect((await see('btnUpdate')).caption).toBe('Check for updates');
  }
  expect(stage().overlay.seen.filter((one) => filePath.test(one.path))).toEqual([]);
  offered(signed);
  await max(pressUpdate);
  expect(await status()).toBe(`Version 0.10.0 is available. You have ${version}.`);

  await max(pressUpdate);

  expect(await status()).toBe('Version 0.10.0 is installed. Restart 3ds Max to use it.');
});

maxTest('says after the first search why it takes no update', async () => {
  const { max, status } = await openWithPanel();
  await max({ do: 'type', control: 'edtServer', text: await fromAfar(stage().address) });
  offered();

  await max({ do: 'press', control: 'btnFind' });

  expect(await status()).toBe(`Version 0.10.0 has no valid signature, and your ${https}`);
});

maxTest('goes back with its studio', async () => {
  const { max, status } = await openWithPanel(writeVersion('0.11.0'));
  offered({ rollback: true });

  await max(pressUpdate);
  expect(await status()).toBe('Your studio went back to version 0.10.0. You have 0.11.0.');
  await max(pressUpdate);

  expect(await status()).toBe('Version 0.10.0 is installed. Restart 3ds Max to use it.');
});
