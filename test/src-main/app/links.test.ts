import { expect, test, vi } from 'vitest';
import { createLinkCheck, createLinkOpener } from '../../../src-main/app/links.ts';

const isAllowed = createLinkCheck({
  serverUrl: () => 'http://127.0.0.1:8787',
  approveUrl: () => 'https://accounts.example.org/approve?code=ABCD-2345',
});
const names: Readonly<Record<string, string>> = {
  'studio-nas': '192.168.1.9',
  'models.studio.lan': '10.0.0.7',
  'models.example.org': '203.0.113.9',
};
const resolve = async (hostname: string) => [names[hostname] ?? '203.0.113.9'];

test.each([
  'http://127.0.0.1:8787/model/a-knight',
  'https://accounts.example.org/approve?code=ABCD-2345',
  'https://creativecommons.org/licenses/by/4.0/',
])('lets %s open in the browser', async (url) => {
  expect(await isAllowed(url)).toBe(true);
});

test.each([
  'http://127.0.0.1:8788/',
  'http://127.0.0.1:8787@evil.example/',
  'http://user@127.0.0.1:8787/',
  'https://accounts.example.org/other',
  'https://creativecommons.org.evil.example/',
  'http://creativecommons.org/licenses/by/4.0/',
  'https://creativecommons.org:444/',
  'https://example.org',
  'file:///etc/passwd',
  'smb://server/share',
  'ms-msdt:/id',
  'javascript:alert(1)',
  'app://bundle/index.html',
  'not a link',
  '',
])('keeps %s from the browser', async (url) => {
  expect(await isAllowed(url)).toBe(false);
});

test.each([
  ['https://studio.example/lodestock/model/a', true],
  ['https://studio.example/lodestock?q=chair', true],
  ['https://studio.example/lodestock2/', false],
  ['https://studio.example/lodestock/../wiki', false],
  ['https://studio.example/', false],
])('opens %s of a server below a path: %s', async (url, isOpened) => {
  const check = createLinkCheck({
    serverUrl: () => 'https://studio.example/lodestock',
    approveUrl: () => null,
  });

  expect(await check(url)).toBe(isOpened);
});

test.each([
  ['http://models.studio.lan:8787', 'http://models.studio.lan:8787/approve/s1'],
  ['http://192.168.1.9:8787', 'http://studio-nas:8787/approve/s1'],
  ['http://100.101.1.2:8787', 'http://100.101.1.2:8787/approve/s1'],
  ['http://[fd00::5]:8787', 'http://[fd00::5]:8787/approve/s1'],
])('opens the approval page of %s', async (server, approveUrl) => {
  const check = createLinkCheck({ serverUrl: () => server, approveUrl: () => approveUrl, resolve });

  expect(await check(approveUrl)).toBe(true);
});

test.each([
  'http://models.example.org/approve/s1',
  'http://203.0.113.9/approve/s1',
  'ftp://studio-nas/approve',
])('opens no approval page at %s', async (approveUrl) => {
  const check = createLinkCheck({
    serverUrl: () => 'http://models.studio.lan:8787',
    approveUrl: () => approveUrl,
    resolve,
  });

  expect(await check(approveUrl)).toBe(false);
});

test('knows no server page while there is none', async () => {
  const check = createLinkCheck({ serverUrl: () => null, approveUrl: () => null });

  expect(await check('http://127.0.0.1:8787/')).toBe(false);
});

test('a refused link says what may be opened', async () => {
  const openExternal = vi.fn(async () => undefined);
  const open = createLinkOpener(isAllowed, openExternal);

  await expect(open('file:///etc/passwd')).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: expect.stringContaining('pages of your server and licence texts'),
  });

  expect(openExternal).not.toHaveBeenCalled();
});

test('an allowed link opens as it is', async () => {
  const openExternal = vi.fn(async () => undefined);

  await createLinkOpener(isAllowed, openExternal)('https://creativecommons.org/licenses/by/4.0/');

  expect(openExternal).toHaveBeenCalledExactlyOnceWith('https://creativecommons.org/licenses/by/4.0/');
});
