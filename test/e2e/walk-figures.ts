import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright';
import { listProcesses } from '../helpers/process-tree.ts';

type Stalls = { readonly longest: number; readonly total: number };

/** Milliseconds in which the window's page was busy for more than 50 at a time, since `watch`. */
const readStalls = (page: Page): Promise<Stalls & { readonly heap: number }> =>
  page.evaluate(() => ({
    ...Reflect.get(window, 'walkStalls'),
    heap: Reflect.get(Object(Reflect.get(performance, 'memory')), 'usedJSHeapSize'),
  }));

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

/** What a walk costs, printed as it goes, with pictures of the window in a folder; silent for a walk that only proves. */
export function keepFigures({ isWanted, pictures }: { isWanted: boolean; pictures: string | undefined }) {
  let last = performance.now();
  const say = (what: string) => console.log(`walk: ${what}`);
  return {
    async watch(page: Page) {
      if (!isWanted) return;
      await page.evaluate(() => {
        const stalls = { longest: 0, total: 0 };
        Reflect.set(window, 'walkStalls', stalls);
        new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) {
            stalls.longest = Math.max(stalls.longest, duration);
            stalls.total += duration;
          }
        }).observe({ type: 'longtask' });
      });
    },
    /** Seconds since the last step. */
    step(what: string) {
      const now = performance.now();
      if (isWanted) say(`${what}: ${((now - last) / 1000).toFixed(1)} s`);
      last = now;
    },
    async weigh(what: string, pid: number, page: Page) {
      if (!isWanted) return;
      const cpu = listProcesses(pid).reduce((sum, one) => sum + one.cpu, 0);
      const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
      const { longest, total, heap } = await readStalls(page);
      say(
        `${what}: ${cpu.toFixed(1)} CPU s with its window; main process ${megabytes(peak)} at most, page ${megabytes(heap)}; ` +
          `page busy for ${Math.round(longest)} ms at most, ${(total / 1000).toFixed(1)} s in all beyond 50 ms at a time`,
      );
    },
    async shoot(page: Page, name: string) {
      if (pictures === undefined) return;
      mkdirSync(pictures, { recursive: true });
      await page.screenshot({ path: path.join(pictures, `${name}.png`) });
    },
  };
}
