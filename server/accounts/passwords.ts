import { hash, verify } from '@node-rs/argon2';

export type Passwords = {
  hash(password: string): Promise<string>;
  /** Takes as long for an unknown account (null) as for a wrong password. */
  isRight(password: string, passwordHash: string | null): Promise<boolean>;
};

/** argon2id with the parameters OWASP's password storage cheat sheet names first: 19 MiB, 2 passes, 1 lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Looks like a hash of the same cost, of no known password; a salt and a hash of zeros. */
const decoy = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

export function createPasswords(): Passwords {
  return {
    hash: (password) => hash(password, cost),
    async isRight(password, passwordHash) {
      const isMatch = await verify(passwordHash ?? decoy, password);
      return isMatch && passwordHash !== null;
    },
  };
}
