import type { Page } from 'playwright';
import { t } from '../../src-renderer/text/text.ts';
import { openGrid, openPage } from './shot.ts';

/** A project with a few models of the first page. */
export async function openProject(page: Page): Promise<void> {
  await openPage(page, '/projects');
  await page.getByRole('button', { name: t('projects.new') }).click();
  await page.getByRole('dialog').getByLabel(t('projects.name')).fill('Short film');
  await page.keyboard.press('Enter');
  await page.getByText(t('projects.empty')).waitFor();
  const address = page.url();
  await openGrid(page);
  await page.getByRole('gridcell').first().focus();
  await page.keyboard.press('x');
  for (let more = 0; more < 5; more += 1) await page.keyboard.press('Shift+ArrowRight');
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: t('collections.addShort') })
    .click();
  await page.getByRole('combobox', { name: t('collections.addToProject') }).selectOption('Short film');
  await page.getByRole('button', { name: t('collections.addToProject') }).click();
  await page.getByText(t('collections.addedToProject', { name: 'Short film' })).waitFor();
  await page.goto(address);
  await page.getByRole('table').waitFor();
}

export async function deleteProject(page: Page): Promise<void> {
  await page.getByRole('button', { name: t('projects.more'), exact: true }).click();
  await page.getByRole('menuitem', { name: t('projects.delete') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('projects.delete') })
    .click();
  await page.getByText(t('projects.none')).waitFor();
}
