import { readFileSync } from 'node:fs';
import { makeDesk } from '../e2e/walk.ts';
import { prepareElectron } from '../electron/prepare-electron.ts';
import { startDisplay } from '../electron/start-display.ts';
import { makeLibraryFolder, simpleModel } from '../helpers/library-folder.ts';
import { listProcesses } from '../helpers/process-tree.ts';
import { openPackaged } from '../package/open-packaged.ts';

/**
 * Measures how the desktop app starts and what its processes hold. Folders of other builds of it, given as arguments, take
 * turns with the one that is built here, so that a busy machine is as busy for each.
 */
const repetitions = 5;
const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The kinds of processes, as Chromium names them in their command lines. */
function findKind(pid: number): string {
  const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  if (words.includes('node.mojom')) return 'server';
  const kind = /--type=([\w-]+)/.exec(words)?.[1] ?? 'main';
  return kind === 'utility' ? 'network' : kind;
}

/** Megabytes; memory that processes share counts in equal parts. */
function readMemory(pid: number): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1]) / 1000;
}

function sumByKind(root: number): Map<string, number> {
  const found = new Map<string, number>();
  for (const { pid } of listProcesses(root)) {
    const kind = findKind(pid);
    found.set(kind, (found.get(kind) ?? 0) + readMemory(pid));
  }
  return found;
}

/** Named figures of one start: milliseconds since the process began, then megabytes. */
async function measureStart(
  launch: (env: Record<string, string>) => ReturnType<typeof openPackaged>,
  library: string,
) {
  const start = performance.timeOrigin + performance.now();
  const { page, pid, quit } = await launch({ LODESTOCK_LIBRARY_DIR: library });
  const cards = await page.waitForFunction(
    () =>
      document.querySelector('[role=grid]')?.textContent?.includes('chair')
        ? performance.timeOrigin + performance.now()
        : 0,
    undefined,
    { polling: 'raf' },
  );
  const cardsAt = await cards.jsonValue();
  const paints = await page.evaluate(() =>
    performance
      .getEntriesByType('paint')
      .map(({ name, startTime }): [string, number] => [name, performance.timeOrigin + startTime]),
  );
  const figures = new Map(paints.map(([name, at]) => [`${name}, ms`, at - start]));
  figures.set('first cards, ms', cardsAt - start);
  figures.set(
    'CPU of all processes, ms',
    listProcesses(pid).reduce((sum, { cpu }) => sum + 1000 * cpu, 0),
  );
  for (const [kind, size] of sumByKind(pid)) figures.set(`memory: ${kind}, MB`, size);
  await quit();
  return figures;
}

const prepared = await prepareElectron();
if ('reason' in prepared) throw new Error(prepared.reason);
const display = await startDisplay();
const library = makeLibraryFolder({ ...simpleModel('chair'), ...simpleModel('table') });
const desk = makeDesk();
const apps = [...process.argv.slice(2), prepared.app];
const runs = new Map(apps.map((app): [string, Map<string, number>[]] => [app, []]));
const env = { HOME: desk.home, DISPLAY: display.name };
for (let count = 0; count <= repetitions; count += 1)
  for (const app of apps) {
    const figures = await measureStart(
      (more) => openPackaged(prepared.executable, desk.userData, { ...env, ...more }, {}, [app]),
      library.folder,
    );
    if (count > 0) runs.get(app)?.push(figures); // the first fills the caches
  }
await display.stop();
desk.remove();
library.remove();
for (const [app, found] of runs) {
  console.log(app);
  for (const name of found[0]?.keys() ?? []) {
    const values = found.map((figures) => figures.get(name) ?? Number.NaN);
    console.log(`  ${name}: ${Math.round(median(values))} (${values.map(Math.round).join(', ')})`);
  }
}
