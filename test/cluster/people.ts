import { createTokens } from '../../server/accounts/access/tokens.ts';
import type { AccountStore } from '../../server/base/store/account-store.ts';
import { simpleModel } from '../helpers/library-folder.ts';
import { makePerson } from '../helpers/made-people.ts';

export type Person = {
  readonly accountId: string;
  readonly email: string;
  readonly tokens: readonly string[];
};

const { issue } = createTokens(Date.now);

/** Accounts with a lot of money. A token is asked for at one site, so that one with three may be at all of them at once. */
export async function makePeople(accounts: AccountStore, count: number, tokens = 3): Promise<Person[]> {
  const people: Person[] = [];
  for (let made = 0; made < count; made += 1) {
    const { accountId, email, token } = await makePerson(accounts, 100_000_000);
    const more = [];
    for (let issued = 1; issued < tokens; issued += 1)
      more.push(await accounts.run(issue({ kind: 'user', accountId, name: 'Test', scopes: 'all' })));
    people.push({ accountId, email, tokens: [token, ...more.map((one) => one.token)] });
  }
  return people;
}

/** Models at a dollar each, by the path that they have in a library, and their guids. */
export function makeModels(name: string, count: number) {
  const guids = Array.from({ length: count }, (_, index) => `${name}-${index}`);
  const files: Record<string, string | Uint8Array> = {};
  for (const guid of guids)
    Object.assign(files, simpleModel(guid, { guid, title: `Thing ${guid}`, priceUsd: 1, category: name }));
  return { guids, files };
}
