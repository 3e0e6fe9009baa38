import { createTokens } from '../../server/accounts/access/tokens.ts';
import { users } from '../../server/accounts/access/users.ts';
import type { AccountStore } from '../../server/base/store/account-store.ts';
import { ledger } from '../../server/billing/ledger.ts';

const at = '2026-01-01T00:00:00.000Z';

let people = 0;

/** An account with a token and some money. */
export async function makePerson(store: AccountStore, cents = 10_000) {
  people += 1;
  const email = `shared${people}@example.org`;
  const user = await store.run(
    users.add({ email, name: `Person ${people}`, passwordHash: 'none', role: 'member', at }),
  );
  const accountId = user?.id ?? '';
  if (cents > 0) await store.run(ledger.credit({ accountId, cents, reason: 'Test', at }));
  const { issue } = createTokens(Date.now);
  const issued = await store.run(issue({ kind: 'user', accountId, name: 'Test', scopes: 'all' }));
  return { accountId, email, token: issued.token, tokenId: issued.id };
}

type Payer = { readonly accountId: string; readonly tokenId: string };

export const wishOf = ({ accountId, tokenId }: Payer, guid: string, priceCents = 100) => ({
  ...{ accountId, tokenId, guid, priceCents },
  ...{ relativePath: '10k/thing.obj', title: `The ${guid}`, at: new Date().toISOString() },
});
