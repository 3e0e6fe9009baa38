import { expect, test } from 'vitest';
import { createAccountNotes } from '../../../server/accounts/lists/own-notes.ts';
import { makePerson } from '../../helpers/made-people.ts';
import { freshAccountsUrl, openSite } from '../../helpers/shared-accounts.ts';

test('two sites lose no note of one account', async () => {
  const url = await freshAccountsUrl();
  const sites = [await openSite(url), await openSite(url)];
  const [one, other] = sites.map(({ store }) => createAccountNotes(store, Date.now));
  const { accountId } = await makePerson(sites[0]?.store ?? expect.fail());
  if (one === undefined || other === undefined) expect.fail();
  const names = Array.from({ length: 10 }, (_, index) => `tag ${index}`);
  const tag = (notes: typeof one, name: string) => notes.change(accountId, { guid: 'oak', add: [name] });

  await Promise.all(names.flatMap((name) => [tag(one, name), tag(other, `${name} too`)]));

  expect((await one.read(accountId, 'oak')).tags.length).toBe(20);
  expect((await other.entries(accountId, 0)).latest).toBe(20);
});
