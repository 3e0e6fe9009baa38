import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { textOf } from '../../../server/contract/sentence.ts';
import { findQuietPort } from '../../helpers/find-quiet-port.ts';
import { answerJson, listen } from '../listen.ts';
import { approved, createApp, settle, startServer } from './sign-in-app.ts';

test('stays signed in without any network', async () => {
  const { server } = await startServer([approved]);
  const first = await createApp(server);
  await first.signIn.start();
  await settle(first.session, 'signed-in');
  await server.close();

  const second = await createApp(server, { keytar: first.keytar, folder: first.folder });

  expect(second.session.read()).toMatchObject({
    status: 'signed-in',
    userName: 'Ada',
    scopes: ['account:read'],
  });
});

test('writes the token to no file', async () => {
  const { server } = await startServer([approved]);
  const { session, signIn, folder, lines } = await createApp(server);
  await signIn.start();
  await settle(session, 'signed-in');

  const texts = await Promise.all(
    (await readdir(folder)).map((name) => readFile(path.join(folder, name), 'utf8')),
  );

  expect(texts.length).toBe(1);
  expect([...texts, ...lines].join()).not.toMatch(/lsp_abc|poll-secret/);
});

test('gives the token to its own server only', async () => {
  const { server } = await startServer([approved]);
  const { session, signIn } = await createApp(server);
  await signIn.start();
  await settle(session, 'signed-in');

  expect(session.token(`${server.origin}/`)).toBe('lsp_abc');
  expect(session.token('http://127.0.0.1:1')).toBeNull();
});

test('without a keychain the sign-in lasts for this run', async () => {
  const { server } = await startServer([approved]);
  const refuse = async () => {
    throw new Error('no service');
  };
  const keytar = { getPassword: refuse, setPassword: refuse, deletePassword: refuse };
  const { session, signIn, folder } = await createApp(server, { keytar });

  await signIn.start();
  await settle(session, 'signed-in');

  expect(session.read().keychain).toEqual({
    isAvailable: false,
    message: expect.stringContaining('you will be signed out'),
  });
  const later = await createApp(server, { keytar, folder });
  expect(later.session.read().status).toBe('signed-out');
});

test('signs out when the server refuses the token', async () => {
  const port = await findQuietPort();
  const { server } = await startServer([approved], { port });
  const { session, signIn, entries, client, folder } = await createApp(server);
  await signIn.start();
  await settle(session, 'signed-in');
  await server.close();
  await listen(
    (_request, response) =>
      answerJson(response, 401, { ok: false, code: 'UNAUTHENTICATED', message: 'No.', requestId: 'r' }),
    port,
  );

  await expect(client.call('account', {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });

  await expect.poll(() => readFile(path.join(folder, 'session.json'), 'utf8')).not.toContain('Ada');
  expect(entries.size).toBe(0);
  expect(session.read()).toMatchObject({
    status: 'signed-out',
    message: expect.stringContaining('no longer accepts'),
  });
});

test('signs out here and at the server', async () => {
  const { server } = await startServer([approved]);
  const { session, signIn, entries } = await createApp(server);
  await signIn.start();
  await settle(session, 'signed-in');

  await signIn.signOut();

  const logout = server.requests.find(({ url }) => url === '/api/auth/logout');
  expect(logout?.headers.authorization).toBe('Bearer lsp_abc');
  expect(entries.size).toBe(0);
  expect(session.read()).toMatchObject({ status: 'signed-out', message: null, userName: null });
});

test('signs out here when the server is away', async () => {
  const { server } = await startServer([approved]);
  const { session, signIn, entries } = await createApp(server);
  await signIn.start();
  await settle(session, 'signed-in');
  await server.close();

  await signIn.signOut();

  expect(entries.size).toBe(0);
  const { status, message } = session.read();
  expect([status, textOf(message ?? '')]).toEqual([
    'signed-out',
    expect.stringContaining('could not be reached'),
  ]);
});
