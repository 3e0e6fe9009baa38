import type { Material, Mesh, Primitive } from '@gltf-transform/core';
import { isOfTriangles, readIndices } from './merge-meshes.ts';

export type Drawn = { readonly primitive: Primitive; readonly indices: Uint32Array };

export function listDrawn(mesh: Mesh): readonly Drawn[] {
  return mesh.listPrimitives().flatMap((primitive) => {
    const indices = isOfTriangles(primitive) ? readIndices(primitive) : new Uint32Array();
    return indices.length === 0 ? [] : [{ primitive, indices }];
  });
}

/** A mesh's unique materials, in the order that its triangles number them; null for none. */
export const listMaterials = (drawn: readonly Drawn[]): readonly (Material | null)[] => [
  ...new Set(drawn.map(({ primitive }) => primitive.getMaterial())),
];
