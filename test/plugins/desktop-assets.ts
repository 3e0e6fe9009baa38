import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { buildStarters } from '../../.ci/starters/build-starters.ts';
import { createHandover } from '../../src-main/dcc/handover/handover.ts';
import { createPublicAssets } from '../../src-main/dcc/plugins/public-assets.ts';
import { readLibrary } from '../src-main/library/read-library.ts';
import { createMemoryLog } from '../src-main/memory-log.ts';
import { startOverlay } from './overlay-server.ts';

/** An address of this computer at which nothing listens. */
export const nobody = 'http://127.0.0.1:9';

/** A server that takes connections and never says anything. */
export async function startSilence() {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

/** Writes what plugins find of the app. */
export function writeNote(noteFile: string, note: unknown) {
  mkdirSync(path.dirname(noteFile), { recursive: true });
  writeFileSync(noteFile, typeof note === 'string' ? note : JSON.stringify(note), { mode: 0o600 });
}

/** The real app's address for plugins with the starters as the build makes them, and its own note of it. */
export async function startDesktopAssets(noteFile: string) {
  const startersDir = mkdtempSync(path.join(tmpdir(), 'lodestock-app-'));
  buildStarters(startersDir);
  const findAsset = createPublicAssets({
    pluginsDir: startersDir,
    manifestsDir: startersDir,
    serverUrl: () => null,
  });
  const { log } = createMemoryLog();
  const dcc = createHandover({
    ...{ log, noteFile, findAsset, readLibrary: () => readLibrary(startersDir) },
    publish: () => {},
  });
  await dcc.start();
  onTestFinished(async () => {
    await dcc.stop();
    rmSync(startersDir, { recursive: true });
  });
  return { startersDir };
}

/** An app that answers as a test wishes, and its note. */
export async function startScriptedAssets(noteFile: string) {
  const app = await startOverlay();
  app.answer(/./, () => ({ status: 404, body: '{"ok":false}' }));
  onTestFinished(() => app.close());
  writeNote(noteFile, { version: 1, port: 9, secret: 'hush', assets: app.baseUrl });
  return app;
}
