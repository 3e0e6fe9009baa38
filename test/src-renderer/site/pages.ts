import type { BrowserContextOptions, Page } from 'playwright';
import { expect } from 'vitest';
import type { ModelRecord } from '../../../server/contract/catalogue/discovery.ts';
import { builtPages } from '../../helpers/built.ts';
import { clearPage } from './clear-page.ts';
import { describeBuiltPages } from './describe-built-pages.ts';
import { installFakeDesktop } from './fake-desktop.ts';
import { type FakeDesktop, usualDesktop } from './fake-desktop-state.ts';
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
  /** A separate site with these models, and a browser's page on it. */
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

/** `forAll` opens what tests that leave no trace use one after the other. */
type AllPages = Pages & { readonly forAll: Pages };
type Opened = { readonly site: Site; readonly page: Page };

/**
 * Tests of the built pages over models of the test's own, in the browser or in the desktop's window. Each finds a site
 * and a page that know nothing of other tests: with options, even with none in them, a browser's context of its own;
 * without, the one of the test before, cleared.
 */
export function describePages(title: string, body: (pages: AllPages) => void): void {
  describeBuiltPages(title, ({ forAll, ...forTest }) => {
    const openNew =
      ({ open, closeLater }: typeof forAll) =>
      async (records: readonly ModelRecord[], options: BrowserContextOptions = {}) => {
        const site = await openSite(builtPages, records);
        closeLater(site.close);
        return { site, page: await open(site.url, options) };
      };
    let kept: Opened | null = null;
    let isTaken = false;
    const openAgain: Open = async (records, options) => {
      if (options !== undefined || isTaken) return openNew(forTest)(records, options);
      isTaken = true;
      const opened = kept ?? (await openNew(forAll)(records));
      opened.site.reset(records);
      forTest.closeLater(async () => {
        [kept, isTaken] = [null, false]; // where it cannot be cleared, the next test finds a new one
        await clearPage(opened);
        kept = opened;
      });
      return opened;
    };
    body({ ...createPages(openAgain, forTest.closeLater), forAll: createPages(openNew(forAll)) });
  });
}

type Open = (records: readonly ModelRecord[], options?: BrowserContextOptions) => Promise<Opened>;

function createPages(open: Open, closeLater?: (close: () => Promise<void>) => void): Pages {
  return {
    openWeb: open,
    openDesktop: async (records, change = {}, options) => {
      const opened = await open(records, options);
      const bridge = await opened.page.addInitScript(installFakeDesktop, { ...usualDesktop, ...change });
      closeLater?.(() => bridge.dispose());
      await opened.page.goto('/index.html');
      return opened;
    },
  };
}

/** Waits until the page's heading says so. */
export async function expectHeading(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.locator('main h1').first().textContent()).toBe(text);
}

/** What the window has called its fake main process with by this name, in order. */
export const readCalls = (page: Page, name: string): Promise<readonly unknown[]> =>
  page.evaluate(
    (wanted) => window.fakeDesktop.calls.filter((call) => call.name === wanted).map(({ input }) => input),
    name,
  );

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
