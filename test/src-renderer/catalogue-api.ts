import type { ModelDetails } from '../../server/contract/discovery.ts';
import type { AppError } from '../../server/contract/errors.ts';
import type { InputOf, OutputOf } from '../../server/contract/index.ts';
import type { CatalogueApi } from '../../src-renderer/api/api.ts';
import { answerFilters, answerPage } from './site/answer-discovery.ts';
import { makeCatalogue, makeDetails } from './site/catalogue.ts';

type Query = InputOf<'browse'>;
export type CatalogueCall = { readonly name: string; readonly query: Query };

/** The catalogue's calls over models in memory; every answer waits until the test lets it go. */
export function createCatalogueApi(count: number) {
  const calls: CatalogueCall[] = [];
  const state = { records: makeCatalogue(count), held: null as null | (() => void)[] };
  const failures = new Map<string, AppError>();

  const pass = async (name: string, query: Query): Promise<void> => {
    calls.push({ name, query });
    if (state.held !== null) await new Promise<void>((resolve) => state.held?.push(resolve));
    const failure = failures.get(`${name} ${query.offset ?? ''}`) ?? failures.get(name);
    if (failure !== undefined) throw failure;
  };
  const read = (query: Query): OutputOf<'browse'> => ({
    ...answerPage(state.records, toParams(query)),
    ok: true,
  });
  return { calls, state, failures, pass, read };
}
