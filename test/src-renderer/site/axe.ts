import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect } from 'vitest';

/** Rules whose answer depends on colours; all others say the same of a light and a dark page. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/** Half-way through a transition a colour is one that no style names: axe judges what stays. */
const settle = (page: Page) =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation instanceof CSSTransition)
        .map(({ finished }) => finished),
    ),
  );

async function analyse(page: Page, axe: AxeBuilder): Promise<readonly string[]> {
  if (page.frames().length > 1) throw new Error('axe looks at no frame within the page');
  await settle(page);
  // In the page itself: without frames there is nothing to bring together in a page of its own.
  const { violations } = await axe.setLegacyMode().analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** What axe finds in the page as it is now, each as "rule: element". */
export const findViolations = (page: Page): Promise<readonly string[]> =>
  analyse(page, new AxeBuilder({ page }));

/** What only another colour scheme changes. */
export const findColourViolations = (page: Page): Promise<readonly string[]> =>
  analyse(page, new AxeBuilder({ page }).withRules(ofColours));

const readBackground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

/** What axe finds in the page when it is light, and then in the same page when it is dark, which it stays. */
export async function findViolationsInBoth(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await readBackground(page);
  const found = await findViolations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await readBackground(page)).not.toBe(light);
  const inDark = await findColourViolations(page);
  return [...found, ...inDark.map((violation) => `dark, ${violation}`)];
}
