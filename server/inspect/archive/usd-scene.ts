import { unzipSync } from 'three/addons/libs/fflate.module.js';
import { USDCParser } from 'three/addons/loaders/usd/USDCParser.js';
import { identity, type Matrix, multiply, zUp } from '../../shared/matrix.ts';
import type { ComposedPrim } from '../../shared/usd/compose-usd.ts';
import { createEntryFilter, openUsd, type UsdScene, type UsdTools } from '../../shared/usd/open-usd.ts';
import { numbersOf } from '../../shared/usd/place-prims.ts';
import { initialValue } from '../../shared/usd/usd-layer.ts';
import { BrokenFile } from '../broken-file.ts';
import { type ByteSource, copyRange, readAll } from '../byte-source.ts';
import { createBox, type Extent, measure, toSize } from '../extent.ts';
import type { ParserContext } from '../parser.ts';
import { toReference } from '../references.ts';

export const usdTools: UsdTools = {
  createCrateParser: () => new USDCParser(),
  unzip: (bytes) => unzipSync(bytes, { filter: createEntryFilter(bytes) }),
};

const largestBytes = 128 * 1024 * 1024;
const headBytes = 24;

/** Throws for anything that is not USD, and for a binary scene that lacks its end, where the table of contents is. */
export function checkUsd(source: ByteSource): void {
  const head = Buffer.from(copyRange(source, 0, headBytes));
  if (head.toString('latin1', 0, 5) === '#usda') return;
  if (head.toString('latin1', 0, 8) !== 'PXR-USDC')
    throw new BrokenFile('contains a scene that is not a USD file. Export it again.');
  if (head.length < headBytes || head.readBigUInt64LE(16) >= source.size)
    throw new BrokenFile('is truncated inside its scene. Export it again.');
}

const copyOf = (source: ByteSource) => Uint8Array.from(readAll(source));

/** Reads a scene with the neighbouring files it is composed of; null if it is too large or damaged. */
export async function readUsdScene({
  source,
  readSibling,
}: Pick<ParserContext, 'source' | 'readSibling'>): Promise<UsdScene | null> {
  if (source.size > largestBytes) return null;
  const readFile = (path: string) =>
    readSibling(toReference(path) ?? path, (file) =>
      file && file.size <= largestBytes ? copyOf(file) : null,
    );
  return openUsd(copyOf(source), usdTools, readFile).catch(() => null);
}

type Mesh = {
  readonly points: ArrayLike<number>;
  readonly counts: ArrayLike<number>;
  readonly corners: ArrayLike<number>;
  readonly place: Matrix;
  readonly properties: ComposedPrim['properties'];
};

function* meshesIn(prim: ComposedPrim, above: Matrix): Generator<Mesh> {
  const place = multiply(above, prim.place);
  if (prim.typeName === 'Mesh') {
    const read = (name: string) => numbersOf(initialValue(prim.properties.get(name)));
    const [points, counts] = [read('points'), read('faceVertexCounts')];
    yield { points, counts, corners: read('faceVertexIndices'), place, properties: prim.properties };
  }
  for (const child of prim.children.values()) yield* meshesIn(child, place);
}

const isZUp = ({ facts }: UsdScene) => facts.upAxis === 'Z';

/** All rendered meshes, with Y up. */
export const listMeshes = (scene: UsdScene) => meshesIn(scene.root, isZUp(scene) ? zUp : identity);

const drawn = new Set([
  ...['Mesh', 'Cube', 'Sphere', 'Cylinder', 'Cone', 'Capsule', 'Plane', 'Points', 'BasisCurves'],
  ...['NurbsPatch', 'NurbsCurves', 'Volume', 'TetMesh'],
]);

function* primsIn(prim: ComposedPrim): Generator<ComposedPrim> {
  yield prim;
  for (const child of prim.children.values()) yield* primsIn(child);
}

function countIn(counts: ArrayLike<number>): number {
  let triangles = 0;
  for (let face = 0; face < counts.length; face += 1) triangles += Math.max(0, (counts[face] ?? 0) - 2);
  return triangles;
}

export function describeUsd(scene: UsdScene) {
  let triangles = 0;
  /** Counts instanced meshes once. */
  const known = new Map<ArrayLike<number>, number>();
  for (const { counts } of listMeshes(scene)) {
    const found = known.get(counts) ?? countIn(counts);
    known.set(counts, found);
    triangles += found;
  }
  const prims = [...primsIn(scene.root)];
  return {
    triangles,
    isEmpty: !prims.some(({ typeName }) => drawn.has(typeName)),
    animated: prims.some(({ properties }) => [...properties.values()].some(({ timeSamples }) => timeSamples)),
    rigged: prims.some(({ typeName }) => typeName === 'SkelRoot' || typeName === 'Skeleton'),
  };
}

export function measureUsd(scene: UsdScene): Extent {
  const { metersPerUnit, upAxis } = scene.facts;
  const unitMetres = typeof metersPerUnit === 'number' && metersPerUnit > 0 ? metersPerUnit : undefined;
  const axis = upAxis === 'Y' || upAxis === 'Z' ? upAxis : undefined;
  return measure(() => {
    const box = createBox();
    for (const { points, place } of listMeshes(scene)) box.add(points, place);
    const sizeMetres = unitMetres === undefined ? undefined : toSize(box.sides(), unitMetres);
    return {
      ...(axis && { upAxis: axis }),
      ...(unitMetres !== undefined && { unitMetres }),
      ...(sizeMetres && { sizeMetres }),
    };
  });
}
