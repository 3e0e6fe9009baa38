import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { createHttp } from '../../../src-main/platform/network/http.ts';
import { createJsonFile } from '../../../src-main/platform/storage/json-file.ts';
import { createOutbox, KnownOutbox } from '../../../src-main/publish/outbox.ts';
import { createServerClient } from '../../../src-main/server-connection/server-client.ts';
import type { openPublishing } from '../../helpers/publishing.ts';
import { createMemoryLog } from '../memory-log.ts';

export type OutboxWish = {
  readonly folder: string;
  readonly baseUrl?: string;
  readonly scopes?: readonly string[];
  readonly userName?: string;
  readonly onRequest?: (method: string, pathname: string) => unknown;
  readonly mayGo?: () => boolean;
};

/** The outbox of an app that is signed in; `at` moves it to another server's address. */
export async function openOutbox(
  site: Awaited<ReturnType<typeof openPublishing>>,
  {
    folder,
    baseUrl = site.server.baseUrl,
    scopes = ['models:publish'],
    userName = 'Ada',
    onRequest = () => {},
    mayGo = () => true,
  }: OutboxWish,
) {
  let base = baseUrl;
  const patched: (string | undefined)[] = [];
  const asked: string[] = [];
  const { log, lines } = createMemoryLog();
  const plain = createHttp('test');
  const noting = plain.extend({
    retry: { limit: 0 },
    hooks: {
      beforeRequest: [
        ({ method, headers, url }) => {
          onRequest(method, new URL(String(url)).pathname);
          asked.push(method);
          if (method === 'PATCH') patched.push(String(headers['upload-offset']));
        },
      ],
    },
  });
  const http = Object.assign(noting, { openBody: plain.openBody });
  const session = {
    read: () => ({
      ...{ status: 'signed-in' as const, serverUrl: site.server.baseUrl, userName, scopes: [...scopes] },
      ...{ userCode: null, approveUrl: null, expiresAt: null, message: null },
      keychain: { isAvailable: true, message: null },
    }),
    token: () => site.publisher.token,
  };
  const outbox = createOutbox({
    ...{ http, session, log, mayGo, baseUrl: () => base, publish: () => {} },
    client: createServerClient({ http, baseUrl: () => base, token: session.token }),
    file: createJsonFile({ file: path.join(folder, 'outbox.json'), schema: KnownOutbox, log }),
    waitToAsk: () => new Promise((resolve) => setTimeout(resolve, 10)),
    wait: () => new Promise((resolve) => setImmediate(resolve)),
  });
  onTestFinished(outbox.stop);
  await outbox.load();
  const read = async () => (await outbox.handlers['outbox.read'](undefined)).files;
  const settled = async (...states: string[]) => {
    await expect.poll(async () => (await read()).map(({ state }) => state)).toEqual(states);
    return read();
  };
  const wishes = async () => (await outbox.handlers['outbox.read'](undefined)).wishes;
  return {
    ...{ ...outbox, read, wishes, settled, patched, asked, lines },
    at: (next: string) => {
      base = next;
    },
  };
}
