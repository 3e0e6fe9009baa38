import { type FSWatcher, watch } from 'node:fs';
import { isIgnored, readLod } from '../../catalogue/write/names.ts';
import { createUnwatchedFolders } from './unwatched-folders.ts';

/** Reported if the system refused to watch some folders. */
export type Shortage = { readonly watched: number; readonly total: number; readonly error: Error };

export type FolderWatcher = ReturnType<typeof createFolderWatcher>;

type Options = {
  readonly libraryDir: string;
  /** Called with the folder to visit again. */
  readonly onTouched: (folder: string) => void;
  /** Called from time to time while some folders are not watched, and with null once all are. */
  readonly onShortage: (shortage: Shortage | null) => void;
  /** True if one watch covers everything below a folder; on Linux each folder needs its own. */
  readonly isRecursive?: boolean;
  /** Above this number of watches, models' folders are polled instead; other folders may use twice as many. */
  readonly mostWatches?: number;
};

/** Each watch takes 1.9 kB of memory. Unwatched folders are polled every minute or two. */
const usualMost = 10_000;

const splitPath = (path: string) => {
  const slash = path.lastIndexOf('/');
  return { folder: path.slice(0, Math.max(0, slash)), name: path.slice(slash + 1) };
};
const joinPath = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`);
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');
/** The folder was removed after the visit, which its parent's watch reports as well. */
const harmless = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP']);

/** Turns file system events into folders of the library to visit again. */
export function createFolderWatcher(options: Options) {
  const { libraryDir, onTouched, isRecursive = process.platform !== 'linux' } = options;
  const { mostWatches = usualMost } = options;
  /** The visited folder that each folder belongs to, and whether it is a model's. */
  const owners = new Map<string, { readonly folder: string; readonly isModel: boolean }>();
  const watchers = new Map<string, FSWatcher>();
  /** The system's refusal in this round; the next round tries again. */
  let refusal: Error | null = null;
  let isShort = false;
  let isClosed = false;
  const unwatched = createUnwatchedFolders({
    libraryDir,
    onTouched: touch,
    tryToWatch,
    onRound() {
      const watched = watchers.size;
      if (refusal) options.onShortage({ watched, total: watched + unwatched.count(), error: refusal });
      else if (isShort) options.onShortage(null);
      isShort = refusal !== null;
      refusal = null;
    },
  });
  const isCovered = (folder: string) => watchers.has(isRecursive ? '' : folder);

  function touch(path: string): void {
    let { folder, name } = splitPath(path);
    while (folder !== '' && !owners.has(folder)) ({ folder, name } = splitPath(folder));
    const owner = owners.get(folder);
    if (isIgnored(name)) return;
    if (owner?.isModel) onTouched(owner.folder);
    else onTouched(readLod(name) !== null && folder !== '' ? folder : joinPath(folder, name));
  }

  function forget(folder: string): void {
    unwatched.remove(folder);
    const beneath = joinPath(folder, '');
    for (const [place, watcher] of watchers) {
      if (place !== folder && !place.startsWith(beneath)) continue;
      watcher.close();
      watchers.delete(place);
    }
  }

  function hear(folder: string, event: string, name: string | null): void {
    if (isClosed) return;
    if (name === null) {
      onTouched(folder);
      return;
    }
    const path = joinPath(folder, name.replaceAll('\\', '/'));
    // The name may now belong to another folder, or to none.
    if (event === 'rename') forget(path);
    touch(path);
  }

  function watchFolder(folder: string): boolean {
    try {
      const place = joinPath(libraryDir, folder);
      const watcher = watch(place, { persistent: false, recursive: isRecursive });
      // Shared by both events, as there can be many watchers.
      const take = (event: string | Error, name: string | Buffer | null = null) => {
        if (typeof event === 'string') hear(folder, event, name === null ? null : String(name));
        else forget(folder);
      };
      watchers.set(folder, watcher.on('change', take).on('error', take));
      return true;
    } catch (error) {
      if (!harmless.has(codeOf(error))) refusal = error instanceof Error ? error : new Error(String(error));
      return harmless.has(codeOf(error));
    }
  }

  function tryToWatch(folder: string): boolean {
    if (isCovered(folder)) return true;
    const most = owners.get(folder)?.isModel ? mostWatches : 2 * mostWatches;
    return refusal === null && watchers.size < most && watchFolder(isRecursive ? '' : folder);
  }

  function close(): void {
    isClosed = true;
    for (const watcher of watchers.values()) watcher.close();
    watchers.clear();
    unwatched.close();
  }

  return {
    /** Watches the folders of one visit; the first is the visited one. */
    add(folders: readonly string[], isModel: boolean) {
      const [visited] = folders;
      if (isClosed || visited === undefined) return;
      const owner = { folder: visited, isModel };
      for (const folder of folders) {
        owners.set(folder, owner);
        if (!unwatched.has(folder) && !tryToWatch(folder)) unwatched.add(folder);
      }
    },
    /** Starts polling the folders that cannot be watched. */
    start: unwatched.start,
    close,
  };
}
