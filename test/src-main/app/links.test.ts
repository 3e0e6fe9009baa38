import { expect, test, vi } from 'vitest';
import { createLinkCheck, createLinkOpener } from '../../../src-main/app/links.ts';

const isAllowed = createLinkCheck({
  serverUrl: () => 'http://127.0.0.1:8787',
  approveUrl: () => 'https://accounts.example.org/approve?code=ABCD-2345',
});

test.each([
  'http://127.0.0.1:8787/model/a-knight',
  'https://accounts.example.org/approve?code=ABCD-2345',
  'https://creativecommons.org/licenses/by/4.0/',
])('lets %s open in the browser', (url) => {
  expect(isAllowed(url)).toBe(true);
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
])('keeps %s from the browser', (url) => {
  expect(isAllowed(url)).toBe(false);
});

test('knows no server page while there is none', () => {
  const check = createLinkCheck({ serverUrl: () => null, approveUrl: () => null });

  expect(check('http://127.0.0.1:8787/')).toBe(false);
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
