import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sampleGlb, sampleMtl, sampleObj, samplePng } from '../helpers/sample-files.ts';
import { openScan, type Spent, tell } from './scan.ts';

// node test/bench/recognition.ts [FILES]: what recognising the models of an ordinary disk costs, 100,000 files if nothing else
// is said, next to a scan of the same files in topology folders; then a re-scan of each. Needs no build.

const files = Number(process.argv[2] ?? 100_000);
const filesPerModel = 4;
const models = Math.floor(files / filesPerModel);
const bodies = {
  glb: sampleGlb({ triangles: 40 }),
  obj: sampleObj({ triangles: 40, material: 'thing.mtl' }),
  mtl: sampleMtl('textures/wood.png'),
  png: samplePng(),
};

/** Writes the files of each model into a folder of it, no two scenes alike. */
function layOut(folderOf: (model: number) => string, nameOf: (model: number) => string): string {
  const library = mkdtempSync(path.join(tmpdir(), 'lodestock-recognition-'));
  for (let model = 0; model < models; model += 1) {
    const folder = path.join(library, folderOf(model));
    const name = nameOf(model);
    mkdirSync(path.join(folder, 'textures'), { recursive: true });
    const glb = Buffer.from(bodies.glb);
    // The last bytes are of a texture coordinate.
    glb.writeFloatLE(model / models, glb.length - 4);
    writeFileSync(path.join(folder, `${name}.glb`), glb);
    writeFileSync(path.join(folder, `${name}.obj`), `# ${model}\n${bodies.obj}`);
    writeFileSync(path.join(folder, 'thing.mtl'), `# ${model}\n${bodies.mtl}`);
    writeFileSync(path.join(folder, 'textures/wood.png'), bodies.png);
  }
  return library;
}

const rooms = ['Kitchen', 'Office', 'Garden', 'Street'];
const nameOf = (model: number) => `SM_Thing_${String(model).padStart(6, '0')}`;
const disks = {
  topology: layOut(
    (model) => `${nameOf(model)}/1k`,
    () => 'thing',
  ),
  ordinary: layOut((model) => `${rooms[model % rooms.length]}/Pack ${model % 97}/${nameOf(model)}`, nameOf),
};

async function scanTwice(library: string): Promise<{ first: Spent; again: Spent; found: number }> {
  const { db, scan, close } = openScan(library);
  const first = await scan();
  const again = await scan();
  const found = db.prepare<[], number>('SELECT count(*) FROM model').pluck().get() ?? 0;
  await close();
  return { first, again, found };
}

try {
  // The files come into the page cache.
  await scanTwice(disks.topology);
  const topology = await scanTwice(disks.topology);
  const ordinary = await scanTwice(disks.ordinary);
  console.log(`${models * filesPerModel} files of ${models} models`);
  for (const [what, { first, again, found }] of Object.entries({ topology, ordinary }))
    console.log(`${what}: ${found} models, first scan ${tell(first)}, again ${tell(again)}`);
  const ratio = (of: 'wall' | 'cpu') => (ordinary.first[of] / topology.first[of]).toFixed(2);
  console.log(`recognition / topology folders: ${ratio('wall')} of the time, ${ratio('cpu')} of the CPU`);
} finally {
  for (const library of Object.values(disks)) rmSync(library, { recursive: true, force: true });
}
