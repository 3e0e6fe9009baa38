import type { InputOf } from '../../../../server/contract/index.ts';
import type { Selection } from './selection.ts';

type Query = InputOf<'browse'>;

/** Returns the discovery parameters of a selection, without defaults. */
export function toQuery(selection: Selection): Query {
  const { q, sort, categories, subcategory, license, type, animated, rigged, triMin, triMax } = selection;
  const { sizeMin, sizeMax, colours } = selection;
  return {
    ...(q.trim() !== '' && { q: q.trim() }),
    ...(sort !== null && { sort }),
    ...(categories.length > 0 && { categories: categories.join(',') }),
    ...(subcategory !== null && { subcategory }),
    ...(selection.formats.length > 0 && { format: [...selection.formats] }),
    ...(selection.lods.length > 0 && { lod: [...selection.lods] }),
    ...(selection.tags.length > 0 && { tag: [...selection.tags] }),
    ...(license !== null && { license: [license] }),
    ...(type !== null && { type }),
    ...(animated !== null && { animated }),
    ...(rigged !== null && { rigged }),
    ...(triMin !== null && { triMin }),
    ...(triMax !== null && { triMax }),
    ...(sizeMin !== null && { sizeMin }),
    ...(sizeMax !== null && { sizeMax }),
    ...(colours.length > 0 && { colour: [...colours] }),
  };
}
