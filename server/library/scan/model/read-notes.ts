import { throwIfExhausted } from '../../../base/storage/storage-fault.ts';
import { formatOf } from '../../../contract/catalogue/formats.ts';
import { headBytes, type Inspection } from '../../../inspect/inspection.ts';
import type { SceneGroup } from '../../recognise/group-scenes.ts';
import {
  isLicenceFile,
  isNoteFile,
  type Note,
  readComments,
  readGltfAsset,
  readRecord,
  readTextNote,
} from '../../recognise/notes.ts';
import { baseOf, readSceneName } from '../../recognise/scene-name.ts';
import type { DiskFile } from '../folders/look-at-files.ts';
import { readTextHead } from './read-texts.ts';

const largestNote = 64 * 1024;
const largestRecord = 512 * 1024;
const mostRecords = 4;
const noRecord =
  /(?:^|\/)(?:product|package|package-lock|tsconfig|composer|manifest)\.json$|_metadata\.json$/i;

export type NoteReaders = {
  /** The beginning of a text; null when it cannot be read. */
  readonly readHead: (relativePath: string, bytes: number) => string | null;
  /** The same of a file whose comments are read, from what its inspection saw of it. */
  readonly readComments: (relativePath: string) => string | null;
};

export function createNoteReaders(
  toDisk: (relativePath: string) => string,
  headOf: (relativePath: string) => string | undefined,
): NoteReaders {
  function readHead(relativePath: string, bytes: number): string | null {
    try {
      return readTextHead(toDisk(relativePath), bytes);
    } catch (error) {
      throwIfExhausted(error);
      return null;
    }
  }
  return {
    readHead,
    readComments: (relativePath) => headOf(relativePath) ?? readHead(relativePath, headBytes),
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
  readonly files: readonly DiskFile[];
  readonly groups: readonly SceneGroup[];
  /** Licences of the folders above, relative to the visited one, the nearest first; `isOwn`: they speak of no other models. */
  readonly licencesAbove: readonly { readonly path: string; readonly isOwn: boolean }[];
  readonly inspectionOf: (relativePath: string) => Inspection | null;
  readonly readers: NoteReaders;
};

const isCommented = (path: string) => /\.(?:mtl|obj)$/i.test(path);
const depthOf = (path: string) => path.split('/').length;
const toLicenceNote = ({ license, author }: Note): Note => ({
  ...(license !== undefined && { license }),
  ...(author !== undefined && { author }),
});

/** Reads what is next to the models of a folder; answers with the notes of one of them, the most telling first. */
export function readNotes({ files, groups, licencesAbove, inspectionOf, readers }: Source) {
  const isSingle = groups.length === 1;
  const readText = (path: string) => readTextNote(path, readers.readHead(path, largestNote));
  const texts = files
    .map(({ relativePath }) => relativePath)
    .filter(isNoteFile)
    .sort((a, b) => Number(isLicenceFile(b)) - Number(isLicenceFile(a)) || depthOf(a) - depthOf(b))
    .map((path) => ({ path, note: readText(path) }));
  const above = licencesAbove.map(({ path, isOwn }) =>
    isOwn && isSingle ? readText(path) : toLicenceNote(readText(path)),
  );
  const records = files.filter(
    ({ relativePath, sizeBytes }) =>
      formatOf(relativePath) === 'json' && sizeBytes <= largestRecord && !noRecord.test(relativePath),
  );
  const commented = files.map(({ relativePath }) => relativePath).filter(isCommented);
  const stems = new Set(groups.map(({ name }) => name.stem));

  function findRecords({ name }: SceneGroup): Note[] {
    const own = records.filter(({ relativePath }) => readSceneName(relativePath).stem === name.stem);
    const found =
      own.length > 0 || !isSingle ? own : records.filter(({ relativePath }) => depthOf(relativePath) === 1);
    return found
      .slice(0, mostRecords)
      .map(({ relativePath }) => readRecord(parseJson(readers.readHead(relativePath, largestRecord))));
  }

  /** A text that is called like one of the models is that one's alone. */
  function findTexts({ name }: SceneGroup): Note[] {
    return texts.flatMap(({ path, note }) => {
      const owner = [...stems].find((stem) =>
        ` ${baseOf(path)
          .toLowerCase()
          .replace(/[\s_.-]+/g, ' ')} `.startsWith(` ${stem} `),
      );
      if (owner === name.stem || isSingle) return [note];
      return owner === undefined ? [toLicenceNote(note)] : [];
    });
  }

  return (group: SceneGroup): readonly Note[] => {
    const assets = group.scenes.map((scene) => readGltfAsset(inspectionOf(scene)?.asset));
    const heads = [...new Set([...group.scenes, ...commented])]
      .filter((path) => isCommented(path) && readSceneName(path).stem === group.name.stem)
      .slice(0, mostRecords)
      .map((path) => readComments(readers.readComments(path) ?? ''));
    return [...findRecords(group), ...assets, ...findTexts(group), ...heads, ...above];
  };
}
