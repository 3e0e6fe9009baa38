import type { Page } from 'playwright';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { animateGlb } from '../helpers/animated-glb.ts';
import { measurePicture } from '../helpers/measure-picture.ts';
import { toLibrary } from '../helpers/solid-models.ts';
import { greenFbx, measureMiddle } from '../helpers/unnamed-textures.ts';
import { findViolationsInBoth } from './site/axe.ts';
import { readFocus } from './site/pages.ts';
import {
  boxGlb,
  drawingTime,
  measure,
  opener,
  readGraphics,
  shareBox,
  shoot,
  showIn3d,
  shownWords,
  view,
  waitForChange,
} from './site/preview-page.ts';
import { describeServerPages, firstAdmin, openAs } from './site/server-pages.ts';

describeServerPages('a model in 3D on its page', ({ openForAll }) => {
  const openAgain = shareBox(openForAll, {
    ...toLibrary({ green: greenFbx, moving: { 'box.glb': animateGlb(boxGlb) } }),
    'pair/product.json': JSON.stringify({ guid: 'pair', priceUsd: 0 }),
    ...{ 'pair/1k/box.glb': boxGlb, 'pair/10k/box.glb': boxGlb },
  });
  const findCell = (page: Page) => page.getByRole('gridcell').filter({ hasText: 'Box' });

  test('draws the model where its picture was, turns and zooms it and puts it back', async () => {
    const { page } = await openAgain();
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });

    await showIn3d(page);

    const { fill, offset, colours } = await measure(page);
    expect(fill).toBeGreaterThan(0.6);
    expect(offset).toBeLessThan(0.06);
    expect(colours).toBeGreaterThan(8);
    expect(scripts.some((url) => /\/open-viewer-[^/]+\.js$/.test(url))).toBe(true);
    await page.getByText(shownWords).waitFor();

    const first = await shoot(page);

    await page.keyboard.press('ArrowLeft');
    const turned = await waitForChange(page, first);
    const small = await measure(page);
    await page.keyboard.press('+');
    await waitForChange(page, turned);
    const large = await measure(page);
    await page.keyboard.press('Home');

    expect(large.fill).toBeGreaterThan(small.fill * 1.05);
    await expect.poll(async () => (await shoot(page)).equals(first)).toBe(true);

    await view(page).dragTo(view(page), {
      sourcePosition: { x: 100, y: 100 },
      targetPosition: { x: 180, y: 120 },
    });
    await waitForChange(page, first);
    await page.getByRole('button', { name: 'Reset view' }).click();

    await expect.poll(async () => (await shoot(page)).equals(first)).toBe(true);
  });

  // How each format is read, its own tests tell; here it comes over the network and through the worker.
  test('draws a model of another format in the textures called like it', async () => {
    const { page } = await openAgain('/model/green');

    await showIn3d(page);

    const { fill, colours } = await measure(page);
    expect(fill).toBeGreaterThan(0.5);
    expect(colours).toBeGreaterThan(8);
    const [red, green, blue] = await measureMiddle(await shoot(page));
    expect(green).toBeGreaterThan(1.8 * Math.max(red, blue));
  });

  test('draws one frame per change, edges and plain clay, until Escape leads back to the picture', async () => {
    const { page } = await openAgain();
    await showIn3d(page);
    await expect.poll(async () => (await readGraphics(page)).waiting).toBe(0);
    const before = await readGraphics(page);
    const first = await shoot(page);

    await page.keyboard.press('ArrowUp');
    await waitForChange(page, first);

    const after = await readGraphics(page);
    expect([after.frames - before.frames, after.waiting]).toEqual([1, 0]);

    await page.keyboard.press('Home');
    await expect.poll(async () => (await shoot(page)).equals(first)).toBe(true);

    const wireframe = page.getByRole('button', { name: 'Wireframe' });
    await page.getByRole('button', { name: 'Inspect' }).click();

    await wireframe.click();
    const lined = await waitForChange(page, first);
    await page.getByLabel('Surface').selectOption('Clay');
    await waitForChange(page, lined);
    const pressed = await wireframe.getAttribute('aria-pressed');
    expect(await findViolationsInBoth(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    await wireframe.click();
    await page.getByLabel('Surface').selectOption('Materials');
    await page.keyboard.press('Escape');
    await wireframe.waitFor({ state: 'hidden' });

    expect(pressed).toBe('true');
    await expect.poll(async () => (await shoot(page)).equals(first)).toBe(true);

    await view(page).focus();
    await page.keyboard.press('2');
    await waitForChange(page, first);
    await page.keyboard.press('1');
    await expect.poll(async () => (await shoot(page)).equals(first)).toBe(true);
    await page.keyboard.press('Escape');
    await opener(page).waitFor();

    await expect.poll(() => readFocus(page)).toBe('View in 3D');
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/model\/box/);
    await expect.poll(async () => (await readGraphics(page)).lost).toEqual([true]);
  });

  test('keeps its tools in one strip, which gives the focus back', async () => {
    const { page } = await openAgain();
    await showIn3d(page);
    const first = await shoot(page);
    const inspect = page.getByRole('button', { name: 'Inspect' });
    const surface = page.getByLabel('Surface');
    const controls = page
      .locator('figure')
      .locator('button, input, select, summary')
      .filter({ visible: true });

    expect(await controls.count()).toBeLessThanOrEqual(6);
    expect(await page.getByRole('heading', { level: 1 }).locator('+ p').innerText()).toMatch(
      / cm · .* 1 material · /,
    );
    await inspect.press('Enter');
    await surface.focus();
    await page.keyboard.press('2'); // in a list, digits are its own
    await page.keyboard.press('Escape');

    await surface.waitFor({ state: 'hidden' });
    await expect.poll(() => readFocus(page)).toBe('Inspect');
    expect((await shoot(page)).equals(first)).toBe(true);

    // Both keys before the browser tells that the tools opened.
    await inspect.evaluate((button: HTMLElement) => {
      button.click();
      button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    });
    expect(await surface.isVisible()).toBe(false);
    expect(await view(page).isVisible()).toBe(true);
  });

  test('comes to rest after a movement that runs out', async () => {
    const { page } = await openAgain();
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await showIn3d(page);
    const { frames } = await readGraphics(page);
    const first = await shoot(page);

    await page.keyboard.press('ArrowRight');
    await waitForChange(page, first);

    await expect.poll(async () => (await readGraphics(page)).waiting).toBe(0);
    expect((await readGraphics(page)).frames).toBeGreaterThan(frames + 2);
  });

  test('plays an animation only when asked', async () => {
    const { page } = await openAgain('/model/moving');
    await showIn3d(page);
    await expect.poll(async () => (await readGraphics(page)).waiting).toBe(0);
    const first = await shoot(page);

    await page.getByRole('button', { name: 'Play' }).click();
    await waitForChange(page, first);
    await page.getByRole('button', { name: 'Pause' }).click();

    await expect.poll(async () => (await readGraphics(page)).waiting).toBe(0);
  });

  test('draws the card of a model that has no poster', async () => {
    const { page } = await openAgain('/?q=box');
    const drawn = findCell(page).locator('img[src^="blob:"]');
    await drawn.waitFor({ timeout: drawingTime });

    const address = await drawn.getAttribute('src');
    const bytes = await page.evaluate(async (url) => {
      const blob = await (await fetch(url)).blob();
      return [...new Uint8Array(await blob.arrayBuffer())];
    }, address ?? '');
    const { width, fill } = await measurePicture(Uint8Array.from(bytes));
    expect(width).toBe(512);
    expect(fill).toBeGreaterThan(0.6);
  });

  test('gives the graphics card back and comes again', async () => {
    const { page } = await openAgain();
    await showIn3d(page);

    await page.getByRole('button', { name: 'Back' }).click();
    await findCell(page).waitFor();
    await expect.poll(async () => (await readGraphics(page)).lost).toEqual([true]);
    await findCell(page).click();
    await showIn3d(page);

    expect((await measure(page)).colours).toBeGreaterThan(8);
    expect((await readGraphics(page)).lost).toEqual([true, false]);
  });

  test('draws topologies beside each other from one side', async () => {
    const { page, server } = await openAgain('/');
    await server.call('register', firstAdmin); // others see the 1k alone
    await openAs(page, '/model/pair', firstAdmin);
    await showIn3d(page);
    const first = await shoot(page);
    const halves = async () => {
      const picture = sharp(await shoot(page));
      const { width = 0, height = 0 } = await picture.metadata();
      const cut = (left: number) =>
        measurePicture(picture.clone().extract({ left, top: 0, width: Math.floor(width / 2), height }));
      return [await cut(0), await cut(Math.floor(width / 2))];
    };
    const compare = page.getByRole('button', { name: 'Side by side' });

    await page.getByRole('button', { name: 'Inspect' }).click();
    await compare.click();
    await page.keyboard.press('Escape'); // closes the tools alone
    const captions = page.getByRole('list', { name: 'Topologies side by side' });
    await captions.getByRole('listitem').nth(1).waitFor();
    await waitForChange(page, first);
    const told = await captions.getByRole('listitem').locator('strong').allTextContents();
    const [left, right] = await halves();
    await page.keyboard.press('Escape'); // the view is left as from any other state
    await opener(page).waitFor();

    expect(told).toEqual(['1k', '10k']);
    expect(left?.fill).toBeGreaterThan(0.3);
    expect(Math.abs((left?.fill ?? 0) - (right?.fill ?? 1))).toBeLessThan(0.03);
  });
});
