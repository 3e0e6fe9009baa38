import type { Problem } from '../../catalogue/write/problems.ts';
import { folderOf } from '../../contract/relative-path.ts';
import type { Words } from '../../contract/sentence.ts';
import { type LibraryPlaces, placeOnDisk, plainPlaces, type Unpacked } from '../../files/library-places.ts';
import type { BlendFacts } from '../../inspect/blend/blend-facts.ts';
import type { ModelDraft } from '../corrections/edits.ts';
import type { FolderRules } from '../corrections/rules.ts';
import { type Twins, toTwinsName } from '../recognise/twins.ts';
import { joinPath } from './folders/look-at-files.ts';

/** What is stored of an earlier visit; `facts` are null while only the stamp matters. */
export type KnownFolder = {
  readonly stamp: string;
  readonly facts: string | null;
  /** null: it is one model in topology folders. */
  readonly recognised: Recognised | null;
};

/** What was found in a folder without topology folders. */
export type Recognised = {
  /** The `folder` of each of its models, published or not. */
  readonly models: readonly string[];
  /** Files and folders elsewhere in the library that they depend on. */
  readonly elsewhere: readonly string[];
};

/** Files that a folder shares with the models below it, relative to the library. */
export type Shared = {
  /** Texture folders and texture archives. */
  readonly textures: readonly string[];
  /** Licences, readmes and credits. */
  readonly texts: readonly string[];
  /** True if the only things in it that can hold models are one folder or archive, or one set of twins. */
  readonly isSole?: boolean;
  /** The folder itself if it has one folder per model; absent if its folders are shelves. */
  readonly ones?: string;
};

/** What an ancestor folder shares; `isAlone` if the models below are the only ones in it. */
export type SharedAbove = Shared & { readonly isAlone: boolean };

/** Job for a thread: visit one folder of the library. */
export type VisitJob = {
  readonly libraryDir: string;
  /** Relative to the library, which is ''. */
  readonly folder: string;
  /** Visit only these folders and archives in it, which are one thing in several formats; null: all. */
  readonly twins: Twins | null;
  /** The archives that contain it, innermost first, or those of the twins. */
  readonly unpacked: readonly Unpacked[];
  readonly known: KnownFolder | null;
  /** Names of archives in it that count as texture folders; they are among the unpacked. */
  readonly packed: readonly string[];
  readonly rules: FolderRules | null;
  /** Finds models outside topology folders as well. */
  readonly isRecognising: boolean;
  /** What ancestor folders share, nearest first. */
  readonly above: readonly SharedAbove[];
  readonly defaultPriceCents: number | null;
  /** How long a folder must be left alone before it is read, in milliseconds. */
  readonly quietMs: number;
  /** The stamp of files that were watched long enough, even if their times are recent. */
  readonly settledStamp: string | null;
  /** Number of pictures left to draw, shared by all threads. */
  readonly pictureRoom: Int32Array;
  /** Files to read even if their marks are unchanged, relative to the folder. */
  readonly rereads: readonly string[] | 'all';
  /** Files that crashed a thread, each with the problem to list; they are only hashed. */
  readonly distrusted: Readonly<Record<string, Words>>;
};

/** Locates paths of the library on disk, within the limits of this job. */
export const placesOf = ({
  libraryDir,
  unpacked,
}: Pick<VisitJob, 'libraryDir' | 'unpacked'>): LibraryPlaces => plainPlaces(libraryDir, unpacked);

export const diskOf = (
  { libraryDir, unpacked }: Pick<VisitJob, 'libraryDir' | 'unpacked'>,
  place: string,
): string => placeOnDisk(libraryDir, unpacked, place);

/** Returns the folder's name in the catalogue and in stored visits, as the path of its only model. */
export const unitOf = ({ folder, twins }: Pick<VisitJob, 'folder' | 'twins'>): string =>
  twins === null ? folder : joinPath(folder, toTwinsName(twins));

/** Returns true if the parent folder has one folder per model and this is one of them. */
export function isAmongOnes({ folder, twins, above }: Pick<VisitJob, 'folder' | 'twins' | 'above'>): boolean {
  if (folder === '' || twins !== null) return false;
  const parent = folderOf(folder);
  return above.some(({ ones }) => ones === parent);
}

/** Returns the texts that may name the licence, nearest first. */
export const textsOf = (above: readonly SharedAbove[]) => above.flatMap(({ texts }) => texts);

/** The guids that a model's folder claims, by source. */
export type Claims = {
  readonly given: string | null;
  readonly sidecar: string | null;
  readonly named: string | null;
};

export type BlendFile = { readonly sha256: string; readonly blend: BlendFacts };
export type LargeFile = { readonly sha256: string; readonly leaves: readonly string[] };

/** A small picture of a model (server/posters/sketches.ts), WebP. */
export type Picture = { readonly tag: string; readonly picture: Uint8Array };

export type ReadModel = {
  readonly kind: 'model';
  readonly stamp: string;
  readonly facts: string;
  readonly claims: Claims;
  /** Fields that its product.json declares. */
  readonly ownFields: readonly string[];
  /** null if there is nothing to publish; a problem then says why. */
  readonly draft: ModelDraft | null;
  /** True if it is publishable except for a price or licence that cannot be read. */
  readonly isHeld: boolean;
  readonly largeFiles: readonly LargeFile[];
  readonly blendFiles: readonly BlendFile[];
  readonly pictures?: readonly Picture[];
  readonly problems: readonly Problem[];
  /** True if something could not be read but may become readable later. */
  readonly isPartial: boolean;
  readonly filesRead: number;
};

/** A model found in a folder without topology folders. */
export type RecognisedDraft = {
  readonly claims: Claims;
  readonly draft: ModelDraft;
  /** Equal for the same files, even under other names. */
  readonly content: string;
  /** Its scene files, relative to the library. */
  readonly scenes: readonly string[];
  /** The guid that an admin wants it to keep. */
  readonly wanted: string | null;
};

export type ReadUnit = Pick<
  ReadModel,
  | 'stamp'
  | 'facts'
  | 'ownFields'
  | 'isHeld'
  | 'largeFiles'
  | 'blendFiles'
  | 'pictures'
  | 'problems'
  | 'isPartial'
  | 'filesRead'
> & {
  readonly kind: 'models';
  readonly recognised: Recognised;
  readonly drafts: readonly RecognisedDraft[];
};

type Outcome =
  | {
      readonly kind: 'container';
      readonly folders: readonly string[];
      readonly isEmpty: boolean;
      readonly problems: readonly Problem[];
    }
  | { readonly kind: 'gone' }
  | { readonly kind: 'unreadable'; readonly reason: string }
  | { readonly kind: 'unchanged' }
  /** The stamp has changed; visit again with the facts. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'unsettled'; readonly stamp: string }
  | ReadModel
  | ReadUnit;

export type Visited = Outcome & {
  /** Folders to watch, relative to the library. */
  readonly watchable: readonly string[];
  /** Folders below a folder of recognised models that are not part of it. */
  readonly beneath?: readonly string[];
  /** Twins in it, which are not in the other lists here. */
  readonly twins?: readonly Twins[];
  /** Archives in it, relative to the library. */
  readonly archives?: readonly string[];
  readonly shared?: Shared;
};

/** Job for a thread: write the guids of these folders into their sidecars. */
export type KeepGuidsJob = {
  readonly libraryDir: string;
  readonly guids: readonly { readonly folder: string; readonly guid: string }[];
};

/** The stamp of each sidecar as written; null for a read-only folder. */
export type KeptGuids = readonly (string | null)[];
