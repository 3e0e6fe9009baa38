import { expect, test } from 'vitest';
import { createPasswords } from '../../../server/accounts/sign-in/passwords.ts';

const passwords = createPasswords();

test('tells the right password from a wrong one', async () => {
  const kept = await passwords.hash('correct horse battery');

  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.isRight('correct horse battery', kept)).toBe(true);
  expect(await passwords.isRight('correct horse', kept)).toBe(false);
});

test.each(['', 'a password nobody has', 'A'.repeat(43)])('takes %j for no account', async (password) => {
  expect(await passwords.isRight(password, null)).toBe(false);
});
