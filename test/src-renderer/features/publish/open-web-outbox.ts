import { fromErrorBody } from '../../../../server/contract/errors.ts';
import { createKeptWishes } from '../../../../src-renderer/features/publish/kept-wishes.ts';
import type { OutboxState } from '../../../../src-renderer/features/publish/outbox.ts';
import { createFileSender } from '../../../../src-renderer/features/publish/send-file.ts';
import { createWebOutbox, type OutboxApi } from '../../../../src-renderer/features/publish/web-outbox.ts';
import { sha256Of } from '../../../helpers/publishing.ts';
import type { TestServer } from '../../../helpers/test-server.ts';

/** What a tab of a browser keeps over a reload. */
export function openTab() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

export type Tab = ReturnType<typeof openTab>;
export type Asked = { readonly method: string; readonly offset: string | null };

type Visited = { readonly server: TestServer; readonly token: string };
type Visit = {
  /** Breaks the connection before a request. */
  readonly fail?: (asked: Asked) => boolean;
  readonly hash?: (bytes: Buffer) => string;
  readonly tab?: Tab;
  readonly user?: string;
};

/** The page's own parts on a real server. */
export function openWebOutbox({ server, token }: Visited, visit: Visit = {}) {
  const { fail = () => false, hash = sha256Of, tab = openTab(), user = 'ada' } = visit;
  let pauses = 0;
  const asked: Asked[] = [];
  const send = (address: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    const one = { method: init.method ?? 'GET', offset: headers.get('upload-offset') };
    asked.push(one);
    if (fail(one)) return Promise.reject(new TypeError('the connection broke'));
    headers.set('authorization', `Bearer ${token}`);
    headers.delete('x-csrf-token');
    return fetch(`${server.baseUrl}${address}`, { ...init, headers });
  };
  const wait = async () => {
    pauses += 1;
    if (pauses > 9) throw new Error('tries for ever');
  };
  const api = {
    async call(name: 'session' | 'publishCheck' | 'publish' | 'publishState', input: never) {
      if (name === 'session') return { csrfToken: 'any', user: { id: user } };
      const answer = await server.call(name, input, { token });
      if (answer.status >= 400) throw fromErrorBody(answer.error);
      return answer.body;
    },
    on: () => () => {},
  } as unknown as OutboxApi;
  const outbox = createWebOutbox({
    api,
    wait: () => new Promise((resolve) => setTimeout(resolve, 10)),
    hash: async (file) => hash(Buffer.from(await file.arrayBuffer())),
    kept: createKeptWishes(() => tab),
    createSender: (csrfToken) => createFileSender({ fetch: send, csrfToken, wait }),
  });
  const until = (is: (state: OutboxState) => boolean) =>
    new Promise<OutboxState>((resolve) => {
      const look = () => is(outbox.getState()) && resolve(outbox.getState());
      outbox.subscribe(look);
      look();
    });
  const isSettled = ({ files }: OutboxState) =>
    files.every(({ state }) => ['done', 'failed', 'lacking'].includes(state));
  return { ...outbox.getState(), asked, read: outbox.getState, settled: () => until(isSettled), until };
}

/** As a person chose it. */
export const chosen = (relativePath: string, bytes: string | Buffer) => ({
  relativePath,
  file: new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], relativePath),
});
/** The offsets from which bytes were sent. */
export const patches = (asked: readonly Asked[]) =>
  asked.filter(({ method }) => method === 'PATCH').map(({ offset }) => offset);
