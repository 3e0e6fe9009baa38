import { hash } from 'node:crypto';
import type { SourceModel } from './model-source.ts';

/** Sums stay below this, so that they are exact. */
const range = 2 ** 48;

/** Hashes everything except the words that affects how a model is listed and ranked: 48 bits of a SHA-1. */
export const hashLook = ({ look, popularity, addedAt }: SourceModel): number =>
  Number.parseInt(hash('sha1', `${look} ${popularity} ${addedAt}`).slice(0, 12), 16);

export function addLooks(first: number, second: number): number {
  const sum = first + second;
  return sum < range ? sum : sum - range;
}

/** Sums the looks of many models in any order, skipping `dead` ones. */
export function sumLooks(looks: Float64Array, dead: Uint8Array | null = null): number {
  let sum = 0;
  for (let doc = 0; doc < looks.length; doc++) if (dead?.[doc] !== 1) sum = addLooks(sum, looks[doc] ?? 0);
  return sum;
}
