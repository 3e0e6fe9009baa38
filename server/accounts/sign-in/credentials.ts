import { tooMany } from '../../base/http/rate-limit.ts';
import type { AccountStore } from '../../base/store/account-store.ts';
import type { PasswordUse } from '../../config/company-settings.ts';
import { AppError } from '../../contract/errors.ts';
import { sentence } from '../../contract/sentence.ts';
import { users } from '../access/users.ts';
import type { Passwords } from './passwords.ts';
import type { Origin, Place, SignInPlaces } from './sign-in-places.ts';
import type { WrongPasswords } from './wrong-passwords.ts';

type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Runs work with the same key one after the other, so that each sees the result of the one before. */
function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}

export type Credentials = ReturnType<typeof createCredentials>;

export const signInThroughCompany = () =>
  new AppError(
    'FORBIDDEN',
    'This server signs people in through the company. Choose “Sign in with your company account”.',
  );

type Confirmation = {
  readonly email: string;
  readonly oldPassword: string;
  readonly tokenId: string;
};

type Parts = {
  readonly store: AccountStore;
  readonly passwords: Passwords;
  readonly places: SignInPlaces;
  readonly wrong: WrongPasswords;
  readonly passwordUse: PasswordUse;
};

/**
 * Passwords of accounts. Wrong ones lock the account for the place they came from, but never its tokens; and attempts
 * from elsewhere never lock a place where it has signed in before.
 */
export function createCredentials(parts: Parts) {
  const { store, passwords, places, wrong, passwordUse } = parts;
  const inTurn = createTurns();

  const check = async (
    email: string,
    password: string,
    toPlace: (accountId: string | null) => Place | Promise<Place>,
  ) => {
    const place = await toPlace((await store.run(users.findByEmail(email)))?.user.id ?? null);
    // One check at a time, so that parallel attempts cannot bypass the limit; known places do not wait for unknown
    // ones.
    return inTurn(place.isKnown ? `${place.name} ${email}` : email, async () => {
      const { wait, end } = await wrong.begin(email, place);
      if (wait > 0) throw tooMany('wrong passwords for this account', wait);
      const found = await store.run(users.findByEmail(email));
      const isRight = await passwords.isRight(password, found?.passwordHash ?? null);
      const isWelcome = found !== null && isRight && !found.isDisabled;
      await end(isWelcome);
      return isWelcome ? found.user : null;
    });
  };
  const confirm = async ({ email, oldPassword, tokenId, field }: Confirmation & { field: string }) => {
    const user = await check(email, oldPassword, () => ({ name: `token ${tokenId}`, isKnown: true }));
    if (user) return user;
    const reason = 'this is not your password';
    throw new AppError('INVALID_INPUT', sentence`Correct ${{ field }}: ${{ reason }}.`, {
      details: { fields: { [field]: reason } },
    });
  };

  return {
    /** Throws the same UNAUTHENTICATED for an unknown address, a wrong password and a disabled account. */
    async signIn({ email, password }: { email: string; password: string }, origin: Origin) {
      if (passwordUse === 'off') throw signInThroughCompany();
      const user = await check(email, password, (accountId) => places.recognise(accountId, origin));
      if (user && passwordUse === 'admins' && user.role !== 'admin') throw signInThroughCompany();
      if (user) return user;
      throw new AppError('UNAUTHENTICATED', 'E-mail address or password is wrong. Check both and try again.');
    },
    /** Throws INVALID_INPUT for a wrong old password, and counts it. */
    async changePassword({ newPassword, ...confirmation }: Confirmation & { newPassword: string }) {
      const user = await confirm({ ...confirmation, field: 'oldPassword' });
      await store.run(users.setPassword(user.id, await passwords.hash(newPassword)));
    },
    /** Checks a signed-in user's password again. Throws INVALID_INPUT for a wrong one, and counts it. */
    confirm: async (input: Confirmation & { field: string }) => void (await confirm(input)),
  };
}
