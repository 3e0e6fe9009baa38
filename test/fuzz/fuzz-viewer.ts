import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { build } from 'vite';
import { z } from 'zod';
import { toPagePolicy } from '../../server/site/page-policy.ts';
import { type FuzzOutcome, hangs } from './fuzz-outcome.ts';
import type { FuzzedFile } from './fuzzed-files.ts';

const Result = z.object({ kind: z.enum(['shown', 'refused']), reason: z.string(), silence: z.number() });
const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

/** The viewer's own code on a page with the policy of ours, and the file that is shown. */
async function startPage() {
  const outDir = mkdtempSync(path.join(tmpdir(), 'lodestock-fuzz-'));
  await build({
    configFile: false,
    root: path.join(import.meta.dirname, 'page'),
    logLevel: 'silent',
    worker: { format: 'es' },
    build: { outDir, target: 'esnext', assetsInlineLimit: 0 },
  });
  let current: Uint8Array = Buffer.alloc(0);
  const server = createServer(async ({ url = '/' }, response) => {
    if (url.startsWith('/fuzzed/')) return void response.end(current);
    const file = path.join(outDir, url === '/' ? 'index.html' : path.normalize(url));
    const body = await readFile(file).catch(() => null);
    if (body === null) return void response.writeHead(404).end();
    response.writeHead(200, {
      'content-type': types[path.extname(file)] ?? 'application/octet-stream',
      'content-security-policy': toPagePolicy([]),
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    give: (bytes: Uint8Array) => {
      current = bytes;
    },
    close() {
      server.closeAllConnections();
      server.close();
      rmSync(outDir, { recursive: true });
    },
  };
}

async function openPage(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(url);
  await page.waitForFunction('window.fuzz !== undefined');
  return page;
}

async function runOne(
  page: Page,
  patience: number,
): Promise<Pick<FuzzOutcome, 'kind' | 'reason' | 'silence'>> {
  const ended = Promise.withResolvers<'crashed' | 'hung'>();
  const onCrash = () => ended.resolve('crashed');
  page.once('crash', onCrash);
  // The page itself gives a file up after fifteen seconds without a step.
  const timer = setTimeout(() => ended.resolve('hung'), 6 * patience);
  try {
    const showing = page.evaluate("fuzz('/fuzzed/model.glb')").then(Result.parse);
    showing.catch(() => undefined);
    const found = await Promise.race([showing, ended.promise]);
    return typeof found === 'string' ? { kind: found, reason: '', silence: 0 } : found;
  } finally {
    clearTimeout(timer);
    page.off('crash', onCrash);
  }
}

/** Shows files with the viewer's code in a browser; a page that hangs or crashes is opened again. */
export async function* fuzzViewer(
  browser: Browser,
  files: Iterable<FuzzedFile>,
  patience = hangs,
): AsyncGenerator<FuzzOutcome> {
  const site = await startPage();
  try {
    let page: Page | null = null;
    for (const { name, format, bytes } of files) {
      site.give(bytes);
      page ??= await openPage(browser, site.url);
      const start = performance.now();
      const outcome = await runOne(page, patience);
      yield { name, format, ...outcome, took: performance.now() - start };
      if (outcome.kind === 'shown' || outcome.kind === 'refused') continue;
      await page.close();
      page = null;
    }
    await page?.close();
  } finally {
    site.close();
  }
}
