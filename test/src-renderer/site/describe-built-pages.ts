import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterEach, beforeAll, describe, expect } from 'vitest';
import { findPageBrowser, openBrowser } from './open-browser.ts';

export type BuiltPages = {
  /** A browser's page of its own on this site, 1280 × 800, drawn at half its size. */
  open(baseUrl: string, options?: BrowserContextOptions): Promise<Page>;
  /** Runs after the test, last first. */
  closeLater(close: () => Promise<void>): void;
};

const chromium = findPageBrowser();
/** One for all files of a process, which ends it; pages share nothing, as each has a context of its own. */
let shared: Promise<Browser> | null = null;
/** Half the pixels each way: everything lies where it does, and costs a quarter to draw without a graphics card. */
const screen = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 0.5 };

/** Tests of the built pages in a real browser; whatever a page throws or its policy forbids fails its test. */
export function describeBuiltPages(title: string, body: (pages: BuiltPages) => void): void {
  const reason = chromium === null ? ' (skipped: no Chromium is installed)' : '';
  describe.skipIf(chromium === null)(`${title}${reason}`, () => {
    const closers: (() => Promise<void>)[] = [];
    const complaints: string[] = [];
    let browser: Browser;

    beforeAll(async () => {
      shared ??= openBrowser(chromium ?? '');
      browser = await shared;
    });
    afterEach(async () => {
      for (const close of closers.splice(0).reverse()) await close();
      expect(complaints.splice(0)).toEqual([]);
    });
    body({
      async open(baseURL, options = {}) {
        const context = await browser.newContext({ ...screen, baseURL, ...options });
        closers.push(() => context.close());
        const page = await context.newPage();
        watch(page, complaints);
        return page;
      },
      closeLater: (close) => closers.push(close),
    });
  });
}

function watch(page: Page, complaints: string[]) {
  page.setDefaultTimeout(120_000);
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|Minified React error/.test(message.text())) complaints.push(message.text());
  });
}
