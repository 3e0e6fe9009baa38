import { test } from 'vitest';
import { describeServerPages } from './site/server-pages.ts';

describeServerPages('a model that is not there', ({ open }) => {
  test('has a heading of its own', async () => {
    const { page } = await open();
    await page.goto('/model/unknown');

    await page.getByRole('heading', { level: 1, name: 'Model not found' }).waitFor();
  });
});
