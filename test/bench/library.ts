import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sampleGlb } from '../helpers/sample-files.ts';

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

/** A library of small models: three topologies each, one GLB per topology, every file with other bytes. */
export async function makeBenchLibrary(modelCount: number): Promise<BenchLibrary> {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-bench-'));
  const lods = [
    ['1k', 40],
    ['10k', 160],
    ['100k', 640],
  ] as const;
  const bodies = lods.map(([lod, triangles]) => [lod, sampleGlb({ triangles })] as const);
  let bytes = 0;
  for (let index = 0; index < modelCount; index += 1) {
    const title = `${pick(adjectives, Math.floor(index / nouns.length))} ${pick(nouns, index)} ${index}`;
    const model = path.join(folder, `model-${index}`);
    const product = {
      title,
      category: pick(categories, index),
      tags: [pick(nouns, index), pick(adjectives, index)],
    };
    for (const [lod, body] of bodies) {
      mkdirSync(path.join(model, lod), { recursive: true });
      const own = Buffer.concat([body, Buffer.alloc(0)]);
      // The last float of the binary chunk differs from model to model, so that no two files are equal.
      own.writeFloatLE(index / modelCount, own.length - 4);
      writeFileSync(path.join(model, lod, 'model.glb'), own);
      bytes += own.length;
    }
    writeFileSync(path.join(model, 'product.json'), JSON.stringify(product));
  }
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { folder, modelCount, fileCount: modelCount * lods.length, bytes, remove };
}
