import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Db } from '../../../server/base/db/open-database.ts';
import { createAddresses } from '../../../server/base/http/addresses.ts';
import { toSlug } from '../../../server/base/text.ts';
import { createRecords } from '../../../server/catalogue/records.ts';
import type { EngineQuery, FacetName } from '../../../server/catalogue/search/engine/engine-types.ts';
import { createSearchEngine } from '../../../server/catalogue/search/engine/search-engine.ts';
import { readConfig } from '../../../server/config.ts';
import { type Contender, ownCpu, pageSize, sharedFacets } from './contender.ts';
import type { BenchQuery } from './queries.ts';

const toEngineQuery = ({ words, filters }: BenchQuery): Omit<EngineQuery, 'facets'> => {
  const { category, license, ...rest } = filters;
  return {
    words: words.length === 0 ? null : words.join(' '),
    sort: words.length === 0 ? 'popular' : 'relevance',
    limit: pageSize,
    offset: 0,
    filters: {
      ...rest,
      ...(category !== undefined && { categories: [toSlug(category)] }),
      ...(license !== undefined && { licenses: [license] }),
    },
  };
};

const sizeOfIndex = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.startsWith('search.'))
    .reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);

type Parts = { readonly db: Db; readonly folder: string; readonly count: number };
export type OurContenders = {
  readonly engine: ReturnType<typeof createSearchEngine>;
  /** With the facets that all contenders count. */
  readonly compared: Contender;
  /** With every facet that the catalogue has. */
  readonly withAllFacets: Contender;
};

const Loaded = z.object({ milliseconds: z.number(), bytes: z.number() });

/** Opens the finished index in another process: the time until it serves, and the memory it takes there. */
export function measureLoad(folder: string) {
  const child = path.join(import.meta.dirname, 'load-child.ts');
  const printed = execFileSync(process.execPath, ['--expose-gc', child, folder], { encoding: 'utf8' });
  return Loaded.parse(JSON.parse(printed.trim().split('\n').at(-1) ?? ''));
}

/** The server's engine, and the page as the text that is sent. */
export async function openOurs({ db, folder, count }: Parts): Promise<OurContenders> {
  const start = performance.now();
  const engine = createSearchEngine({ db, dataDir: folder });
  await engine.ready;
  const speed = count / ((performance.now() - start) / 1000);
  const addresses = createAddresses(readConfig({ LODESTOCK_DATA_DIR: folder }));
  const records = createRecords({
    db,
    addresses,
    seq: engine.seq,
    onMissingPoster: () => {},
    maxBytes: 32 * 1024 * 1024,
  });
  const answerWith = (names: readonly FacetName[] | null) => async (query: BenchQuery) => {
    const asked = { ...toEngineQuery(query), ...(names && { facets: names }) };
    // As in the server, where they are two requests, the page is put together while the facets are counted.
    const put = async () => {
      const { hits, total } = await engine.search(asked);
      return { rows: hits.map((hit) => records.written(hit.modelId)).length, total };
    };
    const [page, facets] = await Promise.all([put(), engine.facets(asked)]);
    if (facets.total !== page.total) throw new Error(`the facets count ${facets.total} of ${page.total}`);
    return page;
  };
  const toContender = (name: string, names: readonly FacetName[] | null): Contender => ({
    name,
    forgivesTypos: true,
    answer: answerWith(names),
    // Words are remembered until the next words, listings until the catalogue changes.
    forget: async ({ words }) => {
      if (words.length === 0) await engine.apply();
    },
    cpu: ownCpu,
    // The index is written after it serves.
    get bytes() {
      return sizeOfIndex(folder);
    },
    speed,
    close: () => engine.close(),
  });
  return {
    engine,
    compared: toContender('Lodestock', sharedFacets),
    withAllFacets: toContender('Lodestock, all eleven facets', null),
  };
}
