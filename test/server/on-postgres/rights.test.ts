import { expect, test } from 'vitest';
import { createTokens } from '../../../server/accounts/access/tokens.ts';
import { type RightRow, rightRows } from '../../../server/accounts/rights/right-rows.ts';
import { createCompanyAccounts } from '../../../server/accounts/sign-in/company/company-accounts.ts';
import { createPasswords } from '../../../server/accounts/sign-in/passwords.ts';
import { createCatalogueWriter } from '../../../server/catalogue/write/catalogue-writer.ts';
import { makePerson } from '../../helpers/made-people.ts';
import { modelData } from '../../helpers/model-data.ts';
import { freshAccountsUrl, openSite } from '../../helpers/shared-accounts.ts';

type Site = Awaited<ReturnType<typeof openSite>>;

async function openTwo() {
  const url = await freshAccountsUrl();
  const [here, there] = [await openSite(url), await openSite(url)];
  for (const { db } of [here, there])
    createCatalogueWriter(db, Date.now).put(modelData('Crate', { category: 'Vault' }));
  const person = await makePerson(here.store);
  const setRights = (rights: readonly RightRow[]) => here.store.run(rightRows.setRights(rights));
  await here.store.run(rightRows.setGroups([{ name: 'crew', members: [] }]));
  const levelAt = ({ rights }: Site) => {
    const sight = rights.sightOf({ accountId: person.accountId, role: 'member' });
    if (sight === null) return 'open';
    if (sight.hides('crate')) return 'hidden';
    return sight.mayDownload('crate') ? 'download' : 'see';
  };
  return { here, there, person, setRights, levelAt };
}
const vault = { kind: 'category', target: 'Vault', group: 'crew' } as const;

test('a site hears of rights and groups that another changed', async () => {
  const { here, there, person, setRights, levelAt } = await openTwo();
  const level = () => levelAt(there);
  expect(level()).toBe('open');

  await setRights([{ ...vault, may: 'see' }]);
  await expect.poll(level).toBe('hidden');
  await here.store.run(rightRows.setCompany(person.accountId, ['crew']));
  await expect.poll(level).toBe('see');
  await setRights([{ ...vault, may: 'download' }]);
  await expect.poll(level).toBe('download');
  await here.store.run(rightRows.setCompany(person.accountId, []));
  await expect.poll(level).toBe('hidden');
  await setRights([]);
  await expect.poll(level).toBe('open');
});

test('a site that was told to read rights again while it does knows them once it has', async () => {
  const { here, there, setRights, levelAt } = await openTwo();
  await setRights([{ ...vault, may: 'see' }]);

  const first = there.rights.refresh();
  const later = Array.from({ length: 20 }, () => there.rights.refresh());
  await first;

  expect(levelAt(there)).toBe('hidden');
  await Promise.all([...later, here.rights.refresh()]);
});

test('a site that could not hear of a change knows it once it can', async () => {
  const { there, setRights, levelAt } = await openTwo();
  there.wire.cut();

  await setRights([{ ...vault, may: 'see' }]);
  there.wire.mend();

  await expect.poll(() => levelAt(there)).toBe('hidden');
});

test('a session ends at every site when the provider names it, and no other does', async () => {
  const { here, there, person } = await openTwo();
  const { issue } = createTokens(Date.now);
  const start = async (companySession: string | null) => {
    const session = { kind: 'session', name: 'Browser', scopes: 'all', companySession } as const;
    return (await here.store.run(issue({ ...session, accountId: person.accountId }))).token;
  };
  const tokens = [await start('laptop'), await start('desktop'), await start(null)];
  const left = async () => {
    await Promise.all(tokens.map((token) => there.callers.know(token)));
    return tokens.map((token) => there.callers.find(token) !== null);
  };
  const config = { company: null, signupCreditCents: 0 };
  const parts = { store: here.store, passwords: createPasswords(), clock: Date.now, config };
  const before = await left();

  await createCompanyAccounts(parts).endSessions({ issuer: 'any', subject: null, session: 'laptop' });

  expect(before).toEqual([true, true, true]);
  await expect.poll(left).toEqual([false, true, true]);
});
