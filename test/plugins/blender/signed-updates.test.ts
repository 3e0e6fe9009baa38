import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildBlenderExtension } from '../../../.ci/build-extension.ts';
import { addKey, keyLists } from '../../../.ci/package/make-release-key.ts';
import { makeReleaseKey } from '../../helpers/release-key.ts';
import { vectors } from '../ed25519-vectors.ts';
import { fromAfar } from '../from-afar.ts';
import { answerFeed } from './parts.ts';
import { addonFolder, hasPython, runPure } from './run-python.ts';
import { reason, setScene } from './set-scene.ts';

const needsPython = test.skipIf(!hasPython);
const { stage, scratch } = setScene();
const zip = buildBlenderExtension();
const [ours, other] = [makeReleaseKey(), makeReleaseKey()];

/** The add-on with the key of this file. */
function addonWithKey(): string {
  const folder = path.join(scratch(), 'addon');
  cpSync(addonFolder, folder, { recursive: true });
  const file = path.join(folder, 'signature.py');
  const list = keyLists['plugins/blender/lodestock/signature.py'];
  writeFileSync(file, addKey(readFileSync(file, 'utf8'), list, ours.publicKey));
  return folder;
}

const ask = async (change: object, given: string | null = null, current = '0.9.0') => {
  const server = given ?? (await fromAfar(stage().address));
  answerFeed(stage(), zip.bytes, { ...change });
  return runPure({ do: 'update', server, current }, undefined, { addon: addonWithKey() });
};
const signed = (key: typeof ours, change: object = {}) => {
  const feed = JSON.parse(answerFeed(stage(), zip.bytes, { notes: ['Grüße “”'], ...change }).feed);
  return key.signFeed(feed);
};

needsPython(`judges signatures as RFC 8032 does${reason}`, async () => {
  const { answer } = await runPure({ do: 'signatures', vectors });

  expect(answer).toEqual(vectors.map(({ isValid }) => isValid));
});

needsPython(`takes a signed update over plain http${reason}`, async () => {
  const { answer } = await ask(signed(ours));

  expect(answer).toMatchObject({ version: '0.10.0', is_back: false });
});

needsPython.each([
  ['unsigned', () => ({})],
  ['signed by others', () => signed(other)],
  ['with a byte changed', () => ({ ...signed(ours), notes: ['Grüsse'] })],
  ['with a signature that is none', () => ({ signature: 'no' })],
] as const)(`refuses a feed over plain http that is %s${reason}`, async (_case, change) => {
  const answer = await ask(change());

  expect(answer).toMatchObject({
    failed: 'Untrusted',
    message:
      'Version 0.10.0 has no valid signature, and your server does not use https. Nothing was installed. Ask your admin to set up https.',
  });
});

needsPython(`takes an unsigned update from this computer${reason}`, async () => {
  const { answer } = await ask({}, stage().address);

  expect(answer).toMatchObject({ version: '0.10.0' });
});

needsPython(`goes back with its studio, but not over plain http${reason}`, async () => {
  const pinned = { ...signed(ours), rollback: true };

  const here = await ask(pinned, stage().address, '0.11.0');
  const afar = await ask(pinned, null, '0.11.0');
  const unpinned = await ask(signed(ours), stage().address, '0.11.0');
  const newer = await ask(pinned);

  expect(here.answer).toMatchObject({ version: '0.10.0', is_back: true });
  expect(afar).toMatchObject({
    failed: 'Untrusted',
    message: expect.stringContaining('went back to version 0.10.0'),
  });
  expect(unpinned.answer).toBeNull();
  expect(newer.answer).toMatchObject({ version: '0.10.0', is_back: false });
});
