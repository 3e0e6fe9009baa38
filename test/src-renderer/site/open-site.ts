import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import type { ModelRecord } from '../../../server/contract/catalogue/discovery.ts';
import { toPagePolicy } from '../../../server/site/page-policy.ts';
import { type Answer, fail, refuseUnindexed } from './answer.ts';
import { type AccountState, answerAccount, createAccountState } from './answer-account.ts';
import { answerFilters, answerPage, answerSimilar, answerStatus, type Reading } from './answer-discovery.ts';
import { makeDetails } from './catalogue.ts';

export type SiteMode = 'answers' | 'fails' | 'hangs' | 'indexes';
export type Site = {
  readonly url: string;
  /** Paths and queries of the JSON routes, in the order they were asked for. */
  readonly requests: string[];
  readonly account: AccountState;
  records: readonly ModelRecord[];
  /** How far the first reading of the library is. */
  reading: Reading;
  mode: SiteMode;
  /** Makes it the site that it was when it opened, with other models. */
  reset(records: readonly ModelRecord[]): void;
  close(): Promise<void>;
};
/** A page without anything in it, where the storage of the site can be cleared. */
export const emptyPage = '/empty';
const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** Serves the built pages, and answers their JSON routes from records in memory. */
export async function openSite(pages: string, records: readonly ModelRecord[]): Promise<Site> {
  const account = createAccountState();
  const answer = async (request: IncomingMessage, url: URL): Promise<Answer> => {
    if (site.mode === 'fails') return fail(503, 'UNAVAILABLE', 'The server is busy. Try again in 5 seconds.');
    const refusal = site.mode === 'indexes' ? refuseUnindexed(url, 40) : null;
    if (refusal !== null) return refusal;
    const { pathname, searchParams } = url;
    if (pathname === '/api-embeddings/status')
      return { status: 200, body: answerStatus(site.records, site.reading) };
    if (pathname === '/api-embeddings/filters')
      return { status: 200, body: answerFilters(site.records, searchParams) };
    if (pathname.startsWith('/api-embeddings'))
      return { status: 200, body: answerPage(site.records, searchParams) };
    const likened = /^\/api\/models\/(.+)\/similar$/.exec(pathname)?.[1];
    if (likened !== undefined)
      return { status: 200, body: answerSimilar(site.records, likened, searchParams) };
    const guid = /^\/api\/models\/(.+)$/.exec(pathname)?.[1];
    if (guid === undefined) return answerAccount(account, request, pathname);
    const record = site.records.find((candidate) => candidate.guid === guid);
    if (record === undefined) return fail(404, 'MODEL_NOT_FOUND', `There is no model ${guid} here.`);
    return { status: 200, body: makeDetails(record) };
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://site.invalid');
    if (url.pathname === emptyPage)
      return void response.writeHead(200, { 'content-type': 'text/html' }).end();
    if (!url.pathname.startsWith('/api')) return servePage(pages, url.pathname, response);
    site.requests.push(`${request.method} ${url.pathname}${url.search}`);
    if (site.mode === 'hangs') return;
    const { status, body } = await answer(request, url);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const server = createServer((request, response) =>
    serve(request, response).catch((error: unknown) => {
      // A page that was closed takes its requests back.
      if (!request.errored) throw error;
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The test site has no port.');
  const site: Site = {
    url: `http://127.0.0.1:${address.port}`,
    requests: [],
    account,
    records,
    reading: null,
    mode: 'answers',
    reset: (others) => {
      Object.assign(site, { records: others, reading: null, mode: 'answers' });
      Object.assign(account, createAccountState());
      site.requests.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return site;
}

async function servePage(pages: string, pathname: string, response: ServerResponse): Promise<void> {
  const isFile = pathname.startsWith('/ui/') || pathname === '/index.html';
  const file = isFile ? pathname : '/web.html';
  try {
    const content = await readFile(path.join(pages, path.normalize(file)));
    response.writeHead(200, {
      'content-type': contentTypes[path.extname(file)] ?? 'application/octet-stream',
      // As a server says it: what a page has compiled it need not compile again.
      ...(file.startsWith('/ui/') && { 'cache-control': 'public, max-age=31536000, immutable' }),
      ...(file === '/web.html' && { 'content-security-policy': toPagePolicy([]) }),
    });
    response.end(content);
  } catch {
    response.writeHead(404).end();
  }
}
