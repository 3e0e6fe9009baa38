import type { IncomingMessage } from 'node:http';
import type { PluginSession } from '../../../server/contract/accounts/plugin-auth.ts';
import { type Answer, fail } from './answer.ts';

export type AccountState = {
  isSignedIn: boolean;
  request: PluginSession;
  approvedScopes: readonly string[];
  typedCode?: string;
};

export const csrfToken = 'csrf-of-this-session';
export const goodPassword = 'correct horse';
export const setupCode = 'SETUP-2345';

export function createAccountState(): AccountState {
  return {
    isSignedIn: false,
    approvedScopes: [],
    request: {
      ok: true,
      status: 'pending',
      appSlug: 'lodestock-max',
      appName: 'Lodestock for 3ds Max',
      appVersion: '1.2.0',
      pluginFamily: '3dsmax',
      deviceName: 'STUDIO-07',
      address: '192.168.4.17',
      startedAt: new Date(Date.now() - 40_000).toISOString(),
      expiresAt: new Date(Date.now() + 560_000).toISOString(),
      userCode: 'KXTM-2345',
      isElsewhere: false,
      scopes: [
        { scope: 'account:read', sentence: 'See your name and e-mail address' },
        { scope: 'balance:read', sentence: 'See your balance' },
        { scope: 'download:direct', sentence: 'Download files, and unlock models with your balance' },
        { scope: 'scene:import', sentence: 'Import models into the scene you have open' },
      ],
    },
  };
}

/** Session, account and approval, for one invented person. */
export async function answerAccount(
  state: AccountState,
  request: IncomingMessage,
  pathname: string,
): Promise<Answer> {
  const body = await readBody(request);
  if (pathname.startsWith('/api/session')) return answerSession(state, request, body);
  if (!state.isSignedIn) return fail(401, 'UNAUTHENTICATED', 'Sign in first.');
  if (request.method === 'POST' && request.headers['x-csrf-token'] !== csrfToken)
    return fail(403, 'FORBIDDEN', 'This change did not come from our own page.');
  if (pathname.startsWith('/api/apps/auth/session/')) return answerApproval(state, pathname, body);
  if (pathname.startsWith('/api/download/formats/'))
    return { status: 200, body: { ok: true, pricing: { priceUsd: 1, unlocked: false, balanceUsd: 42.5 } } };
  if (pathname.startsWith('/api/account/notes/'))
    return {
      status: 200,
      body: { ok: true, guid: pathname.split('/').at(-1), tags: [], note: '', seen: '' },
    };
  const at = '2026-05-04T10:00:00Z';
  if (pathname === '/api/account/entitlements')
    return {
      status: 200,
      body: {
        ok: true,
        total: 1,
        entitlements: [{ guid: 'g-1', title: 'Oak Chair', unlockedAt: at, isRemoved: false }],
      },
    };
  if (pathname === '/api/account/transactions')
    return {
      status: 200,
      body: {
        ok: true,
        total: 2,
        transactions: [
          {
            ...{ id: 't2', guid: 'g-1', kind: 'unlock', amountUsd: -1, balanceUsd: 42.5, at },
            reason: 'Unlocked Oak Chair',
          },
          { id: 't1', kind: 'credit', amountUsd: 43.5, balanceUsd: 43.5, reason: 'Welcome credit', at },
        ],
      },
    };
  if (pathname === '/api/account/api-keys') return { status: 200, body: { ok: true, apiKeys: [] } };
  if (pathname === '/api/account/sessions') return { status: 200, body: { ok: true, sessions: [] } };
  if (pathname === '/api/account/apps') return { status: 200, body: { ok: true, apps: [] } };
  return fail(404, 'NOT_FOUND', 'There is nothing at this address.');
}

function answerSession(state: AccountState, request: IncomingMessage, body: Record<string, unknown>): Answer {
  if (request.method === 'DELETE') state.isSignedIn = false;
  if (request.method === 'POST' && request.url?.endsWith('/register') && body.setupCode !== setupCode)
    return fail(403, 'FORBIDDEN', 'The first account needs the set-up code that the server printed.', {
      setupCodeRequired: true,
    });
  if (request.method === 'POST' && body.password !== goodPassword)
    return fail(401, 'UNAUTHENTICATED', 'E-mail address or password is wrong. Check both and try again.');
  if (request.method === 'POST') state.isSignedIn = true;
  const user = { id: 'u1', email: 'ada@example.org', name: 'Ada Artist', role: 'member' };
  return {
    status: 200,
    body: state.isSignedIn
      ? { ok: true, user, balanceUsd: 42.5, csrfToken }
      : { ok: true, user: null, balanceUsd: null, csrfToken: null },
  };
}

function answerApproval(state: AccountState, pathname: string, body: Record<string, unknown>): Answer {
  if (!pathname.includes('/session/known'))
    return fail(404, 'NOT_FOUND', 'There is no such sign-in request.');
  if (pathname.endsWith('/approve')) {
    const scopes = Array.isArray(body.scopes) ? body.scopes.map(String) : [];
    state.approvedScopes = scopes;
    if (typeof body.userCode === 'string') state.typedCode = body.userCode;
    state.request = { ...state.request, status: 'approved' };
    return { status: 200, body: { ok: true, status: 'approved' } };
  }
  if (pathname.endsWith('/deny')) return { status: 200, body: { ok: true, status: 'denied' } };
  return { status: 200, body: state.request };
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return text === '' ? {} : JSON.parse(text);
}
