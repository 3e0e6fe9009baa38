import { lods, modelColours } from '../../../../contract/limits.ts';
import { type Segment, unknownNumber } from './segment.ts';

/** Least triangles of each bucket of the facet; the last is open. */
export const triangleBounds = [0, 1_000, 10_000, 100_000, 1_000_000] as const;
/** The same for the bytes of a model's files. */
export const sizeBounds = [0, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000] as const;

/** The bucket of a number, or -1 for an unknown one. */
export function bucketOf(number: number | null, bounds: readonly number[]): number {
  if (number === null) return -1;
  let bucket = bounds.length - 1;
  while (bucket > 0 && number < (bounds[bucket] ?? 0)) bucket--;
  return bucket;
}

/** What of a model is counted in ranges, and its colour: every combination has a place in one list. */
export type Measure = { readonly triangles: number; readonly size: number; readonly colour: string };

const colours = ['', ...modelColours];
const sizePlaces = sizeBounds.length + 1;

/** All combinations, by their place; buckets are -1 and the colour is empty where they are not known. */
export const measures: readonly Measure[] = [-1, ...triangleBounds.keys()].flatMap((triangles) =>
  [-1, ...sizeBounds.keys()].flatMap((size) => colours.map((colour) => ({ triangles, size, colour }))),
);

/** The place of a combination: buckets of triangles and size, and the place of the colour, which `colourPlace` gives. */
export const toMeasure = (triangles: number, size: number, colour: number): number =>
  ((triangles + 1) * sizePlaces + size + 1) * colours.length + colour;

export const colourPlace = (name: string | null): number => Math.max(0, colours.indexOf(name ?? ''));
/** A combination with the bucket of other triangles. */
const withTriangles = (place: number, triangles: number): number =>
  (bucketOf(triangles, triangleBounds) + 1) * sizePlaces * colours.length +
  (place % (sizePlaces * colours.length));
/** The place of the colour of a combination. */
const colourOfMeasure = (place: number): number => place % colours.length;

const exact = 2 ** 31;
const unit = 2 ** 16;

/**
 * A size in bytes as 32 bits: exact below 2 GiB, in steps of 64 KiB above. Larger sizes never have smaller numbers, and none
 * has the highest one.
 */
export const toSizeNumber = (bytes: number): number =>
  bytes < exact ? Math.max(0, bytes) : Math.min(exact + Math.floor((bytes - exact) / unit), 0xfffffffe);

export const fromSizeNumber = (number: number): number =>
  number < exact ? number : exact + (number - exact) * unit;

/** Metres as micrometres, which 32 bits hold up to four kilometres; anything longer has the same number. */
export const toExtentNumber = (metres: number): number => Math.min(Math.round(metres * 1e6), 0xfffffffe);

/** Triangles, sizes and measures of each model, of the topologies that a query chooses. */
export type LevelNumbers = Pick<Segment, 'triangles' | 'sizes' | 'measures'>;

/** Choices of topologies whose numbers are kept, at ten bytes for each model. */
const mostKept = 4;

/** The topologies that a query chooses: those that it names, a bit each, else any of so many triangles. */
type LevelChoice = {
  /** 0: none is named. */
  readonly mask: number;
  readonly least: number;
  readonly most: number;
  readonly key: string;
};

export function toLevelChoice(
  chosen: readonly string[] | undefined,
  least?: number,
  most?: number,
): LevelChoice {
  const mask = toLevelMask(chosen);
  const isAny = mask === 0 && (least !== undefined || most !== undefined);
  const range = {
    least: (isAny ? least : undefined) ?? Number.NEGATIVE_INFINITY,
    most: (isAny ? most : undefined) ?? Number.POSITIVE_INFINITY,
  };
  return { mask, ...range, key: isAny ? `any ${range.least} ${range.most}` : String(mask) };
}

function toLevelMask(chosen: readonly string[] | undefined): number {
  const wanted = new Set(chosen?.map((lod) => lod.toLowerCase()));
  return lods.reduce((mask, lod, index) => (wanted.has(lod) ? mask | (1 << index) : mask), 0);
}

/** Models of which a topology has more triangles than the model itself, or alone has a known number; some twice. */
function listRisers({ facts: { models }, levelTriangles, triangles }: Segment): readonly number[] {
  const found: number[] = [];
  for (let start = 0; start < levelTriangles.length; start += models)
    for (let doc = 0; doc < models; doc++) {
      const count = levelTriangles[start + doc] ?? 0;
      const whole = triangles[doc] ?? 0;
      if (count !== unknownNumber && (count > whole || whole === unknownNumber)) found.push(doc);
    }
  return found;
}

const isInside = (count: number, { least, most }: LevelChoice) =>
  count !== unknownNumber && count >= least && count <= most;

/** The most triangles of a model's topologies inside a range, or -1. */
function mostInside({ facts, levelTriangles }: Segment, doc: number, choice: LevelChoice): number {
  let most = -1;
  for (let place = doc; place < levelTriangles.length; place += facts.models) {
    const count = levelTriangles[place] ?? unknownNumber;
    if (count > most && isInside(count, choice)) most = count;
  }
  return most;
}

/**
 * For a model whose own triangles are out of a range: the most triangles of a topology that is in it. Everything else is
 * that of the whole model. The segment's own lists are copied once a model needs another number.
 */
function chooseAny(segment: Segment, choice: LevelChoice, risers: () => readonly number[]): LevelNumbers {
  const { models } = segment.facts;
  const { triangles: own } = segment;
  let chosen: LevelNumbers = segment;
  // Without a highest number, only models with a larger topology can come into the range.
  const candidates = choice.most === Number.POSITIVE_INFINITY ? risers() : null;
  const length = candidates?.length ?? models;
  for (let at = 0; at < length; at++) {
    const doc = candidates === null ? at : (candidates[at] ?? 0);
    if (isInside(own[doc] ?? unknownNumber, choice)) continue;
    const most = mostInside(segment, doc, choice);
    if (most < 0) continue;
    if (chosen === segment)
      chosen = { ...{ triangles: own.slice(), measures: segment.measures.slice() }, sizes: segment.sizes };
    chosen.triangles[doc] = most;
    chosen.measures[doc] = withTriangles(chosen.measures[doc] ?? 0, most);
  }
  return chosen;
}

/**
 * For a model with some of the chosen topologies: the most triangles of one of them, and the bytes of all of them.
 * One that has none of them is judged as a whole.
 */
function choose(segment: Segment, mask: number): LevelNumbers {
  const { models } = segment.facts;
  const { levelTriangles, levelSizes } = segment;
  const triangles = segment.triangles.slice();
  const sizes = segment.sizes.slice();
  const measures = segment.measures.slice();
  const starts = lods.flatMap((_, index) => ((mask >>> index) & 1 ? [index * models] : []));
  for (let doc = 0; doc < models; doc++) {
    let most = -1;
    let bytes = -1;
    for (let at = 0; at < starts.length; at++) {
      const place = (starts[at] ?? 0) + doc;
      const size = levelSizes[place] ?? unknownNumber;
      if (size === unknownNumber) continue;
      const count = levelTriangles[place] ?? unknownNumber;
      bytes = Math.max(bytes, 0) + fromSizeNumber(size);
      if (count !== unknownNumber && count > most) most = count;
    }
    if (bytes < 0) continue;
    triangles[doc] = most < 0 ? unknownNumber : most;
    sizes[doc] = toSizeNumber(bytes);
    const colour = colourOfMeasure(measures[doc] ?? 0);
    measures[doc] = toMeasure(
      bucketOf(most < 0 ? null : most, triangleBounds),
      bucketOf(bytes, sizeBounds),
      colour,
    );
  }
  return { triangles, sizes, measures };
}

/** Gives the numbers of each choice; those of the last choices are kept. */
export function createLevelNumbers(segment: Segment) {
  const known = new Map<string, LevelNumbers>();
  let risers: readonly number[] | null = null;
  const risersOf = () => {
    risers ??= listRisers(segment);
    return risers;
  };
  return (choice: LevelChoice): LevelNumbers => {
    const { mask, key } = choice;
    if (key === '0') return segment;
    const found =
      known.get(key) ?? (mask === 0 ? chooseAny(segment, choice, risersOf) : choose(segment, mask));
    known.delete(key);
    known.set(key, found);
    if (known.size > mostKept) known.delete(known.keys().next().value ?? '');
    return found;
  };
}
export type LevelNumbersOf = ReturnType<typeof createLevelNumbers>;
