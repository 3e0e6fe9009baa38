import type { Addresses } from '../addresses.ts';
import type { DiscoveryQuery, ModelDetails } from '../contract/discovery.ts';
import { lods } from '../contract/limits.ts';
import type { Db } from '../db/open-database.ts';
import { toInventoryEntry } from '../downloads/inventory-entry.ts';
import type { Handlers } from '../http/bind.ts';
import { createFacets } from './facets.ts';
import { posterSizes, toModelRecord, toPosterUrl } from './model-row.ts';
import type { InventoryFile, Models } from './models.ts';
import { createSearch, type Page } from './search.ts';
import { createSelect } from './selection.ts';

type Parts = { readonly db: Db; readonly models: Models; readonly addresses: Addresses };

const since = (start: number) => Math.round((performance.now() - start) * 100) / 100;

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

export function createDiscoveryHandlers({
  db,
  models,
  addresses,
}: Parts): Pick<Handlers, 'browse' | 'search' | 'filters' | 'model'> {
  const select = createSelect(db);
  const search = createSearch(db);
  const countFacets = createFacets(db);
  const describe = (query: DiscoveryQuery, { total, limit, offset, found }: Page, start: number) => {
    const words = query.q ?? query.query;
    return {
      ok: true,
      total,
      hasMore: offset + found.length < total,
      limit,
      offset,
      ...(words !== undefined && { query: words }),
      tookMs: since(start),
    } as const;
  };

  return {
    browse: ({ query }) => {
      const start = performance.now();
      const page = search(select(query), query, 'popular');
      return {
        ...describe(query, page, start),
        results: page.found.map(({ row }) => toModelRecord(row, addresses)),
      };
    },
    search: ({ query }) => {
      const start = performance.now();
      const page = search(select(query), query, 'relevance');
      const results = page.found.map(({ row, lexicalScore }) => ({
        ...toModelRecord(row, addresses),
        score: lexicalScore,
        lexicalScore,
        embeddingScore: null,
      }));
      return { ...describe(query, page, start), results };
    },
    filters: ({ query }) => countFacets(select(query)),
    model: ({ params }) => {
      const row = models.get(params.guid);
      const record = toModelRecord(row, addresses);
      const posters = row.hasPoster
        ? posterSizes.map((size) => ({ size, url: toPosterUrl(addresses, row.guid, size) }))
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
