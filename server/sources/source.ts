import type { ModelRecord } from '../contract/catalogue/discovery.ts';
import type { DiscoveryQuery } from '../contract/catalogue/discovery-query.ts';
import type { Lod } from '../contract/limits.ts';
import { textOf, type Words } from '../contract/sentence.ts';

export class SourceFault extends Error {
  override readonly name = 'SourceFault';
  readonly reason: Words;
  /** Seconds to wait after too many requests, here or there; null for other faults. */
  readonly retryAfterSeconds: number | null;
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

/** A model as a source describes it; unknown facts are absent. */
export type SourceHit = Partial<Pick<ModelRecord, Facts | 'animated' | 'rigged' | 'priceUsd'>> & {
  readonly id: string;
  readonly title: string;
  /** The licence's name; null if the source names none. */
  readonly license: string | null;
  readonly authors: readonly string[];
  readonly page: string;
};

export type SourceFile = {
  /** Starts with the topology folder. */
  readonly relativePath: string;
  readonly format: string;
  readonly lod: Lod;
  readonly role: 'scene' | 'texture' | 'support';
  readonly sizeBytes: number;
  readonly sha256: string | null;
  readonly md5: string | null;
  readonly needs: readonly string[];
  /** Its current URL; null if the source must be asked. */
  readonly url: string | null;
};

export type SourceModel = SourceHit & { readonly files: readonly SourceFile[] };

type SourceQuery = DiscoveryQuery & { readonly words: string };

/** Another catalogue. Everything throws SourceFault. */
export type Source = {
  /** Search filters that it supports. */
  readonly filters: ReadonlySet<string>;
  /** Best matches first. */
  search(query: SourceQuery): Promise<readonly SourceHit[]>;
  /** A model with its exact current files. */
  inventory(id: string): Promise<SourceModel>;
  /** URLs of a scene file and its support files, by path. */
  open(id: string, files: readonly SourceFile[]): Promise<ReadonlyMap<string, string>>;
};

/** For sources whose inventory contains the URLs. */
export const openListed: Source['open'] = async (_id, files) =>
  new Map(files.map(({ relativePath, url }) => [relativePath, url ?? '']));

/** Shares answers between callers and caches them for some minutes. */
export type Keep = <T extends object>(key: string, make: () => Promise<T>) => Promise<T>;

/** Maximum matches shown per source; more search words find the others. */
export const mostHits = 24;
