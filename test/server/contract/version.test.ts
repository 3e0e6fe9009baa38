import { expect, test } from 'vitest';
import { compareVersions, Version } from '../../../server/contract/version.ts';

test('orders versions by number and by their endings', () => {
  const ordered = [
    'no version',
    '0.9.0',
    '1.9.9',
    '1.10.0-alpha',
    '1.10.0-alpha.2',
    '1.10.0-alpha.11',
    '1.10.0-alpha.beta',
    '1.10.0',
    '2.0.0',
    '10.0.0',
  ];

  expect(ordered.toReversed().toSorted(compareVersions)).toEqual(ordered);
});

test.each(['1.2', 'v1.2.3', '1.02.3', '1.2.3-', '1.2.3/../4', ''])('takes no “%s” for a version', (text) => {
  expect(Version.safeParse(text).success).toBe(false);
});
