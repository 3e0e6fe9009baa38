import { growFloat64, growUint32 } from './growing.ts';
import type { SourceModel } from './model-source.ts';
import { type CategoryNames, type Cell, noTriangles } from './segment.ts';
import { createNumbering } from './texts.ts';
import { bucketOf } from './triangle-buckets.ts';

const readTexts = (json: string): string[] => JSON.parse(json);
const asText = (value: unknown) => JSON.stringify(value);

/** Collects what is known of models beside their words. */
export function createFactReader() {
  const lists = { categories: createNumbering<CategoryNames>(asText), cells: createNumbering<Cell>(asText) };
  const licenses = createNumbering<string>(String);
  const formats = createNumbering<string>((text) => text.toLowerCase());
  const lods = createNumbering<string>((text) => text.toLowerCase());
  const tags = createNumbering<string>((text) => text.toLowerCase());
  const columns = {
    modelIds: growUint32(),
    popularity: growUint32(),
    triangles: growUint32(),
    cells: growUint32(),
    tagOffsets: growUint32(),
    tags: growUint32(),
  };
  const addedAt = growFloat64();
  const titles: string[] = [];
  const toNumbers = (list: { numberOf: (text: string) => number }, json: string) =>
    [...new Set(readTexts(json).map(list.numberOf))].sort((a, b) => a - b);

  const cellOf = (model: SourceModel): Cell => ({
    type: model.type,
    category: lists.categories.numberOf({
      name: model.category,
      slug: model.categorySlug,
      subname: model.subcategory,
      subslug: model.subcategorySlug,
    }),
    license: licenses.numberOf(model.license),
    animated: model.animated,
    rigged: model.rigged,
    formats: toNumbers(formats, model.formats),
    lods: toNumbers(lods, model.lods),
    bucket: bucketOf(model.triangles),
  });
  const read = (model: SourceModel) => {
    columns.modelIds.push(model.id);
    columns.popularity.push(Math.max(0, model.popularity));
    columns.triangles.push(model.triangles ?? noTriangles);
    columns.cells.push(lists.cells.numberOf(cellOf(model)));
    columns.tagOffsets.push(columns.tags.length());
    for (const tag of toNumbers(tags, model.tags)) columns.tags.push(tag);
    addedAt.push(Date.parse(model.addedAt) || 0);
    titles.push(model.title);
  };
  return { read, lists, licenses, formats, lods, tags, columns, addedAt, titles };
}
export type FactReader = ReturnType<typeof createFactReader>;

