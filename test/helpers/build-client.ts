import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createBuilder } from 'vite';

const root = path.resolve(import.meta.dirname, '../..');

/** Builds the window's and the server's pages into a folder of their own and returns it; never touches dist/. */
export async function buildClient(): Promise<string> {
  const outDir = mkdtempSync(path.join(tmpdir(), 'lodestock-pages-'));
  const builder = await createBuilder({
    configFile: path.join(root, 'vite.config.ts'),
    logLevel: 'error',
    environments: { client: { build: { outDir, emptyOutDir: true } } },
  });
  const { client } = builder.environments;
  if (client === undefined) throw new Error('vite.config.ts has no client environment.');
  await builder.build(client);
  return outDir;
}
