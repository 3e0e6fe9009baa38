import type { FoundModel, PublishedProduct } from '../../../server/contract/publish.ts';
import { readUsd } from '../../lib/read-usd.ts';
import { t } from '../../text/text.ts';

export const fields = [
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

/** What was guessed from the files; a price never is. */
export const toValues = ({ tags, ...found }: FoundModel): Values => ({
  title: found.title,
  description: found.description,
  category: found.category,
  subcategory: found.subcategory,
  license: found.license,
  attribution: found.attribution,
  tags: tags.join(', '),
  priceUsd: '',
});

const required = ['title', 'category', 'license'] as const;

/** What is wrong, by the path of the field as the server names it. */
export function findFaults(values: Values): Readonly<Record<string, string>> {
  const missing = required.filter((field) => values[field].trim() === '');
  return {
    ...Object.fromEntries(missing.map((field) => [`product.${field}`, t(`publish.missing.${field}`)])),
    ...(readUsd(values.priceUsd) === null && { 'product.priceUsd': t('publish.missing.priceUsd') }),
  };
}

/** For values without faults. */
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
