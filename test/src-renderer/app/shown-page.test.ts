import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Route } from '../../../src-renderer/app/route.ts';
import { createShownPage } from '../../../src-renderer/app/shown-page.ts';
import { createPart } from '../../../src-renderer/lib/part.ts';

const browse: Route = { name: 'browse', search: '' };
const account: Route = { name: 'account' };
const publish: Route = { name: 'publish' };

function follow(first: Route) {
  const code = { browse: Promise.withResolvers(), account: Promise.withResolvers() };
  const parts = {
    browse: createPart(() => code.browse.promise),
    account: createPart(() => code.account.promise),
  };
  const store = createStore(() => ({ route: first }));
  const shown = createShownPage({ store }, ({ name }) =>
    name === 'browse' || name === 'account' ? parts[name] : null,
  );
  const arrive = async (name: 'browse' | 'account') => {
    code[name].resolve({});
    await parts[name].load();
  };
  return { shown, code, parts, arrive, go: (route: Route) => store.setState({ route }) };
}

test('keeps a page in view until the code of the next is there', async () => {
  const { shown, arrive, go } = follow(browse);
  await arrive('browse');
  go(account);
  const before = shown.getState();

  await arrive('account');

  expect(before).toEqual({ route: browse, code: 'ready' });
  expect(shown.getState()).toEqual({ route: account, code: 'ready' });
});

test('shows a page at once whose code is there', async () => {
  const { shown, arrive, go } = follow(account);
  await arrive('account');
  go(publish);
  const left = shown.getState();

  go(account);

  expect([left, shown.getState()]).toEqual([
    { route: publish, code: 'ready' },
    { route: account, code: 'ready' },
  ]);
});

test('says so where the code does not arrive', async () => {
  const { shown, code, parts, go } = follow(publish);
  go(account);

  code.account.reject(new Error('404'));
  await parts.account.load().catch(() => undefined);

  expect(shown.getState()).toEqual({ route: account, code: 'failed' });
});

test('ignores code that arrives after the person went on', async () => {
  const { shown, arrive, go } = follow(browse);
  await arrive('browse');
  go(account);
  go(browse);

  await arrive('account');

  expect(shown.getState()).toEqual({ route: browse, code: 'ready' });
});
