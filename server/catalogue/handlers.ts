import type { Addresses } from '../addresses.ts';
import type { ModelDetails } from '../contract/discovery.ts';
import type { DiscoveryQuery } from '../contract/discovery-query.ts';
import { limits, lods } from '../contract/limits.ts';
import { toInventoryEntry } from '../downloads/inventory-entry.ts';
import { type ReadyAnswer, readyAnswer } from '../http/ready-answer.ts';
import type { SearchEngine } from './engine/search-engine.ts';
import { toEngineQuery, wordsOf } from './engine-query.ts';
import type { Fragments } from './fragments.ts';
import { allScores, noScores, scoreOnly, writeListing } from './listing.ts';
import { posterSizes, toModelRecord, toPosterUrl } from './model-row.ts';
import type { InventoryFile, Models } from './models.ts';
import type { Ranking } from './ranked-search.ts';

type Parts = {
  readonly models: Models;
  readonly addresses: Addresses;
  readonly engine: SearchEngine;
  readonly ranking: Ranking;
  readonly fragments: Fragments;
};

type Asked = { readonly query: DiscoveryQuery };
type AskedModel = { readonly params: { readonly guid: string } };

/** The public discovery routes; they need nothing of HTTP, so that others may ask as well. */
export type DiscoveryHandlers = {
  readonly browse: (request: Asked) => Promise<ReadyAnswer>;
  readonly search: (request: Asked) => Promise<ReadyAnswer>;
  readonly similar: (
    request: AskedModel & { readonly query: { readonly limit?: number | undefined } },
  ) => Promise<ReadyAnswer>;
  readonly filters: (request: Asked) => Promise<ReadyAnswer>;
  readonly model: (request: AskedModel) => ModelDetails;
};

/** The topologies of a model that have files, lightest first. */
export function groupByTopology<F extends InventoryFile>(files: readonly F[]) {
  return lods.flatMap((lod) => {
    const own = files.filter((file) => file.lod === lod);
    const folder = own[0]?.topologyFolder;
    if (folder === undefined) return [];
    const formats = [
      ...new Set(own.filter((file) => file.role === 'scene').map((file) => file.format)),
    ].sort();
    return [{ lod, folder, formats, files: own }];
  });
}

function toTopologies(guid: string, files: readonly InventoryFile[]): ModelDetails['topologies'] {
  const sizes = new Map(files.map((file) => [file.relativePath, file.sizeBytes]));
  return groupByTopology(files).map((topology) => ({
    ...topology,
    files: topology.files.map((file) => ({
      ...toInventoryEntry(guid, file),
      supportFilesCount: file.needs.length,
      supportBytes: file.needs.reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0),
    })),
  }));
}

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);

export function createDiscoveryHandlers({
  models,
  addresses,
  engine,
  ranking,
  fragments,
}: Parts): DiscoveryHandlers {
  const list = async (query: DiscoveryQuery, sort: 'popular' | 'relevance') => {
    const start = performance.now();
    const wanted = toEngineQuery(query, sort);
    const page = await ranking.search(wanted);
    const asked = { ...wanted, words: wordsOf(query) };
    const scores = sort === 'relevance' ? allScores : noScores;
    return writeListing(fragments, { page, asked, start, scores });
  };

  return {
    browse: ({ query }) => list(query, 'popular'),
    search: ({ query }) => list(query, 'relevance'),
    similar: async ({ params, query }) => {
      const start = performance.now();
      const { id } = models.get(params.guid);
      const { max, default: usual } = limits.similar;
      const limit = clamp(query.limit ?? usual, 1, max);
      const page = await ranking.similar(id, limit);
      const asked = { limit, offset: 0, words: undefined };
      return writeListing(fragments, { page, asked, start, scores: scoreOnly });
    },
    filters: async ({ query }) => {
      const facets = await engine.facets(toEngineQuery(query, 'relevance'));
      return readyAnswer(JSON.stringify({ ok: true, ...facets }));
    },
    model: ({ params }) => {
      const row = models.get(params.guid);
      const record = toModelRecord(row, addresses);
      const posters =
        row.posterTag !== null
          ? posterSizes.map((size) => ({ size, url: toPosterUrl(addresses, row, size) }))
          : [];
      return {
        ok: true,
        ...record,
        attribution: row.attribution,
        posters,
        topologies: toTopologies(row.guid, models.files(row.id)),
      };
    },
  };
}
