import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { makeLibraryFolder } from '../helpers/library-folder.ts';
import { posterBrowser } from '../helpers/poster-browser.ts';
import { startServerChild } from '../helpers/server-child.ts';
import { solidModels, toLibrary } from '../helpers/solid-models.ts';
import { cpuWithChildren } from './cpu-with-children.ts';
import type { Row } from './run.ts';

const models = Number(process.env.LODESTOCK_BENCH_POSTERS ?? 60);
async function measure(libraryDir: string) {
  const env = {
    LODESTOCK_DATA_DIR: path.join(libraryDir, '.data'),
    LODESTOCK_LIBRARY_DIR: libraryDir,
    LODESTOCK_PORT: '0',
    LODESTOCK_WATCH: 'false',
    LODESTOCK_POSTERS: 'auto',
    LODESTOCK_POSTERS_SANDBOX: 'off',
    LODESTOCK_CHROMIUM: posterBrowser ?? '',
  };
  const begun = performance.now();
  const server = await startServerChild('server/main.ts', { env });
  const listed = z.object({ results: z.array(z.object({ previewSmallUrl: z.string().nullable() })) });
  const count = async () => {
    const answer = await fetch(`${server.baseUrl}/api-embeddings/browse?limit=200`);
    return listed.parse(await answer.json()).results.filter((one) => one.previewSmallUrl !== null).length;
  };
  const waitFor = async (least: number) => {
    while ((await count()) < least) await delay(100);
  };
  try {
    // The first pays for the start of the browser.
    await waitFor(1);
    const [start, cpuBefore] = [performance.now(), cpuWithChildren(server.child.pid ?? 0)];
    await waitFor(models);
    const [seconds, all] = [start, begun].map((from) => (performance.now() - from) / 1000);
    return { seconds, all, cpu: cpuWithChildren(server.child.pid ?? 0) - cpuBefore };
  } finally {
    await server.stop();
  }
}

/** Three sizes of a small model by a headless browser without a graphics card; nothing to compare it with. */
export async function benchPosters(): Promise<Row[]> {
  if (posterBrowser === null || process.platform !== 'linux') return [];
  const names = Array.from({ length: models }, (_, index) => `box${index}`);
  const library = makeLibraryFolder(
    toLibrary(Object.fromEntries(names.map((name) => [name, solidModels.glb ?? {}]))),
  );
  try {
    const { seconds = 0, all = 0, cpu } = await measure(library.folder);
    const rendered = models - 1;
    const each = `${(cpu / rendered).toFixed(2)} s CPU each`;
    const ours = `${Math.round((rendered / seconds) * 60)} models/min, ${each}`;
    const first = `${(all / 60).toFixed(1)} min after the start of its server`;
    return [
      { what: 'Posters, three sizes, no graphics card', ours, anchor: '–', ratio: '–' },
      { what: `The first ${models} posters of a new library`, ours: first, anchor: '–', ratio: '–' },
    ];
  } finally {
    library.remove();
  }
}
