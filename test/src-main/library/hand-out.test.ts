import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { createLibraryHandlers } from '../../../src-main/library/handlers.ts';
import { createScratch } from '../scratch.ts';
import { readLibrary } from './read-library.ts';

const scene = { guid: 'a', relativePath: '1k/knight.blend' };

/** A library with one model. */
async function createShelf(...more: readonly string[]) {
  const library = await createScratch();
  const folder = path.join(library, 'Knight_a');
  const files = [scene.relativePath, '1k/steel.png', ...more];
  await mkdir(path.join(folder, '1k'), { recursive: true });
  for (const name of files) await writeFile(path.join(folder, name), 'steel');
  const receipt = {
    ...{ receiptVersion: 1, guid: 'a', title: 'Knight', version: 1, license: 'CC0-1.0', attribution: null },
    ...{ serverUrl: 'http://127.0.0.1:8787', downloadedAt: '2026-01-01T00:00:00Z' },
    files: files.map((relativePath) => ({
      ...{ format: 'blend', lod: '1k', variant: null, role: 'scene', relativePath },
      ...{ sizeBytes: 5, sha256: 'a'.repeat(64) },
    })),
  };
  await writeFile(path.join(folder, 'model.json'), JSON.stringify(receipt));
  const desktop = {
    showItemInFolder: vi.fn(),
    openPath: vi.fn(async () => ''),
    startProgram: vi.fn(async () => undefined),
    startDrag: vi.fn(),
  };
  const readNow = async () => ({ ...(await readLibrary(library)), revision: 1 });
  const handlers = createLibraryHandlers({
    library: { read: readNow, show: readNow, refresh: readNow },
    ...{ checked: new Map(), onChecked: () => undefined, desktop },
    findPrograms: async () => [{ name: 'Blender', formats: ['blend'], file: '/opt/blender/blender' }],
    compare: async () => ({ outdated: [], current: [] }),
  });
  return { desktop, handlers, places: files.map((name) => path.join(folder, name)) };
}

test('opens a file with a program of this computer', async () => {
  const { places, desktop, handlers } = await createShelf();
  const [place] = places;

  await handlers['library.open']({ ...scene, program: null });
  await handlers['library.open']({ ...scene, program: 'Blender' });

  expect(desktop.openPath).toHaveBeenCalledWith(place);
  expect(desktop.startProgram).toHaveBeenCalledWith('/opt/blender/blender', place);
  await expect(handlers['library.open']({ ...scene, program: '/bin/sh' })).rejects.toThrow('no longer on');
});

test('says why the system could not open a file', async () => {
  const { desktop, handlers } = await createShelf();
  desktop.openPath.mockResolvedValueOnce('No application is registered');

  const opening = handlers['library.open']({ ...scene, program: null });

  await expect(opening).rejects.toThrow('No application is registered');
});

test('lets a file or all of a model be dragged out', async () => {
  const { places, desktop, handlers } = await createShelf();

  await handlers['library.drag']({ items: [{ guid: 'a', relativePath: null }] });
  await handlers['library.drag']({ items: [scene] });
  const nothing = handlers['library.drag']({ items: [{ guid: 'a', relativePath: '../secret' }] });

  await expect(nothing).rejects.toThrow('None of these files');
  expect(desktop.startDrag.mock.calls).toEqual([[places], [[places[0]]]]);
});

test.each(['1k/setup.exe', '1k/setup.bat', '1k/knight.blend.lnk', '1k/setup'])(
  'asks the system to open no program like %s',
  async (relativePath) => {
    const { desktop, handlers } = await createShelf(relativePath);

    const opening = handlers['library.open']({ guid: 'a', relativePath, program: null });

    await expect(opening).rejects.toThrow('is neither a model nor an image');
    expect(desktop.openPath).not.toHaveBeenCalled();
  },
);
