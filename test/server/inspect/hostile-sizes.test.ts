import { expect, test } from 'vitest';
import { decodeDataUri } from '../../../server/inspect/gltf/data-uri.ts';
import { parseBytes } from './parse-bytes.ts';

const asset = { version: '2.0' };

test.each([
  ['buffer', { buffers: [{ byteLength: 4, uri: '\\'.repeat(1_000_000) }] }],
  ['image', { images: [{ uri: '\u0001'.repeat(1_000_000) }] }],
])('refuses a glTF whose %s has an endless name', async (_kind, lists) => {
  const { problem } = await parseBytes('gltf', Buffer.from(JSON.stringify({ asset, ...lists })));

  expect(problem).toBe('file.gltf names a file with 1,000,000 characters. Export it again.');
});

test('decodes megabytes of percent signs in place', () => {
  const decoded = decodeDataUri(`data:application/octet-stream,${'%41b%zz'.repeat(1_000_000)}`);

  expect(decoded).toHaveLength(5_000_000);
  expect(Buffer.from(decoded.subarray(-10)).toString('latin1')).toBe('Ab%zzAb%zz');
});

test('refuses a DAE of open tags with endless names', async () => {
  const names = Array.from({ length: 20 }, (_, number) => `<${'a'.repeat(1_000_000)}${number}>`);

  const { problem } = await parseBytes('dae', Buffer.from(`<COLLADA>${names.join('')}`));

  expect(problem).toBe('file.dae nests its tags too deeply to be read. Export it again.');
});

test('refuses a PLY whose lists make one endless row', async () => {
  const lists = Array.from({ length: 4 }, (_, number) => `property list uint uchar p${number}\n`).join('');
  const header = `ply\nformat binary_little_endian 1.0\nelement vertex 1\n${lists}end_header\n`;
  const list = Buffer.alloc(4 + 30_000_000);
  list.writeUInt32LE(30_000_000);

  const { problem } = await parseBytes('ply', Buffer.concat([Buffer.from(header), list, list, list, list]));

  expect(problem).toBe('file.ply has 90,000,012 bytes in one row of "vertex". Export it again.');
});
