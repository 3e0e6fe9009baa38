import { sentence } from '../../contract/sentence.ts';
import { BrokenFile } from '../broken-file.ts';
import type { GltfDocument } from './gltf-document.ts';

function findParents(gltf: GltfDocument): ReadonlyMap<number, number> {
  const parents = new Map<number, number>();
  for (const [number, { children = [] }] of gltf.nodes.entries()) {
    for (const child of children) {
      const other = parents.get(child);
      if (other !== undefined) {
        throw new BrokenFile(
          sentence`has node ${{ node: child }} under both node ${{ one: other }} and node ${{ other: number }}. Export it again.`,
        );
      }
      parents.set(child, number);
    }
  }
  return parents;
}

/** Throws BrokenFile unless every node has at most one parent and none is its own ancestor. */
export function checkGltfNodes(gltf: GltfDocument): void {
  const parents = findParents(gltf);
  const sound = new Set<number>();
  for (const start of parents.keys()) {
    const path = new Set<number>();
    for (
      let node: number | undefined = start;
      node !== undefined && !sound.has(node);
      node = parents.get(node)
    ) {
      if (path.has(node))
        throw new BrokenFile(
          sentence`has a scene in which node ${{ node }} contains itself. Export it again.`,
        );
      path.add(node);
    }
    for (const node of path) sound.add(node);
  }
}
