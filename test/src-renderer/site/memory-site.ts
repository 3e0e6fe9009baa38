import type { ModelRecord } from '../../../server/contract/catalogue/discovery.ts';
import type { WebApi } from '../../../src-renderer/api/api.ts';
import { createWebApi } from '../../../src-renderer/api/web-api.ts';
import { type Answer, fail, refuseUnindexed } from './answer.ts';
import { answerFilters, answerPage, answerSimilar, answerStatus, type Reading } from './answer-discovery.ts';
import { makeDetails } from './catalogue.ts';

type MemorySite = {
  readonly api: WebApi;
  /** Paths and queries, in the order they were asked for. */
  readonly requests: string[];
  records: readonly ModelRecord[];
  /** How far the first reading of the library is. */
  reading: Reading;
  /** Answers with a failure where it returns true. */
  isBroken: (address: string) => boolean;
  /** How much of the search index is built, in percent; listings without words need none. */
  indexed: number;
  /** From now on answers wait; the returned function lets those out whose address contains the text. */
  hold(): (part: string) => Promise<void>;
};

const outage = fail(503, 'UNAVAILABLE', 'The server is busy. Try again in 5 seconds.');

/** The catalogue's routes behind the pages' own API, without a network. */
export function createMemorySite(records: readonly ModelRecord[]): MemorySite {
  const waiting = new Map<() => void, string>();
  let isHeld = false;
  const answer = (url: URL): Answer => {
    if (site.isBroken(url.pathname + url.search)) return outage;
    const refusal = site.indexed < 100 ? refuseUnindexed(url, site.indexed) : null;
    if (refusal !== null) return refusal;
    if (url.pathname.endsWith('/status'))
      return { status: 200, body: answerStatus(site.records, site.reading) };
    if (url.pathname.endsWith('/filters'))
      return { status: 200, body: answerFilters(site.records, url.searchParams) };
    if (url.pathname.startsWith('/api-embeddings'))
      return { status: 200, body: answerPage(site.records, url.searchParams) };
    const likened = /^\/api\/models\/(.+)\/similar$/.exec(url.pathname)?.[1];
    if (likened !== undefined)
      return { status: 200, body: answerSimilar(site.records, likened, url.searchParams) };
    const record = site.records.find(({ guid }) => url.pathname === `/api/models/${guid}`);
    if (record === undefined) return fail(404, 'MODEL_NOT_FOUND', 'There is no such model.');
    return { status: 200, body: makeDetails(record) };
  };
  const fetch = async (address: string, { signal }: RequestInit): Promise<Response> => {
    site.requests.push(address);
    if (isHeld) await new Promise<void>((resolve) => waiting.set(resolve, address));
    signal?.throwIfAborted();
    const { status, body } = answer(new URL(address, 'http://site.invalid'));
    return Response.json(body, { status });
  };
  const site: MemorySite = {
    api: createWebApi(fetch),
    requests: [],
    records,
    reading: null,
    isBroken: () => false,
    indexed: 100,
    hold: () => {
      isHeld = true;
      return async (part) => {
        for (const [release, address] of waiting) {
          if (!address.includes(part)) continue;
          waiting.delete(release);
          release();
        }
        await settle();
      };
    },
  };
  return site;
}

/** Lets everything happen that waits for nothing outside. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
