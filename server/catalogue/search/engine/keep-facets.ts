import type { EngineFacets, FacetName } from './engine-types.ts';

const empty: Omit<EngineFacets, 'total'> = {
  categories: [],
  formats: [],
  lods: [],
  licenses: [],
  types: [],
  tags: [],
  animated: [],
  rigged: [],
  triangles: { min: null, max: null, buckets: [] },
};

/** Only the named facets, the others empty. */
export function keepFacets(facets: EngineFacets, names: readonly FacetName[]): EngineFacets {
  const wanted = new Set<string>(names);
  const kept = Object.fromEntries(Object.entries(facets).filter(([name]) => wanted.has(name)));
  return { total: facets.total, ...empty, ...kept };
}
