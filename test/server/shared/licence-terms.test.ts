import { expect, test } from 'vitest';
import { readLicence } from '../../../server/shared/licence-terms.ts';

test.each([
  ['CC0-1.0', []],
  ['CC BY 4.0', []],
  ['CC-BY-NC-SA-3.0', ['nonCommercial', 'shareAlike']],
  ['CC-BY-ND-4.0', ['noDerivatives']],
  ['MIT', []],
  ['Apache-2.0', []],
  ['BSL-1.0', []],
  ['GPL-3.0', ['shareAlike']],
  ['LGPL', ['shareAlike']],
  ['GPL-2.0-or-later', ['shareAlike']],
  ['CERN-OHL-S-2.0', ['shareAlike']],
  ['Editorial use only', ['editorial']],
  ['See README.md (CC0-1.0, CC-BY-NC-4.0)', ['nonCommercial']],
  ['See LICENSE (MIT, no commercial use)', ['nonCommercial']],
])('knows what %s asks', (name, terms) => {
  expect(readLicence(name)?.terms).toEqual(terms);
});

test.each(
  [
    [
      '',
      'Unspecified',
      'Royalty-free',
      'See LICENSE',
      'See LICENSE (MIT, Our own)',
      'CC-BY-XX-4.0',
      'MITgliedschaft',
      'BSL-1.1',
      'Apache-2.0 with Commons Clause',
      'GPL-3.0 no commercial use',
      'CC-BY-4.0, editorial',
    ],
  ].flat(),
)('does not guess what %j asks', (name) => {
  expect(readLicence(name)).toBeNull();
});
