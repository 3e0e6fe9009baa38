import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Words } from '../../../../server/contract/sentence.ts';

export type Progress = { readonly done: number; readonly total: number };

/** Changes of the catalogue while a person looks at it. */
type NewsState = {
  /** How far the first reading of the library is; null while there is none. */
  readonly reading: Progress | null;
  /** Models that came since, and are not shown yet. */
  readonly added: number;
  /** Models that came since the last visit, and when that was (ISO 8601). */
  readonly since: { readonly at: string; readonly count: number } | null;
  /** Why posters are not rendered, for those who can do something about it. */
  readonly postersWait: Words | null;
  /** Whether the server asks other catalogues. */
  readonly hasSources: boolean;
};
export type NewsStore = StoreApi<NewsState>;

export const createNewsStore = (): NewsStore =>
  createStore<NewsState>()(() => ({
    ...{ reading: null, added: 0, since: null, postersWait: null, hasSources: false },
  }));
