import { rmSync } from 'node:fs';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import type { ModelRecord } from '../../../server/contract/discovery.ts';
import { buildClient } from '../../helpers/build-client.ts';
import { type FakeDesktop, installFakeDesktop, usualDesktop } from './fake-desktop.ts';
import { findChromium, openBrowser } from './open-browser.ts';
import { openSite, type Site } from './open-site.ts';

declare global {
  interface Window {
    readonly fakeDesktop: {
      readonly calls: readonly { readonly name: string; readonly input: unknown }[];
      emit(name: string, payload: unknown): void;
    };
  }
}

export type Pages = {
  /** A site of its own with these models, and a browser's page on it. */
  openWeb(
    records: readonly ModelRecord[],
    options?: BrowserContextOptions,
  ): Promise<{ site: Site; page: Page }>;
  /** The desktop's window over the same models, with a fake main process. */
  openDesktop(
    records: readonly ModelRecord[],
    change?: Partial<FakeDesktop>,
    options?: BrowserContextOptions,
  ): Promise<{ site: Site; page: Page }>;
};

const chromium = findChromium();
const view = { width: 1280, height: 800 };

/** Tests of the built pages in a real browser; whatever a page throws or its policy forbids fails its test. */
export function describePages(title: string, body: (pages: Pages) => void): void {
  const reason = chromium === null ? ' (skipped: no Chromium is installed)' : '';
  describe.skipIf(chromium === null)(`${title}${reason}`, () => {
    const closers: (() => Promise<void>)[] = [];
    const complaints: string[] = [];
    let folder = '';
    let browser: Browser;

    beforeAll(async () => {
      folder = await buildClient();
      browser = await openBrowser(chromium ?? '');
    });
    afterEach(async () => {
      for (const close of closers.splice(0).reverse()) await close();
      expect(complaints.splice(0)).toEqual([]);
    });
    afterAll(async () => {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    });
    body(
      createPages(async (records, options) => {
        const site = await openSite(folder, records);
        closers.push(site.close);
        const context = await browser.newContext({ viewport: view, baseURL: site.url, ...options });
        closers.push(() => context.close());
        return { site, page: await watch(context, complaints) };
      }),
    );
  });
}

type Open = (
  records: readonly ModelRecord[],
  options: BrowserContextOptions,
) => Promise<{ site: Site; page: Page }>;

function createPages(open: Open): Pages {
  return {
    openWeb: (records, options = {}) => open(records, options),
    openDesktop: async (records, change = {}, options = {}) => {
      const opened = await open(records, options);
      await opened.page.addInitScript(installFakeDesktop, { ...usualDesktop, ...change });
      await opened.page.goto('/index.html');
      return opened;
    },
  };
}

async function watch(context: BrowserContext, complaints: string[]): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|Minified React error/.test(message.text())) complaints.push(message.text());
  });
  return page;
}

/** Asks again until the answer is right. */
export function expectSoon<T>(read: () => T) {
  return expect.poll(read, { timeout: 15_000 });
}

/** Waits until the page's heading says so. */
export async function expectHeading(page: Page, text: string): Promise<void> {
  await expectSoon(() => page.locator('main h1').first().textContent()).toBe(text);
}

/** What has the focus: the name of a field, or the index of a grid cell. */
export function readFocus(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const { activeElement } = document;
    if (activeElement?.tagName === 'H1') return `h1 ${activeElement.textContent}`;
    return (
      activeElement?.getAttribute('data-index') ??
      activeElement?.getAttribute('aria-label') ??
      activeElement?.textContent ??
      null
    );
  });
}
