import { existsSync, mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { objText } from '../helpers/library-folder.ts';
import { listProcesses } from '../helpers/process-tree.ts';
import { note, reason, type Stage, setStage } from './failure-stage.ts';
import { listTree, makeDesk, sha256Of, signIn, type Walk } from './walk.ts';

const count = 20;
const titles = Array.from({ length: count }, (_, index) => `Walked ${index}`);
const objOf = (title: string) => objText(300, title);
const cents = 1;
/** Milliseconds: a server answers only so many questions a minute. */
const long = 1_200_000;

let stage: Stage;
beforeAll(async () => {
  if (reason !== null) return;
  const files = titles.flatMap((title) => [
    [`${title}/product.json`, JSON.stringify({ title, priceUsd: cents / 100 })] as const,
    [`${title}/10k/model.obj`, objOf(title)] as const,
  ]);
  stage = await setStage(Object.fromEntries(files));
}, 900_000);
afterAll(() => stage?.close());

const arrived = (library: string) =>
  listTree(library).filter((name) => name.endsWith('.obj') && !name.includes('.lodestock'));
const untilArrived = (library: string, part: number) =>
  expect
    .poll(() => arrived(library).length, { timeout: long, interval: 100 })
    .toBeGreaterThanOrEqual(count * part);

/** What the app says of its downloads, in the words of its window; a long list draws only some of them. */
const readJobs = (page: Page) =>
  page.evaluate(async () => {
    const { value } = Object(await Reflect.get(window, 'lodestock')?.call('downloads.read'));
    return value.jobs.map(
      (job: { readonly status: string; readonly error: { readonly message: string } | null }) =>
        [job.status, job.error?.message ?? ''].join(' '),
    );
  });
const untilWaiting = (page: Page, reason: string) =>
  expect
    .poll(() => readJobs(page), { timeout: long, interval: 200 })
    .toContainEqual(expect.stringMatching(new RegExp(`^waiting .*${reason}`)));

function pidOf({ app }: Walk): number {
  const { pid } = app.process();
  if (pid === undefined) throw new Error('The app does not run.');
  return pid;
}

/** The app, its window and what else it started, stopped as when a laptop is closed. */
async function whileFrozen(pid: number, work: () => void): Promise<void> {
  const signal = (name: NodeJS.Signals, isFrozen: boolean) => {
    const others = listProcesses(pid).filter((one) => one.isFrozen !== isFrozen);
    for (const one of others) process.kill(one.pid, name);
    return others.length;
  };
  try {
    await expect.poll(() => signal('SIGSTOP', true)).toBe(0);
    work();
  } finally {
    signal('SIGCONT', false);
  }
}

const whyNot = reason ?? (process.platform === 'linux' ? null : 'processes are frozen on Linux only');

test.skipIf(whyNot !== null)(
  `${count} models arrive through everything without a click${whyNot === null ? '' : note}`,
  { timeout: 1_800_000 },
  async () => {
    const { proxy } = stage;
    const before = await stage.readBalance();
    const elsewhere = makeDesk();
    const disk = path.join(elsewhere.home, 'disk');
    const library = path.join(disk, 'library');
    mkdirSync(disk);
    proxy.admit(0);
    const first = await stage.openSignedOut(library);
    await signIn(first.walk, { browser: stage.browser, isNew: false, decision: 'Approve' });
    const { page } = first;
    const pid = pidOf(first.walk);
    await page.getByRole('button', { name: 'Download all…' }).click();
    const confirm = page.getByRole('dialog').getByRole('button', { name: /^Download .*files/ });
    await confirm.waitFor({ timeout: long });
    await confirm.click();
    await page.getByRole('heading', { name: 'Downloads', level: 1 }).waitFor();
    await page.getByRole('heading', { name: `Active ${count}` }).waitFor();

    // The server is away.
    proxy.admit(count * 0.2);
    await untilArrived(library, 0.2);
    proxy.set('gone');
    await untilWaiting(page, '');
    proxy.set('none');
    proxy.admit(count * 0.4);
    await untilArrived(library, 0.4);

    // The laptop is closed.
    await whileFrozen(pid, () => proxy.admit(count * 0.6));
    await untilArrived(library, 0.6);

    // The app is killed, and started again.
    process.kill(pid, 'SIGKILL');
    await first.walk.app.close().catch(() => undefined);
    const second = await stage.open(first.desk);
    await second.page.getByRole('link', { name: /^Downloads/ }).waitFor();
    await second.page.evaluate(() => {
      location.hash = '#/downloads';
    });
    await second.page.getByRole('heading', { name: 'Downloads', level: 1 }).waitFor();
    proxy.admit(count * 0.8);
    await untilArrived(library, 0.8);

    // The disk is pulled.
    renameSync(disk, `${disk} pulled`);
    proxy.admit(Number.POSITIVE_INFINITY);
    await untilWaiting(second.page, 'is not connected');
    const isMadeAgain = existsSync(disk);
    renameSync(`${disk} pulled`, disk);

    await untilArrived(library, 1);
    await expect
      .poll(() => readJobs(second.page), { timeout: long, interval: 200 })
      .toEqual(titles.map(() => 'done '));
    await second.page.getByRole('heading', { name: `Finished ${count}` }).waitFor();
    expect(await second.page.getByRole('region', { name: 'Active' }).count()).toBe(0);
    const sums = arrived(library).map((name) => sha256Of(path.join(library, name)));
    const wanted = titles.map((title) => sha256Of(path.join(stage.library.folder, title, '10k/model.obj')));
    expect(sums.toSorted()).toEqual(wanted.toSorted());
    expect(isMadeAgain).toBe(false);
    expect(Math.round(((await stage.readBalance()) - before) * -100)).toBe(count * cents);
    await second.walk.app.close();
    first.desk.remove();
    elsewhere.remove();
  },
);
