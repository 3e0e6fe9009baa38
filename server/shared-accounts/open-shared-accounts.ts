import type { FastifyInstance } from 'fastify';
import { presentedTokens } from '../accounts/access/presented-tokens.ts';
import type { AccountParts, Accounts } from '../accounts/accounts.ts';
import { requireHere } from '../accounts/data/moved-accounts.ts';
import { createRights, followRights } from '../accounts/rights/rights.ts';
import { createSharedWrongPasswords } from '../accounts/sign-in/wrong-passwords.ts';
import { createAgentPlans } from '../billing/agent-plans.ts';
import { createHoldings } from './holdings.ts';
import { openNotices } from './postgres/notices.ts';
import type { LinkOptions } from './postgres/open-link.ts';
import { openMigrated } from './postgres/open-migrated.ts';
import { patiently } from './postgres/patiently.ts';
import { createPostgresStore } from './postgres/postgres-store.ts';
import { limitTogether } from './postgres/shared-limits.ts';
import { createSharedCallers } from './shared-callers.ts';
import { followPopularity } from './shared-popularity.ts';
import { createSharedTokenUses } from './shared-token-uses.ts';
import { createSharedUnlocks } from './shared-unlocks.ts';

/** Loads the caller of each request before it is handled. */
function knowCallers(http: FastifyInstance, know: (token: string) => void | Promise<void>) {
  http.addHook('onRequest', (request, _reply, done) => {
    const asked = presentedTokens(request.headers)
      .map(know)
      .filter((one) => one instanceof Promise);
    if (asked.length === 0) done();
    else Promise.all(asked).then(() => done(), done);
  });
}

/** Accounts in PostgreSQL, shared by any number of sites. */
export async function openSharedAccounts(
  url: string,
  { db, clock, log }: AccountParts,
  times: Pick<LinkOptions, 'patience' | 'connectTime'> = {},
): Promise<Accounts> {
  const link = await openMigrated(url, times);
  const notices = openNotices(url, link);
  const holdings = createHoldings(link, notices);
  const callers = createSharedCallers({ link, notices, clock, onKnown: holdings.load });
  const store = createPostgresStore(link, callers.drop);
  await patiently(() => requireHere(store, 'this PostgreSQL database'));
  const { isUnbounded } = callers;
  const unlocks = createSharedUnlocks({ link, notices, holdings, clock, isUnbounded });
  const uses = createSharedTokenUses(store, clock);
  const openLimiter = limitTogether(link, clock);
  link.onChange((isAway) =>
    log.error(
      { event: 'accounts-away', isAway },
      isAway
        ? 'PostgreSQL is not responding: accounts cannot be changed, and nothing is charged, until it does.'
        : 'PostgreSQL answers again.',
    ),
  );
  await notices.start();
  const popularity = followPopularity({
    ...{ db, store, clock },
    log: (err) => {
      if (!link.isAway())
        log.error({ event: 'popularity', err }, 'Popularity is not counted now, but later.');
    },
  });
  const onChange: Accounts['onChange'] = (subject, listener) => {
    notices.onNotice((notice) => {
      if (notice === subject) listener();
    });
    notices.onHeardAgain(listener);
  };
  const rights = await patiently(() => followRights(store, (listener) => onChange('rights', listener)));
  return {
    ...{ store, callers, unlocks, uses, openLimiter },
    plans: createAgentPlans(store, clock, isUnbounded),
    wrongPasswords: createSharedWrongPasswords(store, clock),
    openAddressLimiter: openLimiter,
    isTokenAlive: callers.isAlive,
    holderOf: callers.holderOf,
    rights: createRights({ db, source: rights }),
    onChange,
    attach: (http) => knowCallers(http, callers.know),
    async close() {
      popularity.close();
      await unlocks.settled();
      await uses.settled();
      await notices.close();
      await link.close();
    },
  };
}
