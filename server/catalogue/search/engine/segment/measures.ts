import { lods, modelColours } from '../../../../contract/limits.ts';
import { type Segment, unknownNumber } from './segment.ts';

/** Lower bound of each bucket of triangles; the last is open. */
export const triangleBounds = [0, 1_000, 10_000, 100_000, 1_000_000] as const;
/** The same for the bytes of a model's files. */
export const sizeBounds = [0, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000] as const;

/** Returns the bucket of a number; -1 if unknown. */
export function bucketOf(number: number | null, bounds: readonly number[]): number {
  if (number === null) return -1;
  let bucket = bounds.length - 1;
  while (bucket > 0 && number < (bounds[bucket] ?? 0)) bucket--;
  return bucket;
}

/** A model's buckets and colour; each combination has a number. */
export type Measure = { readonly triangles: number; readonly size: number; readonly colour: string };

const colours = ['', ...modelColours];
const sizePlaces = sizeBounds.length + 1;

/** All combinations, by number; unknown buckets are -1, and an unknown colour is ''. */
export const measures: readonly Measure[] = [-1, ...triangleBounds.keys()].flatMap((triangles) =>
  [-1, ...sizeBounds.keys()].flatMap((size) => colours.map((colour) => ({ triangles, size, colour }))),
);

/** Returns the number of a combination; `colour` is from `colourPlace`. */
export const toMeasure = (triangles: number, size: number, colour: number): number =>
  ((triangles + 1) * sizePlaces + size + 1) * colours.length + colour;

export const colourPlace = (name: string | null): number => Math.max(0, colours.indexOf(name ?? ''));
/** Replaces the bucket of triangles in a combination. */
const withTriangles = (place: number, triangles: number): number =>
  (bucketOf(triangles, triangleBounds) + 1) * sizePlaces * colours.length +
  (place % (sizePlaces * colours.length));
const colourOfMeasure = (place: number): number => place % colours.length;

const exact = 2 ** 31;
const unit = 2 ** 16;

/** Encodes bytes in 32 bits: exact below 2 GiB, then in 64 KiB steps. Keeps the order; never the highest number. */
export const toSizeNumber = (bytes: number): number =>
  bytes < exact ? Math.max(0, bytes) : Math.min(exact + Math.floor((bytes - exact) / unit), 0xfffffffe);

export const fromSizeNumber = (number: number): number =>
  number < exact ? number : exact + (number - exact) * unit;

/** Encodes metres as micrometres, which 32 bits hold up to four kilometres; anything longer is capped. */
export const toExtentNumber = (metres: number): number => Math.min(Math.round(metres * 1e6), 0xfffffffe);

/** Triangles, sizes and measures of each model, for the topologies that a query chooses. */
export type LevelNumbers = Pick<Segment, 'triangles' | 'sizes' | 'measures'>;

/** Number of choices to cache, at ten bytes per model each. */
const mostKept = 4;

/** The topologies that a query chooses: the named ones, as bits, or else any in a range of triangles. */
type LevelChoice = {
  /** 0: none named. */
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

/** Lists models of which a topology has more triangles, or is the only one counted; some appear twice. */
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

/** Returns the most triangles of a model's topology in a range, or -1. */
function mostInside({ facts, levelTriangles }: Segment, doc: number, choice: LevelChoice): number {
  let most = -1;
  for (let place = doc; place < levelTriangles.length; place += facts.models) {
    const count = levelTriangles[place] ?? unknownNumber;
    if (count > most && isInside(count, choice)) most = count;
  }
  return most;
}

/** For models outside the range, uses the topology in it with the most triangles. Copies the lists only on a change. */
function chooseAny(segment: Segment, choice: LevelChoice, risers: () => readonly number[]): LevelNumbers {
  const { models } = segment.facts;
  const { triangles: own } = segment;
  let chosen: LevelNumbers = segment;
  // Without an upper limit, only models with a larger topology can enter the range.
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

/** For models with any chosen topology, uses the most triangles of one and the bytes of all of them. */
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

/** Returns the numbers for each choice, caching the most recent. */
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
