import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startDisplay } from '../electron/start-display.ts';
import { makeLibraryFolder, simpleModel } from '../helpers/library-folder.ts';
import { openPackaged } from './open-packaged.ts';

/**
 * Opens a packaged app as people get it. Waits for posters of models of one's own, which need the server, its threads and sharp,
 * and then looks for signs of trouble in the logs.
 */
const [, , executable = ''] = process.argv;
const count = 8;
const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-smoke-'));
const data = path.join(folder, 'data');
const names = Array.from({ length: count }, (_, index) => `chair ${index + 1}`);
const library = makeLibraryFolder(
  Object.assign({}, ...names.map((name) => simpleModel(name, { guid: name }))),
);
const display =
  process.platform === 'linux' && process.env.DISPLAY === undefined ? await startDisplay() : null;
const screen = display === null ? {} : { DISPLAY: display.name };

/** Cards whose picture is there. */
const hasPosters = (wanted: number) =>
  [...document.querySelectorAll<HTMLImageElement>('[role=gridcell] img')].filter(
    (image) => image.naturalWidth > 1,
  ).length >= wanted;

const readLogs = () =>
  ['main.log', 'server.log'].map((name) => readFileSync(path.join(data, 'logs', name), 'utf8')).join('');
const app = await openPackaged(executable, data, { ...screen, LODESTOCK_LIBRARY_DIR: library.folder });
try {
  await app.page.waitForFunction(hasPosters, count, { timeout: 240_000 });
  const trouble = /^.*(GLib|server\.died|Cannot find module).*$/m.exec(readLogs());
  if (trouble !== null) throw new Error(`The logs tell of trouble: ${trouble[0]}`);
  console.log(`The packaged app opened and made posters of ${count} models.`);
} catch (error) {
  console.error(readLogs());
  throw error;
} finally {
  await app.kill();
  await display?.stop();
  library.remove();
  rmSync(folder, { recursive: true, force: true });
}
