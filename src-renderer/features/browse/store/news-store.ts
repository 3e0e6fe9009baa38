import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Words } from '../../../../server/contract/sentence.ts';

export type Progress = { readonly done: number; readonly total: number };

/** Changes of the catalogue while it is open. */
type NewsState = {
  /** Progress of the first scan; null if none is running. */
  readonly reading: Progress | null;
  /** New models that are not shown yet. */
  readonly added: number;
  /** New models since the last visit, and when that was (ISO 8601). */
  readonly since: { readonly at: string; readonly count: number } | null;
  /** Why posters are not rendered, for users who can fix it. */
  readonly postersWait: Words | null;
  /** True if the server queries other catalogues. */
  readonly hasSources: boolean;
};
export type NewsStore = StoreApi<NewsState>;

export const createNewsStore = (): NewsStore =>
  createStore<NewsState>()(() => ({
    ...{ reading: null, added: 0, since: null, postersWait: null, hasSources: false },
  }));
