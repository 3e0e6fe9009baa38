import { readdirSync, readFileSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createFolderWatcher } from '../../../../server/library/watch/folder-watcher.ts';
import { createUnwatchedFolders } from '../../../../server/library/watch/unwatched-folders.ts';
import { makeLibraryFolder, objText, simpleModel } from '../../../helpers/library-folder.ts';

/** Folders that this process watches. */
const countWatches = () =>
  readdirSync('/proc/self/fdinfo').reduce((count, name) => {
    try {
      return count + readFileSync(`/proc/self/fdinfo/${name}`, 'utf8').split('inotify wd:').length - 1;
    } catch {
      return count; // closed since
    }
  }, 0);

test.runIf(process.platform === 'linux')(
  'watches some folders of many models, and finds changes in the others',
  async () => {
    const library = makeLibraryFolder({ ...simpleModel('a'), ...simpleModel('b') });
    const touched = new Set<string>();
    const shortages: unknown[] = [];
    const before = countWatches();
    const watcher = createFolderWatcher({
      libraryDir: library.folder,
      onTouched: (folder) => touched.add(folder),
      onShortage: (shortage) => shortages.push(shortage),
      mostWatches: 2,
    });
    onTestFinished(() => watcher.close());
    // What is in a folder that did not change for long is not listed again.
    utimesSync(path.join(library.folder, 'b/1k'), 1e9, 1e9);
    watcher.add(['a', 'a/1k'], true);
    watcher.add(['b', 'b/1k'], true);
    watcher.add([''], false);
    watcher.start();

    expect(countWatches() - before).toBe(3);
    library.write({ 'b/1k/thing.obj': objText(9, 'changed') });
    await expect.poll(() => [...touched], { interval: 200 }).toEqual(['b']);

    touched.clear();
    library.write({ 'b/1k/more.obj': objText(3, 'more'), ...simpleModel('c') });
    await expect.poll(() => [...touched].sort(), { interval: 200 }).toEqual(['b', 'c']);
    expect(shortages).toEqual([]);
  },
);

test('rests for what looking took, though the system counts that only afterwards', () => {
  const library = makeLibraryFolder({ ...simpleModel('a'), ...simpleModel('b'), ...simpleModel('c') });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let now = 0;
  let [taken, counted] = [0, 0];
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.spyOn(process, 'threadCpuUsage').mockImplementation((before) => ({
    user: counted - (before?.user ?? 0),
    system: 0,
  }));
  const rests = vi.spyOn(globalThis, 'setTimeout');
  const folders = createUnwatchedFolders({
    libraryDir: library.folder,
    // One folder fills a turn, and takes half of it in computing time.
    tryToWatch() {
      now += 30;
      taken += 15_000;
      return false;
    },
    onTouched: () => undefined,
    onRound: () => undefined,
  });
  onTestFinished(() => {
    folders.close();
    vi.restoreAllMocks(); // first: it puts back the timer that was there, which is a fake one
    vi.useRealTimers();
  });
  for (const folder of ['a', 'b', 'c']) folders.add(folder);
  folders.start();

  for (let turn = 0; turn < 3; turn += 1) {
    vi.runOnlyPendingTimers();
    counted = taken;
  }

  const delays = rests.mock.calls.map(([, delay]) => delay);
  expect(delays[2]).toBeGreaterThanOrEqual(15 / 0.05);
});
