import type { Problem } from '../../catalogue/write/problems.ts';
import { folderOf } from '../../contract/relative-path.ts';
import type { Words } from '../../contract/sentence.ts';
import { type LibraryPlaces, placeOnDisk, plainPlaces, type Unpacked } from '../../files/library-places.ts';
import type { BlendFacts } from '../../inspect/blend/blend-facts.ts';
import type { ModelDraft } from '../corrections/edits.ts';
import type { FolderRules } from '../corrections/rules.ts';
import { type Twins, toTwinsName } from '../recognise/twins.ts';
import { joinPath } from './folders/look-at-files.ts';

/** The memory of an earlier visit; `facts` stay null while only the stamp matters. */
export type KnownFolder = {
  readonly stamp: string;
  readonly facts: string | null;
  /** null: it is one model in topology folders. */
  readonly recognised: Recognised | null;
};

/** The result for a folder without topology folders. */
export type Recognised = {
  /** The `folder` of each of its models, published or not. */
  readonly models: readonly string[];
  /** Files and folders elsewhere in the library that they depend on. */
  readonly elsewhere: readonly string[];
};

/** A folder's shared files for the models beneath it, by paths from the library. */
export type Shared = {
  /** Folders of textures, and archives of them. */
  readonly textures: readonly string[];
  /** Licences, readmes and credits. */
  readonly texts: readonly string[];
  /** Whether all that is in it and holds models is one folder, archive, or several of these that are twins. */
  readonly isSole?: boolean;
  /** The folder itself, where it has a folder for each model; absent where its folders are shelves. */
  readonly ones?: string;
};

/** What a folder above another has, and whether the models of that one are the only ones in it. */
export type SharedAbove = Shared & { readonly isAlone: boolean };

/** Asks a thread to look at one folder of the library. */
export type VisitJob = {
  readonly libraryDir: string;
  /** Relative to the library; empty for the library itself. */
  readonly folder: string;
  /** Only these folders and archives in it, which are one thing in several formats; null: all. */
  readonly twins: Twins | null;
  /** The archives that it is in, the innermost first, or those of the twins. */
  readonly unpacked: readonly Unpacked[];
  readonly known: KnownFolder | null;
  /** Archives in it that are folders of textures, by name; they are among the unpacked. */
  readonly packed: readonly string[];
  /** An admin's correction; null: none. */
  readonly rules: FolderRules | null;
  /** Whether models are found in other folders than topology folders. */
  readonly isRecognising: boolean;
  /** The shared files of the folders above, nearest first. */
  readonly above: readonly SharedAbove[];
  readonly defaultPriceCents: number | null;
  /** How long a folder must have been left alone before it is read, in milliseconds. */
  readonly quietMs: number;
  /** The stamp of files that were watched long enough, even if their times are recent. */
  readonly settledStamp: string | null;
  /** How many pictures may still be drawn, shared by all threads. */
  readonly pictureRoom: Int32Array;
  /** Files to read even if their marks are unchanged, by their path from the folder. */
  readonly rereads: readonly string[] | 'all';
  /** Files over which a thread was lost, each with the problem to list; they are only hashed. */
  readonly distrusted: Readonly<Record<string, Words>>;
};

/** Where the places of the library are on the disk, as far as this job may look at them. */
export const placesOf = ({
  libraryDir,
  unpacked,
}: Pick<VisitJob, 'libraryDir' | 'unpacked'>): LibraryPlaces => plainPlaces(libraryDir, unpacked);

/** The same for one place. */
export const diskOf = (
  { libraryDir, unpacked }: Pick<VisitJob, 'libraryDir' | 'unpacked'>,
  place: string,
): string => placeOnDisk(libraryDir, unpacked, place);

/** The folder's name in the catalogue and in the memory, as the place of its only model. */
export const unitOf = ({ folder, twins }: Pick<VisitJob, 'folder' | 'twins'>): string =>
  twins === null ? folder : joinPath(folder, toTwinsName(twins));

/** Whether the folder above has a folder for each model, as far as it is one of these. */
export function isAmongOnes({ folder, twins, above }: Pick<VisitJob, 'folder' | 'twins' | 'above'>): boolean {
  if (folder === '' || twins !== null) return false;
  const parent = folderOf(folder);
  return above.some(({ ones }) => ones === parent);
}

/** The texts that may name the licence, nearest first. */
export const textsOf = (above: readonly SharedAbove[]) => above.flatMap(({ texts }) => texts);

/** The guids that a model's folder claims, by where they are written. */
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
  /** The fields that its product.json says. */
  readonly said: readonly string[];
  /** null when there is nothing to publish, which is then one of the problems. */
  readonly draft: ModelDraft | null;
  /** It could be published, but for a price or licence that cannot be read. */
  readonly isHeld: boolean;
  readonly largeFiles: readonly LargeFile[];
  readonly blendFiles: readonly BlendFile[];
  /** Small pictures that were drawn along. */
  readonly pictures?: readonly Picture[];
  readonly problems: readonly Problem[];
  /** Whether something could not be read that may be readable again later. */
  readonly isPartial: boolean;
  /** How many files were read now. */
  readonly filesRead: number;
};

/** A model that was found in a folder without topology folders. */
export type RecognisedDraft = {
  readonly claims: Claims;
  readonly draft: ModelDraft;
  /** Equal for the same files, even under other names. */
  readonly content: string;
  /** Where its scene files lie, relative to the library. */
  readonly scenes: readonly string[];
  /** The guid that an admin wants it to keep. */
  readonly wanted: string | null;
};

export type ReadUnit = Pick<
  ReadModel,
  | 'stamp'
  | 'facts'
  | 'said'
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
  /** The stamp has changed; ask again with the facts. */
  | { readonly kind: 'changed' }
  /** The folder is still being written. */
  | { readonly kind: 'unsettled'; readonly stamp: string }
  | ReadModel
  | ReadUnit;

export type Visited = Outcome & {
  /** The folders to be watched for what was seen, relative to the library. */
  readonly watchable: readonly string[];
  /** Folders beneath a folder of recognised models that are no part of it. */
  readonly beneath?: readonly string[];
  /** Folders and archives in it that are one thing in several formats, and are no part of the others listed here. */
  readonly twins?: readonly Twins[];
  /** Archives in it, relative to the library. */
  readonly archives?: readonly string[];
  /** Shared files for the folders beneath. */
  readonly shared?: Shared;
};

/** Asks a thread to write the guids of these folders into their sidecars. */
export type KeepGuidsJob = {
  readonly libraryDir: string;
  readonly guids: readonly { readonly folder: string; readonly guid: string }[];
};

/** The stamp of each sidecar as it was written; null where the folder takes none. */
export type KeptGuids = readonly (string | null)[];
