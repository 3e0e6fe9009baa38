import type { FastifyInstance } from 'fastify';
import { openNotices } from '../../base/postgres/notices.ts';
import type { LinkOptions } from '../../base/postgres/open-link.ts';
import { openMigrated } from '../../base/postgres/open-migrated.ts';
import { patiently } from '../../base/postgres/patiently.ts';
import { createPostgresStore } from '../../base/postgres/postgres-store.ts';
import { limitTogether } from '../../base/postgres/shared-limits.ts';
import { createAgentPlans } from '../../billing/agent-plans.ts';
import { createHoldings } from '../../billing/shared/holdings.ts';
import { followPopularity } from '../../billing/shared/shared-popularity.ts';
import { createSharedUnlocks } from '../../billing/shared/shared-unlocks.ts';
import { presentedTokens } from '../access/presented-tokens.ts';
import type { AccountParts, Accounts } from '../accounts.ts';
import { requireHere } from '../data/moved-accounts.ts';
import { createRights, followRights } from '../rights/rights.ts';
import { createSharedWrongPasswords } from '../sign-in/wrong-passwords.ts';
import { createSharedCallers } from './shared-callers.ts';
import { createSharedTokenUses } from './shared-token-uses.ts';

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
