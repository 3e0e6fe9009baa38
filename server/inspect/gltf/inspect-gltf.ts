import { BrokenFile, describeProblem } from '../broken-file.ts';
import type { ByteSource } from '../byte-source.ts';
import { type Findings, noFindings } from '../inspection.ts';
import type { ParserContext } from '../parser.ts';
import { checkGltfIndices } from './check-gltf-indices.ts';
import { checkGltfNodes } from './check-gltf-nodes.ts';
import { checkGltfValues } from './check-gltf-values.ts';
import { countGltfTriangles } from './count-gltf-triangles.ts';
import { findGltfFlaw } from './find-gltf-flaw.ts';
import { checkGltfAccessors } from './gltf-accessors.ts';
import { createGltfBuffers } from './gltf-buffers.ts';
import type { GltfDocument } from './gltf-document.ts';
import { checkGltfImages, listGltfReferences } from './gltf-references.ts';
import { listRequiredExtensions } from './list-required-extensions.ts';
import { parseGltf } from './parse-gltf.ts';
import { readGltfAsset } from './read-gltf-asset.ts';

function checkGltf(gltf: GltfDocument, chunk: ByteSource | null, context: ParserContext): void {
  checkGltfIndices(gltf);
  checkGltfNodes(gltf);
  checkGltfAccessors(gltf);
  checkGltfValues(gltf, createGltfBuffers(gltf, chunk, context));
  checkGltfImages(gltf, (reference) =>
    context.readSibling(reference, (file) => file !== null && file.size > 0),
  );
}

/** Reads a glTF document and, where they can be read, its buffers; a broken one keeps what it says of itself. */
export function inspectGltf(json: Uint8Array, chunk: ByteSource | null, context: ParserContext): Findings {
  const gltf = parseGltf(json);
  const { references, referencedSizes } = listGltfReferences(gltf);
  const asset = readGltfAsset(gltf.asset);
  const findings: Findings = {
    ...noFindings,
    ...(asset !== undefined && { asset }),
    references,
    referencedSizes,
    restsOn: references,
    requires: listRequiredExtensions(gltf),
    triangles: countGltfTriangles(gltf),
    animated: gltf.animations.some(({ channels }) => channels.length > 0),
    rigged: gltf.skins.length > 0,
  };
  try {
    checkGltf(gltf, chunk, context);
    const flaw = findGltfFlaw(gltf, context.name);
    return { ...findings, ...(flaw !== null && { flaw }) };
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error;
    return { ...findings, problem: describeProblem(context.name, error.message) };
  }
}
