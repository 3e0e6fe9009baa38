import { findChromium, findPageBrowser } from '../src-renderer/site/open-browser.ts';
import type { TestServer } from './test-server.ts';

/** The browser that a server finds on its own; null without one. */
export const posterBrowser = findChromium();
/** The same engine without windows, for half of the time: where it is not tried how a server fares with a usual browser. */
export const windowlessBrowser = findPageBrowser();
export const whyNoPosters = posterBrowser === null ? ' (skipped: no Chromium is installed)' : '';

/** Waits until no model of a server waits for its poster; the test's own time limit ends it. */
export async function waitForPosters({ db }: Pick<TestServer, 'db'>): Promise<void> {
  const count = db
    .prepare<[], number>("SELECT count(*) FROM job WHERE kind = 'poster' AND state = 'waiting'")
    .pluck();
  while (count.get() !== 0) await new Promise((resolve) => setTimeout(resolve, 50));
}
