import type { FoundModel, PublishedProduct } from '../../../server/contract/publish.ts';
import { hasPrices } from '../../lib/has-prices.ts';
import { readUsd } from '../../lib/read-usd.ts';

const fields = [
  'title',
  'description',
  'category',
  'subcategory',
  'tags',
  'license',
  'attribution',
  'priceUsd',
] as const;
export type Field = (typeof fields)[number];
export type Values = Readonly<Record<Field, string>>;

/** The user's input, by the scenes of models. */
export type Typed = Readonly<Record<string, Partial<Values>>>;

/** Guesses from the files; a price is never guessed. */
export const toValues = ({ tags, ...found }: FoundModel): Values => ({
  title: found.title,
  description: found.description,
  category: found.category,
  subcategory: found.subcategory,
  license: found.license,
  attribution: found.attribution,
  tags: tags.join(', '),
  priceUsd: hasPrices() ? '' : '0',
});

export const fromProduct = ({
  description = '',
  subcategory = '',
  attribution = '',
  tags = [],
  priceUsd,
  ...said
}: PublishedProduct): Values => ({
  ...{ ...said, description, subcategory, attribution },
  ...{ tags: tags.join(', '), priceUsd: String(priceUsd) },
});

/** Reads input typed before a reload; another version can have written anything there. */
export function readTyped(json: string | null): Typed {
  try {
    const value: unknown = JSON.parse(json ?? '{}');
    return Object.fromEntries(
      Object.entries(Object(value)).map(([scene, said]) => [
        scene,
        Object.fromEntries(
          Object.entries(Object(said)).filter(
            ([field, text]) => fields.some((one) => one === field) && typeof text === 'string',
          ),
        ),
      ]),
    );
  } catch {
    return {};
  }
}

/** Fields without a default. */
const required = ['title', 'category', 'license'] as const;

/** Returns the fields that block publishing: empty ones, or an unreadable price. */
export const listFaulty = (values: Values) => [
  ...required.filter((field) => values[field].trim() === ''),
  ...(readUsd(values.priceUsd) === null ? (['priceUsd'] as const) : []),
];
export const isWhole = (values: Values) => listFaulty(values).length === 0;

/** Converts values without faults. */
export function toProduct(values: Values): PublishedProduct {
  const said = (field: Field) => values[field].trim();
  const optional = (field: 'description' | 'subcategory' | 'attribution') =>
    said(field) !== '' && { [field]: said(field) };
  const tags = [
    ...new Set(
      said('tags')
        .split(',')
        .map((tag) => tag.trim()),
    ),
  ].filter((tag) => tag !== '');
  return {
    ...{ title: said('title'), category: said('category'), license: said('license') },
    priceUsd: readUsd(values.priceUsd) ?? Number.NaN,
    ...optional('description'),
    ...optional('subcategory'),
    ...optional('attribution'),
    ...(tags.length > 0 && { tags }),
  };
}
