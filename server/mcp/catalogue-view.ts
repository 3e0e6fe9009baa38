import { z } from 'zod';
import type { DiscoveryHandlers } from '../catalogue/handlers.ts';
import { Facets, ModelRecord } from '../contract/discovery.ts';
import type { DiscoveryQuery } from '../contract/discovery-query.ts';

const Listing = z.object({
  total: z.number(),
  hasMore: z.boolean(),
  suggestions: z.array(z.string()).optional(),
  results: z.array(
    ModelRecord.pick({
      guid: true,
      title: true,
      category: true,
      license: true,
      licenseType: true,
      priceUsd: true,
      animated: true,
      rigged: true,
      triCount: true,
      formats: true,
      lods: true,
      sizeBytes: true,
      previewMediumUrl: true,
    }),
  ),
});
export type Listing = z.infer<typeof Listing>;

const Categories = Facets.pick({ total: true, categories: true });

/** What the tools ask the catalogue: the very answers of the public routes, so that an agent finds what a person finds. */
export type CatalogueView = {
  /** Ranked by relevance with words, by popularity without. */
  search(query: DiscoveryQuery): Promise<Listing>;
  categories(): Promise<z.infer<typeof Categories>>;
  /** Throws MODEL_NOT_FOUND. */
  model: DiscoveryHandlers['model'];
};

export function createCatalogueView(discovery: DiscoveryHandlers): CatalogueView {
  return {
    async search(query) {
      const list = query.q === undefined ? discovery.browse : discovery.search;
      const { body } = await list({ query });
      return Listing.parse(JSON.parse(String(body)));
    },
    async categories() {
      const { body } = await discovery.filters({ query: {} });
      return Categories.parse(JSON.parse(String(body)));
    },
    model: discovery.model,
  };
}
