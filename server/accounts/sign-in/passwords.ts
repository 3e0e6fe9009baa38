import { hash, verify } from '@node-rs/argon2';

export type Passwords = {
  hash(password: string): Promise<string>;
  /** Takes as long for an unknown account (null) as for a wrong password. */
  isRight(password: string, passwordHash: string | null): Promise<boolean>;
};

/** argon2id with the parameters OWASP's password storage cheat sheet names first: 19 MiB, 2 passes, 1 lane. */
const usualCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
type Cost = typeof usualCost;

/** Looks like a hash of the same cost, of no known password; a salt and a hash of zeros. */
const makeDecoy = ({ memoryCost, timeCost, parallelism }: Cost) =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** A smaller cost is for tests alone: no setting reaches it. */
export function createPasswords(cost: Cost = usualCost): Passwords {
  const decoy = makeDecoy(cost);
  return {
    hash: (password) => hash(password, cost),
    async isRight(password, passwordHash) {
      const isMatch = await verify(passwordHash ?? decoy, password);
      return isMatch && passwordHash !== null;
    },
  };
}
