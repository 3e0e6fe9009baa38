import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { z } from 'zod';
import { readListeningLine } from '../../src-main/server-connection/server-child.ts';
import { demoModels } from './demo-models.ts';
import { createModelWriter } from './write-model.ts';

// node .ci/demo/draw-posters.ts renders the posters of the demo library with the server's own renderer, into posters/.
// Run it after changing a model; it needs the build and a Chromium.
const List = z.object({
  results: z.array(z.object({ title: z.string(), previewMediumUrl: z.string().nullable() })),
});

const scratch = mkdtempSync(path.join(tmpdir(), 'lodestock-demo-posters-'));
const libraryDir = path.join(scratch, 'library');
demoModels.forEach(createModelWriter(libraryDir, { '1k': 10_000, '10k': 10_000, '100k': 10_000 }));
const server = spawn(process.execPath, [path.join(import.meta.dirname, '../../server/main.ts')], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: {
    ...process.env,
    LODESTOCK_DATA_DIR: path.join(scratch, 'data'),
    LODESTOCK_LIBRARY_DIR: libraryDir,
    LODESTOCK_PORT: '0',
    LODESTOCK_LEVELS: 'off',
  },
});

async function findServer(): Promise<URL> {
  for await (const line of createInterface({ input: server.stdout })) {
    const url = readListeningLine(line);
    if (url !== null) return url;
  }
  throw new Error('The server does not start. What it wrote stands above.');
}

try {
  const url = await findServer();
  server.stdout.resume();
  const list = async () =>
    List.parse(await (await fetch(new URL('/api-embeddings/browse?limit=100', url))).json()).results.filter(
      ({ previewMediumUrl }) => previewMediumUrl !== null,
    );
  let drawn = await list();
  for (; drawn.length < demoModels.length; drawn = await list()) await delay(1000);
  for (const { title, previewMediumUrl } of drawn) {
    const { slug } = demoModels.find((model) => model.title === title) ?? {};
    const poster = await fetch(new URL(previewMediumUrl ?? '', url));
    await sharp(await poster.bytes())
      .webp({ quality: 72, alphaQuality: 80, effort: 6 })
      .toFile(path.join(import.meta.dirname, `posters/${slug}.webp`));
  }
} finally {
  server.kill();
  rmSync(scratch, { recursive: true, force: true, maxRetries: 50 });
}
