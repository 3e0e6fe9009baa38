import { toCents } from '../../base/money.ts';
import { toSlug, toTitleSlug } from '../../base/text.ts';
import type { GivenFields } from '../../contract/catalogue/model-fields.ts';
import type { SizeMetres } from '../../contract/common.ts';
import { withoutHidden } from '../../contract/hidden-characters.ts';

/** Defaults for fields without a value. */
type Otherwise = {
  readonly folder: string;
  readonly title: string;
  /** null: this server has no prices, even if a folder's name contains one. */
  readonly priceCents: number | null;
  readonly animated: boolean;
  readonly rigged: boolean;
  /** Triangles of the most detailed topology. */
  readonly triangles: number | null;
  readonly sizeMetres: SizeMetres | null;
};

/** Assembles what the catalogue stores besides files. The order of fields is part of hashes in existing databases. */
export function describeModel(given: GivenFields, otherwise: Otherwise) {
  const {
    title = withoutHidden(otherwise.title),
    description,
    type,
    category,
    subcategory,
    tags,
    keywords,
    ...rest
  } = given;
  const { license, attribution, priceUsd, sourceUpdatedAt, ...others } = rest;
  const { animated = otherwise.animated, rigged = otherwise.rigged, ...more } = others;
  return {
    folder: otherwise.folder,
    title,
    slug: toTitleSlug(title),
    description,
    type,
    category,
    categorySlug: toSlug(category),
    subcategory,
    subcategorySlug: subcategory === '' ? '' : toSlug(subcategory),
    tags,
    keywords,
    license,
    attribution,
    priceCents:
      priceUsd === undefined || otherwise.priceCents === null
        ? (otherwise.priceCents ?? 0)
        : toCents(priceUsd),
    sourceUpdatedAt,
    animated,
    rigged,
    triangles: otherwise.triangles,
    sizeMetres: otherwise.sizeMetres,
    ...more,
  };
}
