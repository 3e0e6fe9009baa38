import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { makePrivate } from '../make-private.ts';
import { changing } from '../overlay-server.ts';
import { unityTest } from './compiled-plugin.ts';
import { prepareUnity } from './prepare-unity.ts';
import { openModel, openWindow, signIn } from './stage.ts';
import { shows } from './walk.ts';

const { stage, start, keep, openSignedIn, openWithWindow } = prepareUnity();
const polls = () => stage().overlay.seen.filter((one) => one.path.includes('/auth/poll/')).length;

async function askedForApproval() {
  const unity = await openWithWindow();
  await unity.tap('Sign in');
  await unity.until('same code');
  return { unity, page: (await unity.send('opened')).opened[0] };
}

unityTest('says that a sign-in was denied', async () => {
  const { unity, page } = await askedForApproval();

  await stage().deny(page);
  await unity.send('advance', '2');
  const state = await unity.until('The sign-in was denied.');

  expect(shows(state, 'same code')).toBe(false);
});

unityTest('says that a sign-in ran out of time', async () => {
  const { unity } = await askedForApproval();

  stage().server.advance(11 * 60_000);
  await unity.send('advance', '2');

  await unity.until('The sign-in has expired. Press Sign in again.');
});

unityTest('asks no oftener than the server wants', async () => {
  const { unity } = await askedForApproval();
  stage().overlay.answer(/auth\/poll/, () => ({ status: 429, body: '{"ok":false,"message":"Slower."}' }));
  await unity.send('advance', '2');
  await unity.quiet();

  await unity.send('advance', '3');
  await unity.press('Search');
  const early = polls();
  await unity.send('advance', '5');
  await unity.quiet();

  expect([early, polls()]).toEqual([1, 2]);
});

unityTest('goes on asking after a lost connection', async () => {
  const { unity, page } = await askedForApproval();
  stage().fault.set('gone');
  await unity.send('advance', '2');
  await unity.type('Search', 'oak');
  await unity.press('Search');
  await unity.quiet();
  stage().fault.set('none');

  await stage().approve(page);
  await unity.send('advance', '3');

  await unity.until('Signed in');
});

unityTest('opens nothing but web pages for approval', async () => {
  const unity = await openWithWindow();
  stage().overlay.answer(
    /auth\/start$/,
    changing((text) =>
      text.replace(/"approveUrlComplete":"[^"]*"/, '"approveUrlComplete":"file:///c:/calc.exe"'),
    ),
  );

  const { opened } = await unity.press('Sign in');

  expect(opened).toEqual([]);
  expect(await unity.status()).toBe('The server sent no address for the approval page.');
});

unityTest('stops asking when the window closes', async () => {
  const { unity } = await askedForApproval();
  const before = polls();

  await unity.send('close');
  await unity.send('advance', '60');
  await unity.open();

  await unity.press('Search');
  expect(polls()).toBe(before);
});

unityTest('keeps the token out of every file without keychain', async () => {
  const unity = await openSignedIn({ environment: { PATH: pathWithout('secret-tool') } });

  const prefs = readFileSync(path.join(unity.home, 'prefs'), 'utf8');

  expect(await unity.status()).toBe('Signed in until Unity closes, because no keychain is available.');
  expect(prefs).not.toContain('lsp_');
});

unityTest('stays signed in when scripts are compiled anew', async () => {
  const unity = await openSignedIn();

  const next = keep(await unity.reload());
  await next.open();
  await openModel(next, 'robot', 'Robot');

  expect(shows(await next.send('see'), 'Sign out')).toBe(true);
});

unityTest('goes on waiting for approval after a compilation', async () => {
  const { unity, page } = await askedForApproval();

  const next = keep(await unity.reload());
  await next.open();
  const state = await next.until('same code');
  await next.quiet(); // it asks at once after a compilation
  await stage().approve(page);
  stage().server.advance(3000);
  await next.send('advance', '3');

  expect(shows(state, 'Cancel sign-in')).toBe(true);
  await next.until('Signed in');
});

/** The search path without the folders that hold a program. */
function pathWithout(program: string) {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.filter((folder) => !existsSync(path.join(folder, program))).join(path.delimiter);
}

unityTest('revokes and forgets the token at sign-out', async () => {
  const unity = await openSignedIn();

  const state = await unity.press('Sign out');

  const logout = stage().overlay.seen.find((one) => one.path === '/api/auth/logout');
  const { status } = await stage().server.call(
    'account',
    {},
    { headers: { authorization: String(logout?.headers.authorization) } },
  );
  expect(shows(state, 'Sign in')).toBe(true);
  expect(status).toBe(401);
});

unityTest('says when the token could not be revoked', async () => {
  const unity = await openSignedIn();
  stage().fault.set('gone');

  await unity.press('Sign out');

  expect(await unity.status()).toMatch(/^Signed out here, but the server did not respond/);
});

unityTest('gives no token to another server', async () => {
  const unity = await openSignedIn();
  stage().overlay.seen.length = 0;

  await unity.type('Server', stage().overlay.baseUrl);
  const state = await unity.press('Search');

  const asked = stage().overlay.seen.map((one) => one.headers.authorization);
  expect(asked.filter(Boolean)).toEqual([]);
  expect(shows(state, 'Sign in')).toBe(true);
});

unityTest('forgets a token that was revoked elsewhere', async () => {
  const unity = await openSignedIn();
  const { body } = await stage().server.call('apps', {}, stage().browser);
  for (const { id: appId } of body.apps) await stage().server.call('revokeApp', { appId }, stage().browser);

  await openModel(unity, 'robot', 'Robot');

  expect(await unity.status()).toBe('Your sign-in has ended. Press Sign in.');
  await signIn(unity, stage());
});

unityTest('refuses an address that is no web address', async () => {
  const unity = start();
  await openWindow(unity, stage());

  await unity.type('Server', 'ftp://models');

  expect(await unity.status()).toMatch(/^The address must start with http:\/\/ or https:\/\//);
});

unityTest('finds models of a private server once signed in', async () => {
  makePrivate(stage().overlay);
  const unity = await openWithWindow();
  await unity.type('Search', 'oak chair');
  await unity.press('Search');
  const before = await unity.status();

  await signIn(unity, stage());
  await openModel(unity, 'oak chair', 'Oak chair');
  await unity.quiet();

  expect(before).toBe('This server shows models only to people who are signed in. Press Sign in.');
  const posters = stage().overlay.seen.filter(({ path: one }) => one.startsWith('/posters/'));
  expect(posters.length).toBeGreaterThan(0);
  expect(posters.map(({ headers }) => headers.authorization)).not.toContain(undefined);
});
