import { existsSync } from 'node:fs';
import path from 'node:path';
import { findChromium } from '../src-renderer/site/open-browser.ts';
import type { TestServer } from './test-server.ts';

const page = path.join(import.meta.dirname, '../../dist/renderer/posters.html');

/** The browser that renders in tests; null without one, or before the pages are built. */
export const posterBrowser = existsSync(page) ? findChromium() : null;
export const whyNoPosters =
  posterBrowser === null ? ' (skipped: no Chromium, or the pages are not built: npm run build)' : '';

/** Waits until no model of a server waits for its poster. */
export async function waitForPosters({ db }: Pick<TestServer, 'db'>, limitMs = 240_000): Promise<void> {
  const count = db.prepare<[], number>("SELECT count(*) FROM poster_job WHERE state = 'waiting'").pluck();
  const end = Date.now() + limitMs;
  while (count.get() !== 0) {
    if (Date.now() > end) throw new Error(`${count.get()} models still wait for their posters`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
