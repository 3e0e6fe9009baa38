import { LoadingManager } from 'three';
import { DDSLoader } from 'three/addons/loaders/DDSLoader.js';
import { TGALoader } from 'three/addons/loaders/TGALoader.js';
import { TIFFLoader } from 'three/addons/loaders/TIFFLoader.js';
import { toLooseName } from '../../server/shared/loose-names.ts';

type Named = { readonly relativePath: string; readonly url: string };

/** Finds a model's file by a name in another of its files: by its bare name, whatever the folder. */
export function createNameFinder(files: readonly Named[]): (asked: string) => string | null {
  const byName = new Map(files.map((file) => [toLooseName(file.relativePath), file.url]));
  return (asked) =>
    byName.get(toLooseName(asked)) ?? byName.get(toLooseName(asked.replace(/#.*$/s, ''))) ?? null;
}

/** The manager of one model's loaders; `idle` settles when nothing is loading. */
export function createModelManager(findFile: (asked: string) => string) {
  const manager = new LoadingManager();
  let pending = 0;
  const waiting: (() => void)[] = [];
  const { itemStart, itemEnd } = manager;
  manager.itemStart = (address) => {
    pending += 1;
    itemStart.call(manager, address);
  };
  manager.itemEnd = (address) => {
    itemEnd.call(manager, address);
    pending -= 1;
    if (pending === 0) for (const resolve of waiting.splice(0)) resolve();
  };
  manager.setURLModifier(findFile);
  manager.addHandler(/\.tga$/i, new TGALoader(manager));
  manager.addHandler(/\.dds$/i, new DDSLoader(manager));
  manager.addHandler(/\.tiff?$/i, new TIFFLoader(manager));
  const idle = async () => {
    if (pending > 0) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  return { manager, idle };
}
