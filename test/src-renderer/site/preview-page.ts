import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { makeLibraryFolder } from '../../helpers/library-folder.ts';
import { type Measured, measurePicture } from '../../helpers/measure-picture.ts';
import { solidModels, toLibrary } from '../../helpers/solid-models.ts';
import { readFocus } from './pages.ts';
import type { ServerPages } from './server-pages.ts';

/** Software draws on slow machines. */
export const drawingTime = 100_000;

const glb = solidModels.glb?.['box.glb'];
if (typeof glb !== 'object') throw new Error('there is no GLB of the box');
/** A red box. */
export const boxGlb: Uint8Array = glb;

// Told to the page before its own code: what its views have of the graphics card, and which frames it waits for.
// What draws cards saves power, and is none of them.
const watchGraphics = `{
  const graphics = { contexts: [], frames: 0, waiting: new Set() };
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
    const context = getContext.call(this, kind, ...rest);
    const isCard = rest[0]?.powerPreference === 'low-power';
    if (context && kind.startsWith('webgl') && !isCard) graphics.contexts.push(context);
    return context;
  };
  const { requestAnimationFrame: ask, cancelAnimationFrame: cancel } = window;
  window.requestAnimationFrame = (run) => {
    graphics.frames += 1;
    const handle = ask((now) => { graphics.waiting.delete(handle); run(now); });
    graphics.waiting.add(handle);
    return handle;
  };
  window.cancelAnimationFrame = (handle) => { graphics.waiting.delete(handle); cancel(handle); };
  window.readGraphics = () => ({
    lost: graphics.contexts.map((context) => context.isContextLost()),
    frames: graphics.frames,
    waiting: graphics.waiting.size,
  });
  window.loseGraphics = () => graphics.contexts.at(-1).getExtension('WEBGL_lose_context').loseContext();
}`;

type Graphics = {
  /** For each context that was ever made, whether it is given back. */
  readonly lost: readonly boolean[];
  readonly frames: number;
  readonly waiting: number;
};
export const readGraphics = (page: Page): Promise<Graphics> => page.evaluate('readGraphics()');

/** Without movements, so that pictures can be compared, and no larger than is worth drawing without a graphics card. */
const browser = { reducedMotion: 'reduce', viewport: { width: 1000, height: 560 } } as const;

/** Opens one page of one server, with a red box and other models, again for each test that leaves no trace. */
export function shareBox(
  openForAll: ServerPages['openForAll'],
  others: Parameters<typeof makeLibraryFolder>[0] = {},
) {
  const files = { ...toLibrary({ box: { 'box.glb': boxGlb } }), ...others };
  let opening: ReturnType<typeof openForAll> | null = null;
  const openFirst = async () => {
    const opened = await openForAll({ files, browser });
    await opened.page.addInitScript({ content: watchGraphics });
    return opened;
  };
  return async (address = '/model/box') => {
    opening ??= openFirst();
    const opened = await opening;
    await opened.page.unrouteAll();
    await opened.page.emulateMedia({ reducedMotion: browser.reducedMotion });
    await opened.page.goto(address);
    return opened;
  };
}

export const opener = (page: Page) => page.getByRole('button', { name: 'View in 3D' });
export const view = (page: Page) => page.getByRole('application', { name: /^3D view of / });

/** Waits until what was asked for is drawn: a frame to measure, one to draw, one to show. */
export const seeFrames = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  });

/** Presses the button and waits for the drawn model, which takes the focus. */
export async function showIn3d(page: Page, timeout = drawingTime): Promise<void> {
  await opener(page).click();
  await view(page).waitFor({ timeout });
  await expect.poll(() => readFocus(page)).toMatch(/^3D view of /);
  await seeFrames(page);
}

/** What a screen reader is told once a model is shown. */
export const shownWords = /^The 3D view is shown: 1k topology, [\d,]+ triangles\.$/;

/** Not by a style sheet, which the pages' policy refuses. */
const setToolsOpacity = (page: Page, opacity: string) =>
  page.locator('figure [data-strip], [popover]').evaluateAll((all, value) => {
    for (const one of all) if (one instanceof HTMLElement) one.style.opacity = value;
  }, opacity);

/** The pixels of the view, without its tools and its edge, where the focus shows. */
export async function shoot(page: Page): Promise<Buffer> {
  const box = await view(page).boundingBox();
  if (!box) throw new Error('there is no view');
  const { x, y, width, height } = box;
  const clip = { x: x + 8, y: y + 8, width: width - 16, height: height - 16 };
  await setToolsOpacity(page, '0');
  const picture = await page.screenshot({ clip, timeout: drawingTime });
  await setToolsOpacity(page, '');
  return picture;
}

export const measure = async (page: Page): Promise<Measured> => measurePicture(await shoot(page));

/** Waits until the view looks different, and gives its new pixels. */
export async function waitForChange(page: Page, before: Buffer): Promise<Buffer> {
  let now = before;
  await expect
    .poll(async () => {
      now = await shoot(page);
      return now.equals(before);
    })
    .toBe(false);
  return now;
}
