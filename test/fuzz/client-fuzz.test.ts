import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { posterRankOf } from '../../server/contract/catalogue/formats.ts';
import { builtPages } from '../helpers/built.ts';
import { startTestServer, type TestServer } from '../helpers/test-server.ts';
import { findPageBrowser, openBrowser } from '../src-renderer/site/open-browser.ts';
import { fuzzInspection } from './fuzz-inspection.ts';
import type { FuzzOutcome } from './fuzz-outcome.ts';
import { fuzzPosters } from './fuzz-posters.ts';
import { fuzzViewer } from './fuzz-viewer.ts';
import { makeFuzzedFiles } from './fuzzed-files.ts';

const chromium = findPageBrowser();
const note = chromium === null ? ' (skipped: no Chromium is installed)' : '';
const seed = 4242;
/** Our own small models, so that a sample is done soon. */
const sample = () => [...makeFuzzedFiles(40, seed, { onlyOwn: true })];
const ofGlb = () => sample().filter(({ format }) => format === 'glb');
/** After each file that it refuses, the page of posters is loaded again, which takes seconds without a graphics card. */
const forPosters = () =>
  sample()
    .filter(({ format }) => format !== 'glb' && posterRankOf(format) !== null)
    .slice(0, 6);
/** Speed is judged by `npm run fuzz:client` alone: here nothing hangs before the test is given up. */
const [patience, limit] = [300_000, 900_000];
/** The page of posters is there only where posters are rendered; these are drawn by the test's own browser. */
const pagesOfPosters = { LODESTOCK_POSTERS: 'auto', LODESTOCK_CHROMIUM: '/nowhere/chromium' };

async function collect(run: AsyncIterable<FuzzOutcome>): Promise<readonly FuzzOutcome[]> {
  const outcomes: FuzzOutcome[] = [];
  for await (const outcome of run) outcomes.push(outcome);
  return outcomes;
}
const namesOf = (outcomes: readonly FuzzOutcome[], ...kinds: readonly string[]) =>
  outcomes.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name);

test('changes a file the same way for the same seed', () => {
  const [first, second, other] = [seed, seed, seed + 1].map((one) =>
    [...makeFuzzedFiles(4, one, { onlyOwn: true })].map(({ bytes }) => bytes.toString('base64')),
  );

  expect(second).toEqual(first);
  expect(other).not.toEqual(first);
});

test(
  'inspects changed files without an end of its thread',
  async () => {
    const outcomes = await collect(fuzzInspection(sample(), patience));

    expect(outcomes).toHaveLength(40);
    expect(namesOf(outcomes, 'hung', 'crashed')).toEqual([]);
    expect(namesOf(outcomes, 'refused').length).toBeGreaterThan(5);
  },
  limit,
);

describe.skipIf(chromium === null)(`changed files in a browser${note}`, () => {
  let server: TestServer;
  let browser: Browser;
  beforeAll(async () => {
    server = await startTestServer({ rendererDir: builtPages, environment: pagesOfPosters });
    browser = await openBrowser(chromium ?? '');
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  test(
    'are shown or refused by the viewer',
    async () => {
      const outcomes = await collect(fuzzViewer(browser, ofGlb(), patience));

      expect(outcomes).toHaveLength(20);
      expect(namesOf(outcomes, 'hung', 'crashed')).toEqual([]);
      expect(namesOf(outcomes, 'refused').length).toBeGreaterThan(3);
      expect(outcomes.filter(({ reason }) => reason.startsWith('no AppError'))).toEqual([]);
    },
    limit,
  );

  test(
    'are drawn or refused by the page of posters',
    async () => {
      const outcomes = await collect(fuzzPosters(browser, server.baseUrl, forPosters(), patience));

      expect(outcomes).toHaveLength(6);
      expect(namesOf(outcomes, 'hung', 'crashed')).toEqual([]);
    },
    limit,
  );
});
