import type { RemovalWish } from '../../../../src-main/platform/ipc/contract.ts';
import type { LibraryFile, LibraryModel } from '../store/find-in-library.ts';

export type UseBy = 'topology' | 'format';

/** The files of one topology or format, and which of them can be removed and downloaded again. */
export type DiskUse = {
  readonly name: string;
  readonly files: number;
  readonly sizeBytes: number;
  /** Bytes of models that the connected server has in exactly this version, without files that the user has edited. */
  readonly wishes: readonly RemovalWish[];
  readonly wishBytes: number;
};

/** Support files count towards a topology. A format counts only its scene files, as others may share the rest. */
const groupOf: Readonly<Record<UseBy, (file: LibraryFile) => string | null>> = {
  topology: ({ lod }) => lod,
  format: ({ format, role }) => (role === 'scene' ? format : null),
};

const isSound = ({ isPresent, isEdited }: LibraryFile) => isPresent && !isEdited;
const sumSizes = (files: readonly LibraryFile[]) => files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

/** Adds the support files of topologies that have no other scene file. */
function withSupport(files: readonly LibraryFile[], scenes: readonly LibraryFile[]): readonly LibraryFile[] {
  const isLeft = (lod: string) =>
    files.some((file) => file.lod === lod && file.role === 'scene' && !scenes.includes(file));
  const lods = new Set(scenes.map(({ lod }) => lod).filter((lod) => !isLeft(lod)));
  return [...scenes, ...files.filter(({ lod, role }) => role !== 'scene' && lods.has(lod))];
}

/** Returns disk use, largest first. `current` are the models that can be downloaded again. */
export function findDiskUse(
  models: readonly LibraryModel[],
  by: UseBy,
  current: ReadonlySet<string>,
): readonly DiskUse[] {
  const uses = new Map<
    string,
    { files: number; sizeBytes: number; wishes: RemovalWish[]; wishBytes: number }
  >();
  for (const { guid, files } of models) {
    const groups = Map.groupBy(
      files.filter(({ isPresent }) => isPresent),
      groupOf[by],
    );
    for (const [name, some] of groups) {
      if (name === null) continue;
      const use = uses.get(name) ?? { files: 0, sizeBytes: 0, wishes: [], wishBytes: 0 };
      uses.set(name, use);
      use.files += some.length;
      use.sizeBytes += sumSizes(some);
      const goes = by === 'format' ? withSupport(files, some) : some;
      const sound = current.has(guid) ? goes.filter(isSound) : [];
      if (sound.length === 0) continue;
      use.wishes.push({ guid, relativePaths: sound.map(({ relativePath }) => relativePath) });
      use.wishBytes += sumSizes(sound);
    }
  }
  return [...uses].map(([name, use]) => ({ name, ...use })).toSorted((a, b) => b.sizeBytes - a.sizeBytes);
}

export const findLargest = (models: readonly LibraryModel[], count: number): readonly LibraryModel[] =>
  models.toSorted((a, b) => b.sizeBytes - a.sizeBytes).slice(0, count);
