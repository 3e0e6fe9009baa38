import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sampleGlb } from '../helpers/sample-files.ts';
import { typicalGlb } from './typical-glb.ts';

export type BenchLibrary = {
  readonly folder: string;
  readonly modelCount: number;
  readonly fileCount: number;
  readonly bytes: number;
  readonly remove: () => void;
};

const nouns =
  'chair table lamp shelf gear bolt fern oak barrel mug kettle window stair wheel knight sword'.split(' ');
const adjectives =
  'old carved simple round heavy painted wooden bronze modern gothic tall folding rusted'.split(' ');
const categories = ['Furniture', 'Props', 'Plants', 'Mechanical', 'Architecture'];
const pick = (list: readonly string[], index: number) => list[index % list.length] ?? '';

type Bodies = readonly (readonly [folder: string, glb: Buffer])[];

const tiny = (): Bodies => [
  ['1k', sampleGlb({ triangles: 40 })],
  ['10k', sampleGlb({ triangles: 160 })],
  ['100k', sampleGlb({ triangles: 640 })],
];
const typical = (): Bodies => [
  ['1k', typicalGlb(1000)],
  ['10k', typicalGlb(10_000)],
];

/** A library of models of a few kilobytes: three topologies each, one GLB per topology, every file with other bytes. */
export const makeBenchLibrary = (modelCount: number) => makeLibrary(modelCount, tiny());

/** A library of one small file for each model. */
export const makeLargeLibrary = (modelCount: number) => makeLibrary(modelCount, tiny().slice(0, 1));

/** A library of whole models, 1k to 100k, 2.8 MB each: 10,000 of them are 28 GB, more than the page cache may hold. */
export const makeWholeLibrary = (modelCount: number) =>
  makeLibrary(modelCount, [...typical(), ['100k', typicalGlb(100_000)]]);

/** A library whose files have the sizes that their numbers of triangles give: 1k and 10k, 280 kB a model. */
export const makeTypicalLibrary = (modelCount: number) => makeLibrary(modelCount, typical());

/** The files of the bench's library as people keep them: in folders of categories, called like the model and its level. */
export const makeOrdinaryLibrary = (modelCount: number) => makeLibrary(modelCount, tiny(), false);

function makeLibrary(modelCount: number, bodies: Bodies, isExplicit = true): BenchLibrary {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-bench-'));
  let bytes = 0;
  for (let index = 0; index < modelCount; index += 1) {
    const title = `${pick(adjectives, Math.floor(index / nouns.length))} ${pick(nouns, index)} ${index}`;
    const model = path.join(folder, isExplicit ? '' : pick(categories, index), `model-${index}`);
    const product = {
      title,
      category: pick(categories, index),
      tags: [pick(nouns, index), pick(adjectives, index)],
    };
    for (const [lod, body] of bodies) {
      const file = path.join(model, isExplicit ? `${lod}/model.glb` : `${title}_${lod}.glb`);
      mkdirSync(path.dirname(file), { recursive: true });
      const own = Buffer.from(body);
      // The last four bytes of the binary chunk differ from model to model, so that no two files are equal.
      own.writeFloatLE(index / modelCount, own.length - 4);
      writeFileSync(file, own);
      bytes += own.length;
    }
    if (isExplicit) writeFileSync(path.join(model, 'product.json'), JSON.stringify(product));
  }
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { folder, modelCount, fileCount: modelCount * bodies.length, bytes, remove };
}
