import type { Facets, ModelRecord } from '../../../../server/contract/catalogue/discovery.ts';
import { AppError } from '../../../../server/contract/errors.ts';
import type { CatalogueApi } from '../../../api/api.ts';
import type { Selection, Sort } from './selection.ts';
import { toQuery } from './selection-query.ts';

export type ModelPage = {
  readonly total: number;
  /** The server's order of the results; absent if it does not say. */
  readonly sort?: Sort | undefined;
  readonly results: readonly ModelRecord[];
  readonly suggestions?: readonly string[] | undefined;
  readonly corrections?: readonly Correction[] | undefined;
};
/** A word that no model has, and the words searched for instead. */
export type Correction = { readonly from: string; readonly to: readonly string[] };
type Part = { readonly limit: number; readonly offset: number; readonly signal: AbortSignal };

export type ModelSource = {
  readPage(selection: Selection, part: Part): Promise<ModelPage>;
  /** Null if there are no filters. */
  readFacets(selection: Selection, signal: AbortSignal): Promise<Facets | null>;
};

export const createCatalogueSource = (api: CatalogueApi): ModelSource => ({
  readPage: (selection, { signal, ...part }) => {
    const input = { ...toQuery(selection), ...part };
    return input.q === undefined
      ? api.call('browse', input, { signal })
      : api.call('search', input, { signal });
  },
  readFacets: (selection, signal) => api.call('filters', toQuery(selection), { signal }),
});

const parallel = 6;

/** The models of one of the user's lists, in its order; skips those that the server no longer has. */
export function createKeptSource(
  api: Pick<CatalogueApi, 'call'>,
  readGuids: () => readonly string[],
): ModelSource {
  let all: Promise<readonly ModelRecord[]> | null = null;

  const readOne = async (guid: string, signal: AbortSignal): Promise<ModelRecord | null> => {
    try {
      return await api.call('model', { guid }, { signal });
    } catch (error) {
      if (error instanceof AppError && error.code === 'MODEL_NOT_FOUND') return null;
      throw error;
    }
  };
  const readAll = async (signal: AbortSignal): Promise<readonly ModelRecord[]> => {
    const guids = readGuids();
    const found: (ModelRecord | null)[] = [];
    for (let first = 0; first < guids.length; first += parallel) {
      const some = guids.slice(first, first + parallel);
      found.push(...(await Promise.all(some.map((guid) => readOne(guid, signal)))));
    }
    return found.filter((model) => model !== null);
  };
  return {
    async readPage(_selection, { limit, offset, signal }) {
      if (offset === 0 || all === null) all = readAll(signal);
      const found = await all;
      return { total: found.length, results: found.slice(offset, offset + limit) };
    },
    readFacets: async () => null,
  };
}
