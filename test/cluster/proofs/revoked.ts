import { setTimeout as delay } from 'node:timers/promises';
import { createTokens } from '../../../server/accounts/access/tokens.ts';
import { ask } from '../ask.ts';
import type { Person } from '../people.ts';
import type { Place } from '../place.ts';

const { revoke } = createTokens(Date.now);

/** Revokes a token that all sites know; milliseconds until the last of them refuses it. */
export async function proveRevoked(
  place: Place,
  { tokens: [token = ''] }: Person,
  { isSwallowed = false } = {},
) {
  const isTaken = async (url: string) => (await ask(`${url}/api/account/balance`, { token })).status !== 401;
  for (const { url } of place.sites)
    while ((await ask(`${url}/api/account/balance`, { token })).status !== 200) await delay(20);
  if (isSwallowed) for (const wire of place.wires) wire.swallowNotices();
  await place.accounts.run(revoke(token));
  const from = performance.now();
  await Promise.all(
    place.sites.map(async ({ url }) => {
      while (await isTaken(url)) await delay(5);
    }),
  );
  const took = performance.now() - from;
  for (const wire of place.wires) wire.mend();
  return took;
}
