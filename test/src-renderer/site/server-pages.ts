import { rmSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { buildClient } from '../../helpers/build-client.ts';
import { startTestServer, type TestServer } from '../../helpers/test-server.ts';
import { findChromium, openBrowser } from './open-browser.ts';

type Wish = Parameters<typeof startTestServer>[0] & { readonly browser?: BrowserContextOptions };
type Opened = { readonly server: TestServer; readonly page: Page };
export type ServerPages = { open(wish?: Wish): Promise<Opened> };

export const firstAdmin = { name: 'Ada Artist', email: 'ada@example.org', password: 'correct horse battery' };

const chromium = findChromium();
const view = { width: 1280, height: 800 };

/** Tests of the built pages on a real server in a real browser; what a page throws or its policy forbids fails them. */
export function describeServerPages(title: string, body: (pages: ServerPages) => void): void {
  const reason = chromium === null ? ' (skipped: no Chromium is installed)' : '';
  describe.skipIf(chromium === null)(`${title}${reason}`, () => {
    const closers: (() => Promise<void>)[] = [];
    const complaints: string[] = [];
    let rendererDir = '';
    let browser: Browser;

    beforeAll(async () => {
      rendererDir = await buildClient();
      browser = await openBrowser(chromium ?? '');
    });
    afterEach(async () => {
      for (const close of closers.splice(0).reverse()) await close();
      expect(complaints.splice(0)).toEqual([]);
    });
    afterAll(async () => {
      await browser.close();
      rmSync(rendererDir, { recursive: true, force: true });
    });
    body({
      async open({ browser: options, ...wish } = {}) {
        const server = await startTestServer({ ...wish, rendererDir });
        closers.push(server.close);
        const context = await browser.newContext({ viewport: view, baseURL: server.baseUrl, ...options });
        closers.push(() => context.close());
        const page = await context.newPage();
        page.setDefaultTimeout(15_000);
        page.on('pageerror', (error) => complaints.push(error.message));
        page.on('console', (message) => {
          if (/Content Security Policy|Minified React error/.test(message.text()))
            complaints.push(message.text());
        });
        return { server, page };
      },
    });
  });
}

type Person = { readonly email: string; readonly password: string };

/** Signs the browser in as a person does, and waits for the page that was wanted. */
export async function signInTo(page: Page, address: string, person: Person): Promise<void> {
  await page.goto(`/sign-in?${new URLSearchParams({ next: address })}`);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`**${address}`);
}
