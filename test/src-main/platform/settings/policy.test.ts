import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DOMParser } from '@xmldom/xmldom';
import { expect, test } from 'vitest';
import { readChange } from '../../../../src-main/platform/ipc/settings-fields.ts';
import { type Policy, policyTable } from '../../../../src-main/platform/settings/policy-fields.ts';
import {
  checkPolicy,
  readPolicy,
  readRegistry,
  toManagedSettings,
} from '../../../../src-main/platform/settings/read-policy.ts';
import { createMemoryLog } from '../../memory-log.ts';

const names = Object.keys(policyTable);
const deploy = path.resolve(import.meta.dirname, '../../../../deploy/policy');
const parse = (file: string) =>
  new DOMParser({
    onError: (level, message) => {
      throw new Error(`${level}: ${message}`);
    },
  }).parseFromString(readFileSync(path.join(deploy, file), 'utf8'), 'text/xml');
const listAttributes = (file: string, element: string, attribute: string) =>
  Array.from(parse(file).getElementsByTagName(element), (found) => found.getAttribute(attribute) ?? '');

test('reads what the registry of Windows answers', () => {
  const text = [
    '',
    'HKEY_LOCAL_MACHINE\\Software\\Policies\\Lodestock',
    '    ServerUrl    REG_SZ    https://models.studio.lan',
    '    LibraryFolder    REG_EXPAND_SZ    D:\\3D models    new',
    '    Version    REG_DWORD    0x1',
    '',
  ].join('\r\n');

  expect(readRegistry(text)).toEqual({
    ServerUrl: 'https://models.studio.lan',
    LibraryFolder: 'D:\\3D models    new',
  });
});

test('takes each policy that is one', () => {
  const { policy, faults } = checkPolicy(
    {
      ServerUrl: ' https://models.studio.lan ',
      LibraryFolder: '~/Lodestock',
      Updates: 'sometimes',
      UpdateUrl: 'file:///etc/passwd',
      Colour: 'red',
      PayloadUUID: 'x',
      __proto__: { polluted: true },
    },
    '/home/ada',
  );

  expect(policy).toEqual({ ServerUrl: 'https://models.studio.lan', LibraryFolder: '/home/ada/Lodestock' });
  expect(faults.map((fault) => fault.split(':')[0])).toEqual(['Updates', 'UpdateUrl', 'Colour']);
});

test.each([[[]], ['off'], [7]])('takes %j for no policies', (found) => {
  expect(checkPolicy(found, '/home/ada')).toEqual({
    policy: {},
    faults: ['The policies are not a list of names with values.'],
  });
});

test('goes on where there are none, or they are broken', async () => {
  const { log, lines } = createMemoryLog();
  const read = (error: Error) =>
    readPolicy({ platform: 'linux', home: '/', log, read: () => Promise.reject(error) });

  expect(await read(Object.assign(new Error('none'), { code: 'ENOENT' }))).toEqual({});
  expect(lines).toEqual([]);
  expect(await read(new SyntaxError('no JSON'))).toEqual({});
  expect(lines.join()).toContain('policy.not-read');
});

test('a policy can forbid what is a switch for people', () => {
  const { log } = createMemoryLog();
  const asIs = (value: string) => ({ value });
  const checks = { readFolder: asIs, readAddress: asIs, readCertificates: asIs };
  const check = (change: unknown) => readChange(change, checks);

  expect(toManagedSettings({ Sharing: 'off' }, check, log)).toEqual({ shareServer: false });
  expect(toManagedSettings({}, check, log)).toEqual({});
});

test('tells the window what it decides about updates', () => {
  const { log } = createMemoryLog();
  const decide = (policy: Policy) => toManagedSettings(policy, (change) => Object(change), log);

  expect(decide({ Updates: 'server', UpdateChannel: 'beta' })).toEqual({
    updates: 'auto',
    updateChannel: 'beta',
  });
  expect(decide({ Updates: 'notify' })).toEqual({ updates: 'notify' });
});

test('decides settings only with values that people could choose', () => {
  const { log, lines } = createMemoryLog();
  const check = (change: unknown) => {
    if (JSON.stringify(change).includes('bad')) throw new Error('not an address');
    return Object(change);
  };

  const managed = toManagedSettings(
    { ServerUrl: 'bad', LibraryFolder: '/srv/models', UpdateUrl: 'https://models.studio.lan' },
    check,
    log,
  );

  expect(managed).toEqual({ libraryFolder: '/srv/models' });
  expect(lines.join()).toContain('not an address');
});

test('describes each policy in the template of Windows', () => {
  const strings = listAttributes('en-US/lodestock.adml', 'string', 'id');
  const presentations = listAttributes('en-US/lodestock.adml', 'presentation', 'id');
  const used = readFileSync(path.join(deploy, 'lodestock.admx'), 'utf8').matchAll(/\$\(string\.(\w+)\)/g);

  expect(listAttributes('lodestock.admx', 'policy', 'name')).toEqual(names);
  expect(presentations).toEqual(names);
  expect([...used].map(([, id]) => id).filter((id) => !strings.includes(id ?? ''))).toEqual([]);
});

test('gives examples that are policies', () => {
  const { policy, faults } = checkPolicy(
    JSON.parse(readFileSync(path.join(deploy, 'policies.json'), 'utf8')),
    '/home/ada',
  );
  const keys = Array.from(
    parse('lodestock.mobileconfig').getElementsByTagName('key'),
    (key) => key.textContent ?? '',
  );

  expect(faults).toEqual([]);
  expect(Object.keys(policy)).toEqual(names);
  expect(keys.filter((key) => !key.startsWith('Payload'))).toEqual(names);
});
