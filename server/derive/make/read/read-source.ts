import type { Document, NodeIO } from '@gltf-transform/core';
import { isGltf } from '../../../contract/catalogue/formats.ts';
import { readGltf } from './read-gltf.ts';
import type { SourceFile } from './source-file.ts';

/** Reads a scene file of any format that posters are drawn from; loads three.js only if needed. */
export async function readSource(io: NodeIO, source: SourceFile): Promise<Document> {
  if (isGltf(source.format)) return readGltf(io, source);
  const { readWithThree } = await import('./read-three.ts');
  return readWithThree(source);
}
