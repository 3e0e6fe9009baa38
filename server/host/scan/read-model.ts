import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { topologyOf } from '../../catalogue/models.ts';
import type { Inspection } from '../inspect/inspection.ts';
import type { InspectionPool } from '../inspect/inspection-pool.ts';
import type { LeafLists } from '../leaves/leaf-lists.ts';
import { buildInventory, type InspectedFile } from './build-inventory.ts';
import type { ModelData, PosterData } from './catalogue-writer.ts';
import { contentTypeOf, formatOf } from './file-kinds.ts';
import { type Metadata, parseMetadata } from './metadata.ts';
import type { ReportProblem } from './problems.ts';
import type { ScanMemory } from './scan-memory.ts';
import { toModelData } from './to-model-data.ts';
import { type DiskFile, type ModelFolder, sidecarName } from './walk-library.ts';

export type Context = {
  readonly libraryDir: string;
  readonly pool: InspectionPool;
  readonly memory: ScanMemory;
  readonly leafLists: LeafLists;
  readonly report: ReportProblem;
  readonly defaultPriceCents: number;
};

export type Identity = { readonly guid: string; readonly metadata: Metadata };

/** What a model's folder says of itself, before any model file is read. */
export async function readClaims(found: ModelFolder, context: Context) {
  const [metadata, sidecar] = await Promise.all([readMetadata(found, context), readSidecar(found, context)]);
  return { metadata, sidecar };
}

/** Reads the files of a model folder; null when it has nothing to publish, which is then a listed problem. */
export async function readModel(
  found: ModelFolder,
  { guid, metadata }: Identity,
  context: Context,
): Promise<ModelData | null> {
  const { folder } = found;
  const inspected = await inspectAll(folder, found.topologyFiles, context);
  const files = buildInventory({ folder, files: inspected, report: context.report });
  if (!files.some((file) => file.role === 'scene')) {
    context.report(
      folder,
      'empty',
      'No topology folder has a scene file that can be used, so the model is not published.',
    );
    return null;
  }
  const posters = await readPosters(found, new Set(files.map((file) => file.sha256)), context);
  const isRigged = inspected.some((file) => file.inspection.rigged);
  const { defaultPriceCents } = context;
  return toModelData({ guid, folder, metadata, files, posters, isRigged, defaultPriceCents });
}

async function readMetadata(found: ModelFolder, context: Context): Promise<Metadata> {
  const named = found.rootFiles.find((file) => file.relativePath === 'product.json');
  const file =
    named ?? found.rootFiles.find((candidate) => candidate.relativePath.endsWith('_metadata.json'));
  if (!file) return {};
  try {
    const text = await readSmallFile(found.folder, file, context);
    return parseMetadata(file.relativePath, text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    context.report(
      `${found.folder}/${file.relativePath}`,
      'metadata',
      `It is left out: ${why}. Correct the file.`,
    );
    return {};
  }
}

async function readSidecar(found: ModelFolder, context: Context): Promise<string | null> {
  const file = found.rootFiles.find((candidate) => candidate.relativePath === sidecarName);
  if (!file) return null;
  try {
    const json: unknown = JSON.parse(await readSmallFile(found.folder, file, context));
    return typeof json === 'object' && json !== null && 'guid' in json && typeof json.guid === 'string'
      ? json.guid
      : null;
  } catch {
    return null;
  }
}

async function readSmallFile(
  folder: string,
  file: DiskFile,
  { libraryDir, memory }: Context,
): Promise<string> {
  const key = `${folder}/${file.relativePath}`;
  const known = memory.recall(key, file);
  if (typeof known === 'string') return known;
  if (file.sizeBytes > 1_000_000) throw new Error('the file is larger than 1 MB');
  const text = await readFile(path.join(libraryDir, key), 'utf8');
  memory.remember(key, file, text);
  return text;
}

async function inspectAll(
  folder: string,
  files: readonly DiskFile[],
  context: Context,
): Promise<InspectedFile[]> {
  const inspected = await Promise.all(
    files.map((file) => inspect(folder, withSiblings(file, files), context)),
  );
  return inspected.flat();
}

/** A glTF is judged together with the files beside it, so a change of one of them is a change of it. */
function withSiblings(file: DiskFile, files: readonly DiskFile[]): DiskFile {
  if (!/^gl(tf|b)$/.test(formatOf(file.relativePath))) return file;
  const siblings = files.filter((other) => topologyOf(other.relativePath) === topologyOf(file.relativePath));
  const stamps = siblings.map((other) => `${other.relativePath}:${other.sizeBytes}:${other.modifiedNs}`);
  const digest = createHash('sha256').update(stamps.join('\n')).digest('base64url');
  return { ...file, modifiedNs: `${file.modifiedNs}-${digest}` };
}

async function inspect(folder: string, file: DiskFile, context: Context): Promise<InspectedFile[]> {
  const { libraryDir, pool, memory, leafLists, report } = context;
  const { relativePath } = file;
  const key = `${folder}/${relativePath}`;
  const known = memory.recall(key, file);
  if (isInspection(known)) return [{ relativePath, inspection: known }];
  try {
    const inspected = await pool.inspect(path.join(libraryDir, key), formatOf(relativePath));
    const { leaves, ...inspection } = inspected;
    if (leaves) leafLists.keep(inspection.sha256, leaves);
    memory.remember(key, file, inspection);
    return [{ relativePath, inspection }];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    report(key, 'unreadable', `The file cannot be read (${why}). Check the disk and its permissions.`);
    return [];
  }
}

const isInspection = (value: unknown): value is Inspection =>
  typeof value === 'object' && value !== null && 'sha256' in value;

const posterName = /^preview(small|medium|large)\.(jpe?g|png|webp)$/i;
const sizes = { small: 'small', medium: 'medium', large: 'large' } as const;
const isSize = (text: string | undefined): text is keyof typeof sizes =>
  text !== undefined && Object.hasOwn(sizes, text);

async function readPosters(
  found: ModelFolder,
  modelHashes: ReadonlySet<string>,
  context: Context,
): Promise<PosterData[]> {
  const named = found.rootFiles.flatMap((file) => {
    const size = posterName.exec(file.relativePath)?.[1]?.toLowerCase();
    return isSize(size) ? [{ file, size }] : [];
  });
  const posters = await Promise.all(
    named.map(async ({ file, size }): Promise<PosterData[]> => {
      const [read] = await inspect(found.folder, file, context);
      if (!read) return [];
      const { sha256, sizeBytes, problem } = read.inspection;
      const reason = modelHashes.has(sha256)
        ? "It is one of the model's textures, not a rendered picture."
        : problem;
      if (reason !== null) {
        context.report(
          `${found.folder}/${file.relativePath}`,
          'poster',
          `It is not used as poster: ${reason}`,
        );
        return [];
      }
      const contentType = contentTypeOf(formatOf(file.relativePath));
      return [{ size, path: file.relativePath, sha256, contentType, sizeBytes }];
    }),
  );
  return posters.flat().sort((a, b) => a.size.localeCompare(b.size));
}
