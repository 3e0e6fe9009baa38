import type { Browser, Page } from 'playwright';
import { z } from 'zod';
import { posterRankOf } from '../../server/contract/catalogue/formats.ts';
import { type FuzzOutcome, hangs } from './fuzz-outcome.ts';
import type { FuzzedFile } from './fuzzed-files.ts';

const Failed = z.object({ reason: z.string() });
type Answer = Pick<FuzzOutcome, 'kind' | 'reason'>;

/** Gives the built page of posters one file after the other, as the queue of a server does. */
async function openPosterPage(
  browser: Browser,
  baseUrl: string,
  patience: number,
  next: () => FuzzedFile | null,
) {
  const page = await browser.newPage();
  let current: FuzzedFile | null = null;
  let settled = Promise.withResolvers<Answer>();
  await page.route('**/fuzzed/**', (route) => route.fulfill({ body: current?.bytes ?? Buffer.alloc(0) }));
  await page.route('**/api/posters/claim', (route) => {
    current ??= next();
    const { name = '', format = '' } = current ?? {};
    const candidate = {
      format,
      relativePath: `1k/model.${format}`,
      url: `/fuzzed/model.${format}`,
      support: [],
    };
    const job = {
      ...{ token: 'token', guid: 'fuzzed', title: name, timeoutMs: patience },
      ...{ candidates: [candidate], ownPosters: [], textures: [] },
    };
    return route.fulfill({ json: { ok: true, job: current && job, waiting: 1, retryMs: 50 } });
  });
  await page.route('**/api/posters/deliver', async (route) => {
    settled.resolve({ kind: 'shown', reason: '' });
    await route.fulfill({ json: { ok: true, isUsed: true } });
  });
  await page.route('**/api/posters/fail', async (route) => {
    settled.resolve({ kind: 'refused', reason: Failed.parse(route.request().postDataJSON()).reason });
    await route.fulfill({ json: { ok: true } });
  });
  page.on('crash', () => settled.resolve({ kind: 'crashed', reason: '' }));
  await page.goto(`${baseUrl}/posters-render#${'k'.repeat(40)}`, { waitUntil: 'commit' });
  return {
    page,
    /** What becomes of the file that is drawn now. */
    async settle(): Promise<Answer> {
      const timer = setTimeout(() => settled.resolve({ kind: 'hung', reason: '' }), 4 * patience);
      const answer = await settled.promise;
      clearTimeout(timer);
      settled = Promise.withResolvers<Answer>();
      current = null;
      return answer;
    },
  };
}

/** Draws files with the built page of posters; a page that hangs or crashes is replaced, as a server does. */
export async function* fuzzPosters(
  browser: Browser,
  baseUrl: string,
  files: Iterable<FuzzedFile>,
  patience = hangs,
): AsyncGenerator<FuzzOutcome> {
  const given: FuzzedFile[] = [];
  let opened: { readonly page: Page; readonly settle: () => Promise<Answer> } | null = null;
  for (const file of files) {
    if (posterRankOf(file.format) === null) continue;
    const start = performance.now();
    if (opened === null)
      opened = await openPosterPage(browser, baseUrl, patience, () => given.shift() ?? null);
    given.push(file);
    const answer = await opened.settle();
    yield { name: file.name, format: file.format, ...answer, took: performance.now() - start, silence: 0 };
    if (answer.kind === 'shown' || answer.kind === 'refused') continue;
    await opened.page.close();
    opened = null;
  }
  await opened?.page.close();
}
