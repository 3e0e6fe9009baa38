import { createHash } from 'node:crypto';
import type { InventoryFile } from '../../catalogue/model/models.ts';
import { assetRankOf } from '../../contract/catalogue/formats.ts';
import { listObstacles } from '../../contract/catalogue/readability.ts';
import { type Lod, limits } from '../../contract/limits.ts';
import { toVersionNumber } from './open-blender.ts';

/** Increase when assets are made differently, so that all are made again. */
export const assetRecipe = 1;

/** Most detailed first; files without a topology count as most detailed. */
const richness: readonly Lod[] = ['100k', 'source', '10k', '1k'];
const most = 2;

const isReadBy = (version: number, { format, requires }: InventoryFile) =>
  listObstacles(format, requires ?? [])
    .filter(({ app }) => app === 'blender')
    .every(({ readFrom }) => readFrom !== undefined && version >= toVersionNumber(readFrom));

type Choice = {
  /** Whether the whole model is free; if not, only its 1k is. */
  readonly isFree: boolean;
  /** Blender's version, such as 402. */
  readonly version: number;
};

/** Sources for an asset, best first: originals, then by format and topology, then static before animated. */
export function pickSources(
  files: readonly InventoryFile[],
  { isFree, version }: Choice,
): readonly InventoryFile[] {
  const { sourceBytes, sourceTriangles } = limits.assets;
  const sizes = new Map(files.map(({ relativePath, sizeBytes }) => [relativePath, sizeBytes]));
  const bytesOf = ({ sizeBytes, needs }: InventoryFile) =>
    needs.reduce((sum, needed) => sum + (sizes.get(needed) ?? 0), sizeBytes);
  const rank = (file: InventoryFile) => [
    file.derived ? 1 : 0,
    assetRankOf(file.format),
    richness.indexOf(file.lod),
    file.variant === 'animated' ? 1 : 0,
  ];
  return files
    .filter(
      ({ role, format, triangles }) => role === 'scene' && assetRankOf(format) !== null && triangles !== null,
    )
    .filter(({ lod }) => isFree || lod === '1k')
    .filter((file) => (file.triangles ?? 0) <= sourceTriangles && bytesOf(file) <= sourceBytes)
    .filter((file) => isReadBy(version, file))
    .sort(
      (a, b) =>
        Number(rank(a).join('')) - Number(rank(b).join('')) || (a.relativePath < b.relativePath ? -1 : 1),
    )
    .slice(0, most);
}

/** Changes with everything that the asset is made from: its sources and their metadata. */
export function hashSources(
  sources: readonly InventoryFile[],
  files: readonly InventoryFile[],
  facts: unknown,
): string {
  const hashes = new Map(files.map(({ relativePath, sha256 }) => [relativePath, sha256]));
  const parts = sources.map(({ relativePath, sha256, needs }) => [
    ...[relativePath, sha256],
    ...needs.map((path) => [path, hashes.get(path)]),
  ]);
  return createHash('sha256')
    .update(JSON.stringify([assetRecipe, parts, facts]))
    .digest('hex');
}
