import { expect, test } from 'vitest';
import { checkServerUrl } from '../../../../src-renderer/features/settings/server/server-form.tsx';

test.each([
  'https://models.example.org',
  ' http://192.168.4.17:8787/ ',
  'https://[::1]:8787',
  'HTTPS://A.example',
  'models.example.org',
  'localhost:8787',
  'studio-nas:8787',
  'fd00::5',
])('accepts the address %s', (text) => {
  expect(checkServerUrl(text)).toBeNull();
});

test.each([
  ['', /^Enter the address/],
  ['   ', /^Enter the address/],
  ['two words', /“two words” is not an address/],
  ['https://', /is not an address/],
  ['file:///etc/passwd', /is not an address/],
  ['ftp://models.example.org', /“ftp:” addresses are not supported/],
  ['https://ada:secret@models.example.org', /^Leave the name and password out/],
])('explains what is wrong with “%s”', (text, sentence) => {
  expect(checkServerUrl(text)).toMatch(sentence);
});

test('never repeats a password in its sentence', () => {
  expect(checkServerUrl('https://ada:secret@models.example.org')).not.toContain('secret');
});
