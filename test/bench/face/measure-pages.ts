import type { Browser, Page } from 'playwright';

// Told to the page before its own code: tells, in ms, when what is waited for has been painted.
const watch = `{
  const paint = (run) => requestAnimationFrame(() => { const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => run(performance.now()); port2.postMessage(null); });
  const once = (isThere) => new Promise((resolve) => {
    const look = () => isThere() ? paint(resolve) : requestAnimationFrame(look);
    look();
  });
  window.benchKey = (query) => {
    const pressed = new Promise((resolve) => addEventListener('keydown', ({ timeStamp }) => resolve(timeStamp), { once: true, capture: true }));
    const isShown = () => document.querySelector('main h1')?.textContent.includes('“' + query + '”') &&
      !document.querySelector('[role=grid] [aria-busy=true]');
    window.benchResult = pressed.then(async (from) => (await once(isShown)) - from);
  };
  window.benchClick = (isThere) => {
    const pressed = new Promise((resolve) => addEventListener('click', ({ timeStamp }) => resolve(timeStamp), { once: true, capture: true }));
    window.benchResult = pressed.then(async (from) => (await once(() => document.querySelector(isThere))) - from);
  };
  window.benchScroll = async (selector, frames, step) => {
    const element = document.querySelector(selector);
    element.scrollTop = 0;
    const times = [];
    let before = 0;
    for (let frame = 0; frame <= frames; frame += 1) {
      const now = await new Promise(requestAnimationFrame);
      if (frame > 0) times.push(now - before);
      before = now;
      element.scrollTop += step;
    }
    return times;
  };
}`;

const words = ['chair', 'gear', 'minifig', 'resistor', 'plate', 'connector', 'technic', 'header'];

async function openPage(browser: Browser, baseUrl: string): Promise<Page> {
  const viewport = { width: 1280, height: 800 };
  // Nothing keeps moving on its own, so that what is measured has the machine.
  const context = await browser.newContext({ viewport, baseURL: baseUrl, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.addInitScript({ content: watch });
  await page.goto('/');
  await page.locator('[role=gridcell][aria-busy=false]').first().waitFor();
  return page;
}

/** From each key to its painted results, in ms. */
export async function measureKeys(browser: Browser, baseUrl: string): Promise<number[]> {
  const page = await openPage(browser, baseUrl);
  const field = page.getByRole('combobox', { name: 'Search models' });
  const times: number[] = [];
  for (const word of ['warm', ...words]) {
    await field.fill('');
    await page.waitForTimeout(200); // nothing of the last word is on its way
    for (let length = 1; length <= word.length; length += 1) {
      await page.evaluate((query) => void Reflect.get(window, 'benchKey')(query), word.slice(0, length));
      await page.keyboard.type(word.charAt(length - 1));
      const time: number = await page.evaluate('benchResult');
      if (word !== 'warm') times.push(time);
    }
  }
  await page.context().close();
  return times;
}

const readFrames = (page: Page, selector: string): Promise<number[]> =>
  page.evaluate(`benchScroll(${JSON.stringify(selector)}, 120, 40)`);

/** Frames of the grid and of a page with nothing in it, in ms, by turns. */
export async function measureScrolling(browser: Browser, baseUrl: string) {
  const page = await openPage(browser, baseUrl);
  const empty = await openPage(browser, baseUrl);
  await empty.setContent('<div id="box" style="height:700px;overflow:auto"><div style="height:1000000px">');
  const frames = { grid: [] as number[], empty: [] as number[] };
  for (let turn = 0; turn < 4; turn += 1) {
    await page.bringToFront();
    const ofGrid = await readFrames(page, '[role=grid]');
    await empty.bringToFront();
    const ofEmpty = await readFrames(empty, '#box');
    if (turn === 0) continue; // the first fills the caches of both
    frames.grid.push(...ofGrid);
    frames.empty.push(...ofEmpty);
  }
  await Promise.all([page.context().close(), empty.context().close()]);
  return frames;
}

/** Bytes that come over the network until a stranger sees models. */
export async function measureFirstView(browser: Browser, baseUrl: string): Promise<number> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  let bytes = 0;
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(baseUrl, { waitUntil: 'networkidle' });
  await page.locator('[role=gridcell][aria-busy=false]').first().waitFor();
  await page.context().close();
  return bytes;
}

/** From the click to the drawn model, in ms; the code of the viewer was loaded as the pointer came near. */
export async function measureView(browser: Browser, baseUrl: string, guid: string): Promise<number[]> {
  const page = await openPage(browser, baseUrl);
  const times: number[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    await page.goto(`/model/${guid}`);
    const open = page.getByRole('button', { name: 'View in 3D' });
    await open.hover();
    await page.waitForLoadState('networkidle');
    await page.evaluate(
      (selector) => void Reflect.get(window, 'benchClick')(selector),
      '[role=application][data-shown=true]',
    );
    await open.click();
    const time: number = await page.evaluate('benchResult');
    if (turn > 0) times.push(time);
  }
  await page.context().close();
  return times;
}
