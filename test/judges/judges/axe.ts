import type { Page } from 'playwright';
import { findColourViolations, findViolations } from '../../src-renderer/site/axe.ts';
import { findChromium, openBrowser } from '../../src-renderer/site/open-browser.ts';
import type { Judge } from '../judge.ts';
import { makePerson } from '../people.ts';
import { wish, withServer } from '../server-on-trial.ts';

const pages = [
  '/',
  '/?q=chair',
  '/model/table',
  '/sign-in',
  '/account',
  '/approve',
  '/admin',
  '/no-such-page',
];

async function judgePage(page: Page, address: string): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(address, { waitUntil: 'networkidle' });
  const light = await findViolations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await findColourViolations(page);
  return [...light, ...dark.map((violation) => `dark, ${violation}`)];
}

/** The pages as a signed-in person gets them from the real server, in both colour schemes. */
export const axe: Judge = {
  name: 'axe on the web pages',
  async run() {
    const chromium = findChromium();
    if (chromium === null) return { absent: 'not installed: apt-get install chromium' };
    const browser = await openBrowser(chromium);
    try {
      return await withServer(async ({ baseUrl }) => {
        const { callers } = await makePerson(baseUrl, 'Reader', wish);
        const cookies = String(callers.session.cookie)
          .split('; ')
          .map((one) => ({ name: one.slice(0, one.indexOf('=')), value: one.slice(one.indexOf('=') + 1) }));
        const context = await browser.newContext();
        await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: baseUrl })));
        const page = await context.newPage();
        const findings: string[] = [];
        for (const one of pages)
          for (const violation of await judgePage(page, `${baseUrl}${one}`))
            findings.push(`${one} ${violation}`);
        return { figures: `${pages.length} pages, light and dark`, findings };
      });
    } finally {
      await browser.close();
    }
  },
};
