import { readMark } from '../platform/storage/inspect-files.ts';

/** `mark`: the file's state on the disk at the time of the check. */
export type Checked = { readonly mark: string; readonly isEdited: boolean };

type Suspect = { readonly place: string; readonly folder: string; readonly sha256: string };

/** Results of checks by absolute path, each valid until the file changes. */
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
  /** Called once a file has been compared with the download. */
  readonly onRead: (folder: string) => void;
};

/** Stores the results across restarts, and reads files that may have changed, one at a time. */
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
    // The next scan sees later changes.
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
