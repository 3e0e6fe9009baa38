import { type FSWatcher, watch } from 'node:fs';
import { isIgnored, readLod } from '../../catalogue/write/names.ts';

export type FolderWatcher = {
  /** Watches the folders of one visit; the first is the visited one. */
  readonly add: (folders: readonly string[], isModel: boolean) => void;
  readonly close: () => void;
};

type Options = {
  readonly libraryDir: string;
  /** Hears which folder is to be visited again. */
  readonly onTouched: (folder: string) => void;
  /** Called once, when the system refuses to watch; nothing is watched from then on. */
  readonly onFailure: (error: Error) => void;
  /** Whether one watch sees everything beneath a folder; on Linux each folder needs its own. */
  readonly isRecursive?: boolean;
};

const splitPath = (path: string) => {
  const slash = path.lastIndexOf('/');
  return { folder: path.slice(0, Math.max(0, slash)), name: path.slice(slash + 1) };
};
const joinPath = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`);
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');
/** The folder went away after the visit; its parent's watch reports that as well. */
const harmless = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP']);

/** Turns events of the file system into folders of the library that are to be visited again. */
export function createFolderWatcher(options: Options): FolderWatcher {
  const { libraryDir, onTouched, isRecursive = process.platform !== 'linux' } = options;
  /** The visited folder that each folder belongs to, and whether it is a model's. */
  const owners = new Map<string, { readonly folder: string; readonly isModel: boolean }>();
  const watchers = new Map<string, FSWatcher>();
  const children = new Map<string, Set<string>>();
  let isClosed = false;

  function touch(path: string): void {
    let { folder, name } = splitPath(path);
    while (folder !== '' && !owners.has(folder)) ({ folder, name } = splitPath(folder));
    const owner = owners.get(folder);
    if (isIgnored(name)) return;
    if (owner?.isModel) onTouched(owner.folder);
    else onTouched(readLod(name) !== null && folder !== '' ? folder : joinPath(folder, name));
  }

  function forget(folder: string): void {
    watchers.get(folder)?.close();
    watchers.delete(folder);
    for (const name of children.get(folder) ?? []) forget(joinPath(folder, name));
    children.delete(folder);
  }

  function remember(folder: string, watcher: FSWatcher): void {
    watchers.set(folder, watcher);
    const { folder: parent, name } = splitPath(folder);
    if (folder !== '') children.set(parent, (children.get(parent) ?? new Set()).add(name));
  }

  function hear(folder: string, event: string, name: string | null): void {
    if (isClosed) return;
    if (name === null) {
      onTouched(folder);
      return;
    }
    const path = joinPath(folder, name.replaceAll('\\', '/'));
    // This name may now belong to another folder, or to none.
    if (event === 'rename') forget(path);
    touch(path);
  }

  function fail(error: unknown): void {
    close();
    options.onFailure(error instanceof Error ? error : new Error(String(error)));
  }

  function watchFolder(folder: string): void {
    try {
      const place = joinPath(libraryDir, folder);
      const watcher = watch(place, { persistent: false, recursive: isRecursive }, (event, name) =>
        hear(folder, event, name),
      );
      remember(folder, watcher);
      watcher.on('error', () => forget(folder));
    } catch (error) {
      if (!harmless.has(codeOf(error))) fail(error);
    }
  }

  function close(): void {
    isClosed = true;
    for (const watcher of watchers.values()) watcher.close();
    watchers.clear();
  }

  return {
    add(folders, isModel) {
      const [visited] = folders;
      if (isClosed || visited === undefined) return;
      for (const folder of folders) {
        owners.set(folder, { folder: visited, isModel });
        const isToWatch = !watchers.has(folder) && (!isRecursive || folder === '');
        if (isToWatch && !isClosed) watchFolder(folder);
      }
    },
    close,
  };
}
