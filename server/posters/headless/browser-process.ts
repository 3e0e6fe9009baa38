import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { letSessionsGiveWay } from '../../base/threads/give-way.ts';
import { type BrowserNews, BrowserTask } from './browser-messages.ts';
import { withoutUnseen } from './chromium-switches.ts';
import { noSandbox } from './sandbox.ts';

// Runs as its own process, so that a browser that takes all memory or time does not cost the server either.

const crashed = 'The browser crashed on it. It may need more memory than is available.';
const tell = (news: BrowserNews) => void (process.connected && process.send?.(news));
function describe(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /no usable sandbox|namespace sandbox failed|without --no-sandbox/i.test(message)
    ? noSandbox
    : (message.split('\n', 1)[0] ?? '');
}

let browser: Browser | null = null;

async function end(code: number): Promise<never> {
  const current = browser;
  browser = null;
  const timer = setTimeout(() => process.exit(code), 3000);
  await current?.close().catch(() => undefined);
  clearTimeout(timer);
  process.exit(code);
}

async function openPage(context: BrowserContext, pageUrl: string): Promise<void> {
  const page = await context.newPage();
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
  page.once('crash', () => {
    tell({ event: 'crashed', reason: crashed });
    page.close().catch(() => undefined);
    openPage(context, pageUrl).catch(fail);
  });
  await page.goto(pageUrl, { waitUntil: 'commit' });
}

const fail = (error: unknown) => {
  if (browser) tell({ event: 'failed', reason: describe(error) });
  void end(1);
};

async function start({ program, pageUrl, pages, isSandboxed }: BrowserTask): Promise<void> {
  browser = await chromium.launch({
    executablePath: program,
    chromiumSandbox: isSandboxed,
    args: [
      '--enable-unsafe-swiftshader',
      '--ignore-gpu-blocklist',
      '--disable-dev-shm-usage',
      '--mute-audio',
      '--disable-background-networking',
      withoutUnseen,
    ],
  });
  browser.once('disconnected', () => {
    if (browser === null) return;
    browser = null;
    tell({ event: 'crashed', reason: crashed });
    process.exit(1);
  });
  const opened = browser;
  await letSessionsGiveWay();
  const context = await opened.newContext({ viewport: { width: 320, height: 240 }, acceptDownloads: false });
  await Promise.all(Array.from({ length: pages }, () => openPage(context, pageUrl)));
  tell({ event: 'open' });
}

process.once('message', (message) => {
  const task = BrowserTask.parse(message);
  start(task).catch((error: unknown) => {
    tell({ event: 'failed', reason: describe(error) });
    void end(1);
  });
});
process.once('disconnect', () => void end(0));
process.once('SIGTERM', () => void end(0));
