import type { BrowserContextOptions, Page } from 'playwright';
import { expect } from 'vitest';
import type { ModelRecord } from '../../../server/contract/discovery.ts';
import { builtPages } from '../../helpers/built.ts';
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

/** `forAll` opens what tests that leave no trace use one after the other. */
type AllPages = Pages & { readonly forAll: Pages };

/** Tests of the built pages over models of the test's own, in the browser or in the desktop's window. */
export function describePages(title: string, body: (pages: AllPages) => void): void {
  describeBuiltPages(title, ({ forAll, ...forTest }) => {
    const create = ({ open, closeLater }: typeof forAll) =>
      createPages(async (records, options) => {
        const site = await openSite(builtPages, records);
        closeLater(site.close);
        return { site, page: await open(site.url, options) };
      });
    body({ ...create(forTest), forAll: create(forAll) });
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

/** Waits until the page's heading says so. */
export async function expectHeading(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.locator('main h1').first().textContent()).toBe(text);
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
