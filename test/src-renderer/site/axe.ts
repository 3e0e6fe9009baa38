import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect } from 'vitest';

const ofBuilder = createRequire(import.meta.resolve('@axe-core/playwright'));
/** The axe that the builder brings. */
const source = readFileSync(ofBuilder.resolve('axe-core/axe.min.js'), 'utf8');

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

/** The builder would send axe to the page twice each time that it looks, which costs as much as looking. */
async function createAxe(page: Page): Promise<AxeBuilder> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(source);
  const isThere = 'void 0';
  return new AxeBuilder({ page, axeSource: isThere }).options({ resultTypes: ['violations'] });
}

async function analyse(page: Page, rules: readonly string[] | null): Promise<readonly string[]> {
  if (page.frames().length > 1) throw new Error('axe looks at no frame within the page');
  await settle(page);
  const axe = await createAxe(page);
  if (rules !== null) axe.withRules([...rules]);
  // In the page itself: without frames there is nothing to bring together in its own page.
  const { violations } = await axe.setLegacyMode().analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** What axe finds in the page as it is now, each as "rule: element". */
export const findViolations = (page: Page): Promise<readonly string[]> => analyse(page, null);

/** What only another colour scheme changes. */
export const findColourViolations = (page: Page): Promise<readonly string[]> => analyse(page, ofColours);

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
