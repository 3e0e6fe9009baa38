import type { GltfDocument, GltfPrimitive } from './gltf-document.ts';

const triangleList = 4;
const stripOrFan = new Set([5, 6]);

function countPrimitive(
  gltf: GltfDocument,
  { mode = triangleList, indices, attributes }: GltfPrimitive,
): number {
  const corners = gltf.accessors[indices ?? attributes.POSITION ?? -1]?.count ?? 0;
  if (mode === triangleList) return Math.floor(corners / 3);
  return stripOrFan.has(mode) ? Math.max(0, corners - 2) : 0;
}

/** Triangles as a viewer draws them: per node that shows a mesh. Meshes that no node shows count only if all are such. */
export function countGltfTriangles(gltf: GltfDocument): number {
  const perMesh = gltf.meshes.map(({ primitives }) =>
    primitives.reduce((sum, primitive) => sum + countPrimitive(gltf, primitive), 0),
  );
  const shown = gltf.nodes.flatMap(({ mesh }) => (mesh === undefined ? [] : [perMesh[mesh] ?? 0]));
  return (shown.length > 0 ? shown : perMesh).reduce((sum, count) => sum + count, 0);
}
