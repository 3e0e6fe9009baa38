import { expect, test } from 'vitest';
import { textOf } from '../../../../server/contract/sentence.ts';
import { describeNetworkFailure } from '../../../../src-main/platform/network/network-failure.ts';

const unreachable = Object.assign(new Error('connect EHOSTUNREACH'), { code: 'EHOSTUNREACH' });

test('says on a Mac that the system may be in the way', () => {
  expect(textOf(describeNetworkFailure(unreachable, 'darwin'))).toContain(
    'Privacy & Security, Local Network',
  );
  expect(textOf(describeNetworkFailure(unreachable, 'linux'))).toBe(
    'the computer cannot be reached, EHOSTUNREACH',
  );
});
