import type { ModelData } from '../../catalogue/model/model-data.ts';
import type { Problem } from '../../catalogue/write/problems.ts';
import type { BlendFacts } from '../../inspect/blend/blend-facts.ts';

/** What was learnt of a folder at an earlier visit; `facts` are null as long as only the stamp is to be compared. */
export type KnownFolder = { readonly stamp: string; readonly facts: string | null };

/** Asks a thread to look at one folder of the library. */
export type VisitJob = {
  readonly libraryDir: string;
  /** Relative to the library; empty for the library itself. */
  readonly folder: string;
  readonly known: KnownFolder | null;
  readonly defaultPriceCents: number;
  /** How long a folder must have been left alone before it is read, in milliseconds. */
  readonly quietMs: number;
  /** The stamp of files that were watched long enough, whatever their times say. */
  readonly settledStamp: string | null;
  /** Files over which a thread was lost, each with the problem to list; they are only hashed. */
  readonly distrusted: Readonly<Record<string, string>>;
};

/** The guids that a model's folder claims, by where they are written. */
export type Claims = {
  readonly given: string | null;
  readonly sidecar: string | null;
  readonly named: string | null;
};

/** A model as its folder tells it, before it has a guid. */
export type ModelDraft = Omit<ModelData, 'guid'>;

export type BlendFile = { readonly sha256: string; readonly blend: BlendFacts };
export type LargeFile = { readonly sha256: string; readonly leaves: readonly string[] };

export type ReadModel = {
  readonly kind: 'model';
  readonly stamp: string;
  readonly facts: string;
  readonly claims: Claims;
  /** null when there is nothing to publish, which is then one of the problems. */
  readonly draft: ModelDraft | null;
  /** It could be published, but for a price or licence that cannot be read. */
  readonly isHeld: boolean;
  readonly largeFiles: readonly LargeFile[];
  readonly blendFiles: readonly BlendFile[];
  readonly problems: readonly Problem[];
  /** Whether something could not be read that may be readable again later. */
  readonly isPartial: boolean;
  /** How many files were read now. */
  readonly filesRead: number;
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
  /** The stamp is another one; ask again with the facts. */
  | { readonly kind: 'changed' }
  /** Somebody is still writing into it. */
  | { readonly kind: 'unsettled'; readonly stamp: string }
  | ReadModel;

/** `watchable` are the folders to be watched for what was seen, relative to the library. */
export type Visited = Outcome & { readonly watchable: readonly string[] };

/** Asks a thread to write the guids of these folders into their sidecars. */
export type KeepGuidsJob = {
  readonly libraryDir: string;
  readonly guids: readonly { readonly folder: string; readonly guid: string }[];
};

/** The stamp of each sidecar as it was written; null where the folder takes none. */
export type KeptGuids = readonly (string | null)[];
