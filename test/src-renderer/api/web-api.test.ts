import { expect, test } from 'vitest';
import { internalMessage } from '../../../server/contract/errors.ts';
import { createWebApi } from '../../../src-renderer/api/web-api.ts';

type Sent = { readonly method: string | undefined; readonly address: string; readonly token: string | null };

function openApi(answer: (address: string) => Response | Promise<Response>) {
  const sent: Sent[] = [];
  const api = createWebApi(async (address, { method, headers }) => {
    sent.push({ method, address, token: new Headers(headers).get('x-csrf-token') });
    return answer(address);
  });
  return { api, sent };
}

const session = { ok: true, user: null, balanceUsd: null, csrfToken: 'token-1' };

test('fetches the token before the first change', async () => {
  const { api, sent } = openApi(() => Response.json(session));

  await api.call('denySignIn', { sessionId: 'known' });
  await api.call('signOut');

  expect(sent).toEqual([
    { method: 'GET', address: '/api/session', token: null },
    { method: 'POST', address: '/api/apps/auth/session/known/deny', token: 'token-1' },
    { method: 'DELETE', address: '/api/session', token: 'token-1' },
  ]);
});

test('never sends the token while only reading', async () => {
  const { api, sent } = openApi(() => Response.json(session));

  await api.call('session');
  await api.call('balance');

  expect(sent.map(({ token }) => token)).toEqual([null, null]);
});

test('throws what the server says', async () => {
  const body = { ok: false, code: 'MODEL_NOT_FOUND', message: 'There is no such model.', requestId: 'req-7' };
  const { api } = openApi(() => Response.json(body, { status: 404 }));

  await expect(api.call('model', { guid: 'x' })).rejects.toMatchObject({
    code: 'MODEL_NOT_FOUND',
    message: 'There is no such model.',
    requestId: 'req-7',
  });
});

test('names a connection that fails', async () => {
  const { api } = openApi(() => Promise.reject(new TypeError('Failed to fetch')));

  await expect(api.call('balance')).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'The server is not responding. Check your connection, then try again.',
  });
});

test.each([
  ['a page instead of JSON', () => new Response('<html>', { status: 200 })],
  ['a failure in another shape', () => Response.json({ error: 'bad' }, { status: 500 })],
])('does not show %s to anybody', async (_, answer) => {
  const { api } = openApi(answer);

  await expect(api.call('balance')).rejects.toMatchObject({ code: 'INTERNAL', message: internalMessage });
});

test('passes a stopped request on as it is', async () => {
  const stopper = new AbortController();
  const { api } = openApi(async () => {
    stopper.abort();
    throw stopper.signal.reason;
  });

  const call = api.call('browse', {}, { signal: stopper.signal });

  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
});

test('waits for a busy server as long as it asks', async () => {
  const waits: number[] = [];
  const busy = {
    ...{ ok: false, code: 'UNAVAILABLE', message: 'The server is busy.', requestId: 'req-7' },
    details: { retryAfterSeconds: 2 },
  };
  const answers = [Response.json(busy, { status: 503 }), Response.json({ ok: true, balanceUsd: 3 })];
  const fetch = async () => answers.shift() ?? Response.error();
  const api = createWebApi(fetch, { wait: async (milliseconds) => void waits.push(milliseconds) });

  const { balanceUsd } = await api.call('balance');

  expect(balanceUsd).toBe(3);
  expect(waits.map((wait) => wait >= 2000 && wait <= 4000)).toEqual([true]);
});
