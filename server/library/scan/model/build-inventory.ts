import type { BoundTexture, InventoryFile } from '../../../catalogue/model/models.ts';
import { readLod } from '../../../catalogue/write/names.ts';
import type { ReportProblem } from '../../../catalogue/write/problems.ts';
import { contentTypeOf, formatOf, roleOf, texturesOf } from '../../../contract/catalogue/formats.ts';
import { isDocument, travels } from '../../../contract/catalogue/travelling-kinds.ts';
import { knownUnits } from '../../../contract/common.ts';
import { folderOf, nameOf, topologyOf } from '../../../contract/relative-path.ts';
import { sentence, type Words } from '../../../contract/sentence.ts';
import type { Inspection } from '../../../inspect/inspection.ts';
import { toLooseKey, toLooseName } from '../../../shared/loose-names.ts';
import { isTiled, joinReference } from '../../recognise/place-files.ts';
import { isComposed } from '../../recognise/scene-files.ts';

export type InspectedFile = { readonly relativePath: string; readonly inspection: Inspection };

type Lookup = { readonly byPath: ReadonlyMap<string, string>; readonly byName: ReadonlyMap<string, string> };

function createLookup(files: readonly InspectedFile[]): Lookup {
  const paths = files.map((file) => file.relativePath);
  return {
    byPath: new Map(paths.map((path) => [toLooseKey(path), path])),
    byName: new Map(paths.map((path) => [`${topologyOf(path)}/${toLooseName(path)}`, path])),
  };
}

/** Finds a referenced file of the same topology by path, then by name alone, as exporters often write dead paths. */
function findReferenced(from: string, reference: string, { byPath, byName }: Lookup): string | undefined {
  const resolved = joinReference(folderOf(from), reference);
  const exact = resolved === null ? undefined : byPath.get(toLooseKey(resolved));
  if (exact !== undefined && topologyOf(exact) === topologyOf(from)) return exact;
  return byName.get(`${topologyOf(from)}/${toLooseName(reference)}`);
}

/** Returns why a glTF's buffers cannot be used: missing, or too short. null if they can. */
function whyUnresolvable(
  { relativePath, inspection }: InspectedFile,
  { lookup, files }: { lookup: Lookup; files: ReadonlyMap<string, InspectedFile> },
): Words | null {
  for (const [reference, least] of Object.entries(inspection.referencedSizes)) {
    const found = files.get(findReferenced(relativePath, reference, lookup) ?? '');
    if (!found)
      return sentence`It needs ${{ file: reference }}, which is not there. Add that file, or export the model again.`;
    if (found.inspection.sizeBytes < least) {
      return sentence`It needs ${{ bytes: least }} bytes of ${{ file: reference }}, which has ${{ actual: found.inspection.sizeBytes }}. Export the model again.`;
    }
  }
  return null;
}

/** Pictures, materials and parts of a composed scene are reported as missing; a pattern for texture tiles is not. */
const mayMiss = (reference: string, { relativePath }: InspectedFile) =>
  (roleOf(formatOf(reference)) !== 'scene' || isComposed(relativePath)) && !isTiled(reference);

/** True if a needed file can need further files. */
const isFollowed = (path: string, from: string) => roleOf(formatOf(path)) === 'support' || isComposed(from);

const mostNamed = 8;

function describeMissing(missing: readonly string[]): Words {
  const names = [...missing.slice(0, mostNamed), ...(missing.length > mostNamed ? ['…'] : [])].join(', ');
  if (missing.length === 1)
    return sentence`One file is missing: ${{ names }}. The model is published all the same. Put it next to the scene, or export it again.`;
  return sentence`${{ count: missing.length }} files are missing: ${{ names }}. The model is published all the same. Put them next to the scene, or export it again.`;
}

/** Returns the files that a scene file needs, and the names of referenced files that are missing. */
function toNeeds(file: InspectedFile, context: { lookup: Lookup; files: readonly InspectedFile[] }) {
  const { lookup, files } = context;
  const format = formatOf(file.relativePath);
  const needs = new Set<string>();
  const missing = new Set<string>();
  const textures: BoundTexture[] = [];
  const follow = (from: InspectedFile) => {
    for (const { reference, ...use } of from.inspection.textures ?? []) {
      const relativePath = findReferenced(from.relativePath, reference, lookup);
      if (relativePath !== undefined) textures.push({ relativePath, ...use });
    }
    for (const reference of from.inspection.references) {
      const path = findReferenced(from.relativePath, reference, lookup);
      if (path === undefined && mayMiss(reference, from)) missing.add(nameOf(reference));
      if (path === undefined || needs.has(path) || path === file.relativePath) continue;
      needs.add(path);
      const next = files.find((candidate) => candidate.relativePath === path);
      if (next && isFollowed(path, from.relativePath)) follow(next);
    }
  };
  follow(file);
  if (texturesOf(format) === 'beside') {
    for (const { relativePath } of files) {
      const isNear = topologyOf(relativePath) === topologyOf(file.relativePath);
      if (isNear && roleOf(formatOf(relativePath)) === 'texture') needs.add(relativePath);
    }
  }
  return { needs: [...needs].sort(), missing: [...missing].sort(), textures };
}

/** Formats not read for animation, but whose file names declare it in the public service's libraries. */
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

/** Returns why a file is not delivered, or null. */
function whyStays(relativePath: string, isReferenced: boolean): Words | null {
  const format = formatOf(relativePath);
  if (travels(format) || (isDocument(format) && !isReferenced)) return null;
  return format === ''
    ? 'Files without a file type are not delivered with models. Leave it out of the model’s folder.'
    : sentence`Files of the type ${{ type: `.${format}` }} are not delivered with models. Leave it out of the model’s folder.`;
}

/** Finds scenes that are only parts of other scenes, and not offered on their own. */
function findParts(files: readonly InspectedFile[], lookup: Lookup): ReadonlySet<string> {
  const users = files.filter(({ relativePath }) => isComposed(relativePath));
  const found = users.flatMap(({ relativePath, inspection }) =>
    inspection.references.flatMap((reference) => findReferenced(relativePath, reference, lookup) ?? []),
  );
  const parts = new Set(found.filter((path) => roleOf(formatOf(path)) === 'scene'));
  // If all of them are parts of each other, the first stays, so that none is lost.
  const [first] = users;
  if (first && users.every(({ relativePath }) => parts.has(relativePath))) parts.delete(first.relativePath);
  return parts;
}

type Source = {
  readonly folder: string;
  readonly files: readonly InspectedFile[];
  readonly report: ReportProblem;
};

/** Builds the inventory of a model: every intact file of its topology folders, with what each scene file needs. */
export function buildInventory({ folder, files, report }: Source): InventoryFile[] {
  const referenced = new Set(files.flatMap(({ inspection }) => inspection.references.map(toLooseName)));
  const known = files.filter(({ relativePath }) => {
    const fault = whyStays(relativePath, referenced.has(toLooseName(relativePath)));
    if (fault !== null) report(`${folder}/${relativePath}`, 'left-out', fault);
    return fault === null;
  });
  const byPath = new Map(known.map((file) => [file.relativePath, file]));
  const lookup = createLookup(known);
  const sound = known.filter((file) => {
    const problem = file.inspection.problem ?? whyUnresolvable(file, { lookup, files: byPath });
    const { flaw } = file.inspection;
    if (problem !== null) report(`${folder}/${file.relativePath}`, 'broken', problem);
    else if (flaw !== undefined) report(`${folder}/${file.relativePath}`, 'flaw', flaw);
    return problem === null;
  });
  const parts = findParts(sound, lookup);
  const inventory = sound.flatMap((file): InventoryFile[] => {
    const { relativePath, inspection } = file;
    const topologyFolder = topologyOf(relativePath);
    const lod = readLod(topologyFolder);
    if (lod === null) return [];
    const format = formatOf(relativePath);
    const role = parts.has(relativePath) ? 'support' : roleOf(format);
    const { sizeBytes, sha256, crc32, sizeMetres } = inspection;
    const triangles = role === 'scene' ? inspection.triangles : null;
    const nothing = { needs: [], missing: [], textures: [] };
    const { needs, missing, textures } = role === 'scene' ? toNeeds(file, { lookup, files: sound }) : nothing;
    if (missing.length > 0) report(`${folder}/${relativePath}`, 'flaw', describeMissing(missing));
    const { contentType = contentTypeOf(format) } = inspection;
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
        ...(missing.length > 0 && { missing }),
        ...(textures.length > 0 && { textures }),
        ...knownUnits(inspection),
        ...(sizeMetres && { sizeMetres }),
      },
    ];
  });
  const animated = sound.filter((file) => file.inspection.animated || isAnimatedByName(file.relativePath));
  return withVariants(inventory, new Set(animated.map((file) => file.relativePath)));
}
