import { readdirSync } from 'node:fs';
import { folderOf } from '../../../contract/relative-path.ts';
import { isArchive, isScene, isTextureArchive } from '../../recognise/scene-files.ts';
import type { Looked } from '../create-visits.ts';
import type { OpenedArchive } from '../open-archives.ts';

type Parts = {
  readonly open: (place: string) => Promise<OpenedArchive>;
  readonly onOpened: (place: string, opened: OpenedArchive) => void;
  /** Path of an open archive's content on disk. */
  readonly toDisk: (place: string) => string;
  /** Archives that earlier scans unpacked. */
  readonly places: readonly string[];
};

const hasModels = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).some((name) => isScene(name) || isArchive(name));

/** Opens the texture archives of a folder before its visit, which then treats them as texture folders. */
export function createPackedTextures({ open, onOpened, toDisk, places }: Parts) {
  const remembered = Map.groupBy(places.filter(isTextureArchive), folderOf);
  const packed = new Map<string, readonly string[]>();

  async function openAll(folder: string, found: readonly string[]): Promise<boolean> {
    const opened: string[] = [];
    for (const place of found) {
      const now = await open(place);
      // The scan handles it later, like any other archive.
      if (now.kind !== 'open' || hasModels(toDisk(place))) continue;
      onOpened(place, now);
      opened.push(place);
    }
    if (opened.length > 0) packed.set(folder, [...(packed.get(folder) ?? []), ...opened]);
    return opened.length > 0;
  }

  return {
    in: (folder: string): readonly string[] => packed.get(folder) ?? [],
    /** Visits a folder with the texture archives from earlier scans, and again if it has others. */
    async look(folder: string, visit: (folder: string) => Promise<Looked>): Promise<Looked> {
      await openAll(folder, remembered.get(folder) ?? []);
      const looked = await visit(folder);
      const found = looked.visited.archives ?? [];
      const own = found.filter((place) => folderOf(place) === folder && isTextureArchive(place));
      return (await openAll(folder, own)) ? visit(folder) : looked;
    },
  };
}
