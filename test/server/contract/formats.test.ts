import { expect, test } from 'vitest';
import {
  contentTypeOf,
  formatOf,
  isImportedBy,
  isNativeFormat,
  nativeAppOf,
  posterRankOf,
  roleOf,
  texturesOf,
} from '../../../server/contract/catalogue/formats.ts';

test.each([
  ['1k/Thing.GLB', 'glb'],
  ['1k/v1.2/thing', ''],
  ['thing.tar.gz', 'gz'],
  ['notes.with a space', ''],
  ['notes.back\\slash', ''],
  [`notes.${'x'.repeat(41)}`, ''],
])('reads the format of %s', (path, format) => {
  expect(formatOf(path)).toBe(format);
});

test('takes unknown formats for support files', () => {
  for (const format of ['', 'xyz', 'constructor', '__proto__'])
    expect([roleOf(format), contentTypeOf(format), texturesOf(format), posterRankOf(format)]).toEqual([
      ...['support', 'application/octet-stream', undefined, null],
    ]);
});

test('tells which app reads a format', () => {
  expect([isImportedBy('unity', 'GLB'), isImportedBy('3dsmax', 'glb')]).toEqual([true, false]);
  expect([nativeAppOf('max'), nativeAppOf('fbx')]).toEqual(['3dsmax', null]);
});

test('tells which formats belong to one program, with a plugin of ours or without', () => {
  expect(['blend', 'c4d', 'fbx'].map(isNativeFormat)).toEqual([true, true, false]);
  expect(nativeAppOf('c4d')).toBeNull();
});
