import type { ModelRecord } from '../contract/catalogue/discovery.ts';
import type { DiscoveryQuery } from '../contract/catalogue/discovery-query.ts';
import type { Lod } from '../contract/limits.ts';
import { textOf, type Words } from '../contract/sentence.ts';

/** Why a source did not answer. */
export class SourceFault extends Error {
  override readonly name = 'SourceFault';
  readonly reason: Words;
  /** It waits for its turn: too many requests, here or there. */
  readonly retryAfterSeconds: number | null;
  /** It has no such model or file. */
  readonly isMissing: boolean;

  constructor(reason: Words, { retryAfterSeconds = null as number | null, isMissing = false } = {}) {
    super(textOf(reason));
    this.reason = reason;
    this.retryAfterSeconds = retryAfterSeconds;
    this.isMissing = isMissing;
  }
}

type Facts =
  | 'description'
  | 'category'
  | 'subcategory'
  | 'tags'
  | 'formats'
  | 'lods'
  | 'triCount'
  | 'sizeBytes';

/** A model as a source tells it; what it does not tell is absent. */
export type SourceHit = Partial<Pick<ModelRecord, Facts | 'animated' | 'rigged' | 'priceUsd'>> & {
  readonly id: string;
  readonly title: string;
  /** The licence in words; null where the source names none. */
  readonly license: string | null;
  readonly authors: readonly string[];
  /** Its page at the source. */
  readonly page: string;
};

export type SourceFile = {
  /** Begins with the topology folder. */
  readonly relativePath: string;
  readonly format: string;
  readonly lod: Lod;
  readonly role: 'scene' | 'texture' | 'support';
  readonly sizeBytes: number;
  readonly sha256: string | null;
  readonly md5: string | null;
  /** Paths of the files that a scene needs. */
  readonly needs: readonly string[];
  /** Where it is now; null where the source has to be asked. */
  readonly url: string | null;
};

export type SourceModel = SourceHit & { readonly files: readonly SourceFile[] };

type SourceQuery = DiscoveryQuery & { readonly words: string };

/** Another catalogue. Everything throws SourceFault. */
export type Source = {
  /** Parameters of a search besides its words that it obeys. */
  readonly filters: ReadonlySet<string>;
  /** The best matches, best first. */
  search(query: SourceQuery): Promise<readonly SourceHit[]>;
  /** A model with its exact files, as they are now. */
  inventory(id: string): Promise<SourceModel>;
  /** Addresses of a scene file and the files it needs, by path. */
  open(id: string, files: readonly SourceFile[]): Promise<ReadonlyMap<string, string>>;
};

/** For sources whose inventory has the addresses. */
export const openListed: Source['open'] = async (_id, files) =>
  new Map(files.map(({ relativePath, url }) => [relativePath, url ?? '']));

/** Asks once for what many need, and keeps it for some minutes. */
export type Keep = <T extends object>(key: string, make: () => Promise<T>) => Promise<T>;

/** As many matches of one source are shown; more words find the others. */
export const mostHits = 24;
