import type { Accessor, Document, Primitive } from '@gltf-transform/core';
import type { MergedMesh } from './merge-meshes.ts';

function pick(document: Document, accessor: Accessor, vertices: Uint32Array): Accessor | null {
  const array = accessor.getArray();
  if (array === null) return null;
  const width = accessor.getElementSize();
  const picked = array.slice(0, vertices.length * width);
  for (const [at, vertex] of vertices.entries())
    for (let index = 0; index < width; index += 1)
      picked[at * width + index] = array[vertex * width + index] ?? 0;
  return document
    .createAccessor(accessor.getName())
    .setType(accessor.getType())
    .setNormalized(accessor.getNormalized())
    .setArray(picked)
    .setBuffer(accessor.getBuffer());
}

type Kept = {
  readonly vertices: Uint32Array;
  readonly indices: Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;
};

function renumber(corners: readonly number[]): Kept {
  const numbers = new Map<number, number>();
  const indices = new Uint32Array(corners.length);
  for (const [at, vertex] of corners.entries()) {
    const number = numbers.get(vertex) ?? numbers.size;
    numbers.set(vertex, number);
    indices[at] = number;
  }
  const isSmall = numbers.size < 65_535;
  return {
    vertices: Uint32Array.from(numbers.keys()),
    indices: isSmall ? Uint16Array.from(indices) : indices,
  };
}

function rewrite(document: Document, primitive: Primitive, { vertices, indices }: Kept): void {
  for (const name of primitive.listSemantics()) {
    const accessor = primitive.getAttribute(name);
    if (accessor) primitive.setAttribute(name, pick(document, accessor, vertices));
  }
  for (const target of primitive.listTargets()) {
    const copy = document.createPrimitiveTarget(target.getName()).setExtras(target.getExtras());
    for (const name of target.listSemantics()) {
      const accessor = target.getAttribute(name);
      if (accessor) copy.setAttribute(name, pick(document, accessor, vertices));
    }
    primitive.removeTarget(target).addTarget(copy);
  }
  const buffer = document.getRoot().listBuffers()[0] ?? null;
  primitive.setIndices(document.createAccessor().setType('SCALAR').setArray(indices).setBuffer(buffer));
}

/** Keeps only these triangles and their vertices. An empty mesh is removed; its node stays, with name and transform. */
export function keepTriangles(document: Document, mesh: MergedMesh, indices: Uint32Array): void {
  const corners: number[][] = mesh.parts.map(() => []);
  for (const vertex of indices) {
    const part = mesh.partOf[vertex] ?? 0;
    corners[part]?.push(vertex - (mesh.parts[part]?.firstVertex ?? 0));
  }
  for (const [number, { mesh: owner, primitive }] of mesh.parts.entries()) {
    const own = corners[number] ?? [];
    if (own.length > 0) rewrite(document, primitive, renumber(own));
    else owner.removePrimitive(primitive);
  }
  const root = document.getRoot();
  for (const node of root.listNodes()) if (node.getMesh()?.listPrimitives().length === 0) node.setMesh(null);
}
