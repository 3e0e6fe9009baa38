import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Sample } from '../server/catalogue/search/engine/catalogue-fixture.ts';

const folder = path.resolve(import.meta.dirname, '../../../shared/data');
export const hasSharedData = existsSync(path.join(folder, 'relevance'));

const Product = z.object({
  id: z.string(),
  title: z.string(),
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

export type Document = { readonly id: string; readonly sample: Sample };
export type GradedQuery = z.infer<typeof Graded>;
export type KnownQuery = z.infer<typeof Known>;

const readLines = <T>(file: string, schema: z.ZodType<T>): T[] =>
  readFileSync(path.join(folder, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => schema.parse(JSON.parse(line)));

/** Products as models: the class is the category, the brand a tag, the features belong to the description or are tags too. */
export const readProducts = (areFeaturesTags: boolean): Document[] =>
  readLines('relevance/products.jsonl', Product).map((product) => ({
    id: product.id,
    sample: {
      title: product.title,
      description: [product.description, ...(areFeaturesTags ? [] : product.features)].join('\n'),
      category: product.class,
      tags: [product.brand, ...(areFeaturesTags ? product.features : [])],
    },
  }));

export const readParts = (): Document[] =>
  ['kicad', 'ldraw'].flatMap((name) =>
    readLines(`catalogue/${name === 'kicad' ? 'kicad-3d-parts' : 'ldraw-parts'}.jsonl`, Part).map((part) => ({
      id: part.id,
      sample: {
        title: part.name,
        description: part.description,
        category: part.category,
        subcategory: part.subcategory,
        tags: part.keywords,
      },
    })),
  );

export const readGradedQueries = () => readLines('relevance/queries-dev.jsonl', Graded);
export const readKnownQueries = () => readLines('relevance/known-item-dev.jsonl', Known);
