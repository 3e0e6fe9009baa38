import { expect, test } from 'vitest';
import { describeNetworkFailure } from '../../../../src-main/platform/network/network-failure.ts';

const unreachable = Object.assign(new Error('connect EHOSTUNREACH'), { code: 'EHOSTUNREACH' });

test('says on a Mac that the system may be in the way', () => {
  expect(describeNetworkFailure(unreachable, 'darwin')).toContain('Privacy & Security, Local Network');
  expect(describeNetworkFailure(unreachable, 'linux')).toBe('the computer cannot be reached, EHOSTUNREACH');
});
