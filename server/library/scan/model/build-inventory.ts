import type { InventoryFile } from '../../../catalogue/model/models.ts';
import { readLod } from '../../../catalogue/write/names.ts';
import type { ReportProblem } from '../../../catalogue/write/problems.ts';
import { contentTypeOf, formatOf, isGltf, roleOf, texturesOf } from '../../../contract/catalogue/formats.ts';
import { isDocument, travels } from '../../../contract/catalogue/travelling-kinds.ts';
import { nameOf, toPathKey, topologyOf } from '../../../contract/relative-path.ts';
import type { Inspection } from '../../../inspect/inspection.ts';

export type InspectedFile = { readonly relativePath: string; readonly inspection: Inspection };

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'));

/** Joins a reference to the folder of the file that makes it; null when it leaves the model. */
function resolveReference(from: string, reference: string): string | null {
  const parts = folderOf(from).split('/');
  for (const part of reference.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
    if (parts.length === 0) return null;
  }
  return parts.join('/');
}

type Lookup = { readonly byPath: ReadonlyMap<string, string>; readonly byName: ReadonlyMap<string, string> };

function createLookup(files: readonly InspectedFile[]): Lookup {
  const paths = files.map((file) => file.relativePath);
  return {
    byPath: new Map(paths.map((path) => [toPathKey(path), path])),
    byName: new Map(paths.map((path) => [`${topologyOf(path)}/${toPathKey(nameOf(path))}`, path])),
  };
}

/** The file of the same topology that a reference means: by path, else by its bare name, as exporters often write dead paths. */
function findReferenced(from: string, reference: string, { byPath, byName }: Lookup): string | undefined {
  const resolved = resolveReference(from, reference);
  const exact = resolved === null ? undefined : byPath.get(toPathKey(resolved));
  if (exact !== undefined && topologyOf(exact) === topologyOf(from)) return exact;
  return byName.get(`${topologyOf(from)}/${toPathKey(nameOf(reference))}`);
}

/** glTF readers resolve exactly, so a reference must be exact there; its buffer must be long enough. */
function whyUnresolvable(
  { relativePath, inspection }: InspectedFile,
  files: ReadonlyMap<string, InspectedFile>,
): string | null {
  for (const reference of inspection.references) {
    const resolved = resolveReference(relativePath, reference);
    const found = resolved === null ? undefined : files.get(resolved);
    if (!found || topologyOf(found.relativePath) !== topologyOf(relativePath)) {
      return `It needs ${reference}, which is not there. Add that file, or export the model again.`;
    }
    const least = inspection.referencedSizes[reference] ?? 0;
    if (found.inspection.sizeBytes < least) {
      return `It needs ${least} bytes of ${reference}, which has ${found.inspection.sizeBytes}. Export the model again.`;
    }
  }
  return null;
}

function toNeeds(
  file: InspectedFile,
  context: { lookup: Lookup; files: readonly InspectedFile[] },
): string[] {
  const { lookup, files } = context;
  const format = formatOf(file.relativePath);
  const needs = new Set<string>();
  const follow = (from: InspectedFile) => {
    for (const reference of from.inspection.references) {
      const path = findReferenced(from.relativePath, reference, lookup);
      if (path === undefined || needs.has(path) || path === file.relativePath) continue;
      needs.add(path);
      const next = files.find((candidate) => candidate.relativePath === path);
      if (next && roleOf(formatOf(path)) === 'support') follow(next);
    }
  };
  follow(file);
  if (texturesOf(format) === 'beside') {
    for (const { relativePath } of files) {
      const isNear = topologyOf(relativePath) === topologyOf(file.relativePath);
      if (isNear && roleOf(formatOf(relativePath)) === 'texture') needs.add(relativePath);
    }
  }
  return [...needs].sort();
}

/** Formats whose content is not read for animation, but whose names tell it in the public service's libraries. */
const isAnimatedByName = (path: string) =>
  /\.(blend|max|ma|mb|c4d|abc)$/i.test(path) && /_(anim_|all_animations|animated)/i.test(nameOf(path));

function withVariants(files: readonly InventoryFile[], animated: ReadonlySet<string>): InventoryFile[] {
  const keyOf = (file: InventoryFile) => `${file.topologyFolder}\n${file.format}`;
  const animatedKinds = new Set(files.filter((file) => animated.has(file.relativePath)).map(keyOf));
  return files.map((file) => {
    if (animated.has(file.relativePath)) return { ...file, variant: 'animated' };
    const isStatic = file.role === 'scene' && animatedKinds.has(keyOf(file));
    return { ...file, variant: isStatic ? 'static' : null };
  });
}

/** Why a file is not delivered, be it referred to by a scene or not; null where it is. */
function whyStays(relativePath: string, isReferenced: boolean): string | null {
  const format = formatOf(relativePath);
  if (travels(format) || (isDocument(format) && !isReferenced)) return null;
  const kind = format === '' ? 'without a file type' : `of the type .${format}`;
  return `Files ${kind} are not delivered with models. Leave it out of the model’s folder.`;
}

type Source = {
  readonly folder: string;
  readonly files: readonly InspectedFile[];
  readonly report: ReportProblem;
};

/** The inventory of a model: every sound file of its topology folders, with what each scene file needs. */
export function buildInventory({ folder, files, report }: Source): InventoryFile[] {
  const nameKey = (path: string) => toPathKey(nameOf(path));
  const referenced = new Set(files.flatMap(({ inspection }) => inspection.references.map(nameKey)));
  const known = files.filter(({ relativePath }) => {
    const fault = whyStays(relativePath, referenced.has(nameKey(relativePath)));
    if (fault !== null) report(`${folder}/${relativePath}`, 'left-out', fault);
    return fault === null;
  });
  const byPath = new Map(known.map((file) => [file.relativePath, file]));
  const lookup = createLookup(known);
  const sound = known.filter((file) => {
    const problem =
      file.inspection.problem ?? (isGltf(formatOf(file.relativePath)) ? whyUnresolvable(file, byPath) : null);
    const { flaw } = file.inspection;
    if (problem !== null) report(`${folder}/${file.relativePath}`, 'broken', problem);
    else if (flaw !== undefined) report(`${folder}/${file.relativePath}`, 'flaw', flaw);
    return problem === null;
  });
  const inventory = sound.flatMap((file): InventoryFile[] => {
    const { relativePath, inspection } = file;
    const topologyFolder = topologyOf(relativePath);
    const lod = readLod(topologyFolder);
    if (lod === null) return [];
    const format = formatOf(relativePath);
    const role = roleOf(format);
    const { sizeBytes, sha256, crc32 } = inspection;
    const triangles = role === 'scene' ? inspection.triangles : null;
    const needs = role === 'scene' ? toNeeds(file, { lookup, files: sound }) : [];
    const contentType = contentTypeOf(format);
    const requires = role === 'scene' ? inspection.requires : [];
    return [
      {
        format,
        lod,
        relativePath,
        topologyFolder,
        variant: null,
        role,
        sizeBytes,
        sha256,
        crc32,
        contentType,
        triangles,
        needs,
        ...(requires.length > 0 && { requires }),
      },
    ];
  });
  const animated = sound.filter((file) => file.inspection.animated || isAnimatedByName(file.relativePath));
  return withVariants(inventory, new Set(animated.map((file) => file.relativePath)));
}
