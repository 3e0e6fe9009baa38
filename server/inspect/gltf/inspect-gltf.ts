import { requirementPattern } from '../../contract/catalogue/readability.ts';
import { sentence, type Words } from '../../contract/sentence.ts';
import { BrokenFile, describeProblem } from '../broken-file.ts';
import type { ByteSource } from '../byte-source.ts';
import { measure } from '../extent.ts';
import { type Findings, noFindings } from '../inspection.ts';
import type { ParserContext } from '../parser.ts';
import { checkGltfIndices } from './check-gltf-indices.ts';
import { checkGltfNodes } from './check-gltf-nodes.ts';
import { checkGltfValues } from './check-gltf-values.ts';
import { checkGltfAccessors } from './gltf-accessors.ts';
import { createGltfBuffers, type ReadBuffer } from './gltf-buffers.ts';
import type { GltfDocument, GltfPrimitive } from './gltf-document.ts';
import { checkGltfImages, listGltfReferences, listGltfTextures } from './gltf-references.ts';
import { measureGltf } from './measure-gltf.ts';
import { parseGltf } from './parse-gltf.ts';

const toldExtras = ['title', 'author', 'license', 'source'] as const;
const longestTold = 1000;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const cutText = (value: unknown) =>
  typeof value === 'string' && value !== '' ? value.slice(0, longestTold) : undefined;

/** Author and licence from a glTF's asset, cut to a storable size; undefined if there is none. */
function readGltfAsset(asset: unknown): unknown {
  if (!isObject(asset)) return undefined;
  const copyright = cutText(asset.copyright);
  const extras = isObject(asset.extras) ? asset.extras : {};
  const kept = toldExtras.flatMap((name) => {
    const value = cutText(extras[name]);
    return value === undefined ? [] : [[name, value]];
  });
  if (copyright === undefined && kept.length === 0) return undefined;
  return {
    ...(copyright !== undefined && { copyright }),
    ...(kept.length > 0 && { extras: Object.fromEntries(kept) }),
  };
}

const vrmLicence = /^https:\/\/vrm\.dev\/licenses\/1\.0\/?$/;

/** A VRM avatar's author and licence, of either version, in the form of an asset. */
function readVrmMeta(extensions: unknown): unknown {
  const { VRM, VRMC_vrm: next } = isObject(extensions) ? extensions : {};
  const [old, now] = [VRM, next].map((one) => (isObject(one) && isObject(one.meta) ? one.meta : null));
  const meta = now ?? old;
  if (!meta) return undefined;
  const { authors, author = authors, name, title = name, otherLicenseUrl, licenseName } = meta;
  const url = cutText(meta.licenseUrl)?.replace(vrmLicence, 'VRM Public License 1.0');
  const plain = cutText(licenseName)?.replaceAll('_', ' ');
  const license = cutText(otherLicenseUrl) ?? url ?? plain;
  return { extras: { title, author: Array.isArray(author) ? author.join(', ') : author, license } };
}

const mostExtensions = 50;

/** Extensions that a reader must support; invalid names are left out. */
function listRequiredExtensions({ extensionsRequired = [] }: GltfDocument): readonly string[] {
  const names = extensionsRequired.filter((name) => requirementPattern.test(name));
  return [...new Set(names)].sort().slice(0, mostExtensions);
}

/** A flaw that Khronos's validator reports but programs tolerate: a scene lists another node's child. Null if none. */
function findGltfFlaw({ scenes, nodes }: GltfDocument, name: string): Words | null {
  const children = new Set(nodes.flatMap((node) => node.children ?? []));
  for (const [number, scene] of scenes.entries()) {
    const inner = scene.nodes?.find((node) => children.has(node));
    if (inner === undefined) continue;
    return describeProblem(
      name,
      sentence`names node ${{ node: inner }}, which is another node's child, as a root of scene ${{ scene: number }}. It is published, but strict programs may refuse it. Export it again.`,
    );
  }
  return null;
}

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

/** Triangles as rendered: once per node with the mesh. Unused meshes count only if all are unused. */
function countGltfTriangles(gltf: GltfDocument): number {
  const perMesh = gltf.meshes.map(({ primitives }) =>
    primitives.reduce((sum, primitive) => sum + countPrimitive(gltf, primitive), 0),
  );
  const shown = gltf.nodes.flatMap(({ mesh }) => (mesh === undefined ? [] : [perMesh[mesh] ?? 0]));
  return (shown.length > 0 ? shown : perMesh).reduce((sum, count) => sum + count, 0);
}

function checkGltf(gltf: GltfDocument, readBuffer: ReadBuffer): void {
  checkGltfIndices(gltf);
  checkGltfNodes(gltf);
  checkGltfAccessors(gltf);
  checkGltfValues(gltf, readBuffer);
  checkGltfImages(gltf);
}

/** Reads a glTF document and, if possible, its buffers. A broken one keeps what it declares about itself. */
export function inspectGltf(json: Uint8Array, chunk: ByteSource | null, context: ParserContext): Findings {
  const gltf = parseGltf(json);
  const { references, referencedSizes } = listGltfReferences(gltf);
  const textures = listGltfTextures(gltf);
  const asset = readGltfAsset(readVrmMeta(gltf.extensions)) ?? readGltfAsset(gltf.asset);
  const findings: Findings = {
    ...noFindings,
    ...(asset !== undefined && { asset }),
    references,
    referencedSizes,
    ...(textures.length > 0 && { textures }),
    requires: listRequiredExtensions(gltf),
    triangles: countGltfTriangles(gltf),
    animated: gltf.animations.some(({ channels }) => channels.length > 0),
    rigged: gltf.skins.length > 0,
    upAxis: 'Y',
    unitMetres: 1,
  };
  const readBuffer = createGltfBuffers(gltf, chunk, context);
  try {
    checkGltf(gltf, readBuffer);
    const flaw = findGltfFlaw(gltf, context.name);
    const extent = measure(() => measureGltf(gltf, readBuffer));
    return { ...findings, ...extent, ...(flaw !== null && { flaw }) };
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error;
    return { ...findings, problem: describeProblem(context.name, error.reason) };
  }
}
