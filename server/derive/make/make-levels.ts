import type { Document, NodeIO } from '@gltf-transform/core';
import { cloneDocument, prune, unpartition } from '@gltf-transform/functions';
import { type LevelFormat, levelFormats } from '../../contract/catalogue/formats.ts';
import { writeFbx } from './fbx/write-fbx.ts';
import { fitTextures } from './fit-textures.ts';
import { type SupportFile, writeObj } from './obj/write-obj.ts';
import { keepTriangles } from './simplify/keep-triangles.ts';
import { createDeviation } from './simplify/measure-deviation.ts';
import { mendValues } from './simplify/mend-values.ts';
import { findParts, mergeMeshes } from './simplify/merge-meshes.ts';
import { createSimplifier } from './simplify/simplify-scene.ts';
import { writeUsdz } from './usdz/write-usdz.ts';

type WantedLevel<L extends string> = {
  readonly lod: L;
  /** Number of triangles as rendered; null for all. */
  readonly triangles: number | null;
  /** Maximum pixels of a texture's longer side. */
  readonly texture: number;
  /** Name of OBJ and FBX files, without the extension. */
  readonly name?: string;
  /** GLB only if absent. */
  readonly formats?: readonly LevelFormat[];
};

type MadeLevel<L extends string> = {
  readonly lod: L;
  readonly format: LevelFormat;
  readonly bytes: Uint8Array;
  /** Support files, by the path relative to it. */
  readonly support: readonly SupportFile[];
  /** Mean distance between its surface and the source's, as a share of the bounding box's diagonal. */
  readonly deviation: number;
};

type Written = Pick<MadeLevel<string>, 'bytes' | 'support'>;

async function write(
  io: NodeIO,
  document: Document,
  { format, name }: { readonly format: LevelFormat; readonly name: string },
): Promise<Written> {
  if (format === 'obj') return writeObj(document, name);
  if (format === 'fbx') return writeFbx(document, name);
  if (format === 'usdz') return { bytes: await writeUsdz(document), support: [] };
  return { bytes: await io.writeBinary(document), support: [] };
}

const noSurface = 'it has no triangles';

/** Removes parts that are never drawn, but keeps named parts, and texture coordinates without a texture. */
const tidy = prune({ keepLeaves: true, keepAttributes: true, keepSolidTextures: true, keepExtras: true });

/** Makes files with fewer triangles from a scene, each directly from the original; yields one after another. */
export async function* makeLevels<L extends string>(
  io: NodeIO,
  source: Document,
  wanted: readonly WantedLevel<L>[],
): AsyncGenerator<MadeLevel<L>> {
  mendValues(source);
  const mesh = mergeMeshes(source);
  if (mesh === null) throw new Error(noSurface);
  const simplify = createSimplifier(mesh);
  let measure: ReturnType<typeof createDeviation> | null = null;
  for (const [index, { lod, triangles, texture, name = 'model', formats = ['glb'] }] of wanted.entries()) {
    // Copying a scene with many animations takes longer than everything else.
    const document = index === wanted.length - 1 ? source : cloneDocument(source);
    let deviation = 0;
    const kept = triangles === null ? null : simplify(triangles);
    if (kept !== null && kept.indices !== mesh.indices) {
      measure ??= createDeviation(mesh);
      deviation = measure({ positions: mesh.positions, indices: kept.indices });
      keepTriangles(document, { ...mesh, parts: findParts(document) }, kept.indices);
    }
    await fitTextures(document, texture);
    await document.transform(tidy, unpartition());
    // GLB first, because the other writers modify the document.
    for (const format of levelFormats.filter((one) => formats.includes(one)))
      yield { lod, format, deviation, ...(await write(io, document, { format, name })) };
  }
}
