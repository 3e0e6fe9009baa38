import type { Accessor, Document, Mesh, Node, Primitive } from '@gltf-transform/core';
import { toFloats } from '../read/to-floats.ts';
import { createPlacement, type End, farthest } from './placement.ts';
import { areaOf } from './surface.ts';

/** The triangles of one primitive, as a range of merged vertices. */
type Part = {
  readonly mesh: Mesh;
  readonly primitive: Primitive;
  readonly firstVertex: number;
  readonly vertexCount: number;
  /** Number of times that the scene draws it. */
  readonly instances: number;
};

/** All triangles as one mesh in scene space: one simplification spreads its error and tears no gap between materials. */
export type MergedMesh = {
  readonly parts: readonly Part[];
  readonly indices: Uint32Array;
  /** Three per vertex. */
  readonly positions: Float32Array;
  /** `attributeCount` per vertex: what must not visibly change, scaled to compare with shares of the scene's size. */
  readonly attributes: Float32Array;
  readonly attributeCount: number;
  /** Index of the two texture coordinates among the attributes; -1 without. */
  readonly textureAt: number;
  readonly partOf: Uint32Array;
  /** Outermost vertices of the scene in each direction, and of skinned meshes in bind pose. */
  readonly ends: readonly number[];
};

/** glTF's mode for triangle lists. */
const triangles = 4;
/** Weight of changes in normal, texture coordinate and colour, relative to moving the surface. */
const weights = { normal: 0.1, texture: 0.4, colour: 0.1, morph: 1 };
const mostMorphs = 6;

export const isOfTriangles = (primitive: Primitive) =>
  primitive.getMode() === triangles && primitive.getAttribute('POSITION') !== null;

export function readIndices(primitive: Primitive): Uint32Array {
  const array = primitive.getIndices()?.getArray();
  if (array) return Uint32Array.from(array);
  const count = primitive.getAttribute('POSITION')?.getCount() ?? 0;
  return Uint32Array.from({ length: count - (count % 3) }, (_, index) => index);
}

type Found = { readonly mesh: Mesh; readonly primitive: Primitive; readonly nodes: readonly Node[] };

function findPrimitives(document: Document): Found[] {
  const nodesOf = Map.groupBy(
    document
      .getRoot()
      .listNodes()
      .filter((node) => node.getMesh() !== null),
    (node) => node.getMesh(),
  );
  return document
    .getRoot()
    .listMeshes()
    .flatMap((mesh) => {
      const nodes = nodesOf.get(mesh) ?? [];
      const drawn = nodes.length === 0 ? [] : mesh.listPrimitives().filter(isOfTriangles);
      return drawn.map((primitive) => ({ mesh, primitive, nodes }));
    });
}

/** Triangles as rendered: a mesh's count once per node that uses it. */
export function countDrawn(document: Document): number {
  return findPrimitives(document).reduce((sum, { primitive, nodes }) => {
    const corners = primitive.getIndices()?.getCount() ?? primitive.getAttribute('POSITION')?.getCount() ?? 0;
    return sum + Math.floor(corners / 3) * nodes.length;
  }, 0);
}

function layOut(found: readonly Found[]) {
  const has = (name: string) => found.some(({ primitive }) => primitive.getAttribute(name) !== null);
  const morphs = Math.min(
    mostMorphs,
    Math.max(0, ...found.map(({ primitive }) => primitive.listTargets().length)),
  );
  let count = 0;
  const take = (isThere: boolean, size: number) => {
    const at = isThere ? count : -1;
    if (isThere) count += size;
    return at;
  };
  const normal = take(has('NORMAL'), 3);
  const texture = take(has('TEXCOORD_0'), 2);
  const colour = take(has('COLOR_0'), 3);
  const morph = take(morphs > 0, morphs * 3);
  return { normal, texture, colour, morph, count };
}

type Target = { readonly values: Float32Array; readonly stride: number; readonly first: number };

function writeColumn(
  target: Target,
  at: number,
  source: { readonly accessor: Accessor | null; readonly size: number; readonly scale: number },
): void {
  const { accessor, size, scale } = source;
  if (accessor === null || at < 0) return;
  const floats = toFloats(accessor);
  const width = accessor.getElementSize();
  const count = accessor.getCount();
  for (let vertex = 0; vertex < count; vertex += 1)
    for (let index = 0; index < size; index += 1)
      target.values[(target.first + vertex) * target.stride + at + index] =
        (floats[vertex * width + index] ?? 0) * scale;
}

/** Surface length per unit of texture coordinates. */
function textureScale(primitive: Primitive, positions: Float32Array, indices: Uint32Array): number {
  const accessor = primitive.getAttribute('TEXCOORD_0');
  if (!accessor) return 0;
  const coordinates = toFloats(accessor);
  let surface = 0;
  let texture = 0;
  for (let corner = 0; corner + 2 < indices.length; corner += 3) {
    const a = indices[corner] ?? 0;
    const b = indices[corner + 1] ?? 0;
    const c = indices[corner + 2] ?? 0;
    surface += areaOf(positions, 3, a, b, c);
    texture += areaOf(coordinates, 2, a, b, c);
  }
  return texture > 0 ? Math.sqrt(surface / texture) : 0;
}

export const extentOf = (positions: Float32Array): number => {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let index = 0; index < positions.length; index += 1) {
    const value = positions[index] ?? 0;
    if (value < (low[index % 3] ?? 0)) low[index % 3] = value;
    if (value > (high[index % 3] ?? 0)) high[index % 3] = value;
  }
  const sides = low.map((value, axis) => (high[axis] ?? 0) - value);
  return Math.max(...sides.map((side) => (Number.isFinite(side) ? side : 0)));
};

function findEnds(positions: Float32Array, indices: Uint32Array): number[] {
  const ends = new Array<number>(6).fill(indices[0] ?? 0);
  const at = (vertex: number, axis: number) => positions[vertex * 3 + axis] ?? 0;
  for (const vertex of indices)
    for (let axis = 0; axis < 3; axis += 1) {
      if (at(vertex, axis) < at(ends[axis] ?? 0, axis)) ends[axis] = vertex;
      if (at(vertex, axis) > at(ends[axis + 3] ?? 0, axis)) ends[axis + 3] = vertex;
    }
  return ends;
}

/** Parts of a scene in merge order, without their vertices. */
export function findParts(document: Document): Part[] {
  let firstVertex = 0;
  return findPrimitives(document).map(({ mesh, primitive, nodes }) => {
    const vertexCount = primitive.getAttribute('POSITION')?.getCount() ?? 0;
    const part = { mesh, primitive, firstVertex, vertexCount, instances: nodes.length };
    firstVertex += vertexCount;
    return part;
  });
}

/** Null if the scene has no triangles. */
export function mergeMeshes(document: Document): MergedMesh | null {
  const found = findPrimitives(document);
  const parts = findParts(document);
  const placed: {
    readonly positions: Float32Array;
    readonly indices: Uint32Array;
    readonly scale: number;
    readonly ends: readonly End[];
  }[] = [];
  for (const { primitive, nodes } of found) {
    const placement = createPlacement(nodes);
    const indices = readIndices(primitive);
    placed.push({ ...placement.place(primitive), indices, ends: placement.findEnds(primitive, indices) });
  }
  const last = parts.at(-1);
  const vertexCount = last ? last.firstVertex + last.vertexCount : 0;
  const corners = placed.reduce((sum, { indices }) => sum + indices.length, 0);
  if (corners === 0) return null;
  const positions = new Float32Array(vertexCount * 3);
  const indices = new Uint32Array(corners);
  const partOf = new Uint32Array(vertexCount);
  let corner = 0;
  for (const [number, part] of parts.entries()) {
    const own = placed[number];
    if (!own) continue;
    positions.set(own.positions, part.firstVertex * 3);
    partOf.fill(number, part.firstVertex, part.firstVertex + part.vertexCount);
    for (const index of own.indices) indices[corner++] = index + part.firstVertex;
  }
  const skinned = found.flatMap(({ primitive, nodes }, number) => {
    const accessor = nodes.some((node) => node.getSkin() !== null)
      ? primitive.getAttribute('POSITION')
      : null;
    const own = placed[number];
    const first = parts[number]?.firstVertex ?? 0;
    return accessor && own ? findEnds(toFloats(accessor), own.indices).map((vertex) => vertex + first) : [];
  });
  const outermost = farthest(
    placed.map(({ ends }, number) => {
      const first = parts[number]?.firstVertex ?? 0;
      return ends.map(({ vertex, reach }) => ({ vertex: vertex + first, reach }));
    }),
  );
  const ends = [...outermost.map(({ vertex }) => vertex), ...skinned];
  const columns = layOut(found);
  const extent = extentOf(positions) || 1;
  const attributes = new Float32Array(vertexCount * columns.count);
  for (const [number, { primitive, firstVertex: first }] of parts.entries()) {
    const own = placed[number];
    if (!own) continue;
    const target = { values: attributes, stride: columns.count, first };
    const slide = (textureScale(primitive, own.positions, own.indices) / extent) * weights.texture;
    writeColumn(target, columns.normal, {
      accessor: primitive.getAttribute('NORMAL'),
      size: 3,
      scale: weights.normal,
    });
    writeColumn(target, columns.texture, {
      accessor: primitive.getAttribute('TEXCOORD_0'),
      size: 2,
      scale: slide,
    });
    writeColumn(target, columns.colour, {
      accessor: primitive.getAttribute('COLOR_0'),
      size: 3,
      scale: weights.colour,
    });
    for (const [index, morph] of primitive.listTargets().slice(0, mostMorphs).entries()) {
      const scale = (own.scale / extent) * weights.morph;
      writeColumn(target, columns.morph + index * 3, {
        accessor: morph.getAttribute('POSITION'),
        size: 3,
        scale,
      });
    }
  }
  const [attributeCount, textureAt] = [columns.count, columns.texture];
  return { parts, indices, positions, attributes, attributeCount, textureAt, partOf, ends };
}
