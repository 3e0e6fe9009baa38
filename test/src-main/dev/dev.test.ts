import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPageBrowser, openBrowser } from '../../src-renderer/site/open-browser.ts';
import { copyProject } from './copy-project.ts';

const chromium = findPageBrowser();
const note = chromium === null ? ' (skipped: no Chromium is installed)' : '';
const toProbe = (text: string) => `
import { useState } from 'react';
export function Probe() {
  const [clicks, setClicks] = useState(0);
  return <button type="button" onClick={() => setClicks(clicks + 1)}>${text} {clicks}</button>;
}`;
const mountProbe = `
import { createRoot } from 'react-dom/client';
import { Probe } from './probe.tsx';
createRoot(document.body.appendChild(document.createElement('div'))).render(<Probe />);
`;

/** The copy, with its own button on each page. */
function copyWithProbe(): string {
  const project = copyProject();
  writeFileSync(path.join(project, 'src-renderer/probe.tsx'), toProbe('first'));
  appendFileSync(path.join(project, 'src-renderer/web.tsx'), mountProbe);
  return project;
}

/** Starts the loop as `npm run dev` does; resolves with the address of the pages. */
async function startLoop(project: string) {
  const script = path.join(project, 'src-main/dev/dev.ts');
  const child = spawn(process.execPath, [script, '--port', '0', '--no-open', '--no-app'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      LODESTOCK_DATA_DIR: path.join(project, 'data'),
      LODESTOCK_LIBRARY_DIR: path.join(project, 'library'),
      LODESTOCK_POSTERS: 'off',
      LODESTOCK_LEVELS: 'off',
      LODESTOCK_BLENDER: 'off',
    },
  });
  const complaints: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => complaints.push(text));
  const lines: string[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  createInterface({ input: child.stdout })
    .on('line', (line) => {
      lines.push(line);
      const url = /Lodestock is at (\S+)\./.exec(line)?.[1];
      if (url !== undefined) resolve(url);
    })
    .on('close', () => reject(new Error(`The loop ended too early: ${complaints.join('')}`)));
  return { child, lines, url: await promise };
}

const person = { email: 'ada@example.org', password: 'correct horse battery', name: 'Ada' };

/** Asks the server from the page, with its cookie. */
const ask = (page: Page, address: string, body?: unknown) =>
  page.evaluate(
    async ([to, sent]) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(to, sent === null ? {} : { method: 'POST', headers, body: sent });
      return response.status;
    },
    [address, body === undefined ? null : JSON.stringify(body)] as const,
  );

describe.skipIf(chromium === null)(`the loop of a person who works on it${note}`, () => {
  let project: string;
  let loop: Awaited<ReturnType<typeof startLoop>> | undefined;
  let browser: Browser;
  let page: Page;
  const probe = () => page.getByRole('button', { name: /^(first|second) \d/ }).textContent();

  beforeAll(async () => {
    project = copyWithProbe();
    loop = await startLoop(project);
    browser = await openBrowser(chromium ?? '');
    page = await browser.newPage();
    page.setDefaultTimeout(600_000);
    await page.goto(loop.url);
    await page.locator('main').waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    if (loop) {
      const ended = once(loop.child, 'exit');
      loop.child.kill('SIGTERM');
      await ended;
    }
    rmSync(project, { recursive: true, force: true, maxRetries: 50 });
  });

  test('shows a changed component and keeps its state', async () => {
    await page.getByRole('button', { name: 'first 0' }).click();
    await expect.poll(probe).toBe('first 1');

    writeFileSync(path.join(project, 'src-renderer/probe.tsx'), toProbe('second'));

    await expect.poll(probe).toBe('second 1');
  });

  test('shows a changed text and keeps the state', async () => {
    const file = path.join(project, 'src-renderer/text/en/browse.ts');
    const before = readFileSync(file, 'utf8');

    writeFileSync(file, before.replace("'Search models'", "'Find models'"));

    await page
      .getByRole('searchbox', { name: 'Find models' })
      .or(page.getByLabel('Find models'))
      .first()
      .waitFor();
    expect(await probe()).toBe('second 1');
  });

  test('passes on what the server streams', async () => {
    const stream = await fetch(`${loop?.url}/mcp/sse`);

    const first = await stream.body?.getReader().read();

    expect(Buffer.from(first?.value ?? '').toString()).toContain('event: endpoint');
    await stream.body?.cancel().catch(() => undefined);
  });

  test('restarts the server, keeps its data and reloads the page', async () => {
    expect(await ask(page, '/api/session/register', person)).toBe(201);
    expect(await ask(page, '/api/account/balance')).toBe(200);
    const main = path.join(project, 'server/main.ts');

    writeFileSync(main, `process.env.LODESTOCK_REGISTRATION = 'closed';\n${readFileSync(main, 'utf8')}`);

    await expect.poll(probe).toBe('second 0');
    expect(await ask(page, '/api/account/balance')).toBe(200);
    expect(await ask(page, '/api/session/register', { ...person, email: 'b@example.org' })).toBe(403);
  });

  test('hears the next change after one of the contract', async () => {
    appendFileSync(path.join(project, 'server/contract/errors.ts'), '\nexport const isChanged = true;\n');
    await expect.poll(() => loop?.lines.join('\n')).toContain('errors.ts changed');
    await expect.poll(() => fetch(`${loop?.url}/healthz`).then(({ status }) => status)).toBe(200);

    appendFileSync(path.join(project, 'server/billing/account-counts.ts'), '\n');

    await expect.poll(() => loop?.lines.join('\n')).toContain('account-counts.ts changed');
  });

  test('says so while the server cannot start', async () => {
    const main = path.join(project, 'server/main.ts');
    const sound = readFileSync(main, 'utf8');

    writeFileSync(main, 'This is no program.');

    await expect.poll(() => ask(page, '/healthz')).toBe(503);
    writeFileSync(main, sound);
    await expect.poll(() => ask(page, '/healthz')).toBe(200);
  });
});
