import { expect, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { findAddressFault } from '../../../server/sources/ask-source.ts';
import { entry, readSources } from '../../helpers/sources.ts';

const good = entry('Poly Haven', 'polyhaven', 'https://api.example.org', { private: false });
const read = async (content: unknown) => (await readSources(content)).sources;

test('reads a source with what it leaves out', async () => {
  expect(await read([good])).toMatchObject([
    { id: 'poly-haven', address: 'https://api.example.org', perMinute: 30, hosts: [], on: true },
  ]);
});

test.each([
  ['no JSON', '{', 'is not JSON'],
  ['no list', {}, 'must have one list'],
  ['another kind', [{ ...good, kind: 'ftp' }], 'source 1, kind: it must be one of lodestock, assetfetch'],
  ['no terms', [good, { ...good, name: 'B', terms: undefined }], 'source 2, terms: write the https address'],
  ['no credit', [{ ...good, credit: '' }], 'source 1, credit: write at least 1 character'],
  ['a limit of none', [{ ...good, perMinute: 0 }], 'source 1, perMinute: it must be at least 1'],
  ['an unknown field', [{ ...good, limit: 3 }], 'source 1'],
  ['one name twice', [good, good], 'source 2, name: give each source a name of its own'],
  ['plain http', [{ ...good, address: 'http://api.example.org' }], 'source 1, address: use https'],
  ['a private address', [{ ...good, address: 'https://10.0.0.5' }], 'add "private": true'],
  ['this computer', [{ ...good, address: 'http://localhost:3000' }], 'add "private": true'],
  ['a password', [{ ...good, address: 'https://me:x@api.example.org' }], 'leave out user name'],
])('starts with no file that has %s', async (_what, content, message) => {
  await expect(read(content)).rejects.toThrow(message);
});

test('says which file is missing', () => {
  expect(() => readConfig({ LODESTOCK_DATA_DIR: '/tmp/none', LODESTOCK_SOURCES: '/no/such.json' })).toThrow(
    '/no/such.json cannot be read',
  );
});

const [settings] = await read([good]);

test.each([
  ['https://10.1.2.3/a.glb'],
  ['https://127.0.0.1/a.glb'],
  ['https://[::1]/a.glb'],
  ['https://[fd00::1]/a.glb'],
  ['https://169.254.169.254/latest/meta-data'],
  ['https://0x7f.1/a.glb'],
  ['https://2130706433/a.glb'],
  ['https://localhost/a.glb'],
  ['https://intranet/a.glb'],
  ['http://files.example.org/a.glb'],
  ['https://me:x@files.example.org/a.glb'],
  ['file:///etc/passwd'],
  ['not an address'],
])('gives out no file at %s', (address) => {
  expect(settings && findAddressFault(settings, address, true)).not.toBeNull();
});

test('gives out files of public hosts, and asks its own hosts only', () => {
  const address = 'https://files.example.org/a.glb';

  expect(settings && findAddressFault(settings, address, true)).toBeNull();
  expect(settings && findAddressFault(settings, address, false)).toMatchObject({
    key: expect.stringContaining('not in its settings'),
  });
});
