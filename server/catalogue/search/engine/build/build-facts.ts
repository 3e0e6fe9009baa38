import type { SizeMetres } from '../../../../contract/common.ts';
import { lods } from '../../../../contract/limits.ts';
import { growFloat64, growUint32 } from '../segment/growing.ts';
import {
  bucketOf,
  colourPlace,
  sizeBounds,
  toExtentNumber,
  toMeasure,
  toSizeNumber,
  triangleBounds,
} from '../segment/measures.ts';
import { type CategoryNames, type Trait, unknownNumber } from '../segment/segment.ts';
import { createNumbering } from '../segment/texts.ts';
import { hashLook } from './look.ts';
import type { SourceModel } from './model-source.ts';

type Numbering = { readonly numberOf: (text: string) => number };

function remember(read: (json: string) => readonly number[]) {
  const known = new Map<string, readonly number[]>();
  return (json: string) => {
    const numbers = known.get(json) ?? read(json);
    known.set(json, numbers);
    return numbers;
  };
}

const readTexts = (json: string): string[] => JSON.parse(json);
type Topologies = Readonly<Record<string, readonly [triangles: number | null, bytes: number]>>;
const readSize = (json: string): SizeMetres | null => JSON.parse(json);
const readTopologies = (json: string): Topologies => JSON.parse(json);

export function createFactReader() {
  const lists = {
    categories: createNumbering<CategoryNames>((names) => Object.values(names).join('\0')),
    traits: createNumbering<Trait>((trait) => Object.values(trait).join()),
    formatSets: createNumbering<readonly number[]>((set) => set.join()),
    licenses: createNumbering<string>(String),
    formats: createNumbering<string>((text) => text.toLowerCase()),
    lods: createNumbering<string>((text) => text.toLowerCase()),
    tags: createNumbering<string>((text) => text.toLowerCase()),
  };
  const columns = {
    modelIds: growUint32(),
    popularity: growUint32(),
    categories: growUint32(),
    traits: growUint32(),
    formatSets: growUint32(),
    triangles: growUint32(),
    sizes: growUint32(),
    measures: growUint32(),
    tagOffsets: growUint32(),
    tags: growUint32(),
  };
  const addedAt = growFloat64();
  const guidHashes = growFloat64();
  const looks = growFloat64();
  const titles: string[] = [];
  const toNumbers = (list: Numbering, json: string) =>
    [...new Set(readTexts(json).map(list.numberOf))].sort((a, b) => a - b);
  // Cached, as models have few distinct lists of formats and topologies; lists of tags vary.
  const formatsOf = remember((json) => toNumbers(lists.formats, json));
  const lodsOf = remember((json) => toNumbers(lists.lods, json));

  const categoryOf = (model: SourceModel): CategoryNames => ({
    name: model.category,
    slug: model.categorySlug,
    subname: model.subcategory,
    subslug: model.subcategorySlug,
  });
  const traitOf = (model: SourceModel): Trait => ({
    type: model.type,
    license: lists.licenses.numberOf(model.license),
    animated: model.animated,
    rigged: model.rigged,
    lods: lodsOf(model.lods),
  });
  const levels = lods.map((lod) => ({ lod, triangles: growUint32(), sizes: growUint32() }));
  const extents = (['x', 'y', 'z'] as const).map((axis) => ({ axis, metres: growUint32() }));
  const readExtent = ({ sizeMetres }: SourceModel) => {
    const size = readSize(sizeMetres);
    for (const { axis, metres } of extents) metres.push(size ? toExtentNumber(size[axis]) : unknownNumber);
  };
  const readMeasures = ({ triangles, sizeBytes, colour, topologies }: SourceModel) => {
    columns.triangles.push(triangles ?? unknownNumber);
    columns.sizes.push(toSizeNumber(sizeBytes));
    const buckets = [bucketOf(triangles, triangleBounds), bucketOf(sizeBytes, sizeBounds)] as const;
    columns.measures.push(toMeasure(...buckets, colourPlace(colour)));
    const known = readTopologies(topologies);
    for (const level of levels) {
      const own = known[level.lod];
      level.triangles.push(own?.[0] ?? unknownNumber);
      level.sizes.push(own ? toSizeNumber(own[1]) : unknownNumber);
    }
  };
  const read = (model: SourceModel) => {
    columns.modelIds.push(model.id);
    columns.popularity.push(Math.max(0, model.popularity));
    columns.categories.push(lists.categories.numberOf(categoryOf(model)));
    columns.traits.push(lists.traits.numberOf(traitOf(model)));
    columns.formatSets.push(lists.formatSets.numberOf(formatsOf(model.formats)));
    readMeasures(model);
    readExtent(model);
    columns.tagOffsets.push(columns.tags.length());
    for (const tag of toNumbers(lists.tags, model.tags)) columns.tags.push(tag);
    addedAt.push(Date.parse(model.addedAt) || 0);
    guidHashes.push(model.guidHash);
    looks.push(hashLook(model));
    titles.push(model.title);
  };
  /** One column per topology, lightest first, each with a value per model. */
  const listLevels = (name: 'triangles' | 'sizes') => {
    const all = new Uint32Array(levels.length * titles.length);
    for (const [index, level] of levels.entries()) all.set(level[name].view(), index * titles.length);
    return all;
  };
  const listExtents = () => Uint32Array.from(extents.flatMap(({ metres }) => [...metres.view()]));
  return { read, lists, columns, addedAt, guidHashes, looks, titles, listLevels, listExtents };
}
export type FactReader = ReturnType<typeof createFactReader>;
