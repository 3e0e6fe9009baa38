import { expect, test } from 'vitest';
import { readUserCode } from '../../../../src-renderer/features/approve/code-page.tsx';

test.each(['KXTM-2345', 'kxtm2345', ' kxtm – 2345 ', 'K X T M 2 3 4 5'])(
  'reads the code typed as “%s”',
  (typed) => {
    const code = readUserCode(typed);

    expect(code).toBe('KXTM-2345');
  },
);

test.each(['', 'KXTM-234', 'KXTM-23456', 'KXTM/2345', '../account'])('takes no code from “%s”', (typed) => {
  const code = readUserCode(typed);

  expect(code).toBeNull();
});
