import type { Facets } from '../../../../server/contract/catalogue/discovery.ts';
import { modelColours, modelTypes } from '../../../../server/contract/limits.ts';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { formatTriangles } from '../../../lib/format-triangles.ts';
import { t } from '../../../text/text.ts';
import { type Selection, toggleCategory, toggleValue } from '../store/selection.ts';

type ActiveFilter = {
  readonly key: string;
  readonly label: string;
  /** The selection without this filter. */
  readonly without: Selection;
};

/** Returns one removable entry per active filter, in the order of the sidebar. */
export function listActiveFilters(selection: Selection, facets: Facets | null): readonly ActiveFilter[] {
  const { categories, subcategory, license, type, animated, rigged } = selection;
  const filters: ActiveFilter[] = categories.map((slug) => ({
    key: `category ${slug}`,
    label: findCategoryName(facets, slug),
    without: toggleCategory(selection, slug),
  }));
  const add = (key: string, label: string, change: Partial<Selection>) =>
    filters.push({ key, label, without: { ...selection, ...change } });
  if (subcategory !== null)
    add('subcategory', findSubcategoryName(facets, subcategory), { subcategory: null });
  for (const lod of selection.lods) add(`lod ${lod}`, lod, { lods: toggleValue(selection.lods, lod) });
  for (const format of selection.formats)
    add(`format ${format}`, format.toUpperCase(), { formats: toggleValue(selection.formats, format) });
  if (selection.triMin !== null || selection.triMax !== null)
    add('triangles', labelTriangles(selection.triMin, selection.triMax), { triMin: null, triMax: null });
  if (selection.sizeMin !== null || selection.sizeMax !== null)
    add('size', labelSizes(selection.sizeMin, selection.sizeMax), { sizeMin: null, sizeMax: null });
  for (const colour of selection.colours)
    add(`colour ${colour}`, labelColour(colour), { colours: toggleValue(selection.colours, colour) });
  if (type !== null) add('type', labelType(type), { type: null });
  if (animated !== null)
    add('animated', t(`browse.motion.animated.${animated ? 'yes' : 'no'}`), { animated: null });
  if (rigged !== null) add('rigged', t(`browse.motion.rigged.${rigged ? 'yes' : 'no'}`), { rigged: null });
  if (license !== null) add('license', license, { license: null });
  for (const tag of selection.tags) add(`tag ${tag}`, `#${tag}`, { tags: toggleValue(selection.tags, tag) });
  return filters;
}

export function labelType(type: number): string {
  const name = modelTypes[type];
  return name === undefined ? String(type) : t(`browse.types.${name}`);
}

export function labelTriangles(least: number | null, most: number | null): string {
  if (most === null) return t('browse.triangles.atLeast', { least: formatTriangles(least ?? 0) });
  if (least === null) return t('browse.triangles.atMost', { count: most, most: formatTriangles(most) });
  return t('browse.triangles.between', { least: formatTriangles(least), most: formatTriangles(most) });
}

function labelSizes(least: number | null, most: number | null): string {
  if (most === null) return t('browse.size.atLeast', { least: formatBytes(least ?? 0) });
  if (least === null || least === 0) return t('browse.size.atMost', { most: formatBytes(most) });
  return t('browse.size.between', { least: formatBytes(least), most: formatBytes(most) });
}

/** Returns a colour's label; unknown colours keep their name. */
export function labelColour(value: string): string {
  const name = modelColours.find((colour) => colour === value);
  return name === undefined ? value : t(`browse.colours.${name}`);
}

function findCategoryName(facets: Facets | null, slug: string): string {
  return facets?.categories.find((category) => category.slug === slug)?.name ?? slug;
}

function findSubcategoryName(facets: Facets | null, slug: string): string {
  const all = facets?.categories.flatMap((category) => category.subcategories) ?? [];
  return all.find((subcategory) => subcategory.slug === slug)?.name ?? slug;
}
