import path from 'node:path';
import { expect } from 'vitest';
import { createHttp } from '../../../src-main/platform/network/http.ts';
import { createKeychain, type Keytar } from '../../../src-main/platform/secrets/keychain.ts';
import { createJsonFile } from '../../../src-main/platform/storage/json-file.ts';
import { createServerClient } from '../../../src-main/server-connection/server-client.ts';
import { createSessionKeeper, KnownSessions } from '../../../src-main/sign-in/session.ts';
import { createSignIn } from '../../../src-main/sign-in/sign-in.ts';
import { answerJson, type Loopback, listen, readJson } from '../listen.ts';
import { createMemoryKeytar } from '../memory-keytar.ts';
import { createMemoryLog } from '../memory-log.ts';
import { createScratch } from '../scratch.ts';

export type Answer = { readonly status: number; readonly body: object } | 'cut';

export const pending: Answer = { status: 200, body: { ok: true, status: 'pending' } };
export const approved: Answer = {
  status: 200,
  body: {
    ...{ ok: true, status: 'approved', appToken: 'lsp_abc', scopes: ['account:read'], user: { name: 'Ada' } },
    expiresAt: '2027-01-01T00:00:00Z',
  },
};
export const failure = (status: number, code: string): Answer => ({
  status,
  body: { ok: false, code, message: `${code}.`, requestId: 'r' },
});

/** A server that speaks the sign-in protocol: one answer per poll, the last one forever. */
export async function startServer(
  polls: readonly Answer[],
  options: { readonly lifetime?: number; readonly port?: number } = {},
) {
  const left = [...polls];
  const started: Record<string, unknown>[] = [];
  const server: Loopback = await listen(async (request, response) => {
    if (request.url === '/api/apps/auth/start') {
      started.push(await readJson(request));
      return answerJson(response, 201, {
        ...{ ok: true, sessionId: 's1', pollToken: 'poll-secret', userCode: 'ABCD-2345', interval: 0.01 },
        approveUrl: `${server.origin}/approve/s1`,
        approveUrlComplete: `${server.origin}/approve/s1?code=ABCD-2345`,
        expiresAt: new Date(Date.now() + (options.lifetime ?? 60_000)).toISOString(),
      });
    }
    if (request.url === '/api/auth/logout') return answerJson(response, 200, { ok: true });
    const answer = (left.length > 1 ? left.shift() : left[0]) ?? pending;
    if (answer === 'cut') return response.destroy();
    return answerJson(response, answer.status, answer.body);
  }, options.port);
  return { server, started };
}

type AppOptions = { readonly keytar?: Keytar; readonly folder?: string; readonly slowDown?: number };

/** The sign-in feature as the app has it, on a real server. */
export async function createApp(server: Loopback, options: AppOptions = {}) {
  const folder = options.folder ?? (await createScratch());
  const { log, lines } = createMemoryLog();
  const memory = createMemoryKeytar();
  const keychain = createKeychain({
    load: async () => options.keytar ?? memory.keytar,
    log,
    platform: 'linux',
  });
  const session = createSessionKeeper({
    keychain,
    file: createJsonFile({ file: path.join(folder, 'session.json'), schema: KnownSessions, log }),
    onChange: () => undefined,
  });
  const baseUrl = () => server.origin;
  const client = createServerClient({
    ...{ http: createHttp('test'), baseUrl, token: session.token, onTokenRefused: session.refuse },
  });
  const opened: string[] = [];
  const signIn = createSignIn({
    ...{
      client,
      baseUrl,
      session,
      keychain,
      log,
      appVersion: '1.2.3',
      deviceName: 'ada-laptop',
    },
    slowDown: options.slowDown ?? 5,
    openExternal: async (url) => void opened.push(url),
  });
  await session.takeUp(server.origin);
  return { session, signIn, opened, folder, lines, client, ...memory };
}

export const settle = (session: { read: () => { status: string } }, status: string) =>
  expect.poll(() => session.read().status, { interval: 5 }).toBe(status);
