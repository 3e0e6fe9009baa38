import { describeProblem } from '../broken-file.ts';
import type { GltfDocument } from './gltf-document.ts';

/**
 * What the validator of the format's makers counts as an error and programs read all the same: a scene that names a node which
 * is another's child. Null where there is none.
 */
export function findGltfFlaw({ scenes, nodes }: GltfDocument, name: string): string | null {
  const children = new Set(nodes.flatMap((node) => node.children ?? []));
  for (const [number, scene] of scenes.entries()) {
    const inner = scene.nodes?.find((node) => children.has(node));
    if (inner === undefined) continue;
    const what = `names node ${inner}, which is another node's child, as a root of scene ${number}.`;
    return describeProblem(
      name,
      `${what} It is published, but strict programs may refuse it. Export it again.`,
    );
  }
  return null;
}
