/** Which models' vectors are nearest, and how near these models' are; cosine similarity, -1 to 1. */
export type VectorQuestion = {
  readonly id: number;
  readonly vector: Uint8Array;
  readonly limit: number;
  readonly among: readonly number[];
};

export type Near = { readonly modelId: number; readonly similarity: number };

export type VectorAnswer =
  | { readonly id: number; readonly nearest: readonly Near[]; readonly among: readonly Near[] }
  | { readonly id: number; readonly error: string };
