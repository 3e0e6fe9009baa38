import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const folder = path.resolve(import.meta.dirname, '../../../shared/data');
export const hasSharedData = existsSync(path.join(folder, 'relevance'));

const Product = z.object({
  id: z.string(),
  title: z.string(),
  mpn: z.string(),
  brand: z.string(),
  class: z.string(),
  description: z.string(),
  features: z.array(z.string()),
});
const Part = z.object({
  id: z.string(),
  name: z.string(),
  category: z.string(),
  subcategory: z.string().default(''),
  keywords: z.array(z.string()),
  description: z.string(),
});
const Graded = z.object({ query: z.string(), judgements: z.record(z.string(), z.number()) });
const Known = z.object({ query: z.string(), type: z.string(), relevant: z.array(z.string()) });

/** What the `product.json` of a record says. */
export type Entry = {
  readonly id: string;
  readonly title: string;
  readonly category: string;
  readonly subcategory: string;
  readonly tags: readonly string[];
  readonly keywords: readonly string[];
  readonly description: string;
};

const readLines = <T>(file: string, schema: z.ZodType<T>): T[] =>
  readFileSync(path.join(folder, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => schema.parse(JSON.parse(line)));

/**
 * Products of a shop as an admin would describe them: the brand is a tag, the part number a keyword. Features belong to
 * the description; where admins tag eagerly, they are tags too.
 */
export const readProducts = ({ areFeaturesTags } = { areFeaturesTags: false }): Entry[] =>
  readLines('relevance/products.jsonl', Product).map(
    ({ id, title, brand, mpn, description, ...product }) => ({
      id,
      title,
      category: product.class,
      subcategory: '',
      tags: areFeaturesTags ? [brand, ...product.features] : [brand],
      keywords: [mpn],
      description: areFeaturesTags ? description : [description, ...product.features].join('\n'),
    }),
  );

export const readParts = (): Entry[] =>
  ['catalogue/kicad-3d-parts.jsonl', 'catalogue/ldraw-parts.jsonl'].flatMap((file) =>
    readLines(file, Part).map(({ name, keywords, ...part }) => ({
      ...part,
      title: name,
      tags: keywords,
      keywords: [],
    })),
  );

export const readGradedQueries = () => readLines('relevance/queries-dev.jsonl', Graded);
export const readKnownQueries = () => readLines('relevance/known-item-dev.jsonl', Known);
