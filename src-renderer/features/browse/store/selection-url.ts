import { emptySelection, type Selection, sorts } from './selection.ts';
import { toQuery } from './selection-query.ts';

/** Returns a selection as the query of the page's address, which can be bookmarked and shared. */
export function toSearchParams(selection: Selection): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(toQuery(selection))) {
    for (const item of Array.isArray(value) ? value : [value]) params.append(name, String(item));
  }
  return params.toString();
}

/** Parses any address; what it cannot parse counts as not selected. */
export function fromSearchParams(search: string): Selection {
  const params = new URLSearchParams(search);
  const sort = params.get('sort');
  return {
    ...emptySelection,
    q: params.get('q') ?? '',
    sort: sorts.find((known) => known === sort) ?? null,
    categories: (params.get('categories') ?? '').split(',').filter(Boolean),
    subcategory: params.get('subcategory'),
    formats: params.getAll('format'),
    lods: params.getAll('lod'),
    tags: params.getAll('tag'),
    license: params.get('license'),
    type: readNumber(params.get('type')),
    animated: readFlag(params.get('animated')),
    rigged: readFlag(params.get('rigged')),
    triMin: readNumber(params.get('triMin')),
    triMax: readNumber(params.get('triMax')),
    sizeMin: readNumber(params.get('sizeMin')),
    sizeMax: readNumber(params.get('sizeMax')),
    colours: params.getAll('colour'),
  };
}

function readNumber(text: string | null): number | null {
  return text !== null && /^\d{1,12}$/.test(text) ? Number(text) : null;
}

function readFlag(text: string | null): boolean | null {
  if (text === 'true') return true;
  return text === 'false' ? false : null;
}
