import { expect, test } from 'vitest';
import { createDesktopApi, type DesktopBridge } from '../../../../src-renderer/api/desktop-api.ts';
import { createSessionStore } from '../../../../src-renderer/features/account/session-store.ts';

const page = 1000;
const guidOf = (index: number) => ({ guid: `g-${index}` });

/** A server where the account has unlocked so many models. */
function openSession(count: number) {
  const state = { count, asked: [] as number[] };
  const answer = (name: string, input: unknown) => {
    if (name !== 'entitlements') return { balanceUsd: 5 };
    const { offset = 0 } = Object(input);
    state.asked.push(offset);
    const newest = Array.from({ length: state.count }, (_, index) => guidOf(state.count - 1 - index));
    return { entitlements: newest.slice(offset, offset + page), hasMore: offset + page < state.count };
  };
  const bridge: DesktopBridge = {
    call: async (name, input) => ({ ok: true, value: answer(name, input) }),
    on: () => () => undefined,
  };
  const store = createSessionStore(createDesktopApi(bridge));
  const session = {
    ...{ status: 'signed-in' as const, serverUrl: null, userName: 'Ada', scopes: [], userCode: null },
    ...{ approveUrl: null, expiresAt: null, message: null, keychain: { isAvailable: true, message: null } },
  };
  store.setState({ session });
  return { store, state };
}

test('knows all models of an account that has more than a page', async () => {
  const { store } = openSession(2500);

  await store.getState().refreshAccount();

  expect(store.getState().unlocked.size).toBe(2500);
});

test('asks only for what was unlocked since', async () => {
  const { store, state } = openSession(2500);
  await store.getState().refreshAccount();
  state.asked.length = 0;

  state.count = 2501;
  await store.getState().refreshAccount();

  expect(state.asked).toEqual([0]);
  expect(store.getState().unlocked.has('g-2500')).toBe(true);
});
