import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lodTriangles, type MadeLod } from '../../server/contract/limits.ts';
import { makeLevels } from '../../server/derive/make/make-levels.ts';
import { createGltfIo } from '../../server/derive/make/read/decoders.ts';
import { readSource } from '../../server/derive/make/read/read-source.ts';
import { createDeviation } from '../../server/derive/make/simplify/measure-deviation.ts';
import { countDrawn, mergeMeshes } from '../../server/derive/make/simplify/merge-meshes.ts';
import { readSharedModels, sharedModelsFolder } from '../helpers/shared-models.ts';

// node test/bench/levels.ts [GLTFPACK's cli.js]: how near real models come to their levels, how far their surfaces are from
// the source, and what it costs; next to gltfpack's where its command line is given. Textures are left out of the cost, as
// gltfpack leaves them as they are.

const gltfpack = process.argv[2];
const samples = 2000;
const lods = ['1k', '10k', '100k'] as const;
const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const share = (values: readonly boolean[]) =>
  `${Math.round((values.filter(Boolean).length / values.length) * 100)} %`;

type Row = {
  readonly model: string;
  readonly lod: MadeLod;
  readonly goal: number;
  readonly triangles: number;
  readonly deviation: number;
  readonly ms: number;
  readonly other: { readonly triangles: number; readonly deviation: number; readonly ms: number } | null;
  /** For our own file with as many triangles as the other program left; null where they cannot be compared. */
  readonly fair: number | null;
};

const io = await createGltfIo();
const work = mkdtempSync(path.join(tmpdir(), 'lodestock-bench-levels-'));

/** What another program's file has; textures are not looked at. */
async function runGltfpack(file: string, keep: number, measure: ReturnType<typeof createDeviation>) {
  if (gltfpack === undefined) return null;
  const target = path.join(work, 'packed.glb');
  const script = `const before = process.cpuUsage(); process.on('exit', () => { const { user, system } = process.cpuUsage(before); require('node:fs').writeFileSync(${JSON.stringify(path.join(work, 'ms'))}, String((user + system) / 1000)); });`;
  const preload = path.join(work, 'measure.cjs');
  writeFileSync(preload, script);
  const args = [
    '--require',
    preload,
    gltfpack,
    '-i',
    file,
    '-o',
    target,
    '-si',
    String(keep),
    '-noq',
    '-kn',
    '-km',
  ];
  try {
    execFileSync(process.execPath, args, { stdio: 'ignore' });
  } catch {
    return null;
  }
  const mesh = mergeMeshes(await readSource(io, { file: target, format: 'glb', support: {} }));
  if (!mesh) return null;
  const triangles = mesh.parts.length === 0 ? 0 : mesh.indices.length / 3;
  return { triangles, deviation: measure(mesh), ms: Number(readFileSync(path.join(work, 'ms'), 'utf8')) };
}

type Scene = ReturnType<typeof readSource>;

/** How far our own file is off that has so many triangles. */
async function measureOwn(read: Scene, triangles: number, measure: ReturnType<typeof createDeviation>) {
  for await (const { bytes } of makeLevels(io, await read, [{ lod: '1k', triangles, texture: 65_536 }])) {
    const mesh = mergeMeshes(await io.readBinary(bytes));
    return mesh ? measure(mesh) : null;
  }
  return null;
}

async function measureModel(id: string, main: string, format: string): Promise<Row[]> {
  const folder = path.join(sharedModelsFolder, id);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const support = Object.fromEntries(names.map((name) => [name, path.join(folder, name)]));
  const file = path.join(folder, main);
  const source = { file, format, support };
  const document = await readSource(io, source);
  const mesh = mergeMeshes(document);
  if (mesh === null) return [];
  const measure = createDeviation(mesh, samples);
  const drawn = countDrawn(document);
  // Which of several places a mesh is measured at may differ from file to file.
  const isComparable = mesh.parts.every(({ instances }) => instances === 1);
  const rows: Row[] = [];
  for (const lod of lods.filter((one) => lodTriangles[one] < drawn)) {
    const goal = lodTriangles[lod];
    const before = cpuMs();
    const read = await readSource(io, source);
    for await (const { bytes, deviation } of makeLevels(io, read, [
      { lod, triangles: goal, texture: 65_536 },
    ])) {
      const ms = cpuMs() - before;
      const triangles = countDrawn(await io.readBinary(bytes));
      const other = format.startsWith('gl') ? await runGltfpack(file, goal / drawn, measure) : null;
      const isFair = other !== null && isComparable && other.triangles > 0;
      const fair = isFair ? await measureOwn(readSource(io, source), other.triangles, measure) : null;
      rows.push({ model: id, lod, goal, triangles, deviation, ms, other, fair });
    }
  }
  return rows;
}

const rows: Row[] = [];
const readable = /^(glb|gltf|fbx|obj|stl|ply)$/;
for (const { id, main, format, malformed } of readSharedModels())
  if (
    readable.test(format) &&
    !malformed &&
    !id.startsWith('bad-') &&
    statSync(path.join(sharedModelsFolder, id, main)).size > 0
  )
    rows.push(...(await measureModel(id, main, format).catch(() => [])));
rmSync(work, { recursive: true });

const percent = (value: number) => (value * 100).toFixed(3);
for (const { model, lod, triangles, deviation, ms, other, fair } of rows) {
  const alike = fair === null ? '' : ` (ours ${percent(fair)} %)`;
  const beside = other
    ? ` | gltfpack ${other.triangles}, ${percent(other.deviation)} %${alike}, ${Math.round(other.ms)} ms`
    : '';
  console.log(
    `${model} ${lod}: ${triangles} triangles, ${percent(deviation)} % off, ${Math.round(ms)} ms${beside}`,
  );
}
const compared = rows.flatMap(({ other, ...row }) => (other ? [{ ...row, other }] : []));
const isNear = ({ triangles, goal }: { triangles: number; goal: number }) =>
  Math.abs(triangles - goal) <= goal * 0.1;
console.log(`\n${rows.length} levels; within 10 % of their triangles: ${share(rows.map(isNear))}`);
console.log(
  `median ${median(rows.map(({ ms }) => ms)).toFixed(0)} ms, ${percent(median(rows.map(({ deviation }) => deviation)))} % off`,
);
if (compared.length > 0) {
  console.log(
    `gltfpack: within 10 %: ${share(compared.map(({ goal, other }) => isNear({ goal, triangles: other.triangles })))}`,
  );
  console.log(
    `CPU, ours / gltfpack's: median ${median(compared.map(({ ms, other }) => ms / other.ms)).toFixed(2)}`,
  );
  const fairly = compared.flatMap(({ fair, other }) =>
    fair === null ? [] : [fair <= other.deviation + 1e-5],
  );
  console.log(
    `at as many triangles (${fairly.length} levels), no farther off than gltfpack: ${share(fairly)}`,
  );
}
