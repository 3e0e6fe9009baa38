import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isAllowed, judgePackages, readByHand, withInstallScripts } from './judges/licences.ts';

const root = path.resolve(import.meta.dirname, '..');

test('has only packages with licences of the list', () => {
  const { findings, packages } = judgePackages(path.join(root, 'package-lock.json'));

  expect(findings).toEqual([]);
  expect(packages).toBeGreaterThan(500);
});

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['MIT AND GPL-3.0-only', false],
  ['(MIT AND Zlib)', true],
  ['AGPL-3.0-or-later', false],
  ['', false],
])('judges the licence %j', (expression, isFine) => {
  expect(isAllowed(expression)).toBe(isFine);
});

test('explains no package that is not there', () => {
  const lock: { readonly packages: object } = JSON.parse(
    readFileSync(path.join(root, 'package-lock.json'), 'utf8'),
  );
  const names = Object.keys(lock.packages).map((place) => place.replace(/^.*node_modules\//, ''));

  const explained = [...Object.keys(readByHand), ...Object.keys(withInstallScripts)];

  expect(explained.filter((name) => !names.includes(name))).toEqual([]);
});
