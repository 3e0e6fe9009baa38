import type { Page } from 'playwright';
import { t } from '../../src-renderer/text/text.ts';
import type { FakeDesktop } from '../src-renderer/site/fake-desktop-state.ts';
import type { SiteMode } from '../src-renderer/site/open-site.ts';
import type { Places } from './places.ts';

export type Records = Places['records'];

export type Shot = {
  readonly name: string;
  /** A site that answers like this, instead of the real server. */
  readonly site?: SiteMode;
  /** What that site has, in place of 300 models: nothing; what a folder of exports gives; or as many as a studio has. */
  readonly models?: 'none' | 'uncategorised' | 'thousands';
  readonly isSignedIn?: true;
  /** In the desktop's window, whose main process answers so. */
  readonly desktop?: (records: Records) => Partial<FakeDesktop>;
  /** In which theme the README shows it. */
  readonly readme?: 'light' | 'dark';
  /** Opens the page and waits for what it should show. */
  readonly open: (page: Page, places: Places) => Promise<void>;
  /** Takes back what opening it has changed on the server. */
  readonly close?: (page: Page) => Promise<void>;
};

const grid = (page: Page) => page.getByRole('gridcell').first().waitFor();
export const heading = (page: Page) => page.locator('main h1, main h2').first().waitFor();

export const openGrid = async (page: Page, address = '/') => {
  await page.goto(address);
  await grid(page);
};
export const openPage = async (page: Page, address: string) => {
  await page.goto(address);
  await heading(page);
};

/** A model with several topologies or formats, so that its page has something to choose. */
export const pickModel = ({ records }: Places, wish: RegExp) =>
  records.find(({ title }) => wish.test(title)) ?? records.find(({ lods }) => lods.length > 2) ?? records[0];

export const openModel = async (page: Page, places: Places, wish: RegExp) => {
  await page.goto(`/model/${pickModel(places, wish)?.guid}`);
  await page
    .getByRole('region', { name: t('model.similar') })
    .or(page.locator('[data-cell]').first())
    .first()
    .waitFor();
};
