import { expect, test } from 'vitest';
import { makeCatalogue } from './site/catalogue.ts';
import { describePages, readCalls } from './site/pages.ts';

const catalogue = makeCatalogue(50);
const plan = {
  id: 'plan-1',
  keyName: 'Scene builder',
  guid: 'g-1',
  title: 'Worn oak chair',
  license: 'CC BY 4.0',
  format: 'glb',
  lod: '10k',
  relativePath: '10k/chair.glb',
  filesCount: 3,
  sizeBytes: 4_300_000,
  priceUsd: 2,
  target: 'the garden scene',
  status: 'pending',
  askedAt: '2026-05-04T10:00:00Z',
  expiresAt: '2026-05-04T10:15:00Z',
  decidedAt: null,
};

describePages('what agents ask to spend', ({ openDesktop }) => {
  test('leads to the browser for a decision', async () => {
    const { page } = await openDesktop(catalogue, { plans: [plan, { ...plan, id: 'plan-2' }] });
    await page.getByText('asks to spend $2.00 on “Worn oak chair”').waitFor();
    await page.getByText('1 more request is waiting').waitFor();

    await page.getByRole('button', { name: 'Review in browser' }).focus();
    await page.keyboard.press('Enter');

    await expect
      .poll(() => readCalls(page, 'app.openLink'))
      .toEqual([{ url: 'http://127.0.0.1:8787/account' }]);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('never takes the focus from typing', async () => {
    const { page } = await openDesktop(catalogue, { plans: [plan] });
    const search = page.getByRole('combobox', { name: 'Search models' });
    await search.focus();
    await page.getByText('asks to spend').waitFor();

    await page.keyboard.type('chair');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '“chair”' }).waitFor();

    await expect.poll(() => search.inputValue()).toBe('chair');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});
