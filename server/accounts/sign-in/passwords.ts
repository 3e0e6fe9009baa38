import { hash, verify } from '@node-rs/argon2';

export type Passwords = {
  hash(password: string): Promise<string>;
  /** Takes as long for an unknown account (null) as for a wrong password. */
  isRight(password: string, passwordHash: string | null): Promise<boolean>;
};

/** argon2id with the first parameters in OWASP's password storage cheat sheet: 19 MiB, 2 passes, 1 lane. */
const usualCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
type Cost = typeof usualCost;

/** A hash of the same cost that matches no known password: all-zero salt and digest. */
const makeDecoy = ({ memoryCost, timeCost, parallelism }: Cost) =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Only tests use a lower cost; no setting can change it. */
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
