import { readdirSync, readFileSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFolderWatcher } from '../../../../server/library/watch/folder-watcher.ts';
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
    onTestFinished(() => {
      watcher.close();
      library.remove();
    });
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
