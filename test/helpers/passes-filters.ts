import { toSlug } from '../../server/base/text.ts';
import type { ModelRecord } from '../../server/contract/catalogue/discovery.ts';

export type Pairs = readonly (readonly [string, string])[];

const hasOne = (own: readonly string[], wanted: readonly string[]) =>
  wanted.some((value) => own.some((one) => one.toLowerCase() === value.toLowerCase()));

/** A name without letters or digits is the name of no category. */
const isNamed = (own: string, name: string) =>
  /[\p{L}\p{N}]/u.test(name) && own !== '' && toSlug(own) === toSlug(name);

/** The filters once more, as the contract words them, on the records that came back. */
export function passesFilters(record: ModelRecord, pairs: Pairs): boolean {
  const all = (name: string) =>
    pairs.filter(([key, value]) => key === name && value !== '').map(([, value]) => value);
  const last = (name: string) => all(name).at(-1);
  const named = [
    ...[last('category')].flatMap((name) => name ?? []),
    ...(last('categories') ?? '').split(','),
  ].filter((name) => name.trim() !== '');
  const subcategory = last('subcategory');
  const isLike = (name: string, own: boolean) =>
    last(name) === undefined || own === ['true', '1'].includes((last(name) ?? '').toLowerCase());
  const triangles = record.triCount ?? Number.NaN;
  const fits = (axis: string, side = Number.NaN) =>
    last(`sizeMax${axis}`) === undefined || side <= Number(last(`sizeMax${axis}`));
  return (
    (named.length === 0 || named.some((name) => isNamed(record.category, name))) &&
    (subcategory === undefined || subcategory.trim() === '' || isNamed(record.subcategory, subcategory)) &&
    (all('tag').length === 0 || hasOne(record.tags, all('tag'))) &&
    (all('format').length === 0 || hasOne(record.formats, all('format'))) &&
    (all('lod').length === 0 || hasOne(record.lods, all('lod'))) &&
    (all('license').length === 0 || hasOne([record.license], all('license'))) &&
    (last('type') === undefined || record.type === Number(last('type'))) &&
    isLike('animated', record.animated) &&
    isLike('rigged', record.rigged) &&
    (last('triMin') === undefined || triangles >= Number(last('triMin'))) &&
    (last('triMax') === undefined || triangles <= Number(last('triMax'))) &&
    (last('sizeMin') === undefined || record.sizeBytes >= Number(last('sizeMin'))) &&
    (last('sizeMax') === undefined || record.sizeBytes <= Number(last('sizeMax'))) &&
    fits('X', record.sizeMetres?.x) &&
    fits('Y', record.sizeMetres?.y) &&
    (all('colour').length === 0 || hasOne([record.colour ?? ''], all('colour')))
  );
}
