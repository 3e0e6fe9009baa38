import { rememberSome } from '../../../base/cache/remember.ts';
import { throwIfExhausted } from '../../../base/storage/storage-fault.ts';
import { formatOf } from '../../../contract/catalogue/formats.ts';
import { folderOf } from '../../../contract/relative-path.ts';
import { headBytes, type Inspection } from '../../../inspect/inspection.ts';
import { isInFolder } from '../../corrections/folder-range.ts';
import type { SceneGroup } from '../../recognise/group-scenes.ts';
import { joinLicences, type LicenceText } from '../../recognise/licences.ts';
import {
  isLicenceFile,
  isNoteFile,
  type Note,
  readComments,
  readGltfAsset,
  readModelConfig,
  readRecord,
  readTextNote,
  type TextNote,
} from '../../recognise/notes.ts';
import { modelConfig } from '../../recognise/plan-folder.ts';
import { findOwners, readSceneName } from '../../recognise/scene-name.ts';
import { createPlaces, type DiskFile } from '../folders/look-at-files.ts';
import type { SharedAbove } from '../visit.ts';
import { readTextHead } from './read-texts.ts';

const largestNote = 64 * 1024;
const largestRecord = 512 * 1024;
const mostRecords = 4;
const noRecord =
  /(?:^|\/)(?:product|package|package-lock|tsconfig|composer|manifest)\.json$|_metadata\.json$/i;

export type NoteReaders = ReturnType<typeof createNoteReaders>;

export function createNoteReaders(
  toDisk: (relativePath: string) => string,
  headOf: (relativePath: string) => string | undefined,
) {
  function readHead(relativePath: string, bytes: number): string | null {
    try {
      return readTextHead(toDisk(relativePath), bytes);
    } catch (error) {
      throwIfExhausted(error);
      return null;
    }
  }
  return {
    /** The start of a text; null if it cannot be read. */
    readHead,
    /** The comments at the start of a file, as found by its inspection. */
    readComments: (relativePath: string) => headOf(relativePath) ?? readHead(relativePath, headBytes),
  };
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return null;
  }
}

type Source = {
  /** Relative to the library. */
  readonly folder: string;
  readonly files: readonly DiskFile[];
  readonly groups: readonly SceneGroup[];
  /** What the folders above share, nearest first. */
  readonly above: readonly SharedAbove[];
  readonly inspectionOf: (relativePath: string) => Inspection | null;
  readonly readers: NoteReaders;
};

type Text = {
  readonly path: string;
  readonly folder: string;
  readonly isOwn: boolean;
  readonly isAbove?: boolean;
  readonly owner?: string | undefined;
};

type ToldLicence = LicenceText & { readonly author: string | undefined };

const isCommented = (path: string) => /\.(?:mtl|obj)$/i.test(path);
const depthOf = (path: string) => path.split('/').length;
/** Returns the first part of a path below a folder, in lower case. */
const partBelow = (folder: string, path: string) =>
  (folder === '' ? path : path.slice(folder.length + 1)).split('/', 1)[0]?.toLowerCase() ?? '';
const withoutLicence = ({ license: _, rows: __, ...others }: TextNote): Note => others;

/** Reads the notes beside the models of a folder, and returns a function that gives one model's notes, best first. */
export function readNotes({ folder, files, groups, above, inspectionOf, readers }: Source) {
  const { toPlace, toInside } = createPlaces(folder);
  /** Texts in an ancestor without other models count as the model's own. */
  const textsAbove = above.flatMap(({ texts, isAlone }) =>
    texts.map((place) => ({ path: toInside(place), isOwn: isAlone })),
  );
  const isSingle = groups.length === 1;
  const read = rememberSome(files.length + textsAbove.length, (path) =>
    readTextNote(path, readers.readHead(path, largestNote)),
  );
  const ownerOf = findOwners(groups.map(({ name }) => name.stem));
  const names = files.map(({ relativePath }) => relativePath);
  const texts: readonly Text[] = [
    ...names
      .filter(isNoteFile)
      .sort((a, b) => Number(isLicenceFile(b)) - Number(isLicenceFile(a)) || depthOf(a) - depthOf(b))
      .map((path) => ({ path, isOwn: isSingle, owner: ownerOf(path) })),
    ...textsAbove.map((text) => ({ ...text, isAbove: true, isOwn: text.isOwn && isSingle })),
  ].map((text) => ({ ...text, folder: folderOf(toPlace(text.path)) }));
  const records = Map.groupBy(
    files.filter(
      ({ relativePath, sizeBytes }) =>
        formatOf(relativePath) === 'json' && sizeBytes <= largestRecord && !noRecord.test(relativePath),
    ),
    ({ relativePath }) => readSceneName(relativePath).stem,
  );
  const isConfigured = isSingle && names.includes(modelConfig);
  const configured = isConfigured ? [readModelConfig(readers.readHead(modelConfig, largestNote) ?? '')] : [];
  const commented = Map.groupBy(names.filter(isCommented), (path) => readSceneName(path).stem);

  function findRecords({ name }: SceneGroup): Note[] {
    const own = records.get(name.stem) ?? [];
    const found =
      own.length > 0 || !isSingle
        ? own
        : [...records.values()].flat().filter(({ relativePath }) => depthOf(relativePath) === 1);
    return found
      .slice(0, mostRecords)
      .map(({ relativePath }) =>
        tell(relativePath, readRecord(parseJson(readers.readHead(relativePath, largestRecord)))),
      );
  }

  const tell = (path: string, note: Note): Note =>
    note.license === undefined ? note : { ...note, licenseFrom: toPlace(path) };

  /** A text named after a model is only that model's; all others apply to everything in and below their folder. */
  function textsOf({ name, scenes }: SceneGroup) {
    const folders = new Set(scenes.map((scene) => folderOf(toPlace(scene))));
    const isAround = (text: Text) => [...folders].some((inside) => isInFolder(inside, text.folder));
    const found = texts.filter(
      (text) => isAround(text) && (text.owner === undefined || text.owner === name.stem || isSingle),
    );
    return { folders: [...folders], found };
  }

  /** Returns the table row of the group's folder, or of its file beside the table; several must agree on the licence. */
  function rowFor({ scenes }: SceneGroup, { path, folder: inside }: Text) {
    const { rows } = read(path);
    if (rows === undefined) return undefined;
    const below = new Set(scenes.map((scene) => partBelow(inside, toPlace(scene))));
    const [row, ...others] = [...below].map(
      (name) => rows.get(name) ?? rows.get(name.replace(/\.[^.]+$/, '')),
    );
    return others.every((other) => other?.license === row?.license) ? row : undefined;
  }

  const depthFor = ({ name }: SceneGroup, { owner, folder: inside }: Text) =>
    owner === name.stem ? Number.POSITIVE_INFINITY : inside === '' ? 0 : depthOf(inside);

  /** Returns the licences from the nearest texts that name any. */
  function readNearest(group: SceneGroup, texts: readonly Text[]): readonly ToldLicence[] {
    const byDepth = Map.groupBy(texts, (text) => depthFor(group, text));
    for (const depth of [...byDepth.keys()].sort((a, b) => b - a)) {
      const told = (byDepth.get(depth) ?? []).flatMap((text) => {
        const { license, author } = { ...read(text.path), ...rowFor(group, text) };
        return license === undefined ? [] : [{ path: text.path, license, author }];
      });
      if (told.length > 0) return told;
    }
    return [];
  }

  /** Texts of one folder can contradict each other, as can those of several scenes. */
  function findNearest(group: SceneGroup, folders: readonly string[], found: readonly Text[]): Note {
    const nearest = folders.flatMap((inside) =>
      readNearest(
        group,
        found.filter((text) => isInFolder(inside, text.folder)),
      ),
    );
    const joined = joinLicences([...new Map(nearest.map((text) => [text.path, text])).values()]);
    if (joined === null) return {};
    const author = nearest.find(({ path }) => path === joined.path)?.author;
    return tell(joined.path, { license: joined.license, ...(author !== undefined && { author }) });
  }

  return (group: SceneGroup): readonly Note[] => {
    const { folders, found } = textsOf(group);
    const assets = group.scenes.map((scene) => tell(scene, readGltfAsset(inspectionOf(scene)?.asset)));
    const heads = [
      ...new Set([...group.scenes.filter(isCommented), ...(commented.get(group.name.stem) ?? [])]),
    ]
      .slice(0, mostRecords)
      .map((path) => tell(path, readComments(readers.readComments(path) ?? '')));
    const own = found.filter(({ isOwn, owner }) => isOwn || owner === group.name.stem);
    const authors = found
      .filter((text) => !text.isAbove && !own.includes(text))
      .map(({ path }): Note => {
        const { author } = read(path);
        return author === undefined ? {} : { author };
      });
    return [
      ...configured,
      ...findRecords(group),
      ...assets,
      ...own.map(({ path }) => withoutLicence(read(path))),
      ...heads,
      findNearest(group, folders, found),
      ...authors,
    ];
  };
}
