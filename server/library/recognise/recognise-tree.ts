import { isIgnored } from '../../catalogue/write/names.ts';
import { type Reason, toReason } from '../../catalogue/write/problems.ts';
import { findBackup } from './backups.ts';
import { groupScenes, type SceneGroup } from './group-scenes.ts';
import {
  type FolderPlan,
  isOneModel,
  type ListFolder,
  type Listing,
  planFolder,
  planTwins,
} from './plan-folder.ts';
import { isScene, whyLeftOut } from './scene-files.ts';
import { splitTwins, toTwinsName } from './twins.ts';

export type RecognisedModel = SceneGroup & {
  /** The folder in which it was found, relative to the library. */
  readonly folder: string;
};
type LeftOut = { readonly path: string } & Reason;
type TreeReaders = {
  readonly trianglesOf: (path: string) => number | null;
  readonly isMotion: (path: string) => boolean;
  readonly readText: (path: string) => string | null;
};

const join = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`);

function toListings(paths: readonly string[]): ReadonlyMap<string, Listing> {
  const files = new Map<string, { files: Set<string>; folders: Set<string> }>();
  const folder = (path: string) => {
    const known = files.get(path) ?? { files: new Set<string>(), folders: new Set<string>() };
    files.set(path, known);
    return known;
  };
  folder('');
  for (const path of paths) {
    const parts = path.split('/');
    if (parts.some(isIgnored)) continue;
    for (let depth = 0; depth < parts.length - 1; depth += 1)
      folder(parts.slice(0, depth).join('/')).folders.add(parts[depth] ?? '');
    folder(parts.slice(0, -1).join('/')).files.add(parts.at(-1) ?? '');
  }
  return new Map(
    [...files].map(([path, found]) => [
      path,
      { files: [...found.files].sort(), folders: [...found.folders].sort() },
    ]),
  );
}

type Taken = { readonly list: ListFolder; readonly plan: FolderPlan; readonly twins: string | null };

const silent: TreeReaders = { trianglesOf: () => null, isMotion: () => false, readText: () => null };

/**
 * Finds the models in a tree of files from their paths, without a disk. The scan does the same folder by folder, on
 * disks whose folders fail, change and wait their turn. Both decide with `planFolder`, `splitTwins` and `groupScenes`.
 */
export function recogniseTree(paths: readonly string[], readers: TreeReaders = silent) {
  const listings = toListings(paths);
  const models: RecognisedModel[] = [];
  const explicit: string[] = [];
  const backups = new Map(
    paths.flatMap((path) => {
      const found = findBackup(path);
      return found === null ? [] : [[found.path, found]];
    }),
  );
  const leftOut: LeftOut[] = [...backups.values()].map(({ path, reason }) => ({ path, ...toReason(reason) }));
  const look = (folder: string) => {
    const list = (inside: string) =>
      listings.get(inside === '' ? folder : join(folder, inside)) ?? { files: [], folders: [] };
    const plan = planFolder(list, folder === '');
    if (plan.kind === 'topologies') {
      explicit.push(folder);
      return;
    }
    take(folder, { list, plan, twins: null });
    const inside = plan.kind === 'models' ? plan.beneath : list('').folders;
    const { twins, isTwin } = splitTwins(inside.filter((name) => !name.includes('/')));
    for (const { stem, members } of twins) {
      const own = planTwins(list, members);
      take(folder, { list, plan: own, twins: stem });
      for (const name of own.beneath) look(join(folder, name));
    }
    for (const name of inside) if (!isTwin(name)) look(join(folder, name));
  };
  const take = (folder: string, { list, plan, twins }: Taken) => {
    const files = plan.kind === 'models' ? plan.files : list('').files;
    for (const file of files) {
      const reason = whyLeftOut(file);
      if (reason !== null) leftOut.push({ path: join(folder, file), ...toReason(reason) });
    }
    if (plan.kind === 'models') {
      const unit = twins === null ? folder : join(folder, toTwinsName({ stem: twins }));
      const isWhole = isOneModel(folder, files, (file) => readers.readText(join(folder, file)));
      const groups = groupScenes(files.filter(isScene), {
        isOneModel: isWhole,
        twins,
        trianglesOf: (scene) => readers.trianglesOf(join(folder, scene)),
        isMotion: (scene) => readers.isMotion(join(folder, scene)),
      });
      for (const group of groups)
        models.push({ ...group, folder: unit, scenes: group.scenes.map((scene) => join(folder, scene)) });
    }
  };
  look('');
  return {
    models,
    /** Folders that are one model in topology folders; they are not searched. */
    explicit,
    leftOut,
  };
}
