import { identity, type Matrix, move, multiply, scale, turnBy } from '../../shared/matrix.ts';
import type { GltfDocument, GltfNode } from './gltf-document.ts';

function placeOf({ matrix, translation = [], rotation, scale: sizes }: GltfNode): Matrix {
  if (matrix) return new Float64Array(matrix);
  const moved = move(...translation);
  const turned = rotation ? multiply(moved, turnBy(...rotation)) : moved;
  return sizes ? multiply(turned, scale(...sizes)) : turned;
}

export function findGltfWorlds(gltf: GltfDocument): ReadonlyMap<number, Matrix> {
  const worlds = new Map<number, Matrix>();
  const children = new Set(gltf.nodes.flatMap((node) => node.children ?? []));
  const roots = [...gltf.nodes.keys()].filter((node) => !children.has(node));
  const stack = (gltf.scenes[gltf.scene ?? 0]?.nodes ?? roots).map((node) => ({ node, above: identity }));
  for (let next = stack.pop(); next; next = stack.pop()) {
    const node = gltf.nodes[next.node];
    if (node === undefined || worlds.has(next.node)) continue;
    const world = multiply(next.above, placeOf(node));
    worlds.set(next.node, world);
    for (const child of node.children ?? []) stack.push({ node: child, above: world });
  }
  return worlds;
}
