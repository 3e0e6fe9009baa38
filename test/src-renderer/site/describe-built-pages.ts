import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { findPageBrowser, openBrowser } from './open-browser.ts';

type Opener = {
  /** A browser's page of its own on this site, 1280 × 800, drawn at half its size. */
  open(baseUrl: string, options?: BrowserContextOptions): Promise<Page>;
  /** Runs after the test, last first. */
  closeLater(close: () => Promise<void>): void;
};
export type BuiltPages = Opener & {
  /** What stays until the last test is over; for tests that leave no trace. */
  readonly forAll: Opener;
};

type Closers = (() => Promise<void>)[];

const chromium = findPageBrowser();
/** One for all files of a process, which ends it; pages share nothing, as each has its own context. */
let shared: Promise<Browser> | null = null;
/** Half the pixels each way: everything lies where it does, and costs a quarter to draw without a graphics card. */
export const screen = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 0.5 };

/** Tests of the built pages in a real browser; whatever a page throws or its policy forbids fails its test. */
export function describeBuiltPages(title: string, body: (pages: BuiltPages) => void): void {
  const reason = chromium === null ? ' (skipped: no Chromium is installed)' : '';
  describe.skipIf(chromium === null)(`${title}${reason}`, () => {
    const [ofTest, ofAll]: [Closers, Closers] = [[], []];
    const complaints: string[] = [];
    let browser: Browser;

    beforeAll(async () => {
      shared ??= openBrowser(chromium ?? '');
      browser = await shared;
    });
    const closeAll = async (closers: Closers) => {
      for (const close of closers.splice(0).reverse()) await close();
      expect(complaints.splice(0)).toEqual([]);
    };
    afterEach(() => closeAll(ofTest));
    afterAll(() => closeAll(ofAll));
    const createOpener = (closers: Closers): Opener => ({
      async open(baseURL, options = {}) {
        const context = await browser.newContext({ ...screen, baseURL, ...options });
        closers.push(() => context.close());
        const page = await context.newPage();
        watch(page, complaints);
        return page;
      },
      closeLater: (close) => closers.push(close),
    });
    body({ ...createOpener(ofTest), forAll: createOpener(ofAll) });
  });
}

function watch(page: Page, complaints: string[]) {
  page.setDefaultTimeout(600_000);
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|Minified React error/.test(message.text())) complaints.push(message.text());
  });
}
