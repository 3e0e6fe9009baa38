import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { modelColours } from '../../../server/contract/limits.ts';
import { createRandom, pick, type Random } from './random.ts';
import { zipfWord } from './vocabulary.ts';

/** A model of the bench's catalogue. */
export type BenchRecord = {
  readonly id: number;
  readonly title: string;
  readonly category: string;
  readonly subcategory: string;
  readonly tags: readonly string[];
  readonly description: string;
  readonly license: string;
  readonly type: number;
  readonly triangles: number;
  readonly formats: readonly string[];
  readonly lods: readonly string[];
  readonly animated: boolean;
  readonly rigged: boolean;
  readonly popularity: number;
  readonly sizeBytes: number;
  readonly colour: string | null;
  /** Triangles and bytes of each topology. */
  readonly topologies: Readonly<Record<string, readonly [triangles: number, bytes: number]>>;
};

const RealRecord = z.object({
  name: z.string(),
  category: z.string(),
  subcategory: z.string().default(''),
  keywords: z.array(z.string()).default([]),
  description: z.string().default(''),
});
type RealRecord = z.infer<typeof RealRecord>;

const shared = path.resolve(import.meta.dirname, '../../../../shared/data/catalogue');
const things = 'chair table lamp shelf gear bolt fern oak barrel mug kettle window stair wheel'.split(' ');
const kinds = 'old carved simple round heavy painted wooden bronze modern gothic tall folding'.split(' ');
const places = ['Furniture', 'Props', 'Plants', 'Mechanical', 'Architecture', 'Vehicles', 'Characters'];

function makeRecord(index: number): RealRecord {
  const random = createRandom(index + 1);
  const thing = pick(things, random);
  return {
    name: `${pick(kinds, random)} ${thing} ${zipfWord(random)}`,
    category: pick(places, random),
    subcategory: thing,
    keywords: [thing, pick(kinds, random)],
    description: `A ${thing} for any scene.`,
  };
}

/** The shared catalogue's records, or own ones where it is absent; `origin` says which. */
export function readRealRecords(): { origin: string; records: readonly RealRecord[] } {
  if (!existsSync(shared)) {
    const records = Array.from({ length: 10_000 }, (_, index) => makeRecord(index));
    return { origin: `made-up records: there is no ${shared}`, records };
  }
  const files = readdirSync(shared).filter((name) => name.endsWith('.jsonl'));
  const lines = files.flatMap((name) => readFileSync(path.join(shared, name), 'utf8').trim().split('\n'));
  const records = lines.map((line) => RealRecord.parse(JSON.parse(line)));
  return { origin: `${records.length} real records of ${files.join(', ')}`, records };
}

const licenses = ['CC0-1.0', 'CC-BY-4.0', 'CC-BY-SA-4.0', 'MIT', 'Royalty-Free'];
const formats = ['blend', 'fbx', 'glb', 'obj', 'stl', 'usdz'];
const lods = ['1k', '10k', '100k', 'source'];
const levelTriangles: Readonly<Record<string, number>> = { '1k': 950, '10k': 9_900, '100k': 98_000 };
const repeat = (count: number, make: () => string) => Array.from({ length: count }, make);
const some = (list: readonly string[], random: Random) => {
  const kept = list.filter(() => random() < 0.4);
  return kept.length > 0 ? kept : [pick(list, random)];
};

/** What a model measures, its topologies each on its own. */
function measure({ lods: own, triangles }: Pick<BenchRecord, 'lods' | 'triangles'>, random: Random) {
  const topologies = own.map((lod) => {
    const count = Math.min(levelTriangles[lod] ?? triangles, triangles);
    return [lod, [count, count * (20 + Math.floor(random() * 500))]] as const;
  });
  return {
    sizeBytes: topologies.reduce((sum, [, [, bytes]]) => sum + bytes, 0),
    topologies: Object.fromEntries(topologies),
    colour: random() < 0.2 ? null : pick(modelColours, random),
  };
}

/** The record at an index: real ones first, then copies with some words exchanged; all get more words to find. */
export function recordAt(real: readonly RealRecord[], index: number): BenchRecord {
  const random = createRandom(index * 7919 + 11);
  const base = real[index % real.length];
  if (base === undefined) throw new Error('there are no records to multiply');
  const isCopy = index >= real.length;
  const vary = (text: string) =>
    isCopy ? text.replace(/\p{L}{3,}/gu, (word) => (random() < 0.3 ? zipfWord(random) : word)) : text;
  const more = repeat(6 + Math.floor(random() * 14), () => zipfWord(random));
  const record = {
    id: index + 1,
    title: `${vary(base.name)}${isCopy ? ` ${index.toString(36).toUpperCase()}` : ''}`,
    category: base.category,
    subcategory: base.subcategory,
    tags: [...base.keywords.slice(0, 6), ...repeat(2, () => zipfWord(random))],
    description: `${vary(base.description.slice(0, 200))} ${more.join(' ')}`,
    license: pick(licenses, random),
    type: random() < 0.8 ? 0 : 1 + Math.floor(random() * 4),
    triangles: Math.floor(10 ** (2 + random() * 5)),
    formats: some(formats, random),
    lods: some(lods, random),
    animated: random() < 0.1,
    rigged: random() < 0.15,
    popularity: Math.floor(1 / (random() + 0.0001)),
  };
  return { ...record, ...measure(record, random) };
}
