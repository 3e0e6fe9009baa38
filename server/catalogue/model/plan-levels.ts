import { createHash } from 'node:crypto';
import {
  formatOf,
  isUncounted,
  type LevelFormat,
  levelFormats,
  pictureExtensions,
  posterRankOf,
} from '../../contract/catalogue/formats.ts';
import { limits, lodTriangles, type MadeLod } from '../../contract/limits.ts';
import { nameOf, toPathKey } from '../../contract/relative-path.ts';
import { mayMatchByName } from '../../shared/match-textures.ts';
import type { InventoryFile } from './models.ts';
import { madeLods, nearestLevel, rankOf } from './nearest-level.ts';

/** Raised when levels come out differently, so that all models are checked again. */
export const levelRecipe = 9;
/** Older recipes whose results newer ones did not change. */
const oddPicturesRecipe = 8;
const matchingRecipe = 7;
const recipeOfOthers = 6;
/** The same, but also different for each set of formats. */
export const recipeOf = (formats: readonly LevelFormat[]) =>
  formats.reduce(
    (sum, format) => (format === 'glb' ? sum : sum + 500 * 2 ** levelFormats.indexOf(format)),
    levelRecipe,
  );

/** A level that a model lacks, and the files that it can be made from. */
export type LevelPlan = {
  readonly lod: MadeLod;
  readonly format: LevelFormat;
  /** Target number of triangles; null: keep all. */
  readonly triangles: number | null;
  /** Best first; the next is used if one cannot be read. */
  readonly candidates: readonly InventoryFile[];
  readonly topologyFolder: string;
  readonly relativePath: string;
  /** Changes with any byte of the sources, and with the recipe. */
  readonly key: string;
};

const variants = [null, 'static', 'animated'] as const;
const mostCandidates = 3;

/** Creative Commons' “no derivatives” in any spelling; levels are derivatives. */
const forbidden = /\bno[\s-]?deriv|\bby[\s-](?:nc[\s-])?nd\b/i;
export const forbidsDerivatives = (license: string) => forbidden.test(license);

function isReadable(file: InventoryFile, byPath: ReadonlyMap<string, InventoryFile>): boolean {
  const { format, role, triangles, needs, sizeBytes } = file;
  if (role !== 'scene' || posterRankOf(format) === null) return false;
  // A scene with an unknown number of triangles only gets a 1k, for which any scene has enough.
  if (triangles === null && !isUncounted(format)) return false;
  const bytes = needs.reduce((sum, path) => sum + (byPath.get(path)?.sizeBytes ?? 0), sizeBytes);
  const { sourceBytes, sourceTriangles } = limits.levels;
  return triangles !== 0 && (triangles ?? 0) <= sourceTriangles && bytes <= sourceBytes;
}

/** Static scenes before animated ones, then the richer format, then the most triangles. */
function compare(a: InventoryFile, b: InventoryFile): number {
  return (
    rankOf(a.lod) - rankOf(b.lod) ||
    variants.indexOf(a.variant) - variants.indexOf(b.variant) ||
    (posterRankOf(a.format) ?? 0) - (posterRankOf(b.format) ?? 0) ||
    (b.triangles ?? 0) - (a.triangles ?? 0) ||
    (a.relativePath < b.relativePath ? -1 : 1)
  );
}

/** Strips the level from a name: chair_100k.fbx becomes chair. */
function toStem(relativePath: string): string {
  const name = nameOf(relativePath);
  const stem = name.slice(0, Math.max(0, name.length - formatOf(name).length - 1));
  return stem.replace(/[_-](?:1k|10k|100k|source|lowpoly|middlepoly|highpoly)$/i, '') || stem || 'model';
}

type Naming = { readonly folder: string; readonly format: LevelFormat; readonly taken: ReadonlySet<string> };

function toPath(source: InventoryFile, { folder, format, taken }: Naming): string {
  const stem = toStem(source.relativePath);
  const plain = `${folder}/${stem}.${format}`;
  // An OBJ or FBX comes with further files of its name.
  const own = [plain, ...(format === 'fbx' ? [`${folder}/${stem}_fbx/`] : [])];
  if (format === 'obj') own.push(`${folder}/${stem}.mtl`, `${folder}/${stem}_obj/`);
  const isTaken = [...taken].some((path) =>
    own.map(toPathKey).some((key) => (key.endsWith('/') ? path.startsWith(key) : path === key)),
  );
  return isTaken ? `${folder}/${stem}-made.${format}` : plain;
}

const oddPictures = Object.values(pictureExtensions);
/** True if it has pictures in a format that not every program reads. */
const hasOddPictures = ({ requires, needs }: InventoryFile) =>
  requires?.some((name) => Object.hasOwn(pictureExtensions, name)) ||
  needs.some((path) => oddPictures.includes(`image/${formatOf(path)}`));
function recipeFor({ candidates, format }: Omit<LevelPlan, 'key'>): number {
  if (format === 'fbx') return levelRecipe;
  if (candidates.some(hasOddPictures)) return oddPicturesRecipe;
  return candidates.some(mayMatchByName) ? matchingRecipe : recipeOfOthers;
}

function toKey(plan: Omit<LevelPlan, 'key'>, byPath: ReadonlyMap<string, InventoryFile>): string {
  const sources = plan.candidates.map(({ relativePath, sha256, needs }) => [
    relativePath,
    sha256,
    needs.map((path) => [path, byPath.get(path)?.sha256]),
  ]);
  const parts = [recipeFor(plan), plan.lod, plan.triangles, plan.relativePath, sources];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** Plans missing levels per format without an original, from the level's own files or the next level above that suffices. */
export function planLevels(
  inventory: readonly InventoryFile[],
  license: string,
  formats: readonly LevelFormat[],
): readonly LevelPlan[] {
  if (forbidsDerivatives(license)) return [];
  const originals = inventory.filter(({ derived }) => !derived);
  const byPath = new Map(originals.map((file) => [file.relativePath, file]));
  const taken = new Set(originals.map(({ relativePath }) => toPathKey(relativePath)));
  const sources = originals.filter((file) => isReadable(file, byPath)).sort(compare);
  return madeLods.flatMap((lod): LevelPlan[] => {
    const own = originals.filter((file) => file.lod === lod);
    const isEnough = ({ triangles }: InventoryFile) => rankOf(nearestLevel(triangles ?? 0)) >= rankOf(lod);
    const same = sources.filter((file) => file.lod === lod);
    const above = sources.filter((file) => rankOf(file.lod) > rankOf(lod) && isEnough(file));
    const candidates = (same.length > 0 ? same : above).slice(0, mostCandidates);
    const [best] = candidates;
    if (best === undefined) return [];
    const topologyFolder = own[0]?.topologyFolder ?? lod;
    const isThere = (wanted: LevelFormat) =>
      own.some(({ role, format }) => role === 'scene' && format === wanted);
    return formats
      .filter((format) => !isThere(format))
      .map((format) => {
        const plan = {
          ...{ lod, format, candidates, topologyFolder },
          triangles: same.length > 0 ? null : lodTriangles[lod],
          relativePath: toPath(best, { folder: topologyFolder, format, taken }),
        };
        return { ...plan, key: toKey(plan, byPath) };
      });
  });
}
