import { expect, test } from 'vitest';
import { createTokens } from '../../../server/accounts/access/tokens.ts';
import { change, selectAll } from '../../../server/base/store/steps.ts';
import { proveLedger } from '../../../server/billing/check-ledger.ts';
import { makePerson, wishOf } from '../../helpers/made-people.ts';
import { freshAccountsUrl, openSite } from '../../helpers/shared-accounts.ts';
import { until } from '../../helpers/test-site.ts';

const selectBooks = selectAll<{ accountId: string }, { seq: number; balance: number }>(
  'SELECT account_seq AS seq, balance_cents AS balance FROM ledger WHERE account_id = @accountId ORDER BY account_seq',
);
const guids = Array.from({ length: 12 }, (_, index) => `model-${index}`);

test('charges once when two sites are asked at once', async () => {
  const url = await freshAccountsUrl();
  const sites = [await openSite(url), await openSite(url)];
  const [first] = sites;
  const person = await makePerson(sites[0]?.store ?? expect.fail());

  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => sites[index % 2]?.unlocks.unlock(wishOf(person, 'chair', 300))),
  );

  expect(answers.map((answer) => answer?.chargedCents).filter((cents) => cents !== 0)).toEqual([300]);
  expect(answers.every((answer) => answer?.balanceCents === 9700)).toBe(true);
  expect(await first?.store.run(selectBooks(person))).toEqual([
    { seq: 1, balance: 10_000 },
    { seq: 2, balance: 9700 },
  ]);
});

test('keeps every book true while sites fight for the same accounts', async () => {
  const url = await freshAccountsUrl();
  const sites = [await openSite(url), await openSite(url), await openSite(url)];
  const store = sites[0]?.store ?? expect.fail();
  const people = [
    await makePerson(store, 550),
    await makePerson(store, 550),
    await makePerson(store, 10_000),
  ];

  const wishes = guids.flatMap((guid) => people.map((person) => wishOf(person, guid)));
  const answers = await Promise.allSettled(
    sites.flatMap((site) => wishes.map((wish) => site.unlocks.unlock(wish))),
  );

  const charged = answers.flatMap((answer) =>
    answer.status === 'fulfilled' ? [answer.value.chargedCents] : [],
  );
  const reasons = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []));
  const books = await Promise.all(people.map((person) => store.run(selectBooks(person))));
  expect(charged.filter((cents) => cents > 0)).toHaveLength(5 + 5 + 12);
  expect(new Set(reasons)).toEqual(new Set(['INSUFFICIENT_BALANCE']));
  expect(books.map((rows) => rows.at(-1)?.balance)).toEqual([50, 50, 8800]);
  for (const rows of books) expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1));
  expect(await store.run(proveLedger())).toEqual([]);
});

test('holds a key to its cap at all sites together', async () => {
  const url = await freshAccountsUrl();
  const sites = [await openSite(url), await openSite(url)];
  const store = sites[0]?.store ?? expect.fail();
  const { accountId } = await makePerson(store);
  const { issue } = createTokens(Date.now);
  const capped = { kind: 'apiKey', accountId, name: 'Farm', scopes: 'all', spendingCapCents: 350 } as const;
  const { id: tokenId } = await store.run(issue(capped));

  const answers = await Promise.allSettled(
    guids.map((guid, index) => sites[index % 2]?.unlocks.unlock(wishOf({ accountId, tokenId }, guid))),
  );

  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []))).toContain(
    'FORBIDDEN',
  );
  expect(await store.run(proveLedger())).toEqual([]);
});

test('tells a balance that another site changed', async () => {
  const url = await freshAccountsUrl();
  const [here, there] = [await openSite(url), await openSite(url)];
  const person = await makePerson(here.store);
  await there.callers.know(person.token);
  expect(await there.unlocks.balance(person.accountId)).toBe(10_000);

  await here.unlocks.unlock(wishOf(person, 'chair', 300));

  await expect.poll(() => there.unlocks.balance(person.accountId)).toBe(9700);
  expect(await there.unlocks.owned(person.accountId, 'chair')).toEqual({
    chargedCents: 0,
    balanceCents: 9700,
  });
});

test('answers for what is owned without a question', async () => {
  const site = await openSite(await freshAccountsUrl());
  const person = await makePerson(site.store);
  await site.callers.know(person.token);
  await site.unlocks.unlock(wishOf(person, 'chair', 300));
  const ask = () => site.unlocks.owned(person.accountId, 'chair');

  // Notices of what made the account may still be on their way, after which it is asked for once more.
  await until(async () => {
    await Promise.all([ask(), site.callers.know(person.token)]);
    return !(ask() instanceof Promise) && site.callers.find(person.token) !== null;
  });
  const owned = ask();

  expect(owned).toEqual({ chargedCents: 0, balanceCents: 9700 });
  expect(site.callers.find(person.token)?.accountId).toBe(person.accountId);
});

test('refuses every change of the ledger, and rows that do not add up', async () => {
  const { store } = await openSite(await freshAccountsUrl());
  const { accountId } = await makePerson(store);
  const write = (statement: string) => store.run(change<{ accountId: string }>(statement)({ accountId }));

  const update = write('UPDATE ledger SET amount_cents = 1 WHERE account_id = @accountId');
  await expect(update).rejects.toThrow('append-only');
  await expect(write('DELETE FROM ledger WHERE account_id = @accountId')).rejects.toThrow('append-only');
  await expect(
    write(
      `INSERT INTO ledger (account_id, account_seq, kind, amount_cents, balance_cents, reason, at)
      VALUES (@accountId, 2, 'credit', 5, 10_006, '', '')`.replace('10_006', '10006'),
    ),
  ).rejects.toThrow('not the sum');
});
