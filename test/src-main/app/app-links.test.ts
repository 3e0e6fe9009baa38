import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { createLinkBox, findAppLink, linkScheme, readAppLink } from '../../../src-main/app/app-links.ts';

test.each([
  ['lodestock://model/a-knight_7', { kind: 'model', guid: 'a-knight_7' }],
  [
    'lodestock://connect?server=https%3A%2F%2Fmodels.example.org',
    { kind: 'connect', server: 'https://models.example.org', invite: null },
  ],
  [
    'lodestock://connect?server=https%3A%2F%2Fstudio.example%2Flodestock%2F&invite=ABCD-2345',
    { kind: 'connect', server: 'https://studio.example/lodestock', invite: 'ABCD-2345' },
  ],
  [
    'lodestock://connect/?server=http://models.studio.lan:8787&invite=ABCD-2345',
    { kind: 'connect', server: 'http://models.studio.lan:8787', invite: 'ABCD-2345' },
  ],
])('understands %s', (text, link) => {
  expect(readAppLink(text)).toEqual(link);
});

test.each([
  '',
  'lodestock:',
  'lodestock://',
  'lodestock://connect',
  'lodestock://connect?server=',
  'lodestock://connect?server=models.example.org',
  'lodestock://connect?server=javascript:alert(1)',
  'lodestock://connect?server=file:///etc/passwd',
  'lodestock://connect?server=https://user:word@models.example.org',
  'lodestock://connect?server=https://models.example.org/path%3Fq',
  'lodestock://connect?server=http://203.0.113.9',
  'lodestock://connect?server=https://a.example&server=https://b.example',
  'lodestock://connect?server=https://a.example&libraryFolder=/',
  'lodestock://connect?server=https://a.example&invite=%3Cscript%3E',
  'lodestock://connect?server=https://a.example#x',
  'lodestock://connect/path?server=https://a.example',
  'lodestock://user@connect?server=https://a.example',
  'lodestock://connect:99?server=https://a.example',
  'lodestock://model/',
  'lodestock://model/..%2F..%2Fetc',
  'lodestock://model/a/b',
  'lodestock://model/a?lod=1k',
  'lodestock://settings?theme=dark',
  'https://connect?server=https://a.example',
  `lodestock://model/${'a'.repeat(129)}`,
  `lodestock://connect?server=https://${'a'.repeat(3000)}.example`,
])('ignores %s', (text) => {
  expect(readAppLink(text)).toBeNull();
});

test('finds its link among the arguments of the system', () => {
  expect(findAppLink(['/opt/lodestock', '--flag', 'lodestock://model/a'])).toEqual({
    kind: 'model',
    guid: 'a',
  });
});

test.each([
  [['/opt/lodestock', '/home/ada/lodestock']],
  [['/opt/lodestock', 'lodestock://model/a', 'lodestock://model/b']],
  [['/opt/lodestock', 'lodestock://model/a --gpu-launcher=evil']],
  [['/opt/lodestock', '--server=lodestock://model/a']],
])('finds no link in %j', (args) => {
  expect(findAppLink(args)).toBeNull();
});

test('keeps a link until the page takes it', () => {
  const onLink = vi.fn();
  const box = createLinkBox(onLink);

  box.put(readAppLink('lodestock://model/a'));
  box.put(readAppLink('lodestock://nonsense'));

  expect(onLink).toHaveBeenCalledOnce();
  expect(box.take()).toEqual({ kind: 'model', guid: 'a' });
  expect(box.take()).toBeNull();
});

test('is registered with the package', () => {
  const { protocols, mac } = parse(
    readFileSync(path.resolve(import.meta.dirname, '../../../electron-builder.yml'), 'utf8'),
  );

  expect(protocols[0].schemes).toEqual([linkScheme]);
  expect(mac.extendInfo.NSLocalNetworkUsageDescription).toMatch(/local network/);
});
