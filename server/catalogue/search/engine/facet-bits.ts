/** One bit for each facet; a model that fails the constraints of two of them counts nowhere. */
export const facetBits = {
  category: 1,
  format: 2,
  lod: 4,
  license: 8,
  type: 16,
  animated: 32,
  rigged: 64,
  tag: 128,
  triangles: 256,
} as const;
