import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { objText } from '../helpers/library-folder.ts';
import { note, reason, type Stage, setStage } from './failure-stage.ts';
import { listTree, makeDesk, sha256Of, signIn } from './walk.ts';

/** A thousand, and a minute without a server, are for a machine with time. */
const count = Number(process.env.LODESTOCK_WALK_MODELS ?? 40);
const outage = count >= 1000 ? 60_000 : 0;
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
}, 600_000);
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

/** Whether a process is frozen (proc(5)). */
function isFrozen(pid: number): boolean {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).startsWith('T');
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
    await page.getByRole('button', { name: 'Download all…' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Download .*files/ })
      .click({ timeout: long });
    await page.getByRole('heading', { name: 'Downloads', level: 1 }).waitFor();

    // The server is away.
    proxy.admit(count * 0.2);
    await untilArrived(library, 0.2);
    proxy.set('gone');
    await untilWaiting(page, '');
    await delay(outage);
    proxy.set('none');
    proxy.admit(count * 0.4);
    await untilArrived(library, 0.4);

    // The laptop is closed.
    const pid = first.walk.app.process().pid ?? 0;
    process.kill(pid, 'SIGSTOP');
    await expect.poll(() => isFrozen(pid)).toBe(true);
    proxy.admit(count * 0.6);
    process.kill(pid, 'SIGCONT');
    await untilArrived(library, 0.6);

    // The app is killed, and started again.
    process.kill(pid, 'SIGKILL');
    await first.walk.app.close().catch(() => undefined);
    const second = await stage.open(first.desk);
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
    const sums = arrived(library).map((name) => sha256Of(path.join(library, name)));
    const wanted = titles.map((title) => sha256Of(path.join(stage.library.folder, title, '10k/model.obj')));
    expect(sums.toSorted()).toEqual(wanted.toSorted());
    expect(isMadeAgain).toBe(false);
    expect(Math.round(((await stage.readBalance()) - before) * -100)).toBe(count * cents);
    elsewhere.remove();
  },
);
