import type { Material, Mesh, Primitive } from '@gltf-transform/core';
import { isOfTriangles, readIndices } from './merge-meshes.ts';

export type Drawn = { readonly primitive: Primitive; readonly indices: Uint32Array };

/** The parts of a mesh that have triangles. */
export function listDrawn(mesh: Mesh): readonly Drawn[] {
  return mesh.listPrimitives().flatMap((primitive) => {
    const indices = isOfTriangles(primitive) ? readIndices(primitive) : new Uint32Array();
    return indices.length === 0 ? [] : [{ primitive, indices }];
  });
}

/** The materials of a mesh, each once, in the order in which its triangles count them; null: none. */
export const listMaterials = (drawn: readonly Drawn[]): readonly (Material | null)[] => [
  ...new Set(drawn.map(({ primitive }) => primitive.getMaterial())),
];
