import { readMark } from '../platform/storage/inspect-files.ts';

/** `mark`: what the disk told of the file then. */
export type Checked = { readonly mark: string; readonly isEdited: boolean };

type Suspect = { readonly place: string; readonly folder: string; readonly sha256: string };

/** Facts about downloaded files by absolute path, valid until a file changes. */
export type CheckedFiles = Pick<Map<string, Checked>, 'get' | 'set'> & {
  /** Reads a file in the background if its entry on the disk has changed. */
  readonly suspect?: (file: Suspect) => void;
};

type Options = {
  readonly file: {
    readonly readChecked: () => readonly (readonly [string, Checked])[];
    readonly writeChecked: (checked: ReadonlyMap<string, Checked>) => void;
  };
  readonly hash: (file: string) => Promise<string | null>;
  /** The content of a file is now known to be that of the download, or not. */
  readonly onRead: (folder: string) => void;
};

/** Keeps across restarts what is known of files, and reads those that may have changed, one after another. */
export function createCheckedFiles({ file, hash, onRead }: Options): Required<CheckedFiles> {
  let known: Map<string, Checked> | null = null;
  let unwritten = new Map<string, Checked>();
  const suspects = new Map<string, Suspect>();
  let isReading = false;

  const all = () => {
    known ??= new Map(file.readChecked());
    return known;
  };

  function set(place: string, checked: Checked) {
    all().set(place, checked);
    if (unwritten.size === 0)
      setImmediate(() => {
        const due = unwritten;
        unwritten = new Map();
        file.writeChecked(due);
      });
    unwritten.set(place, checked);
    return all();
  }

  async function read({ place, folder, sha256 }: Suspect): Promise<void> {
    const mark = await readMark(place);
    const found = mark === null ? null : await hash(place);
    // The next look sees later changes.
    if (mark === null || found === null || (await readMark(place)) !== mark) return;
    set(place, { mark, isEdited: found !== sha256 });
    onRead(folder);
  }

  async function readAll(): Promise<void> {
    isReading = true;
    for (const [place, suspect] of suspects) {
      await read(suspect);
      suspects.delete(place);
    }
    isReading = false;
  }

  return {
    get: (place) => all().get(place),
    set,
    suspect(one) {
      suspects.set(one.place, one);
      if (!isReading) void readAll();
    },
  };
}
