import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { makeCatalogue } from './site/catalogue.ts';
import { usualDesktop } from './site/fake-desktop-state.ts';
import { describePages, expectHeading } from './site/pages.ts';

const catalogue = makeCatalogue(50);
const title = catalogue[0]?.title ?? '';

const emit = (page: Page, change: object) =>
  page.evaluate((server) => window.fakeDesktop.emit('server.changed', server), {
    ...usualDesktop.server,
    ...change,
  });

describePages('the home of the desktop', ({ openDesktop }) => {
  test('shows what was opened on the present server, whatever its port', async () => {
    const { page } = await openDesktop(catalogue);
    const recent = page.getByRole('navigation', { name: 'Continue' });
    await page.getByRole('gridcell').first().click();
    await expectHeading(page, title);
    await page.keyboard.press('Escape');
    await recent.getByRole('link', { name: title }).waitFor();

    await emit(page, { kind: 'remote', url: 'https://studio.example' });
    await expect.poll(() => recent.count()).toBe(0);
    await emit(page, { url: 'http://127.0.0.1:9797' });

    await recent.getByRole('link', { name: title }).waitFor();
  });
});
