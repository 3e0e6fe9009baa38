import { LoadingManager } from 'three';
import { DDSLoader } from 'three/addons/loaders/DDSLoader.js';
import { TGALoader } from 'three/addons/loaders/TGALoader.js';
import { TIFFLoader } from 'three/addons/loaders/TIFFLoader.js';
import type { PosterCandidate } from '../../server/contract/posters.ts';
import { missingPicture } from '../studio/missing-picture.ts';

const nameOf = (path: string) => path.slice(path.replaceAll('\\', '/').lastIndexOf('/') + 1).toLowerCase();

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Finds what a model file asks for among the files of its model: at its place, else by its bare name. */
export function createFileFinder({ url, support }: PosterCandidate): (asked: string) => string {
  const byUrl = new Set([url, ...support.map((file) => file.url)]);
  const byName = new Map(support.map((file) => [nameOf(file.relativePath), file.url]));
  return (asked) => {
    if (/^(data|blob):/.test(asked)) return asked;
    const address = URL.parse(asked, location.origin);
    if (address?.origin === location.origin) {
      if (byUrl.has(address.pathname) || address.pathname.startsWith('/ui/')) return asked;
    }
    return byName.get(nameOf(decode(asked.split(/[?#]/, 1)[0] ?? asked))) ?? missingPicture;
  };
}

/** The manager of one model's loaders; `idle` settles when nothing is being loaded any more. */
export function createModelManager(candidate: PosterCandidate) {
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
  manager.setURLModifier(createFileFinder(candidate));
  manager.addHandler(/\.tga$/i, new TGALoader(manager));
  manager.addHandler(/\.dds$/i, new DDSLoader(manager));
  manager.addHandler(/\.tiff?$/i, new TIFFLoader(manager));
  const idle = async () => {
    if (pending > 0) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  return { manager, idle };
}
