import { BrokenFile, formatCount } from '../broken-file.ts';
import { listReferences, longestReference, uriToReference } from '../references.ts';
import type { GltfDocument } from './gltf-document.ts';

export function isDataUri(uri: string): boolean {
  return /^\s{0,64}data:/i.test(uri);
}

function checkNames(gltf: GltfDocument): void {
  for (const { uri = '' } of [...gltf.buffers, ...gltf.images]) {
    if (uri.length <= longestReference || isDataUri(uri)) continue;
    throw new BrokenFile(`names a file with ${formatCount(uri.length)} characters. Export it again.`);
  }
}

/**
 * The files that a glTF names, with the least size of its buffers. Throws BrokenFile for a name that no file
 * can have.
 */
export function listGltfReferences(gltf: GltfDocument) {
  checkNames(gltf);
  const referencedSizes: Record<string, number> = {};
  const buffers = gltf.buffers.map(({ uri, byteLength }) => {
    const reference = uri === undefined ? null : uriToReference(uri);
    if (reference !== null)
      referencedSizes[reference] = Math.max(referencedSizes[reference] ?? 0, byteLength);
    return reference;
  });
  const images = gltf.images.map(({ uri }) => (uri === undefined ? null : uriToReference(uri)));
  return { references: listReferences([...buffers, ...images]), referencedSizes };
}

/** Throws BrokenFile for an image without content. One whose file is missing is no reason to leave out a model. */
export function checkGltfImages(gltf: GltfDocument): void {
  for (const [number, { uri, bufferView }] of gltf.images.entries())
    if (uri === undefined && bufferView === undefined)
      throw new BrokenFile(`has no content for image ${number}. Export it again.`);
}
