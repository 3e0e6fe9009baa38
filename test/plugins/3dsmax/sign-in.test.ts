import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { makePrivate } from '../make-private.ts';
import { changing } from '../overlay-server.ts';
import { maxTest, prepareStage } from './prepare-stage.ts';
import { openModel, script, signIn } from './stage.ts';

const { stage, keep, openSignedIn, openWithPanel } = prepareStage();
const pressSign = { do: 'press', control: 'btnSign' } as const;
const tick = { do: 'tick', control: 'tmrPoll' } as const;

maxTest('says that a sign-in was denied', async () => {
  const { max, see, status } = await openWithPanel();
  const { launched } = await max(pressSign);

  await stage().deny(launched[0]);
  await max(tick);

  expect(await status()).toBe('The sign-in was denied.');
  expect((await see('tmrPoll')).active).toBe(false);
});

maxTest('says that a sign-in ran out of time', async () => {
  const { max, see, status } = await openWithPanel();
  await max(pressSign);

  stage().server.advance(11 * 60_000);
  await max(tick);

  expect(await status()).toBe('The sign-in has expired. Press Sign in again.');
  expect((await see('tmrPoll')).active).toBe(false);
});

maxTest('asks less often when the server wants it', async () => {
  const { max, see } = await openWithPanel();
  await max(pressSign);
  stage().server.advance(60_000);
  await max(tick);
  stage().server.advance(-60_000); // on a slow machine too, the next question comes too early

  await max(tick);

  expect(await see('tmrPoll')).toMatchObject({ active: true, interval: 4000 });
});

maxTest('goes on asking after a lost connection', async () => {
  const { max, see, status } = await openWithPanel();
  const { launched } = await max(pressSign);
  stage().fault.set('gone');
  await max(tick);
  stage().fault.set('none');

  await stage().approve(launched[0]);
  await max(tick);

  expect(await status()).toBe('Signed in.');
  expect((await see('tmrPoll')).active).toBe(false);
});

maxTest('opens nothing but web pages for approval', async () => {
  const { max, status } = await openWithPanel();
  stage().overlay.answer(
    /auth\/start$/,
    changing((text) =>
      text.replace(/"approveUrlComplete":"[^"]*"/, '"approveUrlComplete":"file:///c:/calc.exe"'),
    ),
  );

  const { launched } = await max(pressSign);

  expect(launched).toEqual([]);
  expect(await status()).toBe('The server sent no address for the approval page.');
});

maxTest('stops asking when the panel closes', async () => {
  const { max } = await openWithPanel();
  await max(pressSign);
  await max({ do: 'close' });
  stage().overlay.clear();

  await max({ do: 'macro', name: 'LodestockOpen' });
  await max(tick);

  expect(stage().overlay.seen).toEqual([]);
});

maxTest('stays signed in after a restart, token protected', async () => {
  const session = await openSignedIn();
  const ini = readFileSync(path.join(session.root, 'plugcfg/lodestock.ini'), 'utf8');

  const next = keep(await session.restart());
  await next.max({ do: 'macro', name: 'LodestockOpen' });
  await openModel(next, 'robot');

  expect(ini).toMatch(/^token=\S{100,}$/m);
  expect(ini).not.toContain('lsp_');
  expect((await next.see('btnSign')).caption).toBe('Sign out');
  expect((await next.see('ddlTopology')).items).toEqual(['1k', '10k']);
});

maxTest('keeps an unprotected token for the session only', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-unprotected-'));
  const file = path.join(folder, 'free3d_installer.ms');
  writeFileSync(
    file,
    readFileSync(script, 'utf8').replaceAll('= protection()', '= throw "no data protection"'),
  );
  const session = await openWithPanel(file);

  await signIn(session, stage());
  const next = keep(await session.restart());
  await next.max({ do: 'macro', name: 'LodestockOpen' });

  expect(readFileSync(path.join(session.root, 'plugcfg/lodestock.ini'), 'utf8')).toMatch(/^token=$/m);
  expect((await next.see('btnSign')).caption).toBe('Sign in');
  rmSync(folder, { recursive: true });
});

maxTest('revokes and forgets the token at sign-out', async () => {
  const { max, see, status, root } = await openSignedIn();
  const bearer = stage().overlay.seen.length;

  await max(pressSign);

  const logout = stage()
    .overlay.seen.slice(bearer)
    .find((one) => one.path === '/api/auth/logout');
  const { status: answer } = await stage().server.call(
    'account',
    {},
    { headers: { authorization: String(logout?.headers.authorization) } },
  );
  expect(await status()).toBe('Signed out.');
  expect((await see('btnSign')).caption).toBe('Sign in');
  expect(answer).toBe(401);
  expect(readFileSync(path.join(root, 'plugcfg/lodestock.ini'), 'utf8')).toMatch(/^token=$/m);
});

maxTest('says when the token could not be revoked', async () => {
  const { max, see, status } = await openSignedIn();
  stage().fault.set('gone');

  await max(pressSign);

  expect(await status()).toMatch(/^Signed out here, but the server did not respond/);
  expect((await see('btnSign')).caption).toBe('Sign in');
});

maxTest('gives no token to another server', async () => {
  const { max, see } = await openSignedIn();
  await max({ do: 'type', control: 'edtServer', text: stage().overlay.baseUrl });

  await max({ do: 'press', control: 'btnFind' });

  const asked = stage().overlay.seen.filter((one) => one.path.startsWith('/api-embeddings/'));
  expect(asked.map((one) => one.headers.authorization)).toEqual([undefined]);
  expect((await see('btnSign')).caption).toBe('Sign in');
});

maxTest('forgets a token that was revoked elsewhere', async () => {
  const session = await openSignedIn();
  const { body } = await stage().server.call('apps', {}, stage().browser);
  for (const { id: appId } of body.apps) await stage().server.call('revokeApp', { appId }, stage().browser);

  await openModel(session, 'robot');

  expect(await session.status()).toBe('Your sign-in has ended. Press Sign in.');
  expect((await session.see('btnSign')).caption).toBe('Sign in');
  await signIn(session, stage());
  expect(await session.status()).toBe('Signed in.');
});

maxTest('refuses an address that is no web address', async () => {
  const { max, status } = await openWithPanel();
  await max({ do: 'type', control: 'edtServer', text: 'ftp://models' });

  await max(pressSign);

  expect(await status()).toBe('The address must start with http:// or https://.');
});

maxTest('finds models of a private server once signed in', async () => {
  makePrivate(stage().overlay);
  const session = await openWithPanel();
  await session.max({ do: 'type', control: 'edtQuery', text: 'oak chair' });
  await session.max({ do: 'press', control: 'btnFind' });
  const before = await session.status();

  await signIn(session, stage());
  await openModel(session, 'oak chair');

  expect(before).toBe('This server shows models only to people who are signed in. Press Sign in.');
  expect((await session.see('lvwModels')).pictures).toEqual(['80 x 80']);
});
